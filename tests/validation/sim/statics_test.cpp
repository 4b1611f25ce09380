// Bodies at rest carry their weights.
#include <cmath>

#include "support/simulate.hpp"
#include <gtest/gtest.h>

namespace galet::statics_test {
namespace {

using test::add_boundary;
using test::ball;
using test::scene_of;
using test::simulate;
using test::world_of;

constexpr double kGravity = 9.81, kStep = 1e-3;

// A column of n discs of mass m: the contact below disc k carries (n − k) m g h in every step.
// Solver errors: the tolerance t times v_ref = w p (w p <= 4 n g h here) at each of n contacts,
// amplified by the inverse of the chain's smallest eigenvalue, below n²/2 (units of g h).
TEST(Statics, column_of_discs) {
  constexpr int n = 8;
  constexpr double tolerance = 1e-13, mass = 2.0;
  World<2> world = world_of<2>({0.3, {}}, Vec<2>(0.0, -kGravity));
  add_boundary<2>(world, HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}});
  Bodies<2> bodies;
  for (int k = 0; k < n; ++k) bodies.add(ball<2>({0.0, 0.5 + k}, 0.5, mass));
  Simulation<2> simulation = simulate<2>(world, bodies, scene_of<2>(kStep, tolerance));
  const double weight = mass * kGravity * kStep;
  const double error = tolerance * 4.0 * n * std::sqrt(n) * n * n / 2.0;
  for (int step = 0; step < 100; ++step) {
    simulation.advance();
    ASSERT_EQ(simulation.last().contacts.size(), static_cast<std::size_t>(n));
    ASSERT_EQ(simulation.last().solve.status, SolveStatus::solved);
    for (int k = 0; k < n; ++k) {
      const Vec<2>& p = simulation.last().impulses[static_cast<std::size_t>(k)];
      // What the velocities of one step miss, the impulses of the next one correct.
      EXPECT_NEAR(p[1] / weight, n - k, 2.0 * error);
      EXPECT_NEAR(p[0] / weight, 0.0, 2.0 * error);
    }
  }
  // Overlap comes only from the velocities left by the solver, over 100 steps.
  EXPECT_NEAR(simulation.state().bodies.position[n - 1][1], n - 0.5,
              100.0 * kStep * kStep * kGravity * error * n);
}

// A disc in a symmetric groove of half angle b, frictionless: each side carries m g/(2 sin b).
TEST(Statics, disc_in_a_groove) {
  const double b = 0.6;
  World<2> world = world_of<2>({0.0, {}}, Vec<2>(0.0, -kGravity));
  add_boundary<2>(world, HalfSpace<2>{{0.0, 0.0}, {std::cos(b), std::sin(b)}});
  add_boundary<2>(world, HalfSpace<2>{{0.0, 0.0}, {-std::cos(b), std::sin(b)}});
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 0.5 / std::sin(b)}, 0.5, 2.0));
  Simulation<2> simulation = simulate<2>(world, bodies, scene_of<2>(kStep, 1e-13));
  simulation.advance();
  ASSERT_EQ(simulation.last().impulses.size(), 2u);
  for (const Vec<2>& p : simulation.last().impulses) {
    // Two contacts with normals at the angle π − 2b: condition number below 10.
    EXPECT_NEAR(p.norm() / (2.0 * kGravity * kStep / (2.0 * std::sin(b))), 1.0, 1e-11);
  }
  EXPECT_NEAR(simulation.state().bodies.velocity[0].norm(), 0.0, 1e-12 * kGravity * kStep * 10.0);
}

// A floor that rises with constant speed lifts a ball: no dissipation, the work of the floor is the
// gain of potential energy. The ball starts with the floor's speed.
TEST(Statics, rising_floor_works_against_gravity) {
  constexpr double speed = 0.3, mass = 2.0;
  constexpr int steps = 1000;
  World<2> world = world_of<2>({0.3, {0.5, 0.0}}, Vec<2>(0.0, -kGravity));
  add_boundary<2>(world, HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}}).motion.velocity = Vec<2>(0.0, speed);
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 0.5}, 0.5, mass, {0.0, speed}));
  Simulation<2> simulation = simulate<2>(world, bodies, scene_of<2>(kStep));
  for (int k = 0; k < steps; ++k) simulation.advance();
  const double gain = mass * kGravity * speed * steps * kStep;
  const auto& energy = simulation.state().energy;
  EXPECT_NEAR(energy.work.boundaries, gain, 1e-12 * gain);
  EXPECT_NEAR(energy.potential - energy.potential_first, gain, 1e-12 * gain);
  EXPECT_NEAR(energy.work.dissipated, 0.0, 1e-12 * gain);
}

}  // namespace
}  // namespace galet::statics_test
