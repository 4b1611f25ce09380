// Gluey contacts: the momentum that a contact took is γ + β, to round-off at every step, and the
// contact opens when γ is back at 0.
#include <cmath>
#include <limits>
#include <vector>

#include "support/random_vectors.hpp"
#include "support/simulate.hpp"
#include <gtest/gtest.h>

namespace galet::gluey_test {
namespace {

using test::add_boundary;
using test::ball;
using test::random_unit;
using test::simulate;
using test::world_of;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kNone = -std::numeric_limits<double>::infinity();

PairLaw gluey_law(double gamma_star, double friction = 0.0,
                  FrictionModel model = FrictionModel::coulomb) {
  PairLaw law;
  law.friction = friction;
  law.friction_model = model;
  law.gluey = {.on = true, .gamma_star = gamma_star};
  return law;
}

template <int D>
Scene convex_scene(double step, double tolerance = 1e-12) {
  Scene scene = test::scene_of<D>(step, tolerance);
  scene.scheme = ConvexSettings{};
  return scene;
}

template <int D>
void add_force(World<D>& world, GroupIndex group, const std::vector<double>& times,
               const std::vector<Vec<D>>& values) {
  VectorSeries series{times, {}, Interpolation::step};
  for (const Vec<D>& f : values) series.values.emplace_back(f.begin(), f.end());
  world.forces.push_back({group, series});
}

// A ball at the distance 1 from a plane falls under f = −2, and from t = 2 on f = 2. It has a mass
// of 1 and meets the plane at t = 1 (a step of θ = 1 has q = 1 − h² n (n + 1): up to a step
// before). Then v = 0 and γ + β = ∫f: −4 at t = 2. γ is back at 0 when ∫f since t = 2 has made up
// for it: at t = 4, and with γ* = −3, where β = −1 is forgotten, at t = 3.5.
template <int D>
void check_example(double h, double gamma_star, double take_off) {
  World<D> world = world_of<D>(gluey_law(gamma_star));
  const Vec<D> n = Vec<D>::Unit(0);
  add_boundary<D>(world, HalfSpace<D>{Vec<D>::Zero(), n});
  add_force<D>(world, 0, {0.0, 2.0}, {-2.0 * n, 2.0 * n});
  Bodies<D> bodies;
  bodies.add(ball<D>(1.5 * n, 0.5));
  Simulation<D> simulation = simulate<D>(world, bodies, convex_scene<D>(h));
  double landed = 0.0;
  double left = 0.0;
  double forces = 0.0;  // Σ h f
  const int steps = static_cast<int>(std::lround(5.0 / h));
  for (int k = 0; k < steps; ++k) {
    const double t = (k + 1) * h;
    simulation.advance();
    forces += h * (k * h < 2.0 - 0.5 * h ? -2.0 : 2.0);
    const auto& out = simulation.last();
    const double gamma = out.states.empty() ? 0.0 : out.states[0];
    const double beta = out.solids.empty() ? 0.0 : out.solids[0];
    const double v = simulation.state().bodies.velocity[0][0];
    // Every step rounds numbers of size 4.
    if (left == 0.0) {
      ASSERT_NEAR(v + gamma + beta, forces, (k + 1) * 4.0 * kEpsilon) << "t " << t;
    }
    if (landed == 0.0 && gamma < 0.0) landed = t;
    if (landed > 0.0 && left == 0.0 && gamma == 0.0) left = t;
    if (std::abs(t - 2.0) < 0.5 * h) {
      EXPECT_NEAR(gamma, std::max(-4.0, gamma_star), k * 4.0 * kEpsilon);
      EXPECT_NEAR(gamma + beta, -4.0, k * 4.0 * kEpsilon);
    }
    EXPECT_LE(std::abs(simulation.last().overlap.length), 4.0 * kEpsilon);
  }
  EXPECT_NEAR(landed, 1.0, h * (1.0 + 1e-9));
  EXPECT_NEAR(left, take_off, h * (1.0 + 1e-9));
  // Afterwards it flies: v = 2 (t − take-off).
  EXPECT_NEAR(simulation.state().bodies.velocity[0][0], 2.0 * (5.0 - take_off), 1e-12 + 0.0 * h);
}
TEST(Gluey, one_dimensional_example) {
  for (const double h : {1.0 / 64, 0.01, 0.1}) {
    check_example<2>(h, kNone, 4.0);
    check_example<3>(h, kNone, 4.0);
  }
}
TEST(Gluey, one_dimensional_example_with_a_threshold) {
  for (const double h : {1.0 / 64, 0.01, 0.1}) {
    check_example<2>(h, -3.0, 3.5);
    check_example<3>(h, -3.0, 3.5);
  }
}

// A row of balls, at rest and touching nothing, pushed together and then pulled apart along one
// random line: for every body m v = Σ h f + Σ over its contacts of ±(γ + β) n. With friction
// nothing changes, since nothing slips.
template <int D>
void check_row(int count, double gamma_star, double friction, FrictionModel model) {
  Random random(7);
  const Vec<D> n = random_unit<D>(random);
  World<D> world = world_of<D>(gluey_law(gamma_star, friction, model));
  world.groups.assign(static_cast<std::size_t>(count), "");
  Bodies<D> bodies;
  std::vector<double> push;
  for (int i = 0; i < count; ++i) {
    Body<D> body = ball<D>(Vec<D>(1.1 * i * n), 0.5, 1.0 + 0.5 * i);
    body.group = i;
    bodies.add(body);
    push.push_back(i == 0 ? 3.0 : (i == count - 1 ? -2.0 : 0.3));
    add_force<D>(world, i, {0.0, 1.0}, {push.back() * n, -1.5 * push.back() * n});
  }
  constexpr double h = 0.01;
  Simulation<D> simulation = simulate<D>(world, bodies, convex_scene<D>(h, 1e-14));
  int held = 0;
  int pulled = 0;
  std::vector<double> momentum(static_cast<std::size_t>(count), 0.0);  // Σ h f, and lost γ + β
  for (int k = 0; k < 400; ++k) {
    const ContactMemory<D> before = simulation.state().memory;
    simulation.advance();
    const auto& out = simulation.last();
    std::vector<double> v(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < v.size(); ++i) {
      momentum[i] += h * (k * h < 1.0 - 0.5 * h ? push[i] : -1.5 * push[i]);
      v[i] = bodies.mass[i] * simulation.state().bodies.velocity[i].dot(n) - momentum[i];
    }
    for (std::size_t c = 0; c < out.contacts.size(); ++c) {
      const std::size_t a = out.contacts[c].a().body();
      const std::size_t b = out.contacts[c].b().body();
      const double sign = out.contacts[c].n.dot(n) > 0.0 ? 1.0 : -1.0;
      const double sum = sign * (out.states[c] + out.solids[c]);
      v[b] += sum;
      v[a] -= sum;
      held += out.states[c] < 0.0 ? 1 : 0;
      pulled += out.impulses[c].dot(out.contacts[c].n) < 0.0 ? 1 : 0;
      // A contact that opens forgets its β.
      if (out.states[c] == 0.0 && out.solids[c] != 0.0) {
        momentum[b] -= sign * out.solids[c];
        momentum[a] += sign * out.solids[c];
      }
    }
    // Rounding of every step, in the balance and in the projections of the momentum on n.
    for (const double missing : v) ASSERT_NEAR(missing, 0.0, (k + 1) * 20.0 * kEpsilon) << k;
  }
  EXPECT_GT(held, 0);
  EXPECT_GT(pulled, 0);
}
TEST(Gluey, momentum_of_rows_of_balls) {
  for (const int count : {2, 3}) {
    for (const double gamma_star : {kNone, -0.5}) {
      check_row<2>(count, gamma_star, 0.0, FrictionModel::coulomb);
      check_row<3>(count, gamma_star, 0.0, FrictionModel::coulomb);
      check_row<2>(count, gamma_star, 0.4, FrictionModel::convex);
      check_row<3>(count, gamma_star, 0.4, FrictionModel::coulomb);
    }
  }
}

// A ball pressed on a plane and drawn along it: the push has friction, v_t = (f_t − mu f_n) t; when
// it is pulled, v_t grows by f_t alone, and it stays on the plane until γ is back at 0.
template <int D>
void check_friction() {
  constexpr double mu = 0.3, f_n = 2.0, f_t = 1.0, h = 0.01;
  World<D> world = world_of<D>(gluey_law(kNone, mu));
  const Vec<D> n = Vec<D>::Unit(1);
  const Vec<D> t = Vec<D>::Unit(0);
  add_boundary<D>(world, HalfSpace<D>{Vec<D>::Zero(), n});
  add_force<D>(world, 0, {0.0, 1.0}, {f_t * t - f_n * n, f_t * t + f_n * n});
  Body<D> body = ball<D>(0.5 * n, 0.5);
  body.free_rotation = false;
  Bodies<D> bodies;
  bodies.add(body);
  Simulation<D> simulation = simulate<D>(world, bodies, convex_scene<D>(h));
  for (int k = 0; k < 100; ++k) simulation.advance();
  const double slid = (f_t - mu * f_n) * 1.0;
  EXPECT_NEAR(simulation.state().bodies.velocity[0].dot(t), slid, 1e-12);
  EXPECT_NEAR(simulation.last().states[0], -f_n, 1e-12);
  for (int k = 0; k < 90; ++k) {
    simulation.advance();
    EXPECT_EQ(simulation.last().status[0], ContactStatus::slip);
  }
  EXPECT_NEAR(simulation.state().bodies.velocity[0].dot(t), slid + 0.9 * f_t, 1e-12);
  EXPECT_NEAR(simulation.state().bodies.position[0].dot(n), 0.5, 1e-12);
  EXPECT_NEAR(simulation.last().states[0], -0.1 * f_n, 1e-12);
  for (int k = 0; k < 20; ++k) simulation.advance();
  EXPECT_NEAR(simulation.state().bodies.velocity[0].dot(n), 0.1 * f_n, 1e-12);
}
TEST(Gluey, pushes_have_friction_and_pulls_none) {
  check_friction<2>();
  check_friction<3>();
}

// Two balls held together swing about each other: the gap that the straight steps leave is closed
// in the next one, the pair never loses its γ while it is held.
TEST(Gluey, held_balls_swing_about_each_other) {
  constexpr double h = 0.02;
  World<2> world = world_of<2>(gluey_law(kNone));
  Bodies<2> bodies;
  bodies.add(ball<2>({-0.5, 0.0}, 0.5, 1.0, {10.0, 1.0}));
  bodies.add(ball<2>({0.5, 0.0}, 0.5, 1.0, {-10.0, -1.0}));
  Simulation<2> simulation = simulate<2>(world, bodies, convex_scene<2>(h));
  // The impact leaves γ = −10. Each then needs the pull m v² / r = 2 to swing with v = 1 at the
  // distance 0.5 from the centre, which takes γ back in 5 s; half of that is well within.
  for (int k = 0; k < 125; ++k) {
    simulation.advance();
    ASSERT_EQ(simulation.last().states.size(), 1U) << k;
    ASSERT_LT(simulation.last().states[0], 0.0) << k;
    const auto& x = simulation.state().bodies.position;
    // (h u_t)²/2·distance with u_t = 2.
    EXPECT_NEAR((x[1] - x[0]).norm(), 1.0, 0.5 * std::pow(2.2 * h, 2));
  }
  EXPECT_NEAR(simulation.last().states[0], -5.0, 0.1);
}

// In units that differ by powers of two, the same numbers: lengths by 4, masses by 8, times by 2.
TEST(Gluey, units_do_not_matter) {
  constexpr double length = 4.0, mass = 8.0, time = 2.0;
  const auto run = [](double l, double m, double s) {
    PairLaw law;
    law.friction = 0.2;
    const double eta = 0.05 * m / (l * s);
    law.gluey = {.on = true, .viscosity = eta, .roughness = 0.01 * l};
    World<3> world = world_of<3>(law, Vec<3>(0.0, -9.5, 0.0) * (l / (s * s)));
    add_boundary<3>(world, HalfSpace<3>{Vec<3>::Zero(), Vec<3>::Unit(1)});
    Bodies<3> bodies;
    for (int i = 0; i < 4; ++i) {
      bodies.add(ball<3>(l * Vec<3>(0.3 * (i % 2), 0.7 + 1.1 * i, 0.1 * i), 0.5 * l, m));
    }
    Simulation<3> simulation = simulate<3>(world, bodies, convex_scene<3>(s / 128.0));
    for (int k = 0; k < 100; ++k) simulation.advance();
    return std::pair(simulation.state().bodies.position[3], simulation.last().states);
  };
  const auto [x, gamma] = run(1.0, 1.0, 1.0);
  const auto [x_scaled, gamma_scaled] = run(length, mass, time);
  EXPECT_EQ(Vec<3>(x_scaled / length), x);
  ASSERT_EQ(gamma.size(), gamma_scaled.size());
  bool any = false;
  for (std::size_t c = 0; c < gamma.size(); ++c) {
    // The logarithm of the threshold is of a quotient: the same bits.
    EXPECT_EQ(gamma_scaled[c] / (mass * length / time), gamma[c]);
    any = any || gamma[c] < 0.0;
  }
  EXPECT_TRUE(any);
}

}  // namespace
}  // namespace galet::gluey_test
