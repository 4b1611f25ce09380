// Spheres that slide and roll, posed on gaps, against exact solutions: backspin, side spin on a
// belt, a groove, rolling friction.
//
// A sphere of mass m, radius r, I = (2/5) m r² on a plane of normal z whose surface moves with w
// has the slip u = v − r ω × z − w. While it slides the friction −µ m g u/|u| changes
//   v' = −µ g u/|u|,   r (ω × z)' = (5/2) µ g u/|u|,   u' = −(7/2) µ g u/|u|:
// the direction of u does not change, and slip ends at t = 2 |u₀|/(7 µ g), with
//   v = v₀ − (2/7) u₀                                                              [Coriolis1835].
// The step does the same: the gap is 0, so û_n = 0 makes p_n = m g h, friction takes (7/2) µ g h of
// the slip in a step, and in the last step what is left. Velocities are exact at the ends of all
// steps but those between the end of sliding and the next multiple of h; positions, summed with the
// velocity of the end of the step, are behind by at most h times the change of the velocity.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "galet/study/checks.hpp"
#include "galet/study/papers.hpp"
#include "galet/study/scene_run.hpp"

namespace galet {
namespace {

constexpr double kEarth = 9.81;

// What the solves of a run may add up to, m/s: their relative residual times the largest slip that
// they start from, in every step, and the rounding of velocities.
double solved_to(const Scene& scene, double slip) {
  return static_cast<double>(count_steps(scene.time)) *
         (std::get<NlgsSettings>(scene.solver).tolerance.value() + 4.0 * kEpsilon) * slip;
}

// Both kernels: balls in batches, and blocks.
template <class F>
void with_both_kernels(const Scene& scene, F&& f) {
  for (const bool batches : {true, false}) {
    Scene variant = scene;
    nlgs(variant).batches = batches;
    f(variant, std::string(batches ? "batches: " : "blocks: "));
  }
}

struct Throw {
  double friction = 0.0;
  double radius = 0.0;
  Vec<3> v0, u0;                 // velocity and slip at the start
  Vec<3> belt = Vec<3>::Zero();  // w

