#include <filesystem>
#include <string>
#include <vector>

#include "commands.hpp"
#include "exit_codes.hpp"
#include "study_folder.hpp"
#include <fmt/format.h>

#include "galet/io/atomic_file.hpp"
#include "galet/study/compare.hpp"

namespace galet {
namespace {

struct CompareArguments {
  std::string scene;
  std::vector<std::string> variants;
  std::vector<std::string> overrides;
  std::string output;
  int threads = 1;
  bool overwrite = false;
};

void print_table(const Comparison& comparison) {
  std::size_t width = 7;
  for (const CompareRow& row : comparison.rows) width = std::max(width, row.variant.size());
  fmt::print("\n{}\n  up to t = {:.6g} s\n\n", comparison.title, comparison.time_end);
  fmt::print("  {:<{}} {:>9} {:>9} {:>12} {:>11} {:>11} {:>7} {:>9} {:>9} {:>9}\n", "variant",
             width, "steps", "balance", "dissip., J", "overlap, m", "iterations", "most",
             "residual", "unsolved", "CPU, s");
  for (const CompareRow& row : comparison.rows) {
    if (!row.broke_down.empty()) {
      fmt::print("  {:<{}} broke down: {}\n", row.variant, width, row.broke_down);
      continue;
    }
    const RunSummary& s = row.summary;
    const auto solved = [&](const std::string& value) {
      return row.solves ? value : std::string("–");
    };
    fmt::print("  {:<{}} {:>9} {:>9.1e} {:>12.4g} {:>11.3e} {:>11} {:>7} {:>9} {:>9} {:>9.2f}\n",
               row.variant, width, s.steps, s.energy.balance_error_relative(),
               s.energy.work.dissipated, s.penetration_max,
               solved(fmt::format("{}", s.iterations_total)),
               solved(fmt::format("{}", s.iterations_max)),
               solved(fmt::format("{:.1e}", s.residual_relative_max)),
               solved(fmt::format("{}", s.unconverged_steps)), s.cpu_seconds);
  }
}

int run_compare(const CompareArguments& arguments) {
  CompareRequest request;
  request.scene = find_scene_of_bodies(arguments.scene, "compare");
  request.overrides = arguments.overrides;
  request.variants = arguments.variants;
  request.threads = arguments.threads;
  const std::filesystem::path folder =
      study_folder("compare", request.scene, arguments.output, arguments.overwrite);
  const Comparison comparison = compare(request);
  make_folder(folder);
  write_atomically(folder / "compare.csv", to_csv(comparison));
  write_atomically(folder / "compare.md", to_markdown(comparison));
  print_table(comparison);
  fmt::print("\n  {:<22}{}, {}\n", "tables", (folder / "compare.csv").string(),
             (folder / "compare.md").string());
  for (const CompareRow& row : comparison.rows) {
    if (!row.broke_down.empty()) return kNumericalFailure;
  }
  return kDone;
}

}  // namespace

void add_compare_command(CLI::App& app, int& exit_code, Guard guard) {
  auto arguments = std::make_shared<CompareArguments>();
  CLI::App* command = app.add_subcommand(
      "compare", "Run a scene with several schemes and laws and compare what they keep and cost");
  command->add_option("scene", arguments->scene, "Scene file, or a name shown by `galet list`")
      ->required();
  command
      ->add_option("--with", arguments->variants,
                   "Variants: --with moreau-jean,moreau-jean:normal=velocity,newmark:alpha=3,dem; "
                   "keys are those of the scheme, of its law in every pair, or full ones")
      ->delimiter(',')
      ->required();
  command->add_option("--set", arguments->overrides, "Override a key: --set time.end=0.5")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command
      ->add_option("--threads", arguments->threads,
                   "Threads (default: 1); the results do not depend on it")
      ->check(CLI::Range(1, 1024));
  command->add_option("-o,--output", arguments->output,
                      "Folder for compare.csv and compare.md (default: results/compare-<scene>)");
  command->add_flag("--overwrite", arguments->overwrite, "Replace results in the folder");
  command->callback([arguments, &exit_code, guard] {
    exit_code = guard([&] { return run_compare(*arguments); });
  });
}

}  // namespace galet
