// The steel ball of [Abide2021, section 6.1]: put with 1 m/s on a belt that runs with 2 m/s, it
// slips for t_roll = |v − v_belt|/(mu g (1 + m r²/I)) = 1/(3.5 mu g) while its velocity grows by mu
// g t, then rolls: v = 1 + 1/3.5 = 9/7 m/s, and v + ω r = 2.
#include <limits>

#include "support/simulate.hpp"
#include <gtest/gtest.h>

namespace galet::conveyor_test {
namespace {

constexpr double kRadius = 0.0027, kMass = 6.5958e-4, kMu = 0.22, kGravity = 9.80665;
constexpr int kStepsToRoll = 1000;
constexpr double kRollTime = 1.0 / (3.5 * kMu * kGravity);

Simulation<2> belt(double tangential_restitution) {
  World<2> world = test::world_of<2>({kMu, {1.0, tangential_restitution}}, Vec<2>(0.0, -kGravity));
  test::add_boundary<2>(world, HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}}).motion.surface_velocity =
      Vec<2>(2.0, 0.0);
  Body<2> body = test::ball<2>({0.0, kRadius}, kRadius, kMass, {1.0, 0.0});
  body.inertia = 0.4 * kMass * kRadius * kRadius;
  Bodies<2> bodies;
  bodies.add(body);
  return test::simulate<2>(world, bodies, test::scene_of<2>(kRollTime / kStepsToRoll));
}

TEST(Conveyor, ball_slips_then_rolls) {
  // One or two roundings of velocities of size 2 per step.
  constexpr double rounding = 8.0 * kStepsToRoll * std::numeric_limits<double>::epsilon() * 2.0;
  for (const double e_t : {0.0, 1.0}) {
    Simulation<2> simulation = belt(e_t);
    for (int k = 1; k < kStepsToRoll; ++k) {
      simulation.advance();
      ASSERT_EQ(simulation.last().status[0], ContactStatus::slip) << "step " << k;
      const double t = k * kRollTime / kStepsToRoll;
      ASSERT_NEAR(simulation.state().bodies.velocity[0][0], 1.0 + kMu * kGravity * t, rounding);
    }
    simulation.advance();  // t_roll
    const auto expect_rolling = [&] {
      const Bodies<2>& bodies = simulation.state().bodies;
      EXPECT_NEAR(bodies.velocity[0][0], 9.0 / 7.0, rounding);
      EXPECT_NEAR(bodies.spin[0][0] * kRadius, 5.0 / 7.0, rounding);
      EXPECT_NEAR(bodies.velocity[0][1], 0.0, rounding);
    };
    expect_rolling();
    for (int k = 0; k < 500; ++k) simulation.advance();
    expect_rolling();
    // Distance: (1 + 9/7)/2 t_roll while slipping, 9/7 t_roll/2 while rolling.
    EXPECT_NEAR(simulation.state().bodies.position[0][0], (8.0 / 7.0 + 0.5 * 9.0 / 7.0) * kRollTime,
                rounding);
    // The belt pulls with mu m g over its own way 2 t_roll.
    EXPECT_NEAR(simulation.state().energy.work.boundaries, kMu * kMass * kGravity * 2.0 * kRollTime,
                rounding * kMass * 10.0);
  }
}

}  // namespace
}  // namespace galet::conveyor_test
