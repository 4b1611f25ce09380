#include "galet/study/abide_2021_granular.hpp"

#include <optional>

#include <fmt/format.h>

#include "galet/study/checks.hpp"
#include "galet/study/printed_table.hpp"

namespace galet::abide_2021 {

void set_fill(Scene& scene, std::size_t block, std::int64_t count, double radius) {
  auto& fill = std::get<FillBodies>(scene.bodies.at(block));
  fill.count = count;
  fill.radius.values.values = {radius};
}

void GranularRun::add(const Simulation<2>& s, const StepRecord& record) {
  ++steps;
  sweeps += record.solve.iterations;
  contacts += record.contacts;
  if (record.solve.status != SolveStatus::solved) ++unsolved;
  if (record.contacts > 0) {
    ++steps_with_contacts;
    residual_sum += record.solve.residual_relative;
  }
  residual = std::max(residual, record.solve.residual_relative);
  penetration = std::max(penetration, record.penetration_relative);
  penetration_last = record.penetration_relative;
  solving += record.seconds.solve;
  // Of pieces that start from states of another run: their energies make no curve.
  curve.add({double(steps) * s.scene().time.step, {}, double(sweeps), solving});
  // p·û = 0 holds up to the residual, |p·û| <= ρ |p| per contact and component; the work of a
  // contact is p·û/2 where both restitutions are 1.
  double impulses = 0.0;
  for (const Vec<2>& p : s.last().impulses) impulses += p.lpNorm<1>();
  made += std::max(0.0, -s.last().work.dissipated);
  made_bound += record.solve.residual_velocity * impulses +
                8.0 * kEpsilon * (s.state().energy.kinetic + std::abs(s.last().work.dissipated));
}

std::vector<SolverRun> run_solvers(Scene scene, const std::vector<Bodies<2>>& samples,
                                   std::int64_t steps, const std::vector<LocalChoice>& choices) {
  scene.time.end = static_cast<double>(steps) * scene.time.step;
  std::vector<SolverRun> runs;
  for (const LocalChoice& choice : choices) runs.push_back({choice.name, {}});
  run_from_samples(
      std::move(scene), samples, choices.size(),
      [&](std::size_t k, Scene& changed) { nlgs(changed).local = choices[k].local; },
      [&](std::size_t k, Simulation<2>& simulation) {
        run_granular(simulation, runs[k].run, [](const Simulation<2>&) {});
      });
  return runs;
}

void add_printed_gammas(Report& report, Scene scene, const std::vector<Bodies<2>>& samples,
                        const PrintedGammas& printed) {
  const PairSettings& law = scene.pair.at(0);
  const double gamma_n = converted(printed.normal, scene.time.step, law.restitution);
  const double gamma_t = converted(printed.tangential, scene.time.step, law.restitution_t);
  nlgs(scene).max_iterations = 2000;
  const std::vector<SolverRun> runs =
      run_solvers(scene, samples, 1,
                  {{"epdas", EpdasLocal{.gamma_n = gamma_n, .gamma_t = gamma_t}},
                   {"ipdas", IpdasLocal{.gamma_n = gamma_n, .gamma_t = gamma_t}}});
  for (const auto& [name, run] : runs) {
    report.add(report_only(
        {name + ", γ of the paper: sweeps per step, mean",
         "",
         run.sweeps_per_step(),
         {},
         fmt::format("{} of {} steps not solved within 2000 sweeps", run.unsolved, run.steps)}));
  }
}

const GranularRun& run_of(const std::vector<SolverRun>& runs, const std::string& name) {
  return std::ranges::find(runs, name, &SolverRun::name)->run;
}

std::vector<SolverFigures> printed_solvers(const std::filesystem::path& scenes,
                                           const std::string& tables) {
  std::vector<SolverFigures> figures;
  const auto file = scenes / "abide-2021" / "printed" / fmt::format("tables-{}.csv", tables);
  for (const PrintedRow& row : read_printed(file)) {
    const std::string& name = row.text("solver");
    auto found = std::ranges::find(figures, name, &SolverFigures::name);
    if (found == figures.end()) found = figures.insert(found, {name, {}, {}});
    const auto count = std::ranges::find(kCounts, row.number("balls"));
    GALET_ASSERT(count != kCounts.end());
    const auto column = static_cast<std::size_t>(count - kCounts.begin());
    found->sweeps[column] = row.number("sweeps");
    found->cpu[column] = row.number("cpu");
  }
  return figures;
}

void add_comparison(Report& report, const std::vector<SolverRun>& runs,
                    const std::vector<SolverFigures>& table, std::size_t column) {
  const auto printed = [&](const std::string& name) {
    return std::ranges::find(table, name, &SolverFigures::name);
  };
  const GranularRun& unit = run_of(runs, "ipdas");
  const SolverFigures& unit_printed = *printed("ipdas");
  for (const auto& [name, run] : runs) {
    report.add_curve(name, run.curve);
    const auto row = printed(name);
    const auto beside = [&](auto figure) {
      return row == table.end() ? std::nullopt : std::optional<double>(figure(*row));
    };
    report.add(report_only(
        {name + ": sweeps per step, mean", "", run.sweeps_per_step(),
         beside([&](const SolverFigures& r) { return r.sweeps[column] / kPrintedSteps; }), ""}));
    report.add(report_only({name + ": sweeps over those of ipdas", "",
                            run.sweeps_per_step() / unit.sweeps_per_step(),
                            beside([&](const SolverFigures& r) {
                              return r.sweeps[column] / unit_printed.sweeps[column];
                            }),
                            ""}));
    report.add(report_only(
        {name + ": CPU time of the solver per step, mean", "ms", 1e3 * run.per_step(run.cpu),
         beside([&](const SolverFigures& r) { return 1e3 * r.cpu[column] / kPrintedSteps; }), ""}));
    report.add(report_only(
        {name + ": CPU time over that of ipdas", "", run.cpu / unit.cpu,
         beside([&](const SolverFigures& r) { return r.cpu[column] / unit_printed.cpu[column]; }),
         ""}));
  }
  for (const auto& [name, run] : runs) {
    report.add(report_only({name + ": largest overlap over the smaller radius of its pair",
                            "",
                            run.penetration,
                            {},
                            ""}));
    const double mean =
        run.residual_sum / static_cast<double>(std::max<std::int64_t>(1, run.steps_with_contacts));
    report.add(report_only({name + ": true relative residual, largest of a step",
                            "",
                            run.residual,
                            {},
                            fmt::format("mean {:.2g}", mean)}));
  }
  for (const auto& [name, run] : runs) {
    report.add(check_equal({name + ": steps whose changes did not become small",
                            "",
                            static_cast<double>(run.unsolved),
                            {},
                            ""},
                           0.0));
  }
  // A projection with r = 1/W_tt is a Gauss–Seidel step relaxed by w = W_nn/W_tt = 2/7 along the
  // normal. On the slow errors, those whose decrease per sweep is small, relaxation by w multiplies
  // the number of sweeps by (2 − w)/w = 6 (all of them, in the limit of a large bed). Fast errors
  // and the change of the tolerance's meaning lower it; it stays well above the 1 of a method that
  // is as good.
  report.add(check_between(
      {"sal-1: sweeps over those of ipdas, checked", "",
       run_of(runs, "sal-1").sweeps_per_step() / unit.sweeps_per_step(),
       printed("sal-1")->sweeps[column] / unit_printed.sweeps[column], ""},
      1.5, 6.0 * 1.5,
      "one projection is a relaxed step: (2 − w)/w = 6 times the sweeps for slow errors, w = 2/7; "
      "less for fast ones"));
}

void add_trajectory(Report& report, const Trajectory& trajectory) {
  const GranularRun& run = trajectory.run;
  report.add(report_only({"trajectory: largest overlap over the smaller radius of its pair",
                          "",
                          run.penetration,
                          {},
                          fmt::format("at the end {:.2g}", run.penetration_last)}));
  report.add(
      check_equal({fmt::format("trajectory: steps that did not reach a relative residual of {:g}",
                               kTrajectoryTolerance),
                   "",
                   static_cast<double>(run.unsolved),
                   {},
                   ""},
                  0.0));
  report.add(check_at_most(
      {"trajectory: relative error of the energy balance", "", run.balance, {}, ""},
      4.0 * kEpsilon * static_cast<double>(run.steps),
      "the work of contacts and boundaries is summed apart from the energies; round-off of all "
      "steps"));
}

std::vector<std::string> protocol_notes(const Scene& scene, std::size_t samples,
                                        const GranularRun& run, const Trajectory& trajectory) {
  const std::int64_t steps =
      run.steps / static_cast<std::int64_t>(std::max<std::size_t>(1, samples));
  const NlgsSettings& solver = std::get<NlgsSettings>(scene.solver);
  return {
      fmt::format("Trajectory: {:g} s with the batched exact solver, {:.1f} contacts on average. "
                  "Solvers: {} steps from each of {} states of it, at the middles of equal parts; "
                  "{:.1f} contacts on average (ipdas).",
                  scene.time.end,
                  trajectory.run.per_step(static_cast<double>(trajectory.run.contacts)), steps,
                  samples, run.per_step(static_cast<double>(run.contacts))),
      fmt::format("Stop: changes of a sweep below {:g} of the largest impulse; impulses start at 0 "
                  "in every step, as in the paper.",
                  solver.tolerance.value()),
      "Printed figures per step: totals over the 10000 steps of 1 s."};
}

}  // namespace galet::abide_2021
