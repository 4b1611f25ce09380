#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "commands.hpp"
#include "exit_codes.hpp"
#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/base/text_file.hpp"
#include "galet/draw/canvas.hpp"
#include "galet/io/atomic_file.hpp"
#include "galet/io/manifest.hpp"
#include "galet/report/html_page.hpp"
#include "galet/report/run_report.hpp"
#include "galet/vary/study_page.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

struct ReportArguments {
  std::string folder;
  std::string output;
};

// The reports of a study: its table, or those of experiments, which have a .json beside them.
std::vector<fs::path> study_pages(const fs::path& folder) {
  std::vector<fs::path> pages;
  for (const char* name : {"compare.md", "converge.md"}) {
    if (fs::exists(folder / name)) pages.push_back(folder / name);
  }
  if (!pages.empty()) return pages;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    fs::path json = entry.path();
    if (entry.path().extension() == ".md" && fs::exists(json.replace_extension(".json"))) {
      pages.push_back(entry.path());
    }
  }
  std::ranges::sort(pages);
  return pages;
}

void print_report(const fs::path& page) { fmt::print("{}\n", page.string()); }

void report_run(const fs::path& folder, const fs::path& target) {
  const RunReport report = run_report(folder);
  make_folder(target / "report");
  for (const auto& [name, bytes] : report.images) put_picture(target / "report" / name, bytes);
  const auto image = [&](const std::string& name) {
    const auto it = report.images.find(name);
    return it == report.images.end() ? std::string() : it->second;
  };
  write_atomically(target / "report.html", html_page(report.markdown, image));
  write_atomically(target / "report" / "report.md", report.markdown);
  print_report(target / "report.html");
  print_report(target / "report" / "report.md");
}

void report_study(const std::vector<fs::path>& pages, const fs::path& target) {
  std::string markdown;
  for (const fs::path& page : pages) markdown += read_text_file(page) + "\n";
  make_folder(target);
  write_atomically(target / "report.html",
                   html_page(markdown, [](const std::string&) { return std::string(); }));
  print_report(target / "report.html");
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
    print_report(folder / "study.html");
    print_report(folder / "study.md");
    return;
  }
  const fs::path target = arguments.output.empty() ? folder : fs::path(arguments.output);
  if (find_manifest(folder) || fs::exists(folder / "series.csv")) return report_run(folder, target);
  const std::vector<fs::path> pages = study_pages(folder);
  if (pages.empty()) {
    throw InputError({folder.string(), 0, 0}, "",
                     "contains no results: no series.csv of a run, no study.json, no compare.md or "
                     "converge.md, "
                     "no reports of experiments");
  }
  report_study(pages, target);
}

}  // namespace

void add_report_command(CLI::App& app, int& exit_code, Guard guard) {
  auto arguments = std::make_shared<ReportArguments>();
  CLI::App* command =
      app.add_subcommand("report", "One page about a run, a study, a comparison or experiments");
  command
      ->add_option("folder", arguments->folder,
                   "Results of run, study, compare, converge or reproduce")
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
