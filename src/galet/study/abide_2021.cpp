// Experiments of [Abide2021].
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "galet/study/checks.hpp"
#include "galet/study/papers.hpp"
#include "galet/study/scene_run.hpp"

namespace galet {
namespace {

// ---- 6.1: a ball on a conveyor belt
// --------------------------------------------------------------
//
// A ball of velocity v0 < v1 on a belt of velocity v1. While it slides friction is µ m g forward,
// so
//   v = v0 + µ g t,   ω = µ m g r t/I,   slip u = v + r ω − v1 = v0 − v1 + µ g (1 + m r²/I) t,
// until u = 0 at t_roll; afterwards v and ω are constant. (ω > 0: the friction at the lowest point
// pushes forward and turns the ball counter-clockwise.)
//
// The scheme with e_n = e_t = 1 and u_n⁻ = 0: û_n = 0 gives p_n = m g h in every step, and slip in
// step n needs û_t = u^{n−1} + u^n < 0 with the full friction µ p_n. With δ = µ g (1 + m r²/I) h,
//   û_t = 2 (v0 − v1) + (2n − 1) δ,
// so the last sliding step is the largest n below |v0 − v1|/δ + 1/2. If t_roll = N h that is n = N
// (û_t = −δ), after which u = 0: the velocity at the grid times is exact, and so is the position,
// because the trapezoidal rule is exact for a velocity that is linear within each step. Sticking
// then means u⁺ = −u⁻: a round-off stays, with alternating sign, it does not grow. If t_roll is not
// a multiple of h, a slip u of up to δ/2 is left and alternates for ever: the error is of order h.
struct BeltSolution {
  double v0 = 1.0;
  double v1 = 2.0;
  double mu = 0.22;
  double g = 9.80665;
  double r = 2.7e-3;
  double t_roll = std::abs(v1 - v0) / (3.5 * mu * g);  // 1 + m r²/I = 3.5 for a sphere

  double velocity(double t) const { return v0 + mu * g * std::min(t, t_roll); }
  double spin(double t) const { return 2.5 * mu * g / r * std::min(t, t_roll); }
  double position(double t) const {
    const double s = std::min(t, t_roll);
    return v0 * s + 0.5 * mu * g * s * s + velocity(t) * (t - s);
  }
};

struct BeltErrors {
  double position = 0.0;  // m
  double velocity = 0.0;  // m/s
  double spin = 0.0;      // rad/s

