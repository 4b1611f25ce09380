#include <filesystem>
#include <string>
#include <vector>

#include "commands.hpp"
#include "exit_codes.hpp"
#include "print_warnings.hpp"
#include "scenes.hpp"
#include "study_folder.hpp"
#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/report/converge.hpp"

namespace galet {
namespace {

struct ConvergeArguments {
  StudyArguments study;
  std::vector<double> steps;
  std::vector<double> tolerances;
  std::string reference = "finest";
};

int run_converge(const ConvergeArguments& arguments) {
  if (arguments.steps.empty() == arguments.tolerances.empty()) {
    throw InputError({}, "", "expected either --steps or --tolerances");
  }
  ConvergeRequest request;
  request.scene = find_scene_of_bodies(arguments.study.scene, "converge");
  request.overrides = arguments.study.overrides;
  request.by = arguments.steps.empty() ? ConvergeBy::tolerance : ConvergeBy::step;
  request.values = arguments.steps.empty() ? arguments.tolerances : arguments.steps;
  request.reference = arguments.reference == name_of(ConvergeReference::finest)
                          ? ConvergeReference::finest
                          : ConvergeReference::free_flight;
  request.threads = arguments.study.threads;
  const std::filesystem::path folder = study_folder("converge", request.scene, arguments.study);
  const Convergence study = converge(request);
  write_tables("converge", folder, to_csv(study), to_markdown(study));
  const auto order = [](const std::optional<double>& p) {
    return p ? fmt::format("{:.2f}", *p) : std::string("–");
  };
  fmt::print("\n{}\n  errors at t = {:.6g} s against {}\n\n", study.title, study.time_end,
             study.reference == ConvergeReference::finest ? "the finest run" : "exact free flight");
  fmt::print("  {:>12} {:>10} {:>12} {:>6} {:>14} {:>6} {:>12} {:>6}\n", name_of(study.by), "steps",
             "position, m", "order", "velocity, m/s", "order", "energy, J", "order");
  std::int64_t missed = 0;
  for (const ConvergeRow& row : study.rows) {
    fmt::print("  {:>12} {:>10} {:>12.3e} {:>6} {:>14.3e} {:>6} {:>12.3e} {:>6}\n", row.value,
               row.steps, row.error.position_rms, order(row.order.position), row.error.velocity_rms,
               order(row.order.velocity), row.error.energy, order(row.order.energy));
    missed += row.unconverged_steps;
  }
  fmt::print("  {:>12} {:>10} {:>12} {:>6} {:>14} {:>6} {:>12} {:>6}\n", "all rows", "", "",
             order(study.order.position), "", order(study.order.velocity), "",
             order(study.order.energy));
  print_tables_line("converge", folder);
  if (missed > 0) {
    const Warning warning{WarningCode::unconverged,
                          fmt::format("{} steps missed the tolerance of the solver; their errors "
                                      "are in the table",
                                      missed)};
    print_warnings({&warning, 1}, /*strict=*/false);
  }
  return kDone;
}

}  // namespace

void add_converge_command(CLI::App& app, int& exit_code, Guard guard) {
  auto arguments = std::make_shared<ConvergeArguments>();
  CLI::App* command = app.add_subcommand(
      "converge", "Run a scene with several time steps and measure the order of convergence");
  add_scene(*command, arguments->study);
  command->add_option("--steps", arguments->steps, "Time steps, s: --steps 1e-2,5e-3,2.5e-3")
      ->delimiter(',');
  command
      ->add_option("--tolerances", arguments->tolerances,
                   "Tolerances of the solver instead: --tolerances 1e-3,1e-5,1e-7")
      ->delimiter(',');
  command
      ->add_option("--reference", arguments->reference,
                   "What the final states are compared with: the finest run, or exact free flight")
      ->check(CLI::IsMember({"finest", "free-flight"}))
      ->capture_default_str();
  add_study_options(*command, arguments->study);
  command->callback([arguments, &exit_code, guard] {
    exit_code = guard([&] { return run_converge(*arguments); });
  });
}

}  // namespace galet
