// Impacts against exact solutions: an oblique one with both restitutions, and a gas that cools.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "galet/study/checks.hpp"
#include "galet/study/papers.hpp"
#include "galet/study/scene_run.hpp"

namespace galet {
namespace {

// ---- Two spheres
//
// n from a to b, u = v_b − v_a − (r_a ω_a + r_b ω_b) × n before the impact. For spheres
// r²/I = 5/(2 m): w_n = 1/m_a + 1/m_b, w_t = (7/2) w_n. Newton's and the tangential law,
// u_n⁺ = −e_n u_n, u_t⁺ = −e_t u_t or slip:
//   p_n = −(1 + e_n) u_n/w_n,   p_t = −(1 + e_t) u_t/w_t, shortened to µ p_n;
// then v_b += p/m_b, ω_b −= r_b n × p/I_b, v_a −= p/m_a, ω_a −= r_a n × p/I_a.
struct TwoSpheres {
  std::array<Vec<3>, 2> v, w;
};

struct Approach {
  double w_n = 0.0;
  double u_n = 0.0;
  Vec<3> u_t;
};

Approach approach_of(const Bodies<3>& b, const Vec<3>& n) {
  const Vec<3> u =
      b.velocity[1] - b.velocity[0] - (b.radius[0] * b.spin[0] + b.radius[1] * b.spin[1]).cross(n);
  const double u_n = u.dot(n);
  return {1.0 / b.mass[0] + 1.0 / b.mass[1], u_n, u - u_n * n};
}

Vec<3> newton_impulse(const Approach& a, const Vec<3>& n, const PairSettings& law) {
  const double p_n = -(1.0 + law.restitution) * a.u_n / a.w_n;
  Vec<3> p_t = -(1.0 + law.restitution_t) / (3.5 * a.w_n) * a.u_t;
  if (p_t.norm() > law.friction * p_n) p_t *= law.friction * p_n / p_t.norm();
  return p_n * n + p_t;
}

// Convex friction, inelastic: p nearest to stick, p = (−u_n/w_n, −u_t/w_t), in the metric of W. In
// the cone it sticks; else it slips with u_n⁺ = µ |u_t⁺| and p_t = −µ p_n u_t/|u_t|:
//   p_n = (µ |u_t| − u_n)/(w_n + µ² w_t).
Vec<3> convex_impulse(const Approach& a, const Vec<3>& n, double mu) {
  const double w_t = 3.5 * a.w_n;
  const double slip = a.u_t.norm();
  if (slip / w_t <= mu * -a.u_n / a.w_n) return -a.u_n / a.w_n * n - a.u_t / w_t;
  const double p_n = (mu * slip - a.u_n) / (a.w_n + mu * mu * w_t);
  return p_n * (n - mu / slip * a.u_t);
}

TwoSpheres after_impulse(const Bodies<3>& b, const Vec<3>& n, const Vec<3>& p) {
  TwoSpheres after;
  for (std::size_t i = 0; i < 2; ++i) {
    const double sign = i == 0 ? -1.0 : 1.0;
    after.v[i] = b.velocity[i] + sign / b.mass[i] * p;
    after.w[i] = b.spin[i] - 2.5 / (b.mass[i] * b.radius[i]) * n.cross(p);
  }
  return after;
}

// They touch at the start; what they move within the step of 1e-9 s turns the normal of the
// velocity-level scheme, taken at mid-step, by some h |u|/(r_a + r_b).
void add_impact(Report& report, const Scene& scene, const std::string& name) {
  Simulation<3> simulation = start<3>(scene);
  const Bodies<3> before = simulation.state().bodies;
  const Vec<3> n = (before.position[1] - before.position[0]).normalized();
  const Approach a = approach_of(before, n);
  const PairSettings& law = scene.pair.at(0);
  const bool convex = std::holds_alternative<ConvexSettings>(scene.scheme);
  const TwoSpheres exact = after_impulse(
      before, n, convex ? convex_impulse(a, n, law.friction) : newton_impulse(a, n, law));
  simulation.advance();
  const Bodies<3>& after = simulation.state().bodies;
  double error = 0.0, spin_error = 0.0;
  for (std::size_t i = 0; i < 2; ++i) {
    error = std::max(error, (after.velocity[i] - exact.v[i]).norm());
    spin_error = std::max(spin_error, after.radius[i] * (after.spin[i] - exact.w[i]).norm());
  }
  constexpr double speed = 5.0;  // of the rims, at most
  const double tolerance = 8.0 * scene.time.step * speed * speed / 0.3 + 64.0 * kEpsilon * speed;
  const std::string why = "the normal turns by h |u| over the distance in the step; rounding";
  report.add(check_at_most({name + "largest error of the velocities", "m/s", error, {}, ""},
                           tolerance, why));
  report.add(
      check_at_most({name + "largest error of r ω", "m/s", spin_error, {}, ""}, tolerance, why));
  const bool sticks = simulation.last().status.at(0) == ContactStatus::stick;
  report.add(check_equal({name + "sticks (1: yes)", "", sticks ? 1.0 : 0.0, {}, ""},
                         scene.pair.at(0).friction > 1.0 ? 1.0 : 0.0));
}

void fill_oblique_impact(const std::filesystem::path& scenes, Report& report) {
  for (const NormalContact normal : {NormalContact::gap, NormalContact::velocity}) {
    // With the smaller friction the impact slips, with the larger it sticks.
    for (const double friction : {0.1, 2.0}) {
      for (const bool batches : {true, false}) {
        Scene scene = scene_of(scenes, "exact/oblique-impact.toml");
        moreau_jean(scene).normal = normal;
        scene.pair.at(0).friction = friction;
        nlgs(scene).batches = batches;
        add_impact(
            report, scene,
            fmt::format("{}, µ = {:g}, {}: ", normal == NormalContact::gap ? "gaps" : "velocities",
                        friction, batches ? "batches" : "blocks"));
      }
    }
  }
  for (const double friction : {0.1, 2.0}) {
    for (const bool batches : {true, false}) {
      Scene scene = scene_of(scenes, "exact/oblique-impact.toml");
      scene.scheme = ConvexSettings{.friction_model = FrictionModel::convex};
      scene.pair.at(0).restitution = scene.pair.at(0).restitution_t = 0.0;
      scene.pair.at(0).friction = friction;
      nlgs(scene).batches = batches;
      add_impact(report, scene,
                 fmt::format("convex, µ = {:g}, {}: ", friction, batches ? "batches" : "blocks"));
    }
  }
}

// ---- A gas of discs
//
// Discs of diameter d, mass m, n of them per area, T = m <v²>/2 in the plane. Those that collide
// approach along the normal with a velocity of the density g exp(−m g²/(4 T)), whose mean square is
// 4 T/m; an impact takes (1 − e²) (m/4) g² on the mean (1 − e²) T, so that after C collisions of
// each disc ln(T₀/T) = (1 − e²) C/2. With Enskog's frequency ω = 2 n d χ sqrt(π T/m),
// χ = (1 − 7φ/16)/(1 − φ)² [Henderson1975],
//   T = T₀/(1 + t/τ)²,   1/τ = (1 − e²) ω₀/4                                            [Haff1983].
void fill_haff(const std::filesystem::path& scenes, Report& report) {
  const Scene scene = scene_of(scenes, "exact/haff.toml");
  Simulation<2> simulation = start<2>(scene);
  const Bodies<2>& discs = simulation.state().bodies;
  const auto count = static_cast<double>(discs.size());
  const double e = scene.pair.at(0).restitution;
  const double d = 2.0 * discs.radius[0];
  const double area = std::pow(scene.periodic.x.at(1) - scene.periodic.x.at(0), 2);
  const double fraction = count * std::numbers::pi * d * d / (4.0 * area);
  const double chi = (1.0 - 7.0 / 16.0 * fraction) / std::pow(1.0 - fraction, 2);
  const double T0 = simulation.state().energy.kinetic / count;  // of mass 1
  const double rate = 2.0 * count / area * d * chi * std::sqrt(std::numbers::pi * T0);
  std::int64_t impacts = 0;
  advance_to_end(simulation, [&](const Simulation<2>&, const StepRecord& record) {
    impacts += record.contacts_active;
  });
  const double T = simulation.state().energy.kinetic / count;
  const double t = simulation.state().time;
  // Impacts are counted with a standard deviation of their root; the step brings an impact forward
  // by half of it, as if discs were larger by u h/2, u = sqrt(π T/m) on the mean.
  const double scatter = 4.9 / std::sqrt(static_cast<double>(impacts));
  const double larger = 0.5 * scene.time.step * std::sqrt(std::numbers::pi * T0) / d;
  report.add(check_near({"(1 + t/τ) at the end, from the energy", "", std::sqrt(T0 / T), {}, ""},
                        1.0 + 0.25 * (1.0 - e * e) * rate * t,
                        (scatter + larger) * 0.25 * (1.0 - e * e) * rate * t,
                        "4.9 standard deviations of the number of impacts (a chance of 1e-6), and "
                        "what the step adds to the diameter"));
  const double collisions = 2.0 * static_cast<double>(impacts) / count;
  report.add(check_near(
      {"energy lost per collision, ln(T₀/T)/C", "", std::log(T0 / T) / collisions, {}, ""},
      0.5 * (1.0 - e * e), scatter * 0.5 * (1.0 - e * e),
      "the squares of approach velocities scatter as much as their mean: 4.9 "
      "standard deviations of the mean"));
  const Vec<2> momentum = [&] {
    Vec<2> sum = Vec<2>::Zero();
    for (const Vec<2>& v : discs.velocity) sum += v;
    return sum;
  }();
  Vec<2> first = Vec<2>::Zero();
  const Simulation<2> again = start<2>(scene);
  for (const Vec<2>& v : again.state().bodies.velocity) first += v;
  report.add(check_at_most({"change of the momentum over that of all discs",
                            "",
                            (momentum - first).norm() / (count * std::sqrt(2.0 * T0)),
                            {},
                            ""},
                           kEpsilon * static_cast<double>(impacts), "rounding of all impacts"));
  report.notes = {fmt::format("{} impacts, {:.1f} of each disc; area fraction {:.3f}.", impacts,
                              collisions, fraction)};
}

}  // namespace

std::vector<Experiment> exact_impact_experiments() {
  return {{.id = "exact/oblique-impact",
           .title = "Oblique impact of unequal spheres, with both restitutions",
           .source = "[Moreau1999, §10], the law; derived in src/galet/study/exact_impacts.cpp",
           .quick = true,
           .catalogue = {"exact-oblique-impact"},
           .scenes = {"exact/oblique-impact.toml"},
           .fill = fill_oblique_impact},
          {.id = "exact/haff",
           .title = "A gas of inelastic discs cools",
           .source = "[Haff1983]",
           .quick = true,
           .catalogue = {"exact-haff"},
           .scenes = {"exact/haff.toml"},
           .fill = fill_haff}};
}

}  // namespace galet