  void take(const BeltErrors& e) {
    position = std::max(position, e.position);
    velocity = std::max(velocity, e.velocity);
    spin = std::max(spin, e.spin);
  }
};

struct BeltRun {
  std::int64_t steps = 0;
  double time = 0.0;
  double position = 0.0;
  double velocity = 0.0;
  double spin = 0.0;
  BeltErrors last;
  BeltErrors largest;
  double sweeps_sliding = 0.0;  // mean of the steps
  double sweeps_rolling = 0.0;
};

BeltRun run_belt(Scene scene, const BeltSolution& exact, double step) {
  scene.time.step = step;
  Simulation<2> simulation = start<2>(scene);
  BeltRun run;
  std::int64_t steps_sliding = 0;
  advance_to_end(simulation, [&](const Simulation<2>& s, const StepRecord& record) {
    const Bodies<2>& ball = s.state().bodies;
    const double t = record.time;
    run.last = {std::abs(ball.position[0][0] - exact.position(t)),
                std::abs(ball.velocity[0][0] - exact.velocity(t)),
                std::abs(ball.spin[0][0] - exact.spin(t))};
    run.largest.take(run.last);
    const bool sliding = t <= exact.t_roll * (1.0 + 1e-9);
    (sliding ? run.sweeps_sliding : run.sweeps_rolling) += record.solve.iterations;
    if (sliding) ++steps_sliding;
  });
  const State<2>& state = simulation.state();
  run.steps = state.step;
  run.sweeps_sliding /= static_cast<double>(steps_sliding);
  run.sweeps_rolling /= static_cast<double>(run.steps - steps_sliding);
  run.time = state.time;
  run.position = state.bodies.position[0][0];
  run.velocity = state.bodies.velocity[0][0];
  run.spin = state.bodies.spin[0][0];
  return run;
}

// A row of Table 1 (errors), with the divisor of t_roll that its step stands for.
struct BeltRow {
  double divisor;
  double position;
  double spin;
  double velocity;
};

constexpr std::array<BeltRow, 3> kTable1{{{1e4, 5.18e-13, 2.03e-10, 3.83e-13},
                                          {5e4, 1.73e-12, 1.41e-9, 3.52e-12},
                                          {1e5, 1.59e-12, 1.44e-9, 3.88e-12}}};

// A step rounds the sum of the velocity and, through the slip that sticking makes 0, the difference
// v + r ω − v1: about four times half an epsilon of v1, the largest velocity there is. The position
// is rounded twice and collects the errors of the velocity over time. Errors of all steps add up.
constexpr double kRoundingsPerStep = 4.0;

void add_belt_errors(Report& report, const BeltRow& row, const BeltRun& run,
                     const BeltSolution& exact) {
  const double share = 0.5 * kRoundingsPerStep * kEpsilon * static_cast<double>(run.steps);
  const std::string step = fmt::format("step t_roll/{:g}", row.divisor);
  const std::string why = fmt::format(
      "round-off, {} steps with {:g} roundings each of half an epsilon of the largest value",
      run.steps, kRoundingsPerStep);
  report.add(check_at_most({step + ": largest error of the position", "m", run.largest.position,
                            row.position, "printed: error at one time, not said which"},
                           share * (run.position + exact.v1 * run.time), why));
  report.add(check_at_most(
      {step + ": largest error of the spin", "rad/s", run.largest.spin, row.spin, ""},
      share * exact.v1 / exact.r,
      why + " (the slip is a difference of velocities up to 2 m/s, divided by the radius)"));
  report.add(check_at_most(
      {step + ": largest error of the velocity", "m/s", run.largest.velocity, row.velocity, ""},
      share * exact.v1, why));
}

// The step that the printed errors of the second row of Table 1 belong to, if they lie on the line
// through its neighbours in logarithmic scales: the mean over position, spin and velocity.
double inferred_second_step() {
  constexpr double first = 1.32e-7;
  constexpr double third = 1.32e-6;
  constexpr std::array<std::array<double, 3>, 3> errors{{{7.83e-11, 2.21e-11, 1.59e-12},
                                                         {1.97e-8, 4.70e-9, 1.44e-9},
                                                         {5.32e-11, 1.27e-11, 3.88e-12}}};
  double fraction = 0.0;
  for (const auto& e : errors) fraction += std::log(e[0] / e[1]) / std::log(e[0] / e[2]) / 3.0;
  return first * std::pow(third / first, fraction);
}

void fill_conveyor(const std::filesystem::path& scenes, Report& report) {
  const Scene scene = scene_of(scenes, "abide-2021/conveyor.toml");
  const BeltSolution exact;

  for (const BeltRow& row : kTable1) {
    const BeltRun run = run_belt(scene, exact, exact.t_roll / row.divisor);
    if (row.divisor == 1e4) {
      const double share = 0.5 * kRoundingsPerStep * kEpsilon * static_cast<double>(run.steps);
      const std::string why = fmt::format("round-off of {} steps", run.steps);
      const std::string at = fmt::format("at t = {:.6f} s", run.time);
      report.add(check_near({"position " + at, "m", run.position, {}, ""}, exact.position(run.time),
                            share * (run.position + exact.v1), why));
      report.add(check_near({"velocity " + at, "m/s", run.velocity, {}, "9/7 once it rolls"},
                            9.0 / 7.0, share * exact.v1, why));
      report.add(check_near({"spin " + at, "rad/s", run.spin, {}, "(v1 − v)/r once it rolls"},
                            (exact.v1 - 9.0 / 7.0) / exact.r, share * exact.v1 / exact.r, why));
      report.add(report_only({"sweeps per step, sliding, mean", "", run.sweeps_sliding, 2.0,
                              "printed for EPDAS, IPDAS and IBP (20 for SAL); ours is the exact "
                              "local solver, which is not in the table"}));
      report.add(report_only({"sweeps per step, rolling, mean", "", run.sweeps_rolling, 3.0,
                              "printed for EPDAS and IPDAS (IBP 2, SAL 20)"}));
    }
    add_belt_errors(report, row, run, exact);
  }

  report.add(check_source_wrong(
      {"second step of Table 1, from the errors printed beside it", "s", inferred_second_step(),
       6.62e-6,
       "the steps stand in rising order, t_roll/10^6, …, t_roll/10^4, and this one out of it; its "
       "errors, which are round-off and grow with the number of steps, lie between those of "
       "t_roll/10^6 and t_roll/10^5: 6.62e-7 is meant"},
      exact.t_roll / 2e5, exact.t_roll / 2e5, 0.5e-8,
      "the tolerance reaches to the next row, t_roll/10^5; 6.62e-6 would be t_roll/(2·10^4)"));

  // A step that does not divide t_roll: N = 1000.25 leaves the slip of a quarter of δ.
  const double divisor = 1000.25;
  const BeltRun off = run_belt(scene, exact, exact.t_roll / divisor);
  const double slip = std::abs(off.velocity + exact.r * off.spin - exact.v1);
  report.add(check_near(
      {"slip left while rolling, step t_roll/1000.25",
       "m/s",
       slip,
       {},
       "of order h: the condition that the step divides t_roll, which the paper states, is needed"},
      0.25 * std::abs(exact.v1 - exact.v0) / divisor,
      kRoundingsPerStep * kEpsilon * static_cast<double>(off.steps) * exact.v1,
      "the last sliding step is number 1000, a quarter of a step short of rolling; with e_t = 1 "
      "the "
      "slip then changes sign in every step and keeps its size; round-off of all steps"));
  report.notes = {
      "The steps t_roll/10^6 and t_roll/(2·10^5) of Table 1 (7.6 and 1.5 million steps) are left "
      "out "
      "to keep this quick.",
      "The errors of Table 1 grow as the step becomes smaller: they are round-off, the scheme is "
      "exact when the step divides t_roll.",
      "Iterations and errors of EPDAS, IPDAS, SAL and IBP are not compared: these local solvers "
      "are "
      "not in this experiment."};
}

}  // namespace

std::vector<Experiment> abide_2021_experiments() {
  return {{.id = "abide-2021/6.1-conveyor",
           .title = "A ball slides, then rolls on a conveyor belt",
           .source = "[Abide2021, §6.1, Tables 1 and 2]",
           .quick = true,
           .catalogue = {"pdas-belt"},
           .scenes = {"abide-2021/conveyor.toml"},
           .fill = fill_conveyor}};
}

}  // namespace galet
