#include <filesystem>
#include <string>

#include "commands.hpp"
#include "exit_codes.hpp"
#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/draw/canvas.hpp"
#include "galet/io/atomic_file.hpp"
#include "galet/io/manifest.hpp"
#include "galet/report/html_page.hpp"
#include "galet/report/run_report.hpp"
#include "galet/report/study_report.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

struct ReportArguments {
  std::string folder;
  std::string output;
};

void write_report(const ReportPage& report, const fs::path& target) {
  make_folder(target / "report");
  for (const auto& [name, bytes] : report.images) put_picture(target / "report" / name, bytes);
  const auto image = [&](const std::string& name) {
    const auto it = report.images.find(name);
    return it == report.images.end() ? std::string() : it->second;
  };
  write_atomically(target / "report.html", html_page(report.markdown, image));
  write_atomically(target / "report" / "report.md", report.markdown);
  fmt::print("{}\n{}\n", (target / "report.html").string(),
             (target / "report" / "report.md").string());
}

void report(const ReportArguments& arguments) {
  const fs::path folder = arguments.folder;
  if (!fs::is_directory(folder)) {
    throw InputError({folder.string(), 0, 0}, "",
                     "no such folder; expected the results of a run or of a study");
  }
  const fs::path target = arguments.output.empty() ? folder : fs::path(arguments.output);
  if (find_manifest(folder) || fs::exists(folder / "series.csv")) {
    return write_report(run_report(folder), target);
  }
  const ReportPage study = study_report(folder);
  if (study.markdown.empty()) {
    throw InputError({folder.string(), 0, 0}, "",
                     "contains no results: no series.csv of a run, no compare.md or converge.md, "
                     "no reports of experiments");
  }
  write_report(study, target);
}

}  // namespace

void add_report_command(CLI::App& app, int& exit_code, Guard guard) {
  auto arguments = std::make_shared<ReportArguments>();
  CLI::App* command =
      app.add_subcommand("report", "One page about a run, a comparison or experiments");
  command->add_option("folder", arguments->folder, "Results of run, compare, converge or reproduce")
      ->required();
  command->add_option("-o,--output", arguments->output,
                      "Folder for report.html, which needs no other file, and report/ with the "
                      "same as Markdown and its images (default: the results folder)");
  command->callback([arguments, &exit_code, guard] {
    exit_code = guard([&] {
      report(*arguments);
      return kDone;
    });
  });
}

}  // namespace galet
