// Whether things hold, against exact solutions: three cylinders, a sphere on a ceiling, two people.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <Eigen/LU>
#include <fmt/format.h>

#include "galet/study/checks.hpp"
#include "galet/study/papers.hpp"
#include "galet/study/scene_run.hpp"

namespace galet {
namespace {

constexpr double kFall = 9.81;
constexpr double kMass = 2.0;
constexpr double kThird = 0.26794919243112270;  // 2 − √3 = tan 15°

// ---- Three cylinders
//
// Equal cylinders of mass m; the normal from the lower right to the upper one is
// n = (−1/2, √3/2), t = (−√3/2, −1/2). The upper one pushes the lower with −N n + T t, the floor
// with (−F, M). Symmetry leaves the upper one a velocity (0, −b) and the lower ones (±a, 0),
// turning with ±α. Per unit of mass and with r α = c,
//   lower, along x   a = N/2 − (√3/2) T − F     upright   0 = M − g − (√3/2) N − T/2
//   lower, turning   c/2 = T − F                upper     b = g − √3 N − T
//   normal kept      b = a/√3.
// At rest T = F = (2 − √3) N, N = g/2 and M = 3 g/2: it stands if the friction of the cylinders is
// at least 2 − √3 and that of the floor a third of it. With less at the cylinders T = µ N and the
// lower ones roll, c = −a; with less at the floor F = µ M and the upper contact sticks,
// c = (√3/2) a + b/2. All gaps being 0, the first step has exactly these accelerations.
enum class Yields { nothing, cylinders, floor };

struct Start {
  double a = 0.0;  // of the lower ones, outwards, m/s²
  double b = 0.0;  // of the upper one, downwards
};

Start pyramid_start(Yields yields, double mu) {
  if (yields == Yields::nothing) return {};
  const double root = std::sqrt(3.0);
  Eigen::Matrix<double, 7, 7> A = Eigen::Matrix<double, 7, 7>::Zero();  // a, b, c, N, T, F, M
  Eigen::Matrix<double, 7, 1> rhs = Eigen::Matrix<double, 7, 1>::Zero();
  A.row(0) << 1.0, 0.0, 0.0, -0.5, 0.5 * root, 1.0, 0.0;
  A.row(1) << 0.0, 0.0, 0.0, -0.5 * root, -0.5, 0.0, 1.0;
  rhs[1] = kFall;
  A.row(2) << 0.0, 0.0, 0.5, 0.0, -1.0, 1.0, 0.0;
  A.row(3) << 0.0, 1.0, 0.0, root, 1.0, 0.0, 0.0;
  rhs[3] = kFall;
  A.row(4) << 1.0, -root, 0.0, 0.0, 0.0, 0.0, 0.0;
  if (yields == Yields::cylinders) {
    A.row(5) << 0.0, 0.0, 0.0, -mu, 1.0, 0.0, 0.0;
    A.row(6) << 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0;
  } else {
    A.row(5) << 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, -mu;
    A.row(6) << -0.5 * root, -0.5, 1.0, 0.0, 0.0, 0.0, 0.0;
  }
  const Eigen::Matrix<double, 7, 1> x = A.fullPivLu().solve(rhs);
  return {x[0], x[1]};
}

void add_pyramid(Report& report, Scene scene, const std::string& scheme, Yields yields,
                 double cylinders, double floor) {
  scene.pair.at(0).friction = cylinders;
  scene.pair.at(1).friction = floor;
  const Start exact = pyramid_start(yields, yields == Yields::floor ? floor : cylinders);
  Simulation<2> simulation = start<2>(scene);
  const double h = scene.time.step;
  const std::string name =
      fmt::format("{}, µ = {:.6g}, at the floor {:.6g}: ", scheme, cylinders, floor);
  simulation.advance();
  const auto& v = simulation.state().bodies.velocity;
  // 1e-12 of g h, times the condition of five contacts.
  const double tolerance = 1e-9 * kFall * h;
  report.add(check_near({name + "first step, lower ones outwards", "m/s", v[1][0], {}, ""},
                        exact.a * h, tolerance, "residual of the step"));
  report.add(check_near({name + "first step, upper one downwards", "m/s", -v[2][1], {}, ""},
                        exact.b * h, tolerance, "residual of the step"));
  if (yields != Yields::nothing) return;
  advance_to_end(simulation);
  const auto steps = static_cast<double>(count_steps(scene.time));
  report.add(check_at_most({name + "largest velocity at the end",
                            "m/s",
                            std::max({v[0].norm(), v[1].norm(), v[2].norm()}),
                            {},
                            "it stands"},
                           steps * tolerance, "residuals of all steps"));
}

void fill_pyramid(const std::filesystem::path& scenes, Report& report) {
  constexpr double more = 1.001, less = 0.999;
  for (const bool convex : {false, true}) {
    Scene scene = scene_of(scenes, "exact/pyramid.toml");
    if (convex) scene.scheme = ConvexSettings{};
    const std::string scheme = convex ? "convex" : "moreau-jean";
    add_pyramid(report, scene, scheme, Yields::nothing, more * kThird, more * kThird / 3.0);
    add_pyramid(report, scene, scheme, Yields::cylinders, less * kThird, 1.0);
    add_pyramid(report, scene, scheme, Yields::floor, 1.0, less * kThird / 3.0);
  }
  report.notes = {"Frictions 0.1 % above and below the thresholds 2 − √3 and (2 − √3)/3."};
}

// ---- A sphere on a ceiling
//
// The bond holds if F_c >= m g; then p_n = −m g h in every step. If not, it opens against the whole
// pull in the first step, which leaves (g − F_c/m) h, and then the sphere falls freely.
void add_hanging(Report& report, Scene scene, const std::string& name, double ratio) {
  constexpr double g = 10.0, mass = 0.2;
  Simulation<3> simulation = start<3>(scene);
  advance_to_end(simulation);
  const double h = scene.time.step;
  const auto steps = static_cast<double>(simulation.state().step);
  const double v = -simulation.state().bodies.velocity[0][2];
  const double exact = ratio >= 1.0 ? 0.0 : g * h * (steps - ratio);
  report.add(check_near({name + "velocity downwards", "m/s", v, {}, ""}, exact,
                        steps * (1e-12 + 4.0 * kEpsilon) * g * h * (1.0 + ratio),
                        "residuals and rounding of all steps"));
  if (ratio < 1.0) return;
  const StepOutcome<3>& last = simulation.last();
  const double pull =
      last.impulses.empty() ? 0.0 : -last.impulses[0].dot(last.contacts[0].n) / (mass * g * h);
  report.add(check_near({name + "pull over the weight", "", pull, {}, ""}, 1.0, 1e-9,
                        "residual of the step"));
}

void fill_hanging(const std::filesystem::path& scenes, Report& report) {
  for (const double ratio : {1.01, 0.99}) {
    Scene scene = scene_of(scenes, "exact/hanging.toml");
    const std::string name = fmt::format("F_c = {:g} m g", ratio);
    scene.pair.at(0).cohesion = ratio * 2.0;
    add_hanging(report, scene, name + ": ", ratio);
    scene.pair.at(0).cohesion.reset();
    scene.pair.at(0).adhesion_energy = ratio * 2.0 / (2.0 * std::numbers::pi * 0.05);
    add_hanging(report, scene, name + " by energy: ", ratio);
    moreau_jean(scene).normal = NormalContact::velocity;
    add_hanging(report, scene, name + " by energy, velocities: ", ratio);
  }
}

// ---- A sphere that has sunk into the floor by what a loose solve may leave
//
// It is taken back at the speed that the solver may leave open, tolerance_velocity here: that times
// h in every step, until nothing is left. It never has more speed than that.
void fill_sunk(const std::filesystem::path& scenes, Report& report) {
  Scene scene = scene_of(scenes, "exact/sunk.toml");
  nlgs(scene).batches = false;  // whose single visit is exact
  const double h = scene.time.step, speed = *nlgs(scene).tolerance_velocity;
  const double way = speed * h;
  const double sunk = 10.5 * way;
  std::get<ListBodies>(scene.bodies.at(0)).position.rows = {{0.0, 0.0, 0.05 - sunk}};
  Simulation<3> simulation = start<3>(scene);
  const auto& x = simulation.state().bodies.position[0];
  double fastest = 0.0;
  double after_six = 0.0;
  advance_to_end(simulation, [&](const Simulation<3>& s, const StepRecord& record) {
    fastest = std::max(fastest, s.state().bodies.velocity[0].norm());
    if (record.step == 6) after_six = 0.05 - x[2];
  });
  // Places are rounded at the size of the radius, velocities at that of g h.
  const double rounding = 40.0 * kEpsilon * (0.05 + kFall * h * h);
  report.add(check_near({"overlap after six steps", "m", after_six, {}, ""}, sunk - 6.0 * way,
                        rounding, "six steps of tolerance_velocity times h; rounding"));
  report.add(check_at_most({"|overlap| at the end", "m", std::abs(0.05 - x[2]), {}, ""}, rounding,
                           "none is left after eleven steps, and it rests; rounding"));
  report.add(check_at_most({"largest speed", "m/s", fastest, {}, ""},
                           speed + 8.0 * kEpsilon * kFall * h, "tolerance_velocity; rounding"));
}

// ---- Two people
//
// They want (1.5, 0) and (−0.5, 0) m/s, are 1.5 m apart and meet after 0.75 s; then the nearest
// admissible velocities, with equal weights, are the mean 0.5 m/s of both.
void fill_persons(const std::filesystem::path& scenes, Report& report) {
  const Scene scene = scene_of(scenes, "exact/persons.toml");
  Simulation<2> simulation = start<2>(scene);
  double error = 0.0;
  advance_to_end(simulation, [&](const Simulation<2>& s, const StepRecord& record) {
    const double t = record.time;
    const double alone = std::min(t, 0.75), together = 0.5 * std::max(0.0, t - 0.75);
    const auto& x = s.state().bodies.position;
    error = std::max({error, std::abs(x[0][0] - (1.5 * alone + together)),
                      std::abs(x[1][0] - (2.0 - 0.5 * alone + together)), std::abs(x[0][1])});
  });
  report.add(check_at_most({"largest error of the places", "m", error, {}, ""},
                           200.0 * 0.01 * 2.0 * 1e-12 + 200.0 * kEpsilon * 4.0,
                           "residuals and rounding of all steps: the meeting ends a step, and on "
                           "gaps it would be exact within one too"));
}

}  // namespace

std::vector<Experiment> exact_static_experiments() {
  return {{.id = "exact/pyramid",
           .title = "Three cylinders at the frictions at which they yield",
           .source = "derived in src/galet/study/exact_statics.cpp",
           .quick = true,
           .catalogue = {"exact-pyramid"},
           .scenes = {"exact/pyramid.toml"},
           .fill = fill_pyramid},
          {.id = "exact/hanging",
           .title = "A sphere hangs on a ceiling by cohesion",
           .source = "[Radjai2011], the law; derived in src/galet/study/exact_statics.cpp",
           .quick = true,
           .catalogue = {"exact-hanging"},
           .scenes = {"exact/hanging.toml"},
           .fill = fill_hanging},
          {.id = "exact/sunk",
           .title = "A small overlap is taken back without a jump",
           .source = "derived in src/galet/study/exact_statics.cpp",
           .quick = true,
           .catalogue = {"exact-sunk"},
           .scenes = {"exact/sunk.toml"},
           .fill = fill_sunk},
          {.id = "exact/persons",
           .title = "Two people without inertia meet",
           .source = "[Maury2011], the model; derived in src/galet/study/exact_statics.cpp",
           .quick = true,
           .catalogue = {"exact-persons"},
           .scenes = {"exact/persons.toml"},
           .fill = fill_persons}};
}

}  // namespace galet
