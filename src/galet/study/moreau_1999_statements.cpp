// Statements of [Moreau1999]: the integration lemma (§8.2), contact by contact (§9.2), the rocking
// block (§10).
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "galet/study/checks.hpp"
#include "galet/study/papers.hpp"
#include "galet/study/scene_run.hpp"
#include "galet/sweep/event_dynamics.hpp"

namespace galet {
namespace {

// ---- §8.2: velocities that are admissible keep places admissible
//
// The lemma is of continuous time; the step keeps it up to second order. A ball slides in a fixed
// drum (center at radius R of the path, speed v, pressed with at most a_n = g + v²/R): it is held
// by velocities alone. In a pause of k steps without impulse it flies, and comes to lie outside its
// circle by at most a_n (k h)²/2; the impulse then stops it, and the next ones keep it there up to
// h² v²/(8 R), of which no more than the pause makes is left.
void fill_lemma(const std::filesystem::path& scenes, Report& report) {
  constexpr double v = 0.5, path = 0.0473, a_n = 9.80665 + v * v / path;
  for (const double part : {1.0, 0.5, 0.25}) {
    Scene scene = scene_of(scenes, "abide-2021/fixed-drum.toml");
    scene.time.step *= part;
    scene.time.end = 0.5;
    Simulation<2> simulation = start<2>(scene);
    std::int64_t pause = 0, last = 0;
    double overlap = 0.0;
    advance_to_end(simulation, [&](const Simulation<2>&, const StepRecord& record) {
      overlap = std::max(overlap, record.penetration);
      if (record.contacts_active == 0) return;
      pause = std::max(pause, record.step - last);
      last = record.step;
    });
    const double flight = static_cast<double>(pause + 1) * scene.time.step;
    report.add(check_at_most({fmt::format("step {:g} s: largest overlap", scene.time.step),
                              "m",
                              overlap,
                              {},
                              fmt::format("impulses at most {} steps apart", pause)},
                             0.5 * a_n * flight * flight,
                             "a_n (k h)²/2 of the longest pause: second order in the step"));
  }
}

// ---- §9.2: contact by contact
//
// The law is positively homogeneous: with twice the velocities all impulses double, in forces as in
// impulses. A factor 2 changes no bit but the exponents, so the sweeps are the same and the
// velocities twice as large to the last bit. And the order of the visits changes the way, not the
// end.
void fill_contact_by_contact(const std::filesystem::path& scenes, Report& report) {
  const auto shock = [&](double factor, SweepOrder order) {
    Scene scene = scene_of(scenes, "moreau-1999/cluster-3d.toml");
    scene.pair.at(0).restitution = 0.0;
    nlgs(scene).batches = false;
    nlgs(scene).order = order;
    scene.time = {scene.time.step / factor, scene.time.end / factor};
    auto& lattice = std::get<LatticeBodies>(scene.bodies.at(0));
    lattice.velocity_jitter.values = {factor};
    return start<3>(scene);
  };
  Simulation<3> one = shock(1.0, SweepOrder::fixed);
  Simulation<3> two = shock(2.0, SweepOrder::fixed);
  const StepRecord first = one.advance();
  const StepRecord second = two.advance();
  double differ = 0.0;
  for (std::size_t i = 0; i < one.state().bodies.size(); ++i) {
    if (two.state().bodies.velocity[i] != 2.0 * one.state().bodies.velocity[i]) differ += 1.0;
  }
  report.add(check_equal(
      {"twice the velocities: balls that do not go exactly twice as fast", "", differ, {}, ""},
      0.0));
  report.add(
      check_near({"twice the velocities: sweeps", "", double(second.solve.iterations), {}, ""},
                 double(first.solve.iterations), 0.0, "the same numbers but for a factor"));
  for (const SweepOrder order : {SweepOrder::random, SweepOrder::symmetric}) {
    Simulation<3> other = shock(1.0, order);
    const StepRecord record = other.advance();
    double distance2 = 0.0;
    for (std::size_t i = 0; i < one.state().bodies.size(); ++i) {
      distance2 +=
          (other.state().bodies.velocity[i] - one.state().bodies.velocity[i]).squaredNorm();
    }
    // Without friction velocities are unique; W of twelve contacts of a cube of unit masses has no
    // eigenvalue below 0.2 on the loaded ones, so that sqrt(12/0.2) residuals of both are allowed.
    const double rho = record.solve.residual_velocity + first.solve.residual_velocity;
    report.add(check_at_most(
        {fmt::format("order \"{}\": distance of the velocities", name_of(order)),
         "m/s",
         std::sqrt(distance2),
         {},
         fmt::format("{} sweeps, in the fixed order {}", record.solve.iterations,
                     first.solve.iterations)},
        16.0 * rho + 64.0 * kEpsilon, "unique without friction; residuals of both solves"));
  }
}

// ---- §10: a rocking block
//
// A rectangle of half width a and half height b, I = m (a² + b²)/3, on a floor without friction;
// the centre only goes up and down. On the right corner y = a |sin θ| + b cos θ. It starts at rest,
// tilted by θ₀, and reaches θ = 0 with the rate ω,
//   (m a² + I) ω²/2 = m g (a sin θ₀ + b cos θ₀ − b).
// Both corners touch then. The standard inelastic shock, the nearest velocity with both corners not
// going down, leaves ω⁺ = ω (b² − 2 a²)/(b² + 4 a²) about the other corner if b² > 2 a², and rest
// if not; the same energy then gives the next tilt.
sweep::FrictionlessSystem block(double a, double b) {
  sweep::FrictionlessSystem system;
  system.mass = Eigen::Vector2d(1.0, (a * a + b * b) / 3.0).asDiagonal();
  system.force = [](double, const sweep::Vector&, const sweep::Vector&) {
    return sweep::Vector(Eigen::Vector2d(-9.81, 0.0));
  };
  // q = (y, θ); f = −height of a corner, y ± a sin θ − b cos θ.
  system.contacts = [a, b](double, const sweep::Vector& q, const sweep::Vector& u) {
    const double s = std::sin(q[1]), c = std::cos(q[1]);
    sweep::Contacts contacts;
    contacts.value = Eigen::Vector2d(-(q[0] + a * s - b * c), -(q[0] - a * s - b * c));
    contacts.gradient.resize(2, 2);
    contacts.gradient.col(0) = Eigen::Vector2d(-1.0, -(a * c + b * s));
    contacts.gradient.col(1) = Eigen::Vector2d(-1.0, -(-a * c + b * s));
    contacts.rate = Eigen::Vector2d::Zero();
    contacts.curvature = u[1] * u[1] * Eigen::Vector2d(-(-a * s + b * c), -(a * s + b * c));
    return contacts;
  };
  system.length = b;
  return system;
}

// `end` lies after the top of the second tilt; later impacts of blocks that rock follow each other
// ever faster and accumulate.
void add_block(Report& report, double a, double b, double end) {
  constexpr double tilt = 0.1, g = 9.81;
  const double inertia = a * a + (a * a + b * b) / 3.0;
  const auto rise = [&](double theta) { return a * std::sin(theta) + b * std::cos(theta) - b; };
  // Turned clockwise it would stand on its right corner; counter-clockwise on the left one, which
  // is f_1 here: y = a sin θ + b cos θ.
  const sweep::Vector q = Eigen::Vector2d(b + rise(tilt), tilt);
  const auto solution =
      sweep::integrate_dynamics(block(a, b), q, sweep::Vector::Zero(2), 0.0, end, {.step = 1e-3});
  const std::string name = fmt::format("a = {:g}, b = {:g}: ", a, b);
  report.add(check_equal(
      {name + "completed (1: yes)", "", solution.report.completed ? 1.0 : 0.0, {}, ""}, 1.0));
  double before = 0.0, after = std::nan(""), next = 0.0;
  for (std::size_t k = 1; k < solution.path.size(); ++k) {
    const auto& now = solution.path[k];
    const bool impact = now.time == solution.path[k - 1].time && std::isnan(after) &&
                        now.u != solution.path[k - 1].u;
    if (impact) {
      before = solution.path[k - 1].u[1];
      after = now.u[1];
    }
    // Until it comes back to the other side.
    if (!std::isnan(after) && now.q[1] > 0.0) break;
    if (!std::isnan(after)) next = std::min(next, now.q[1]);
  }
  const double rate = std::sqrt(2.0 * g * rise(tilt) / inertia);
  const double ratio = std::max(0.0, (b * b - 2.0 * a * a) / (b * b + 4.0 * a * a));
  report.add(check_near({name + "rate before the impact", "rad/s", -before, {}, ""}, rate,
                        1e-8 * rate, "energy; Runge's and Kutta's method with steps of 1e-3 s"));
  report.add(check_near({name + "rate after over rate before", "", after / before, {}, ""}, ratio,
                        1e-8, "(b² − 2 a²)/(b² + 4 a²), or 0; the place of the impact"));
  if (ratio == 0.0) {
    report.add(check_at_most({name + "tilt to the other side", "", -next, {}, "it comes to rest"},
                             1e-9, "nothing is left"));
    return;
  }
  // The path has points every 1e-3 s: the top is missed by (h/2)² g/(2 b).
  report.add(check_near({name + "(a sin θ + b cos θ − b) of the next tilt over that of the first",
                         "",
                         rise(-next) / rise(tilt),
                         {},
                         "rocking goes on"},
                        ratio * ratio, 1e-4,
                        "the square of the ratio; the top lies between steps"));
}

void fill_rocking(const std::filesystem::path&, Report& report) {
  add_block(report, 0.1, 0.4, 0.25);
  add_block(report, 0.1, 0.2, 0.11);
  add_block(report, 0.2, 0.2, 0.3);
  report.notes = {
      "Zero restitution at each contact by itself would stop every block; the shock of both "
      "together stops wide ones only. Event-driven: the time-stepping schemes have balls alone."};
}

}  // namespace

std::vector<Experiment> moreau_1999_statement_experiments() {
  return {{.id = "moreau-1999/8.2-integration-lemma",
           .title = "Admissible velocities keep places admissible, up to second order",
           .source = "[Moreau1999, §8.2]",
           .quick = true,
           .catalogue = {"moreau-integration-lemma"},
           .scenes = {"abide-2021/fixed-drum.toml"},
           .fill = fill_lemma},
          {.id = "moreau-1999/9.2-contact-by-contact",
           .title = "Gauss–Seidel: homogeneity, and any order ends the same",
           .source = "[Moreau1999, §9.2]",
           .quick = true,
           .catalogue = {"moreau-gauss-seidel"},
           .scenes = {"moreau-1999/cluster-3d.toml"},
           .fill = fill_contact_by_contact},
          {.id = "moreau-1999/10-rocking-block",
           .title = "A block rocks on after the standard inelastic shock",
           .source = "[Moreau1999, §10]",
           .quick = true,
           .catalogue = {"moreau-rocking-block"},
           .scenes = {},
           .fill = fill_rocking}};
}

}  // namespace galet
