// [Abide2021, §6.3]: balls of two radii settle in a box.
#include <numbers>

#include <fmt/format.h>

#include "galet/study/abide_2021_granular.hpp"
#include "galet/study/checks.hpp"
#include "galet/study/printed_table.hpp"

namespace galet::abide_2021 {
namespace {

constexpr double kDensity = 2600.0;
constexpr double kGravity = 9.80665;

struct Radii {
  double small;
  double large;
};

// Table 4, by the place in kCounts.
Radii printed_radii(const std::filesystem::path& scenes, std::size_t column) {
  const PrintedRow row = read_printed(scenes / "abide-2021" / "printed" / "table-4.csv").at(column);
  GALET_ASSERT(row.number("balls") == kCounts[column]);
  return {row.number("small"), row.number("large")};
}

double mass_of(double radius) {
  return kDensity * 4.0 / 3.0 * std::numbers::pi * radius * radius * radius;
}

struct SedimentationExtent {
  std::int64_t samples;
  std::int64_t steps;  // of every solver from every sample
  double end;          // of the trajectory and of the runs with the printed tolerance, s
};

// Runs with ε_NLGS as printed: an absolute tolerance, read as a force, so that impulses may change
// by ε h. A run ends early when an overlap exceeds the largest one of the trajectory, which is that
// of an impact felt late, by a radius: a ball has sunk into another, and nothing that follows means
// anything.
void add_printed_tolerance(Report& report, Scene scene, const Radii& radii,
                           const std::vector<SolverFigures>& printed, std::size_t column,
                           const Trajectory& trajectory) {
  NlgsSettings& solver = nlgs(scene);
  solver.tolerance = 1e-12;
  solver.tolerance_impulse = kPrintedTolerance * scene.time.step;
  // One r for all contacts, as r = m/dt of the paper: 1/W_tt of two small balls, because
  // projections diverge above 2/W_tt.
  const double r = mass_of(radii.small) / 7.0;
  const std::vector<LocalChoice> choices{{"ipdas", IpdasLocal{}},
                                         {"sal-1", SalLocal{.r = {}, .inner_iterations = 1}},
                                         {"sal-1, one r", SalLocal{.r = r, .inner_iterations = 1}},
                                         {"ibp", IbpLocal{}},
                                         {"ibp, one r", IbpLocal{.r = r}}};
  const std::int64_t steps = count_steps(scene.time);
  const double limit = trajectory.run.penetration + 1.0;
  for (const auto& [name, local] : choices) {
    solver.local = local;
    Simulation<2> simulation = start<2>(scene);
    GranularRun run;
    while (simulation.state().step < steps && run.penetration_last <= limit) {
      const StepRecord record = simulation.advance();
      run.add(simulation, record);
    }
    const auto row =
        std::ranges::find(printed, name.substr(0, name.find(',')), &SolverFigures::name);
    const std::string start = "printed tolerance, " + name;
    report.add(report_only({start + ": time until a ball has sunk into another",
                            "s",
                            simulation.state().time,
                            {},
                            run.penetration_last > limit ? "" : "never: the end of the run"}));
    report.add(report_only({start + ": largest overlap then, over the smaller radius of its pair",
                            "",
                            run.penetration_last,
                            {},
                            fmt::format("true relative residual up to {:.2g}", run.residual)}));
    report.add(report_only({start + ": sweeps per step, mean until then", "", run.sweeps_per_step(),
                            row->sweeps[column] / kPrintedSteps,
                            fmt::format("{} unsolved steps", run.unsolved)}));
  }
  report.add(report_only({"printed tolerance over the weight of a large ball",
                          "",
                          kPrintedTolerance / (mass_of(radii.large) * kGravity),
                          {},
                          "above 1 the weight of a ball is below the tolerance"}));
}

void fill_sedimentation(const std::filesystem::path& scenes, std::size_t column,
                        const SedimentationExtent& extent, Report& report) {
  Scene scene = scene_of(scenes, "abide-2021/sedimentation.toml");
  const Radii radii = printed_radii(scenes, column);
  const std::vector<SolverFigures> printed = printed_solvers(scenes, "5-6");
  set_fill(scene, 0, kCounts[column] / 2, radii.large);
  set_fill(scene, 1, kCounts[column] / 2, radii.small);
  scene.time.end = extent.end;
  const Trajectory trajectory = run_trajectory(scene, extent.samples, [](const Simulation<2>&) {});
  const std::vector<SolverRun> runs = run_solvers(scene, trajectory.samples, extent.steps);
  add_trajectory(report, trajectory);
  report.add(check_between({"trajectory: energy dissipated by friction",
                            "J",
                            trajectory.energy.work.dissipated,
                            {},
                            "friction only: impacts are elastic"},
                           0.0, trajectory.energy.kinetic_first + trajectory.energy.potential_first,
                           "positive, and at most what there was: kinetic energy and height above "
                           "the floor at the start"));
  add_comparison(report, runs, printed, column);
  add_printed_gammas(report, scene, trajectory.samples, {1e-4, 1e-9});
  const auto check_made = [&](const std::string& name, const GranularRun& run) {
    report.add(check_at_most(
        {name + ": energy made by contacts", "J", run.made, {}, ""}, run.made_bound,
        "with both restitutions 1 contacts do the work p·û/2 <= 0, up to the residuals: their sum "
        "times the impulses, and round-off"));
  };
  check_made("trajectory", trajectory.run);
  for (const auto& [name, run] : runs) check_made(name, run);
  add_printed_tolerance(report, scene, radii, printed, column, trajectory);
  report.notes =
      protocol_notes(scene, trajectory.samples.size(), run_of(runs, "ipdas"), trajectory);
  report.notes.push_back(
      fmt::format("Printed tolerance: runs of up to {:g} s whose solves stop when the changes of a "
                  "sweep are below 1e-6 N times the step; sunk: overlaps larger than in the "
                  "trajectory by the smaller radius of the pair.",
                  extent.end));
  report.notes.push_back(
      "Not printed: the numbers of the two radii (equal here), places and velocities (random, "
      "within ±0.1 m/s in each direction).");
}

Experiment sedimentation_experiment(const std::string& name, const std::string& title, bool quick,
                                    std::size_t column, const SedimentationExtent& extent) {
  return {.id = "abide-2021/6.3-sedimentation-" + name,
          .title = title,
          .source = "[Abide2021, §6.3, Tables 4 to 6]",
          .quick = quick,
          .catalogue = {"pdas-sedimentation"},
          .scenes = {"abide-2021/sedimentation.toml"},
          .fill = [column, extent](const std::filesystem::path& scenes, Report& report) {
            fill_sedimentation(scenes, column, extent, report);
          }};
}

}  // namespace

std::vector<Experiment> sedimentation_experiments() {
  std::vector<Experiment> all{sedimentation_experiment(
      "100-short", "Sedimentation of 100 balls with every local solver, the first 0.1 s", true, 0,
      {.samples = 10, .steps = 4, .end = 0.1})};
  constexpr std::array<std::int64_t, 5> steps{20, 10, 5, 2, 1};
  for (std::size_t k = 0; k < kCounts.size(); ++k) {
    all.push_back(sedimentation_experiment(
        fmt::format("{}", kCounts[k]),
        fmt::format("Sedimentation of {} balls with every local solver", kCounts[k]), false, k,
        {.samples = 10, .steps = steps[k], .end = 1.0}));
  }
  return all;
}

}  // namespace galet::abide_2021
