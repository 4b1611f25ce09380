// The initial conditions of the listing of [Nguyen2024, app. A], one experiment per subroutine.
// Each scene is compared with the subroutine (written down here once more), and run with the
// elastic, frictionless velocity-level scheme where an exact event exists. The listing itself is a
// program of the compliance family; its tables are not compared here.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/study/checks.hpp"
#include "galet/study/nguyen_2024_appendix_start.hpp"
#include "galet/study/papers.hpp"

namespace galet {
namespace {

using namespace nguyen_2024;

constexpr double kGravity = 9.80665;

// ---- Runs
// ----------------------------------------------------------------------------------------

// What a run shows besides its end: sums over the steps.
struct Course {
  int impact_steps = 0;            // steps with an impulse
  double residuals = 0.0;          // m/s
  double residual_relative = 0.0;  // largest of a step
  double energy_slack = 0.0;       // J, see run_course
};

// Runs to the end, without gravity. With e = 1 and no friction the kinetic energy changes in a step
// by Σ p û/2 over the contacts, û = u⁺ + u⁻, and the residual rho of the step bounds |p û| by rho
// max(p, û/w); w >= 1/m and û <= 4 v.
Course run_course(Simulation<2>& simulation) {
  Course course;
  const double mass = *std::ranges::max_element(simulation.state().bodies.mass);
  advance_to_end(simulation, [&](const Simulation<2>& s, const StepRecord& record) {
    const double rho = record.solve.residual_velocity;
    double speed = 0.0;
    for (const Vec<2>& v : s.state().bodies.velocity) speed = std::max(speed, v.norm());
    for (const Vec<2>& p : s.last().impulses) {
      course.energy_slack += 0.5 * rho * (p.norm() + 4.0 * mass * speed);
    }
    course.residuals += rho;
    course.residual_relative = std::max(course.residual_relative, record.solve.residual_relative);
    if (record.contacts_active > 0) ++course.impact_steps;
  });
  // Energies change in steps with impulses only; sums over the discs are rounded as well.
  const double n = static_cast<double>(simulation.state().bodies.size());
  course.energy_slack +=
      16.0 * kEpsilon * (n + course.impact_steps) * simulation.state().energy.largest;
  return course;
}

void add_energy(Report& report, const Simulation<2>& simulation, const Course& course) {
  report.add(check_at_most(
      {"largest relative residual of a solve", "", course.residual_relative, {}, ""}, 1e-12,
      "tolerance of the scenes at most; the tolerances of velocities and energy scale with it"));
  const EnergyBudget& e = simulation.state().energy;
  report.add(check_at_most(
      {"change of energy over the run",
       "J",
       std::abs(e.kinetic + e.potential - e.kinetic_first - e.potential_first),
       {},
       ""},
      course.energy_slack,
      "the law on the mean velocity conserves energy; sum of the residuals of the solves times "
      "impulses, and round-off"));
}

// Final velocities and positions against exact ones. An impact is felt at the first mid-step with a
// closed gap, late by less than a step: it displaces a body by less than h |Δv|.
void add_final(Report& report, const Simulation<2>& simulation, const Course& course,
               const std::vector<Disc>& expected, double jumps) {
  const Bodies<2>& bodies = simulation.state().bodies;
  double speed = 0.0;
  for (const Disc& d : expected) speed = std::max(speed, std::hypot(d.vx, d.vy));
  const double v_slack = 4.0 * course.residuals +
                         16.0 * kEpsilon * speed * (1.0 + static_cast<double>(course.impact_steps));
  const double x_slack = simulation.scene().time.step * jumps +
                         kEpsilon * static_cast<double>(simulation.state().step) * 4.0;
  double v_off = 0.0;
  double x_off = 0.0;
  double w_off = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Disc& d = expected[i];
    v_off = std::max(v_off, (bodies.velocity[i] - Vec<2>(d.vx, d.vy)).norm());
    x_off = std::max(x_off, (bodies.position[i] - Vec<2>(d.x, d.y)).norm());
    w_off = std::max(w_off, std::abs(bodies.spin[i][0] - d.spin));
  }
  const std::string at = fmt::format(" at t = {:g} s", simulation.state().time);
  report.add(check_at_most({"largest error of a velocity" + at, "m/s", v_off, {}, ""}, v_slack,
                           "residuals of the solves and round-off of the impacts"));
  report.add(check_at_most({"largest error of a position" + at, "m", x_off, {}, ""}, x_slack,
                           "impacts are felt late by less than a step: h times the jumps"));
  report.add(
      check_equal({"largest change of a spin" + at, "rad/s", w_off, {}, "no friction"}, 0.0));
}

std::string scene_file(const std::string& name) {
  return fmt::format("nguyen-2024/appendix-{}.toml", name);
}

// A case given by a list of discs, with the state that its run must reach.
struct ListedCase {
  double mass;
  double radius;
  double kinetic;
  Box box;
  std::vector<Disc> first;
  std::vector<Disc> last;
  double jumps;  // Σ |Δv| over the impacts that move one disc, m/s
};

void fill_listed(Report& report, const Scene& scene, const ListedCase& c) {
  Simulation<2> simulation = start<2>(scene);
  add_common(report, simulation, {c.first.size(), c.mass, c.kinetic, c.box});
  add_listed(report, simulation, c.radius, c.first);
  const Course course = run_course(simulation);
  add_final(report, simulation, course, c.last, c.jumps);
  add_energy(report, simulation, course);
}

// ---- One and two discs
// ---------------------------------------------------------------------------

void fill_one_xy(const std::filesystem::path& scenes, Report& report) {
  // 0.8 to the wall x = 0 with 0.8, 0.4 to the wall y = 0 with 0.4: both at t = 1.
  fill_listed(report, scene_of(scenes, scene_file("one-xy")),
              {0.2,
               0.2,
               0.08,
               {{0.0, 0.0}, {1.2, 1.5}},
               {{1.0, 0.6, -0.8, -0.4}},
               {{0.6, 0.4, 0.8, 0.4}},
               2.0 * std::hypot(0.8, 0.4)});
  report.notes = {"The disc starts in touch with the wall x = 1.2 and leaves it."};
}

// The disc starts 1e-5 inside a wall along which it moves: no normal velocity, no impulse; the
// velocity-level scheme leaves the overlap as it is.
void add_rubbing(Report& report, const Scene& scene) {
  Simulation<2> simulation = start<2>(scene);
  double least = 1.0;
  double most = 0.0;
  advance_to_end(simulation, [&](const Simulation<2>&, const StepRecord& record) {
    if (record.time > 0.7) return;  // before it meets the wall ahead
    least = std::min(least, record.penetration);
    most = std::max(most, record.penetration);
  });
  const std::string why = "no normal velocity, no impulse: the overlap 1e-5 m of the start stays";
  report.add(check_near({"smallest overlap for t < 0.7 s", "m", least, {}, ""}, 1e-5, 1e-14, why));
  report.add(check_near({"largest overlap for t < 0.7 s", "m", most, {}, ""}, 1e-5, 1e-14, why));
}

void fill_one_a(const std::filesystem::path& scenes, Report& report) {
  const Scene scene = scene_of(scenes, scene_file("one-a"));
  // 0.79999 to the wall x = 1, back for 0.70001 s.
  fill_listed(report, scene,
              {1.0,
               0.20001,
               0.5,
               {{-0.3, 0.0}, {1.0, 0.5}},
               {{0.0, 0.2, 1.0, 0.0}},
               {{0.79999 - 0.70001, 0.2, -1.0, 0.0}},
               2.0});
  add_rubbing(report, scene);
  report.notes = {
      "The radius 0.20001 is a single-precision constant in the listing, larger by 1.7e-9 m; the "
      "scene has the decimal number."};
}

void fill_one_b(const std::filesystem::path& scenes, Report& report) {
  const Scene scene = scene_of(scenes, scene_file("one-b"));
  // 0.79999 to the floor, back for 0.70001 s.
  fill_listed(report, scene,
              {1.0,
               0.20001,
               0.5,
               {{0.0, 0.0}, {1.0, 2.0}},
               {{0.8, 1.0, 0.0, -1.0}},
               {{0.8, 0.20001 + 0.70001, 0.0, 1.0}},
               2.0});
  add_rubbing(report, scene);
}

// Free fall with bounces. A bounce reverses the velocity over its step, weight included (û = 0
// means u⁺ = −u⁻), and leaves the position where it was: energy is conserved at the ends of all
// steps. The top of the orbit lies within half a step of one of them, where the speed is at most g
// h/2.
void fill_bounce(const std::filesystem::path& scenes, Report& report) {
  Scene scene = scene_of(scenes, scene_file("bounce"));
  Simulation<2> simulation = start<2>(scene);
  add_common(report, simulation, {1, 1.0, 0.0, {{0.0, 0.0}, {2.0, 3.0}}});
  add_listed(report, simulation, 0.2, {{1.0, 1.0, 0.0, 0.0}});
  const double h = scene.time.step;
  const double fall = std::sqrt(2.0 * 0.8 / kGravity);
  double impact = 0.0;
  double energy_off = 0.0;
  double top = 0.0;  // after the first bounce
  double residuals = 0.0;
  advance_to_end(simulation, [&](const Simulation<2>& s, const StepRecord& record) {
    const EnergyBudget& e = s.state().energy;
    energy_off = std::max(energy_off,
                          std::abs(e.kinetic + e.potential - e.kinetic_first - e.potential_first));
    residuals += record.solve.residual_velocity;
    if (impact == 0.0 && record.contacts_active > 0) impact = record.time - 0.5 * h;
    if (record.time > 2.0 * fall) top = std::max(top, s.state().bodies.position[0][1]);
  });
  report.add(check_between({"instant of the first bounce", "s", impact, {}, ""}, fall - 1e-8,
                           fall + h,
                           "sqrt(2·0.8/g), felt at the first mid-step with a closed gap; 1e-8 for "
                           "the activation of 2e-9 m"));
  const double slack =
      kGravity * (8.0 * kEpsilon * static_cast<double>(simulation.state().step) + 4.0 * residuals);
  report.add(check_at_most({"largest change of energy", "J", energy_off, {}, ""}, slack,
                           "a bounce reverses the velocity over its step; round-off"));
  report.add(check_between({"largest height after the first bounce", "m", top, {}, ""},
                           1.0 - kGravity * h * h / 8.0 - slack, 1.0 + slack,
                           "energy is conserved and a step passes the top within h/2: g h²/8"));

  // As printed.
  auto& position = std::get<ListBodies>(scene.bodies.at(0)).position.rows;
  const double ours =
      std::max(0.0, 1.0 - std::min(position.at(0).at(0), position.at(0).at(1)) / 0.2);
  position = {{0.0, 0.0}};
  double refused = 0.0;
  try {
    (void)build<2>(scene);
  } catch (const InputError&) {
    refused = 1.0;
  }
  report.add(
      check_equal({"whether the printed position is refused (1: yes)", "", refused, {}, ""}, 1.0));
  report.add(report_only(
      {"initial overlap with the walls x = 0 and y = 0, in radii", "", ours, 1.0,
       "the listing assigns [1, 1, 0] to the velocity, overwrites it by 0 and leaves the position "
       "(0, 0): the disc would sit in the corner, half outside both walls; (1, 1) is meant"},
      0.0));
}

void fill_two_a(const std::filesystem::path& scenes, Report& report) {
  // Distance sqrt(2) − 0.2 closing with 2 sqrt(2).
  const double t = (std::numbers::sqrt2 - 0.2) / (2.0 * std::numbers::sqrt2);
  const double back = 1.0 - t;
  const Scene scene = scene_of(scenes, scene_file("two-a"));
  fill_listed(report, scene,
              {0.1,
               0.1,
               0.2,
               {{-2.0, -1.0}, {2.0, 1.5}},
               {{0.0, 0.0, 1.0, 1.0}, {1.0, 1.0, -1.0, -1.0}},
               {{t - back, t - back, -1.0, -1.0}, {1.0 - t + back, 1.0 - t + back, 1.0, 1.0}},
               2.0 * std::numbers::sqrt2});
  Simulation<2> simulation = start<2>(scene);
  double impact = 0.0;
  double drift = 0.0;
  advance_to_end(simulation, [&](const Simulation<2>& s, const StepRecord& record) {
    if (impact == 0.0 && record.contacts_active > 0) {
      impact = record.time - 0.5 * scene.time.step;
    }
    const auto& x = s.state().bodies.position;
    drift = std::max(drift, (0.5 * (x[0] + x[1]) - Vec<2>(0.5, 0.5)).norm());
  });
  report.add(check_between({"instant of the impact", "s", impact, 0.429289, ""}, t - 1e-9,
                           t + scene.time.step,
                           "(sqrt(2) − 0.2)/(2 sqrt(2)), felt at the first mid-step with a closed "
                           "gap; 1e-9 for the activation of 1e-9 m"));
  report.add(
      check_at_most({"largest distance of the centre of mass from (0.5, 0.5)", "m", drift, {}, ""},
                    4.0 * kEpsilon * static_cast<double>(simulation.state().step),
                    "momentum is conserved: round-off"));
}

void fill_two_b(const std::filesystem::path& scenes, Report& report) {
  // 0.1 closing with 2: t = 0.05; back for 0.45 s.
  fill_listed(report, scene_of(scenes, scene_file("two-b")),
              {1.0,
               0.2,
               1.0,
               {{-1.0, 0.0}, {2.0, 1.0}},
               {{0.0, 0.2, 1.0, 0.0}, {0.5, 0.2, -1.0, 0.0}},
               {{0.05 - 0.45, 0.2, -1.0, 0.0}, {0.45 + 0.45, 0.2, 1.0, 0.0}},
               2.0});
  report.notes = {"The discs touch the floor throughout, without normal velocity."};
}

// ---- Three and four discs
// ------------------------------------------------------------------------

// All gaps are 0: the impacts follow each other at t = 0. Sequence of exchanges (1-2, 3-wall, 2-3,
// 3-wall, 2-3): (1, −1, 1/2) → (−1, 1, 1/2) → (−1, 1, −1/2) → (−1, −1/2, 1) → (−1, −1/2, −1) →
// (−1, −1, −1/2). The first two happen in step 1 (2-3 separates there), the next in steps 2, 3, 5.
void fill_three(const std::filesystem::path& scenes, Report& report) {
  const Scene scene = scene_of(scenes, scene_file("three"));
  fill_listed(report, scene,
              {1.0,
               0.5,
               1.125,
               {{-2.0, -0.5}, {2.0, 1.5}},
               {{-0.5, 0.0, 1.0, 0.0}, {0.5, 0.0, -1.0, 0.0}, {1.5, 0.0, 0.5, 0.0}},
               {{-1.0, 0.0, -1.0, 0.0}, {0.0, 0.0, -1.0, 0.0}, {1.25, 0.0, -0.5, 0.0}},
               // Up to the end of step 5 no disc is faster than 1, nor then slower: 2 × 5 h.
               10.0});
  Simulation<2> simulation = start<2>(scene);
  std::int64_t last_change = 0;
  std::vector<Vec<2>> velocity = simulation.state().bodies.velocity;
  advance_to_end(simulation, [&](const Simulation<2>& s, const StepRecord& record) {
    double change = 0.0;
    for (std::size_t i = 0; i < velocity.size(); ++i) {
      change = std::max(change, (s.state().bodies.velocity[i] - velocity[i]).norm());
    }
    if (change > 1e-6) last_change = record.step;
    velocity = s.state().bodies.velocity;
  });
  report.add(check_equal({"number of the last step with an impact",
                          "",
                          double(last_change),
                          {},
                          "worked out by hand from the gaps at mid-step"},
                         5.0));
}

void fill_four(const std::filesystem::path& scenes, Report& report) {
  // Neighbours 0.2 apart close with 2: t = 0.1, four contacts at once. The inward velocities are a
  // combination of the contact normals, so their projection on the admissible velocities is 0 and
  // all reverse; back for 0.4 s.
  fill_listed(report, scene_of(scenes, scene_file("four")),
              {1.0,
               0.4,
               4.5,
               {{-1.0, -1.0}, {2.0, 2.0}},
               {{0.0, 0.0, 1.0, 1.0, -1.0},
                {1.0, 0.0, -1.0, 1.0},
                {1.0, 1.0, -1.0, -1.0},
                {0.0, 1.0, 1.0, -1.0}},
               {{-0.3, -0.3, -1.0, -1.0, -1.0},
                {1.3, -0.3, 1.0, -1.0},
                {1.3, 1.3, 1.0, 1.0},
                {-0.3, 1.3, -1.0, 1.0}},
               2.0 * std::numbers::sqrt2});
  report.notes = {
      "4.5 J = 4 J of translation + 0.5 J of the spin of disc 1, which keeps it here "
      "without friction."};
}

void fill_newton(const std::filesystem::path& scenes, Report& report) {
  Scene scene = scene_of(scenes, scene_file("newton"));
  // 0.6 to go with 1: t = 0.6. Three contacts at once: u⁺ = 2 prox(u⁻) − u⁻ with prox = (1/4, …).
  fill_listed(
      report, scene,
      {2.0,
       0.2,
       1.0,
       {{-1.0, -0.2}, {4.0, 1.0}},
       {{0.0, 0.0, 1.0, 0.0}, {1.0, 0.0, 0.0, 0.0}, {1.4, 0.0, 0.0, 0.0}, {1.8, 0.0, 0.0, 0.0}},
       {{0.4, 0.0, -0.5, 0.0}, {1.2, 0.0, 0.5, 0.0}, {1.6, 0.0, 0.5, 0.0}, {2.0, 0.0, 0.5, 0.0}},
       1.5});

  // The same with gaps that the activation does not bridge: one impact after the other.
  auto& discs = std::get<ListBodies>(scene.bodies.at(0));
  discs.position.rows = {{0.0, 0.0}, {1.0, 0.0}, {1.400001, 0.0}, {1.800002, 0.0}};
  Simulation<2> apart = start<2>(scene);
  const Course course = run_course(apart);
  const std::vector<double> exact{0.0, 0.0, 0.0, 1.0};
  for (std::size_t i = 0; i < 4; ++i) {
    report.add(check_near({fmt::format("gaps of 1e-6 m: final velocity of disc {}", i + 1),
                           "m/s",
                           apart.state().bodies.velocity[i][0],
                           {},
                           "one after the other the discs exchange their velocities"},
                          exact[i], 4.0 * course.residuals + 1e-14,
                          "residuals of the solves and round-off"));
  }
  report.notes = {
      "The outcome (−1/2, 1/2, 1/2, 1/2) belongs to touching discs and a law for all contacts at "
      "once; with gaps of 1e-6 m (a hundredth of a step's way) it is (0, 0, 0, 1). Both conserve "
      "momentum and energy.",
      "The listing writes the lower wall as [-1.0D00, -r] with the array r of four radii, which "
      "does not conform to the two coordinates it is assigned to; −0.2 is meant.",
      "The positions 1.4 and 1.8 are single-precision constants in the listing: its discs overlap "
      "by 2.4e-8 m."};
}

// ---- Many discs
// ----------------------------------------------------------------------------------

// Nine columns fall with velocity 1. Without the discs' heights (z_k = y_k − 0.16 − 0.32 (k − 1), k
// from the bottom) a column is nine points that pass through each other and are reflected at z = 0:
// from z_k = 0.29 + 0.08 (k − 1) all are on their way up after t = 0.93, at t − z_k in turned
// order. Each point meets the eight others and the floor, each time displaced by less than 2 h.
void fill_81_free(const std::filesystem::path& scenes, Report& report) {
  const Scene scene = scene_of(scenes, scene_file("81-free"));
  Simulation<2> simulation = start<2>(scene);
  add_common(report, simulation, {81, 1.0, 40.5, {{0.0, 0.0}, {4.0, 4.5}}});
  add_grid(report, simulation, {9, 0.4, {3.6, 3.6}, {0.05, 0.05}, 0.0, 0.16, 0.0});

  // Places in the columns, before anything moves.
  const std::vector<Vec<2>> first = simulation.state().bodies.position;
  const Course course = run_course(simulation);
  const double t = simulation.state().time;
  std::vector<Disc> last;
  for (const Vec<2>& x : first) {
    const double k = std::round((x[1] - 0.45) / 0.4);  // from 0, bottom first
    const double z = t - (0.29 + 0.08 * (8.0 - k));
    last.push_back({x[0], z + 0.16 + 0.32 * k, 0.0, 1.0});
  }
  add_final(report, simulation, course, last, 9.0 * 2.0);
  add_energy(report, simulation, course);
  report.notes = {
      "The listing sets the velocity to 0; the tables of the text use (0, −1), which is "
      "taken here and gives the kinetic energy."};
}

void fill_81(const std::filesystem::path& scenes, Report& report) {
  const Scene scene = scene_of(scenes, scene_file("81"));
  Simulation<2> simulation = start<2>(scene);
  add_common(report, simulation, {81, 1.0, 0.0, {{0.0, 0.0}, {5.3, 6.0}}}, true);
  add_grid(report, simulation, {9, 0.5, {4.6, 4.32}, {-0.05, -0.05}, 0.1, 0.2, 0.0});

  // Velocities (U − 1/2, −U/2).
  double low = 1.0;
  double high = 0.0;
  for (const Vec<2>& v : simulation.state().bodies.velocity) {
    low = std::min({low, v[0] + 0.5, -2.0 * v[1]});
    high = std::max({high, v[0] + 0.5, -2.0 * v[1]});
  }
  const double tail = 1.0 - std::pow(1e-6, 1.0 / 162.0);
  report.add(check_between({"smallest U of a velocity", "", low, {}, ""}, -kEpsilon, tail,
                           "uniform on [0, 1): chance of a larger one is 1e-6"));
  report.add(check_between({"largest U of a velocity", "", high, {}, ""}, 1.0 - tail,
                           1.0 + kEpsilon, "uniform on [0, 1): chance of a smaller one is 1e-6"));
  // Each disc has the energy (U − 1/2)²/2 + U²/8: mean 1/24 + 1/24 = 1/12, variance 1/720 + 1/720
  // (that of a²(U − 1/2)² is a⁴/180, that of b²U² is 4 b⁴/45).
  report.add(check_near({"kinetic energy", "J", simulation.state().energy.kinetic_first, {}, ""},
                        81.0 / 12.0, 5.0 * std::sqrt(81.0 / 360.0),
                        "mean of the random velocities within five standard deviations"));
  const Course course = run_course(simulation);
  report.add(check_between({"steps with an impact", "", double(course.impact_steps), {}, ""}, 1.0,
                           static_cast<double>(simulation.state().step),
                           "the next figure needs impacts to say something"));
  add_energy(report, simulation, course);
}

// Discs that fall from rest: until its first impact each follows its parabola.
void fill_falling(const std::filesystem::path& scenes, Report& report, const std::string& name,
                  double mass, const Grid& grid, double side_x, double side_y) {
  Scene scene = scene_of(scenes, scene_file(name));
  constexpr int steps = 100;
  scene.time.end = steps * scene.time.step;
  Simulation<2> simulation = start<2>(scene);
  const auto count = static_cast<std::size_t>(grid.side * grid.side);
  add_common(report, simulation, {count, mass, 0.0, {{0.0, 0.0}, {side_x, side_y}}});
  add_grid(report, simulation, grid);

  const std::vector<Vec<2>> first = simulation.state().bodies.position;
  double off = 0.0;
  double impacts = 0.0;
  advance_to_end(simulation, [&](const Simulation<2>& s, const StepRecord& record) {
    impacts += static_cast<double>(record.contacts_active);
    const Vec<2> fallen{0.0, -0.5 * kGravity * record.time * record.time};
    for (std::size_t i = 0; i < first.size(); ++i) {
      off = std::max(off, (s.state().bodies.position[i] - first[i] - fallen).norm());
    }
  });
  report.add(check_equal({"impacts in the first 0.01 s",
                          "",
                          impacts,
                          {},
                          "all fall alike; the lowest is farther than 0.5 mm from the floor"},
                         0.0));
  report.add(check_at_most(
      {"largest distance from the parabola in the first 0.01 s", "m", off, {}, ""},
      4.0 * kEpsilon * steps * side_y, "the scheme is exact in free fall: round-off of 100 steps"));
}

void fill_25(const std::filesystem::path& scenes, Report& report) {
  fill_falling(scenes, report, "25", 0.25, {5, 0.625, {3.0, 2.9}, {0.0, -0.05}, 0.12, 0.25, 0.025},
               3.5, 4.0);
}

void fill_100(const std::filesystem::path& scenes, Report& report) {
  fill_falling(scenes, report, "100", 0.21,
               {10, 0.525, {5.0, 5.0}, {-0.05, -0.05}, 0.1, 0.21, 0.025}, 5.3, 5.3);
}

void fill_529(const std::filesystem::path& scenes, Report& report) {
  fill_falling(scenes, report, "529", 1.0, {23, 0.5, {11.5, 11.5}, {-0.05, -0.05}, 0.1, 0.2, 0.025},
               12.0, 12.0);
}

void fill_1225(const std::filesystem::path& scenes, Report& report) {
  fill_falling(scenes, report, "1225", 1.0,
               {35, 0.4675, {16.5, 16.5}, {-0.025, -0.025}, 0.125, 0.17, 0.015}, 17.0, 17.0);
  report.notes = {
      "This is the case that the main program of the listing runs, with compliance, friction 0.5 "
      "and step 1e-4 up to 7.5 s; only its initial condition is looked at here.",
      "The random numbers of the listing come from the intrinsic RAND with its default seed; ours "
      "have the same ranges, not the same values."};
}

}  // namespace

