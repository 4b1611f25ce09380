#include "reproduce_command.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "exit_codes.hpp"
#include "scenes.hpp"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "galet/base/error.hpp"
#include "galet/base/near_miss.hpp"
#include "galet/io/atomic_file.hpp"
#include "galet/study/curve_charts.hpp"
#include "galet/study/experiments.hpp"
#include "galet/study/report.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

struct ReproduceArguments {
  std::vector<std::string> ids;
  std::string output = "results/reproduce";
  bool list = false;
  bool quick = false;
  bool json = false;
};

void list_experiments(bool json) {
  if (!json) {
    for (const Experiment& e : experiments()) {
      fmt::print("{:<40} {:<6} {}\n{:47} {}\n", e.id, e.quick ? "quick" : "long", e.title, "",
                 e.source);
    }
    return;
  }
  auto all = nlohmann::ordered_json::array();
  for (const Experiment& e : experiments()) {
    all.push_back({{"id", e.id},
                   {"title", e.title},
                   {"source", e.source},
                   {"length", e.quick ? "quick" : "long"},
                   {"catalogue", e.catalogue}});
  }
  fmt::print("{}\n", all.dump(2));
}

// Runs one, writes ID.md, ID.json and its curves below the folder, prints, and tells whether it
// passed.
bool reproduce(const Experiment& experiment, const ReproduceArguments& arguments) {
  const Report report = experiment.run(scenes_folder());
  const fs::path base = fs::path(arguments.output) / experiment.id;
  make_folder(base.parent_path());
  std::string markdown = to_markdown(report);
  for (const auto& [name, chart] : charts_of(report.curves)) {
    const fs::path picture = fmt::format("{}-{}.svg", base.string(), name);
    draw_chart(chart, picture);
    markdown += fmt::format("\n![{}]({})\n", chart.title, picture.filename().string());
  }
  const std::string json = to_json(report).dump(2) + "\n";
  write_atomically(fs::path(base.string() + ".md"), markdown);
  write_atomically(fs::path(base.string() + ".json"), json);
  fmt::print("{}\n", arguments.json ? json : markdown);
  return report.verdict() != Verdict::fail;
}

const Experiment& experiment_named(const std::string& id) {
  if (const Experiment* found = find_experiment(id)) return *found;
  // People leave out the paper, or misspell the rest.
  std::vector<std::string_view> near;
  for (const Experiment& e : experiments()) {
    const std::string_view place = std::string_view(e.id).substr(e.id.find('/') + 1);
    if (place == id || place.starts_with(id + "-")) near.push_back(e.id);
  }
  if (near.empty()) {
    std::vector<std::string_view> all;
    for (const Experiment& e : experiments()) all.push_back(e.id);
    if (const auto miss = near_miss(id, all)) near.push_back(*miss);
  }
  throw InputError(
      "", fmt::format("no experiment \"{}\"; {}`galet reproduce --list` shows all", id,
                      near.empty() ? "" : fmt::format("did you mean {}? ", quoted_list(near))));
}

int run_experiments(const ReproduceArguments& arguments) {
  std::vector<const Experiment*> chosen;
  for (const std::string& id : arguments.ids) chosen.push_back(&experiment_named(id));
  if (arguments.quick) {
    for (const Experiment& e : experiments()) {
      if (e.quick) chosen.push_back(&e);
    }
  }
  if (chosen.empty()) throw InputError("", "expected the name of an experiment, --quick or --list");
  int failed = 0;
  for (const Experiment* e : chosen) failed += reproduce(*e, arguments) ? 0 : 1;
  if (chosen.size() > 1) {
    fmt::print(stderr, "{} experiments, {} failed; reports in {}/\n", chosen.size(), failed,
               arguments.output);
  }
  return failed > 0 ? kCheckFailed : kDone;
}

}  // namespace

void add_reproduce_command(CLI::App& app, int& exit_code, Guard guard) {
  auto arguments = std::make_shared<ReproduceArguments>();
  CLI::App* command = app.add_subcommand(
      "reproduce", "Run a published experiment and compare with the printed or exact figures");
  command->add_option("id", arguments->ids, "Experiment, such as abide-2021/6.1-conveyor");
  command->add_flag("--list", arguments->list, "List the experiments");
  command->add_flag("--quick", arguments->quick, "Run all quick experiments");
  command->add_flag("--json", arguments->json, "Print JSON");
  command->add_option("-o,--output", arguments->output, "Folder for the reports")
      ->capture_default_str();
  command->callback([arguments, &exit_code, guard] {
    exit_code = guard([&] {
      if (!arguments->list) return run_experiments(*arguments);
      list_experiments(arguments->json);
      return kDone;
    });
  });
}

}  // namespace galet
