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
#include "galet/vary/study_page.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

struct ReportArguments {
  std::string folder;
  std::string output;
};

void print_path(const fs::path& page) { fmt::print("{}\n", page.string()); }

void write_report(const ReportPage& report, const fs::path& target) {
  make_folder(target / "report");
  for (const auto& [name, bytes] : report.images) put_picture(target / "report" / name, bytes);
  const auto image = [&](const std::string& name) {
    const auto it = report.images.find(name);
    return it == report.images.end() ? std::string() : it->second;
  };
  write_atomically(target / "report.html", html_page(report.markdown, image));
  write_atomically(target / "report" / "report.md", report.markdown);
  print_path(target / "report.html");
  print_path(target / "report" / "report.md");
}

void report(const ReportArguments& arguments) {
  const fs::path folder = arguments.folder;
  if (!fs::is_directory(folder)) {
    throw InputError({folder.string(), 0, 0}, "",
                     "no such folder; expected the results of a run or of a study");
  }
  const StudyFolder study(folder);
  if (study.find_manifest()) {
    if (!arguments.output.empty()) {
      throw InputError({arguments.output, 0, 0}, "", "the page of a study stays in its folder");
    }
    collect(study);
    print_path(folder / "study.html");
    print_path(folder / "study.md");
    return;
  }
  const fs::path target = arguments.output.empty() ? folder : fs::path(arguments.output);
  if (find_manifest(folder) || fs::exists(folder / "series.csv")) {
    return write_report(run_report(folder), target);
  }
  const ReportPage page = study_report(folder);
  if (page.markdown.empty()) {
    throw InputError({folder.string(), 0, 0}, "",
                     "contains no results: no series.csv of a run, no study.json, no compare.md or "
                     "converge.md, no reports of experiments");
  }
  write_report(page, target);
}

}  // namespace

void add_report_command(CLI::App& app, int& exit_code, Guard guard) {
  auto arguments = std::make_shared<ReportArguments>();
  CLI::App* command = app.add_subcommand(
      "report", "Write one page about a run, a study, a comparison or experiments");
  command
      ->add_option("folder", arguments->folder,
                   "Results of `galet run`, study, compare, converge or reproduce")
      ->required();
  command->add_option("-o,--output", arguments->output,
                      "Folder for report.html (self-contained) and report/, the same as Markdown "
                      "with images (default: the results folder)");
  command->callback([arguments, &exit_code, guard] {
    exit_code = guard([&] {
      report(*arguments);
      return kDone;
    });
  });
}

}  // namespace galet