std::vector<Experiment> nguyen_2024_appendix_experiments() {
  struct Entry {
    std::string name;
    std::string subroutine;
    std::string title;
    void (*fill)(const std::filesystem::path&, Report&);
  };
  const std::vector<Entry> entries{
      {"one-xy", "one_xy", "One disc into a corner", fill_one_xy},
      {"one-a", "one_a", "One disc sliding along the floor", fill_one_a},
      {"one-b", "one_b", "One disc moving along a wall", fill_one_b},
      {"bounce", "bounce", "One disc falling and bouncing", fill_bounce},
      {"two-a", "two_a", "Two discs meet on the diagonal", fill_two_a},
      {"two-b", "two_b", "Two discs meet on the floor", fill_two_b},
      {"three", "three", "Three touching discs at the wall", fill_three},
      {"four", "four", "Four discs to the centre", fill_four},
      {"newton", "newton", "Newton's cradle", fill_newton},
      {"81-free", "81_free", "81 discs on a grid", fill_81_free},
      {"81", "81", "81 discs with random positions and velocities", fill_81},
      {"25", "25", "25 discs with random radii", fill_25},
      {"100", "100", "100 discs with random radii", fill_100},
      {"529", "529", "529 discs with random radii", fill_529},
      {"1225", "1225", "1225 discs with random radii", fill_1225},
  };
  std::vector<Experiment> all;
  for (const Entry& e : entries) {
    std::vector<std::string> catalogue{"appendix-" + e.name};
    if (e.name == "1225") catalogue.push_back("appendix-main");
    all.push_back({.id = "nguyen-2024/appendix-" + e.name,
                   .title = e.title,
                   .source = fmt::format("[Nguyen2024, app. A, INITIALIZE_{}]", e.subroutine),
                   .quick = true,
                   .catalogue = catalogue,
                   .scenes = {scene_file(e.name)},
                   .fill = e.fill});
  }
  return all;
}

}  // namespace galet