  double end() const { return 2.0 * u0.norm() / (7.0 * friction * kEarth); }
  Vec<3> acceleration() const { return -friction * kEarth * u0.normalized(); }
  Vec<3> velocity(double t) const { return v0 + std::min(t, end()) * acceleration(); }
  Vec<3> position(double t) const {
    const double s = std::min(t, end());
    return t * v0 + (s * (t - 0.5 * s)) * acceleration();
  }
};

// Velocities at the ends of all steps but the one in which sliding ends, and places.
void add_throw(Report& report, const Scene& scene, const std::string& name, const Throw& exact) {
  Simulation<3> simulation = start<3>(scene);
  const double h = scene.time.step;
  const Vec<3> x0 = simulation.state().bodies.position[0];
  double velocity_error = 0.0, place_error = 0.0, slip_error = 0.0;
  double rolls_from = std::nan("");
  advance_to_end(simulation, [&](const Simulation<3>& s, const StepRecord& record) {
    const Bodies<3>& ball = s.state().bodies;
    if (std::isnan(rolls_from) && s.last().status.at(0) == ContactStatus::stick) {
      rolls_from = record.time;
    }
    const double t = record.time;
    place_error = std::max(place_error, (ball.position[0] - x0 - exact.position(t)).norm());
    if (t > exact.end() && t < exact.end() + h) return;
    velocity_error = std::max(velocity_error, (ball.velocity[0] - exact.velocity(t)).norm());
    // Slip from the spin, which so is compared too: r ω × z.
    const Vec<3> rim = exact.radius * Vec<3>(ball.spin[0][1], -ball.spin[0][0], 0.0);
    const Vec<3> rim0 = exact.v0 - exact.u0 - exact.belt;
    const Vec<3> wanted = rim0 - 2.5 * (exact.velocity(t) - exact.v0);
    slip_error = std::max(slip_error, (rim - wanted).norm());
  });
  const double slip = exact.u0.norm();
  const std::string why = "residuals and rounding of all steps";
  report.add(check_near({name + "first step that sticks ends at", "s", rolls_from, {}, ""},
                        exact.end() + 0.5 * h, 0.5 * h * (1.0 + 1e-9),
                        "the step in which 2 |u₀|/(7 µ g) lies"));
  report.add(check_at_most({name + "largest error of the velocity", "m/s", velocity_error, {}, ""},
                           solved_to(scene, slip), why));
  report.add(check_at_most({name + "largest error of r ω × z", "m/s", slip_error, {}, ""},
                           solved_to(scene, slip), why));
  const double changed = exact.end() * exact.acceleration().norm();
  report.add(check_at_most({name + "largest error of the place", "m", place_error, {}, ""},
                           h * changed, "the sum of a monotonic velocity at the ends of steps"));
}

void fill_backspin(const std::filesystem::path& scenes, Report& report) {
  const Throw exact{0.3, 0.05, {2.0, 0.0, 0.0}, {10.0, 0.0, 0.0}};
  with_both_kernels(scene_of(scenes, "exact/backspin.toml"),
                    [&](const Scene& scene, const std::string& name) {
                      add_throw(report, scene, name, exact);
                      Simulation<3> simulation = start<3>(scene);
                      advance_to_end(simulation);
                      report.add(check_near({name + "velocity at the end",
                                             "m/s",
                                             simulation.state().bodies.velocity[0][0],
                                             {},
                                             "it comes back"},
                                            (5.0 * 2.0 - 2.0 * 8.0) / 7.0, solved_to(scene, 10.0),
                                            "(5 v − 2 r s)/7; residuals of all steps"));
                    });
}

// Slip at the start: v − r ω × z − w with ω = (40, 0, 20) and w = (0, −1, 0); ω × z = (0, −40, 0).
void fill_side_spin(const std::filesystem::path& scenes, Report& report) {
  const Throw exact{0.25, 0.05, {2.0, 0.0, 0.0}, {2.0, 3.0, 0.0}, {0.0, -1.0, 0.0}};
  with_both_kernels(scene_of(scenes, "exact/side-spin.toml"), [&](const Scene& scene,
                                                                  const std::string& name) {
    add_throw(report, scene, name, exact);
    Simulation<3> simulation = start<3>(scene);
    advance_to_end(simulation);
    report.add(check_near(
        {name + "spin about the vertical", "rad/s", simulation.state().bodies.spin[0][2], {}, ""},
        20.0, 8.0 * kEpsilon * 20.0 * 800.0, "nothing acts on it; rounding"));
  });
}

// A groove along x of two planes whose normals are inclined by β from the vertical, inclined by α.
// The sphere turns about y; its points of contact are at r cos β from that axis. Each plane pushes
// with N = m g cos α/(2 cos β). Rolling, v = ω r cos β, with k = I/(m r² cos² β) = 2/(5 cos² β):
//   a = g sin α/(1 + k),   friction of each (m g sin α/2) k/(1 + k) <= µ N;
// else it slides, a = g (sin α − µ cos α/cos β), ω' = (5/2) µ g cos α/r. Forces are constant, the
// step exact: v = a t at the ends of steps.
void add_groove(Report& report, const Scene& base, const std::string& kernel, double degrees) {
  constexpr double mu = 0.2, r = 0.05, cos_beta = 0.86602540378443865;
  const double alpha = degrees * std::numbers::pi / 180.0;
  const double k = 0.4 / (cos_beta * cos_beta);
  const bool rolls = std::tan(alpha) <= mu * (1.0 + k) / (k * cos_beta);
  const double a = kEarth * (rolls ? std::sin(alpha) / (1.0 + k)
                                   : std::sin(alpha) - mu * std::cos(alpha) / cos_beta);
  const double turning = rolls ? a / (r * cos_beta) : 2.5 * mu * kEarth * std::cos(alpha) / r;
  Scene scene = base;
  scene.gravity =
      VectorSeries::constant({kEarth * std::sin(alpha), 0.0, -kEarth * std::cos(alpha)});
  Simulation<3> simulation = start<3>(scene);
  advance_to_end(simulation);
  const Bodies<3>& ball = simulation.state().bodies;
  const double t = simulation.state().time;
  const std::string name =
      fmt::format("{}{:g}°, {}: ", kernel, degrees, rolls ? "rolls" : "slides");
  // Of the second contact when the first is visited: Gauss–Seidel ends within the residual.
  const double tolerance = 4.0 * solved_to(scene, kEarth * t);
  report.add(check_near({name + "velocity", "m/s", ball.velocity[0][0], {}, ""}, a * t, tolerance,
                        "residuals of all steps"));
  report.add(check_near({name + "r ω", "m/s", r * ball.spin[0][1], {}, ""}, r * turning * t,
                        tolerance, "residuals of all steps"));
  report.add(check_at_most(
      {name + "velocity across the groove", "m/s", std::abs(ball.velocity[0][1]), {}, ""},
      tolerance, "none, by symmetry"));
}

void fill_groove(const std::filesystem::path& scenes, Report& report) {
  with_both_kernels(scene_of(scenes, "exact/v-groove.toml"),
                    [&](const Scene& scene, const std::string& name) {
                      for (const double degrees : {20.0, 60.0}) {
                        add_groove(report, scene, name, degrees);
                      }
                    });
}

// Rolling, (m + I/r²) a = −M/r with the moment M = µ_r r m g: a = −(5/7) µ_r g until the sphere
// stops, after which the moment holds it. Friction needs (5/7) µ_r m g < µ m g.
void fill_rolling_resistance(const std::filesystem::path& scenes, Report& report) {
  constexpr double v0 = 0.5, slowing = 5.0 / 7.0 * 0.1 * kEarth, stop = v0 / slowing;
  with_both_kernels(
      scene_of(scenes, "exact/rolling-resistance.toml"),
      [&](const Scene& scene, const std::string& name) {
        const double h = scene.time.step;
        Simulation<3> simulation = start<3>(scene);
        double error = 0.0, spin_error = 0.0;
        advance_to_end(simulation, [&](const Simulation<3>& s, const StepRecord& record) {
          const double t = record.time;
          if (t > stop && t < stop + h) return;
          const double exact = std::max(0.0, v0 - slowing * t);
          error = std::max(error, std::abs(s.state().bodies.velocity[0][0] - exact));
          spin_error = std::max(spin_error, std::abs(0.05 * s.state().bodies.spin[0][1] - exact));
        });
        const std::string why = "residuals and rounding of all steps";
        // Moments of r ω are 5/2 of what impulses are for v.
        report.add(check_at_most({name + "largest error of the velocity", "m/s", error, {}, ""},
                                 2.5 * solved_to(scene, v0), why));
        report.add(check_at_most({name + "largest error of r ω", "m/s", spin_error, {}, ""},
                                 2.5 * solved_to(scene, v0), why));
        report.add(check_near(
            {name + "way to rest", "m", simulation.state().bodies.position[0][0], {}, ""},
            0.5 * v0 * stop, h * v0, "v²/(2 a); the sum of velocities at the ends of steps"));
      });
}

}  // namespace

std::vector<Experiment> exact_rolling_experiments() {
  return {{.id = "exact/backspin",
           .title = "A sphere with backspin slides, comes back and rolls",
           .source = "[Coriolis1835]",
           .quick = true,
           .catalogue = {"exact-backspin"},
           .scenes = {"exact/backspin.toml"},
           .fill = fill_backspin},
          {.id = "exact/side-spin",
           .title = "A sphere with side spin on a belt: parabola, then a straight line",
           .source = "[Coriolis1835]",
           .quick = true,
           .catalogue = {"exact-side-spin"},
           .scenes = {"exact/side-spin.toml"},
           .fill = fill_side_spin},
          {.id = "exact/v-groove",
           .title = "A sphere rolls and slides in an inclined groove",
           .source = "derived in src/galet/study/exact_rolling.cpp",
           .quick = true,
           .catalogue = {"exact-v-groove"},
           .scenes = {"exact/v-groove.toml"},
           .fill = fill_groove},
          {.id = "exact/rolling-resistance",
           .title = "Rolling friction slows a sphere and holds it",
           .source = "[Iwashita1998], the law; derived in src/galet/study/exact_rolling.cpp",
           .quick = true,
           .catalogue = {"exact-rolling-resistance"},
           .scenes = {"exact/rolling-resistance.toml"},
           .fill = fill_rolling_resistance}};
}

}  // namespace galet
