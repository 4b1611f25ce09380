#include "galet/geometry/mass_properties.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace galet::mass_properties_test {
namespace {

// Volume and second moment by summing shells: V = ∫ c r^(k-1) dr with c the surface of the unit
// circle or sphere; I about an axis = (m/V) · share · ∫ r² dV, share = 1 (disc: the distance to the
// axis is r) or 2/3 (sphere: mean of sin² over directions). Midpoint rule with n shells: relative
// error below 1/n².
TEST(MassProperties, agree_with_sums_over_shells) {
  constexpr int n = 10000;
  constexpr double radius = 0.3, mass = 2.5;
  for (const BallSolid solid : {BallSolid::disc, BallSolid::sphere}) {
    const bool disc = solid == BallSolid::disc;
    double volume = 0.0, second = 0.0;
    for (int k = 0; k < n; ++k) {
      const double r = (k + 0.5) * radius / n;
      const double shell = (disc ? 2.0 * M_PI * r : 4.0 * M_PI * r * r) * radius / n;
      volume += shell;
      second += r * r * shell;
    }
    EXPECT_NEAR(ball_volume(solid, radius) / volume, 1.0, 1.0 / n / n);
    const double inertia = mass / volume * (disc ? 1.0 : 2.0 / 3.0) * second;
    EXPECT_NEAR(ball_inertia(solid, mass, radius) / inertia, 1.0, 4.0 / n / n);
  }
}

// The steel ball of [Abide2021, section 6.1]: r = 0.0027 m, 8000 kg/m³, printed mass 6.5958e-4 kg,
// that is to half a unit of the last digit.
TEST(MassProperties, steel_ball_of_the_conveyor) {
  EXPECT_NEAR(8000.0 * ball_volume(BallSolid::sphere, 0.0027), 6.5958e-4, 0.5e-8);
}

}  // namespace
}  // namespace galet::mass_properties_test
