// One disc on a plane inclined at the angle a. While it slides or rolls the normal velocity is
// zero, so every step carries p_n = m g cos(a) h and the scheme (θ = 1/2) is exact: velocities and
// positions are those of uniform acceleration up to round-off.
#include <cmath>
#include <limits>

#include "support/simulate.hpp"
#include <gtest/gtest.h>

namespace galet::incline_test {
namespace {

using test::ball;
using test::downhill;
using test::simulate;

constexpr double kGravity = 9.81, kRadius = 0.1, kStep = 1e-3;
constexpr int kSteps = 1000;
constexpr double kTime = kSteps * kStep;
// Each step rounds velocities and positions (of size at most 10) a few times.
constexpr double kRounding = 8.0 * kSteps * std::numeric_limits<double>::epsilon() * 10.0;

Simulation<2> disc_on_incline(double angle, double mu, bool rotation, const Vec<2>& velocity) {
  World<2> world = test::world_of<2>({mu, {}}, Vec<2>(0.0, -kGravity));
  test::add_boundary<2>(world, test::incline(angle));
  Body<2> body =
      ball<2>(kRadius * Vec<2>(std::sin(angle), std::cos(angle)), kRadius, 2.0, velocity);
  body.free_rotation = rotation;
  Bodies<2> bodies;
  bodies.add(body);
  return simulate<2>(world, bodies, test::scene_of<2>(kStep));
}

// Sliding block: acceleration g (sin a − mu cos a), friction work mu m g cos a × distance.
TEST(Incline, sliding_block) {
  for (const double angle : {0.2, 0.5, 1.0}) {
    const double mu = 0.5 * std::tan(angle);
    Simulation<2> simulation = disc_on_incline(angle, mu, false, Vec<2>::Zero());
    for (int k = 0; k < kSteps; ++k) {
      simulation.advance();
      ASSERT_EQ(simulation.last().status[0], ContactStatus::slip);
    }
    const double a = kGravity * (std::sin(angle) - mu * std::cos(angle));
    const Bodies<2>& bodies = simulation.state().bodies;
    EXPECT_NEAR((bodies.velocity[0] - a * kTime * downhill(angle)).norm(), 0.0, kRounding);
    const Vec<2> start = kRadius * Vec<2>(std::sin(angle), std::cos(angle));
    const double distance = 0.5 * a * kTime * kTime;
    EXPECT_NEAR((bodies.position[0] - start - distance * downhill(angle)).norm(), 0.0, kRounding);
    EXPECT_NEAR(simulation.state().energy.work.dissipated,
                mu * 2.0 * kGravity * std::cos(angle) * distance, 100.0 * kRounding);
    EXPECT_EQ(bodies.spin[0][0], 0.0);
  }
}

// Above the angle of friction it stays: round-off of the velocities, m/s, and of their sum.
TEST(Incline, sticking_block) {
  for (const double angle : {0.2, 0.5, 1.0}) {
    Simulation<2> simulation =
        disc_on_incline(angle, 1.01 * std::tan(angle), false, Vec<2>::Zero());
    const Vec<2> start = simulation.state().bodies.position[0];
    for (int k = 0; k < kSteps; ++k) {
      simulation.advance();
      ASSERT_EQ(simulation.last().status[0], ContactStatus::stick);
    }
    EXPECT_NEAR(simulation.state().bodies.velocity[0].norm(), 0.0, 1e-15);
    EXPECT_NEAR((simulation.state().bodies.position[0] - start).norm(), 0.0, kRounding);
  }
}

// A block pushed uphill decelerates with g (sin a + mu cos a) and, where mu > tan a, comes to rest.
TEST(Incline, block_pushed_uphill_comes_to_rest) {
  const double angle = 0.4, mu = 0.8;
  const double a = kGravity * (std::sin(angle) + mu * std::cos(angle));
  // Stops at the end of step 400 exactly, where the slip velocity vanishes.
  const double v0 = a * 400 * kStep;
  Simulation<2> simulation = disc_on_incline(angle, mu, false, -v0 * downhill(angle));
  for (int k = 0; k < kSteps; ++k) simulation.advance();
  const Vec<2> moved =
      simulation.state().bodies.position[0] - kRadius * Vec<2>(std::sin(angle), std::cos(angle));
  EXPECT_NEAR((moved + 0.5 * v0 * v0 / a * downhill(angle)).norm(), 0.0, kRounding);
  EXPECT_NEAR(simulation.state().bodies.velocity[0].norm(), 0.0, 1e-14);
}

// Rolling without slip: a = g sin a/(1 + I/(m r²)) = 2/3 g sin a, spin −v/r (it rolls to the right,
// clockwise), nothing dissipated.
TEST(Incline, rolling_disc) {
  const double angle = 0.5;
  Simulation<2> simulation = disc_on_incline(angle, 0.9, true, Vec<2>::Zero());
  for (int k = 0; k < kSteps; ++k) {
    simulation.advance();
    ASSERT_EQ(simulation.last().status[0], ContactStatus::stick);
  }
  const double v = kGravity * std::sin(angle) / 1.5 * kTime;
  const Bodies<2>& bodies = simulation.state().bodies;
  EXPECT_NEAR((bodies.velocity[0] - v * downhill(angle)).norm(), 0.0, kRounding);
  EXPECT_NEAR(bodies.spin[0][0], -v / kRadius, kRounding / kRadius);
  EXPECT_NEAR(bodies.rotation[0].angle(), -0.5 * v * kTime / kRadius, kRounding / kRadius);
  EXPECT_NEAR(simulation.state().energy.work.dissipated, 0.0, 100.0 * kRounding);
}

// Too little friction to roll: a = g (sin a − mu cos a), angular acceleration −mu m g cos a r/I.
TEST(Incline, slipping_and_spinning_disc) {
  const double angle = 0.8, mu = 0.2;
  Simulation<2> simulation = disc_on_incline(angle, mu, true, Vec<2>::Zero());
  for (int k = 0; k < kSteps; ++k) simulation.advance();
  const double v = kGravity * (std::sin(angle) - mu * std::cos(angle)) * kTime;
  const double w = -mu * kGravity * std::cos(angle) / (0.5 * kRadius) * kTime;
  EXPECT_NEAR((simulation.state().bodies.velocity[0] - v * downhill(angle)).norm(), 0.0, kRounding);
  EXPECT_NEAR(simulation.state().bodies.spin[0][0], w, kRounding / kRadius);
}

}  // namespace
}  // namespace galet::incline_test
