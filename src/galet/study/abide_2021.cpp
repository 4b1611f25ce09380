// Experiments of [Abide2021]: the conveyor belt. The others are in abide_2021_fixed_drum.cpp,
// abide_2021_sedimentation.cpp, abide_2021_drum.cpp and abide_2021_drum_angle.cpp.
#include "galet/study/abide_2021.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <numbers>

#include <fmt/format.h>

#include "galet/base/timer.hpp"
#include "galet/study/checks.hpp"
#include "galet/study/papers.hpp"
#include "galet/study/printed_table.hpp"
#include "galet/study/scene_run.hpp"

namespace galet {

std::vector<abide_2021::LocalChoice> abide_2021::local_choices() {
  return {{"exact", ExactLocal{}},
          {"epdas", EpdasLocal{}},
          {"ipdas", IpdasLocal{}},
          {"sal", SalLocal{}},
          {"sal-1", SalLocal{.r = {}, .inner_iterations = 1}},
          {"sbp", SbpLocal{}},
          {"ibp", IbpLocal{}}};
}

namespace {

using abide_2021::LocalChoice;

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

// How often each count of sweeps occurred.
struct Counts {
  std::map<int, std::int64_t> steps;

  void add(int sweeps) { ++steps[sweeps]; }
  // The count of most steps; 0 if there was none.
  double usual() const {
    const auto most = std::ranges::max_element(
        steps, {}, [](const auto& sweeps_and_steps) { return sweeps_and_steps.second; });
    return most == steps.end() ? 0.0 : most->first;
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
  Counts sliding;  // sweeps
  Counts rolling;
  std::int64_t unsolved = 0;  // steps
  double cpu = 0.0;           // s
};

BeltRun run_belt(Scene scene, const BeltSolution& exact, double step) {
  scene.time.step = step;
  Simulation<2> simulation = start<2>(scene);
  BeltRun run;
  const double cpu_first = process_cpu_seconds();
  advance_to_end(simulation, [&](const Simulation<2>& s, const StepRecord& record) {
    const Bodies<2>& ball = s.state().bodies;
    const double t = record.time;
    run.last = {std::abs(ball.position[0][0] - exact.position(t)),
                std::abs(ball.velocity[0][0] - exact.velocity(t)),
                std::abs(ball.spin[0][0] - exact.spin(t))};
    run.largest.take(run.last);
    const bool sliding = t <= exact.t_roll * (1.0 + 1e-9);
    (sliding ? run.sliding : run.rolling).add(record.solve.iterations);
    if (record.solve.status != SolveStatus::solved) ++run.unsolved;
  });
  run.cpu = process_cpu_seconds() - cpu_first;
  const State<2>& state = simulation.state();
  run.steps = state.step;
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

std::vector<BeltRow> belt_rows(const std::filesystem::path& scenes) {
  std::vector<BeltRow> rows;
  for (const PrintedRow& row : read_printed(scenes / "abide-2021" / "printed" / "table-1.csv")) {
    rows.push_back({row.number("divisor"), row.number("position"), row.number("spin"),
                    row.number("velocity")});
  }
  return rows;
}

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
double inferred_second_step(const std::vector<BeltRow>& table) {
  constexpr double first = 1.32e-7;
  constexpr double third = 1.32e-6;
  const auto row = [&](double divisor) {
    const auto found = std::ranges::find(table, divisor, &BeltRow::divisor);
    GALET_ASSERT(found != table.end());
    return *found;
  };
  const std::array<BeltRow, 3> e{row(1e6), row(2e5), row(1e5)};
  double fraction = 0.0;
  for (const auto error : {&BeltRow::position, &BeltRow::spin, &BeltRow::velocity}) {
    fraction += std::log(e[0].*error / e[1].*error) / std::log(e[0].*error / e[2].*error) / 3.0;
  }
  return first * std::pow(third / first, fraction);
}

// ---- The local solvers

void set_local(Scene& scene, const LocalSolver& local) {
  nlgs(scene).local = local;
  nlgs(scene).batches = false;
}

// Every step is solved to a relative residual of 1e-12 of the velocity that p_n removes, 2 g h at
// most (the reference of the residual); such errors of N steps add up, in the velocity, and over
// the time in the position. The spin is that of a slip over the radius.
void add_local_accuracy(Report& report, Scene scene, const LocalChoice& choice,
                        const BeltSolution& exact) {
  constexpr double demanded = 1e-9;
  set_local(scene, choice.local);
  nlgs(scene).tolerance = 1e-12;
  scene.time.end = 2.0 * exact.t_roll;
  const BeltRun run = run_belt(scene, exact, exact.t_roll / 1e4);
  const std::string why =
      "round-off and residuals (1e-12 of the step's change of velocity) add up to less";
  report.add(check_at_most(
      {choice.name + ": largest error of the position", "m", run.largest.position, 5.18e-13, ""},
      demanded, why));
  report.add(check_at_most({choice.name + ": largest error of the spin times the radius", "m/s",
                            run.largest.spin * exact.r, 2.03e-10 * exact.r, ""},
                           demanded, why));
  report.add(check_at_most(
      {choice.name + ": largest error of the velocity", "m/s", run.largest.velocity, 3.83e-13, ""},
      demanded, why));
  report.add(check_equal(
      {choice.name + ": unsolved steps", "", static_cast<double>(run.unsolved), {}, ""}, 0.0));
}

struct Table2Row {
  std::string name;
  LocalSolver local;
  std::optional<double> sliding;  // printed
  std::optional<double> rolling;
  std::string note;
  std::optional<double> cpu = {};  // printed, s
};

// Whole numbers of one contact: where the table has one, ours is the same.
void add_sweeps(Report& report, const Table2Row& row, const std::string& motion, double ours,
                const std::optional<double>& printed) {
  const Figure figure{fmt::format("{}: sweeps of a {} step", row.name, motion), "", ours, printed,
                      row.note};
  report.add(printed ? check_published(figure, 0.0, "the count of most steps, as printed")
                     : report_only(figure));
}

void add_belt_cpu(Report& report, const std::string& name, const BeltRun& run,
                  std::optional<double> printed) {
  report.add(
      report_only({name + ": CPU time", "s", run.cpu, printed,
                   fmt::format("{} steps; printed: another machine, steps not said", run.steps)}));
}

// Sweeps of SAL with one projection per visit and r W_nn = 1/2, that is r = m/(1 + e): from p = 0
// the normal impulse is m g h (1 − 2^−k) after k sweeps, the friction µ times it, so the changes of
// sweep k are (1 + µ) 2^−k m g h. They are at most 1e-8 N (times h) for
//   k >= log2((1 + µ) m g/1e-8 N) = 19.6   while sliding,
//   k >= log2(m g/1e-8 N) = 19.3           while rolling (no friction).
void add_table_2(Report& report, Scene scene, const BeltSolution& exact) {
  const double step = exact.t_roll / 1e4;
  const double mass = 8000.0 * 4.0 / 3.0 * std::numbers::pi * std::pow(exact.r, 3);
  const double force = mass * exact.g * std::sqrt(1.0 + exact.mu * exact.mu);
  const double gamma = abide_2021::converted(10.0, step, 1.0);
  const double r = abide_2021::converted(mass / step, step, 1.0);
  scene.time.end = 1.5 * exact.t_roll;
  nlgs(scene).criterion = NlgsCriterion::stagnation;
  nlgs(scene).tolerance = 1e-8 / force;
  nlgs(scene).warm_start = false;

  const std::vector<Table2Row> rows{
      {"exact", ExactLocal{}, {}, {}, "not in the table"},
      {"epdas", EpdasLocal{}, {}, {}, "automatic γ"},
      {"epdas, γ of the paper", EpdasLocal{.gamma_n = gamma, .gamma_t = gamma}, 2.0, 3.0, "",
       0.664},
      {"ipdas", IpdasLocal{}, {}, {}, "automatic γ"},
      {"ipdas, γ of the paper", IpdasLocal{.gamma_n = gamma, .gamma_t = gamma}, 2.0, 3.0, "",
       0.692},
      {"sal", SalLocal{}, {}, {}, "20 projections per visit, automatic r"},
      {"sal-1", SalLocal{.r = {}, .inner_iterations = 1}, {}, {}, "automatic r = 1/W_tt"},
      {"sal, r of the paper", SalLocal{.r = r}, {}, {}, "20 projections per visit"},
      {"sbp", SbpLocal{}, {}, {}, "20 projections per visit, automatic r; not in the table"},
      {"ibp", IbpLocal{}, 2.0, 2.0, "automatic r", 0.744},
      {"ibp, r of the paper",
       IbpLocal{.r = r},
       {},
       {},
       "r the same in both directions; print, 2, must have another r for each"},
  };
  for (const Table2Row& row : rows) {
    set_local(scene, row.local);
    const BeltRun run = run_belt(scene, exact, step);
    add_sweeps(report, row, "sliding", run.sliding.usual(), row.sliding);
    add_sweeps(report, row, "rolling", run.rolling.usual(), row.rolling);
    add_belt_cpu(report, row.name, run, row.cpu);
  }
  set_local(scene, SalLocal{.r = r, .inner_iterations = 1});
  const BeltRun run = run_belt(scene, exact, step);
  const std::string note = "one projection per visit; ours the count of most steps";
  Finding sliding = check_equal(
      {"sal-1, r of the paper: sweeps of a sliding step", "", run.sliding.usual(), 20.0, note},
      std::ceil(std::log2((1.0 + exact.mu) * mass * exact.g / 1e-8)));
  Finding rolling = check_equal(
      {"sal-1, r of the paper: sweeps of a rolling step", "", run.rolling.usual(), 20.0, ""},
      std::ceil(std::log2(mass * exact.g / 1e-8)));
  report.add(std::move(sliding));
  report.add(std::move(rolling));
  add_belt_cpu(report, "sal-1, r of the paper", run, 1.584);
}

void fill_conveyor(const std::filesystem::path& scenes, Report& report) {
  const Scene scene = scene_of(scenes, "abide-2021/conveyor.toml");
  const BeltSolution exact;

  const std::vector<BeltRow> table = belt_rows(scenes);
  for (const BeltRow& row : table) {
    if (row.divisor > 1e5) continue;
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
    }
    add_belt_errors(report, row, run, exact);
  }

  report.add(report_only(
      {"second step of Table 1, from the errors printed beside it", "s",
       inferred_second_step(table), 6.62e-6,
       "the steps stand in rising order, t_roll/10^6, …, t_roll/10^4, and this one out of it; its "
       "errors, which are round-off and grow with the number of steps, lie between those of "
       "t_roll/10^6 and t_roll/10^5: 6.62e-7 is meant. Print against print: nothing of galet is "
       "compared"},
      exact.t_roll / 2e5));

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
  for (const LocalChoice& choice : abide_2021::local_choices()) {
    add_local_accuracy(report, scene, choice, exact);
  }
  add_table_2(report, scene, exact);
  report.notes = {
      "The steps t_roll/10^6 and t_roll/(2·10^5) of Table 1 (7.6 and 1.5 million steps) are left "
      "out to keep this quick.",
      "The errors of Table 1 grow as the step becomes smaller: they are round-off, the scheme is "
      "exact when the step divides t_roll.",
      "Table 2 with impulses that start at 0 in every step, as the paper has it, and "
      "ε_NLGS = 1e-8 N read as a force, relative to the force m g sqrt(1 + µ²) of the sliding "
      "ball. Read this way, and with one projection per visit, SAL must need 20 sweeps: the "
      "printed number. γ = 10 and r = m/dt are the paper's, for impulses and û = u⁺ + u⁻ these "
      "are γ h/2 and m/2."};
}

}  // namespace

std::vector<Experiment> abide_2021_experiments() {
  std::vector<Experiment> all{{.id = "abide-2021/6.1-conveyor",
                               .title = "A ball slides, then rolls on a conveyor belt",
                               .source = "[Abide2021, §6.1, Tables 1 and 2]",
                               .quick = true,
                               .catalogue = {"pdas-belt"},
                               .scenes = {"abide-2021/conveyor.toml"},
                               .fill = fill_conveyor}};
  std::ranges::move(abide_2021::row_experiments(), std::back_inserter(all));
  std::ranges::move(abide_2021::fixed_drum_experiments(), std::back_inserter(all));
  std::ranges::move(abide_2021::sedimentation_experiments(), std::back_inserter(all));
  std::ranges::move(abide_2021::drum_experiments(), std::back_inserter(all));
  std::ranges::move(abide_2021::drum_angle_experiments(), std::back_inserter(all));
  return all;
}

}  // namespace galet
