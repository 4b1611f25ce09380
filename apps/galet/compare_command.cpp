#include <filesystem>
#include <string>
#include <vector>

#include "commands.hpp"
#include "exit_codes.hpp"
#include "study_folder.hpp"
#include <fmt/format.h>

#include "galet/draw/canvas.hpp"
#include "galet/report/compare.hpp"

namespace galet {
namespace {

struct CompareArguments {
  StudyArguments study;
  std::vector<std::string> variants;
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
  request.scene = find_scene_of_bodies(arguments.study.scene, "compare");
  request.overrides = arguments.study.overrides;
  request.variants = arguments.variants;
  request.threads = arguments.study.threads;
  const std::filesystem::path folder = study_folder("compare", request.scene, arguments.study);
  const Comparison comparison = compare(request);
  const ReportPage page = compare_page(comparison);
  write_tables("compare", folder, to_csv(comparison), page.markdown);
  for (const auto& [name, bytes] : page.images) put_picture(folder / name, bytes);
  print_table(comparison);
  print_tables_line("compare", folder);
  for (const CompareRow& row : comparison.rows) {
    if (!row.broke_down.empty()) return kNumericalFailure;
  }
  return kDone;
}

}  // namespace

void add_compare_command(CLI::App& app, int& exit_code, Guard guard) {
  auto arguments = std::make_shared<CompareArguments>();
  CLI::App* command = app.add_subcommand(
      "compare", "Run a scene with several schemes and laws and compare accuracy and cost");
  add_scene(*command, arguments->study);
  command
      ->add_option("--with", arguments->variants,
                   "Variants: --with moreau-jean,moreau-jean:normal=velocity,newmark:alpha=3,dem; "
                   "keys are those of the scheme, of its law in every pair, or full ones")
      ->delimiter(',')
      ->required();
  add_study_options(*command, arguments->study);
  command->callback([arguments, &exit_code, guard] {
    exit_code = guard([&] { return run_compare(*arguments); });
  });
}

}  // namespace galet
