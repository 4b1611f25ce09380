// What the many balls of [Abide2021, §6.3 and §6.4] share: how the local solvers are compared.
//
// The local solvers run from copies of the states of one trajectory (study/samples.hpp), which the
// batched exact solver makes, with the paper's start (impulses 0) and criterion (changes of a
// sweep).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "galet/base/timer.hpp"
#include "galet/study/abide_2021.hpp"
#include "galet/study/run_curve.hpp"
#include "galet/study/samples.hpp"

namespace galet::abide_2021 {

inline constexpr std::array<int, 5> kCounts{100, 200, 400, 800, 1600};
inline constexpr double kPrintedSteps = 1e4;       // of every run: 1 s
inline constexpr double kPrintedTolerance = 1e-6;  // ε_NLGS, N

void set_fill(Scene& scene, std::size_t block, std::int64_t count, double radius);

// What steps amount to.
struct GranularRun {
  std::int64_t steps = 0;
  std::int64_t steps_with_contacts = 0;
  std::int64_t sweeps = 0;
  std::int64_t unsolved = 0;
  std::int64_t contacts = 0;
  double cpu = 0.0;               // s in the solver
  double residual = 0.0;          // largest relative residual of a step
  double residual_sum = 0.0;      // of the steps with contacts
  double penetration = 0.0;       // largest overlap over the smaller radius of its pair
  double penetration_last = 0.0;  // the same at the end of the last step
  double made = 0.0;              // energy that contacts made: sum of the negative dissipations, J
  double made_bound = 0.0;        // what residuals allow, J
  double balance = 0.0;           // largest relative error of the energy balance
  double solving = 0.0;           // s by the wall clock in the solver
  RunCurve curve;

  double per_step(double total) const {
    return total / static_cast<double>(std::max<std::int64_t>(1, steps));
  }
  double sweeps_per_step() const { return per_step(static_cast<double>(sweeps)); }

  void add(const Simulation<2>& s, const StepRecord& record);
};

// Steps to the end of the scene, adds them to `run` and calls look(simulation) after each. CPU
// seconds of the solver: those of the process (one thread) shared out by the wall-clock times of
// the phases.
template <class F>
void run_granular(Simulation<2>& simulation, GranularRun& run, F&& look) {
  PhaseSeconds phases;
  const double first = process_cpu_seconds();
  double looking = 0.0;
  advance_to_end(simulation, [&](const Simulation<2>& s, const StepRecord& record) {
    const double before = process_cpu_seconds();
    phases += record.seconds;
    run.add(s, record);
    look(s);
    looking += process_cpu_seconds() - before;
  });
  const double total =
      phases.predict + phases.detect + phases.pose + phases.solve + phases.advance + phases.observe;
  if (total > 0.0) run.cpu += (process_cpu_seconds() - first - looking) * phases.solve / total;
  run.balance = std::max(run.balance, simulation.state().energy.balance_error_relative());
}

struct Trajectory {
  GranularRun run;
  EnergyBudget energy;  // at its end
  std::vector<Bodies<2>> samples;
};

// Relative residual of the trajectory's steps.
inline constexpr double kTrajectoryTolerance = 1e-4;

// The trajectory of the scene, with copies of the bodies at the middles of `samples` equal parts.
template <class F>
Trajectory run_trajectory(Scene scene, std::int64_t samples, F&& look) {
  nlgs(scene) = {};
  nlgs(scene).tolerance = kTrajectoryTolerance;
  Simulation<2> simulation = start<2>(scene);
  Samples taken(scene, samples);
  Trajectory trajectory;
  run_granular(simulation, trajectory.run, [&](const Simulation<2>& s) {
    taken.look(s);
    look(s);
  });
  trajectory.samples = taken.taken();
  trajectory.energy = simulation.state().energy;
  return trajectory;
}

struct SolverRun {
  std::string name;
  GranularRun run;
};

// `steps` steps of every local solver from every sample.
std::vector<SolverRun> run_solvers(Scene scene, const std::vector<Bodies<2>>& samples,
                                   std::int64_t steps,
                                   const std::vector<LocalChoice>& choices = local_choices());

// γ as printed, kg/s.
struct PrintedGammas {
  double normal;
  double tangential;
};

// One step of EPDAS and IPDAS from every sample with the paper's γ instead of ours; shown only.
void add_printed_gammas(Report& report, Scene scene, const std::vector<Bodies<2>>& samples,
                        const PrintedGammas& printed);

const GranularRun& run_of(const std::vector<SolverRun>& runs, const std::string& name);

struct SolverFigures {
  std::string name;  // as in local_choices(); SAL stands beside one projection per visit
  std::array<double, 5> sweeps;
  std::array<double, 5> cpu;  // s
};

// Tables 5 and 6 ("5-6"), or 7 and 8: sweeps and times by local solver, columns by kCounts.
std::vector<SolverFigures> printed_solvers(const std::filesystem::path& scenes,
                                           const std::string& tables);

// Sweeps, times, overlaps and residuals of the solvers beside the printed ones.
void add_comparison(Report& report, const std::vector<SolverRun>& runs,
                    const std::vector<SolverFigures>& table, std::size_t column);

void add_trajectory(Report& report, const Trajectory& trajectory);

// The notes on how the figures were made.
std::vector<std::string> protocol_notes(const Scene& scene, std::size_t samples,
                                        const GranularRun& run, const Trajectory& trajectory);

}  // namespace galet::abide_2021
