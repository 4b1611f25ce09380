// Exact solutions of the scheme "convex" under both friction models.
#include <cmath>
#include <limits>

#include "support/simulate.hpp"
#include <gtest/gtest.h>

namespace galet::convex_test {
namespace {

using test::add_boundary;
using test::ball;
using test::simulate;
using test::world_of;

constexpr double kAngle = 0.5;
constexpr double kG = 9.81;

Scene convex_scene(double h, FrictionModel model, double tolerance = 1e-12) {
  Scene scene = test::scene_of<2>(h, tolerance);
  scene.scheme = ConvexSettings{.friction_model = model};
  return scene;
}

// A disc on an incline, at rest.
Simulation<2> on_incline(double h, double mu, FrictionModel model, bool rolls) {
  PairLaw law;
  law.friction = mu;
  law.friction_model = model;
  World<2> world = world_of<2>(law, Vec<2>(0.0, -kG));
  add_boundary<2>(world, test::incline(kAngle));
  Body<2> body = ball<2>(0.1 * Vec<2>(std::sin(kAngle), std::cos(kAngle)), 0.1);
  body.free_rotation = rolls;
  Bodies<2> bodies;
  bodies.add(body);
  return simulate<2>(world, bodies, convex_scene(h, model));
}

double along(const Simulation<2>& s) {
  return s.state().bodies.velocity[0].dot(test::downhill(kAngle));
}
double gap(const Simulation<2>& s) {
  return s.state().bodies.position[0].dot(Vec<2>(std::sin(kAngle), std::cos(kAngle))) - 0.1;
}

// Coulomb: v = n h g (sin a − mu cos a), on the plane.
TEST(Convex, sliding_with_coulombs_friction) {
  constexpr double mu = 0.2, h = 1e-3;
  Simulation<2> simulation = on_incline(h, mu, FrictionModel::coulomb, false);
  const double a = kG * (std::sin(kAngle) - mu * std::cos(kAngle));
  for (int n = 1; n <= 500; ++n) {
    const StepRecord record = simulation.advance();
    ASSERT_NEAR(along(simulation), n * h * a, 1e-12);
    ASSERT_NEAR(gap(simulation), 0.0, 1e-14);
    ASSERT_EQ(record.opening, 0.0);
  }
}

// Convex: the gap at the end of every step is mu h v_t. With x = v_t, so v_n⁺ = mu (x⁺ − x), the
// normal momentum gives p = mu (x⁺ − x) − v_n + h g cos a, and
//   x⁺ = x + h g sin a − mu p,   that is   (1 + mu²) x⁺ = (1 + mu²) x + mu v_n + h a.
TEST(Convex, sliding_with_convex_friction_opens_by_mu_h_slip) {
  for (const double h : {1e-2, 1e-3}) {
    constexpr double mu = 0.2;
    Simulation<2> simulation = on_incline(h, mu, FrictionModel::convex, false);
    const double a = kG * (std::sin(kAngle) - mu * std::cos(kAngle));
    double x = 0.0;
    double v_n = 0.0;
    for (int n = 1; n <= 300; ++n) {
      const StepRecord record = simulation.advance();
      const double next = x + (mu * v_n + h * a) / (1.0 + mu * mu);
      v_n = mu * (next - x);
      x = next;
      ASSERT_NEAR(along(simulation), x, 1e-11 * n * h);
      ASSERT_NEAR(gap(simulation), mu * h * x, 1e-13);
      ASSERT_NEAR(record.opening, mu * h * x, 1e-13);
    }
    // In the long run the acceleration is Coulomb's.
    EXPECT_NEAR(x / (300 * h * a), 1.0, 1.0 / 300);
  }
}

// A disc that rolls without slip: v = n h (2/3) g sin a, if tan a < 3 mu. Nothing opens.
TEST(Convex, rolling_is_the_same_under_both_models) {
  constexpr double mu = 0.4, h = 1e-3;
  for (const FrictionModel model : {FrictionModel::coulomb, FrictionModel::convex}) {
    Simulation<2> simulation = on_incline(h, mu, model, true);
    for (int n = 1; n <= 300; ++n) {
      const StepRecord record = simulation.advance();
      ASSERT_NEAR(along(simulation), n * h * 2.0 / 3.0 * kG * std::sin(kAngle), 1e-11);
      ASSERT_NEAR(gap(simulation), 0.0, 1e-13);
      ASSERT_NEAR(record.opening, 0.0, 1e-13);
    }
  }
}

// Forces act by their mean over the step: v is the integral of the table, whatever the step.
TEST(Convex, forces_are_means_over_the_step) {
  constexpr double h = 0.3;
  World<2> world = world_of<2>({});
  const std::vector<double> times{0.1, 1.0, 1.7};
  world.forces.push_back({0, {times, {{1.0, 0.0}, {5.0, 0.0}, {-2.0, 0.0}}}});
  world.gravity = {{0.5}, {{0.0, -2.0}}, Interpolation::step};
  world.gravity = {{0.0, 0.5}, {{0.0, 0.0}, {0.0, -2.0}}, Interpolation::step};
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 0.0}, 0.1, 2.0));
  Simulation<2> simulation = simulate<2>(world, bodies, convex_scene(h, FrictionModel::coulomb));
  for (int k = 0; k < 10; ++k) simulation.advance();
  // ∫f to 3: 0.1·1 + 0.9·3 + 0.7·1.5 + 1.3·(−2) = 1.25; gravity acts for 2.5 s.
  const Vec<2> v = simulation.state().bodies.velocity[0];
  EXPECT_NEAR(v[0], 1.25 / 2.0, 1e-14);
  EXPECT_NEAR(v[1], -5.0, 1e-14);
  EXPECT_LE(simulation.state().energy.balance_error_relative(), 1e-14);
}

// One stack of balls on a plane pressed by a moving one: the obstacle's way is felt exactly.
TEST(Convex, moving_obstacles_push_without_overlap) {
  constexpr double h = 0.05;
  World<2> world = world_of<2>({});
  add_boundary<2>(world, HalfSpace<2>{{0.0, 0.0}, {1.0, 0.0}}).motion.velocity = Vec<2>(0.7, 0.0);
  Bodies<2> bodies;
  for (int i = 0; i < 4; ++i) bodies.add(ball<2>({1.0 + 1.2 * i, 0.0}, 0.5));
  Simulation<2> simulation = simulate<2>(world, bodies, convex_scene(h, FrictionModel::coulomb));
  for (int k = 0; k < 100; ++k) {
    EXPECT_LE(simulation.advance().penetration, 1e-12);
  }
  // Inelastic: all four move with the plane, touching it and each other.
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(simulation.state().bodies.velocity[i][0], 0.7, 1e-11);
    EXPECT_NEAR(simulation.state().bodies.position[i][0], 0.7 * 5.0 + 0.5 + double(i), 1e-11);
  }
}

}  // namespace
}  // namespace galet::convex_test
