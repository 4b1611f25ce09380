#include "galet/law/spring.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace galet::spring_test {
namespace {

TEST(Spring, PushesAndNeverPulls) {
  const Spring spring{.normal = 100.0, .tangential = 40.0, .damping = 3.0};
  EXPECT_DOUBLE_EQ(spring.normal_force(0.1, 0.0), 10.0);
  EXPECT_DOUBLE_EQ(spring.normal_force(0.1, 2.0), 16.0);   // approach: k d + c ḋ
  EXPECT_DOUBLE_EQ(spring.normal_force(0.1, -2.0), 4.0);   // separation
  EXPECT_DOUBLE_EQ(spring.normal_force(0.1, -20.0), 0.0);  // would pull
}

TEST(Spring, EnergiesAreThoseOfLinearSprings) {
  const Spring spring{.normal = 100.0, .tangential = 40.0};
  EXPECT_DOUBLE_EQ(spring.normal_energy(0.1), 0.5);
  EXPECT_DOUBLE_EQ(spring.tangential_energy<2>({0.3, 0.4}), 5.0);
}

TEST(Spring, StretchIsCutToCoulombsLimit) {
  const Spring spring{.normal = 100.0, .tangential = 10.0};
  const Vec<3> stretch(0.3, 0.0, 0.4);  // a force of 5 N
  EXPECT_EQ(cut_stretch<3>(spring, stretch, 5.0), stretch);
  const Vec<3> cut = cut_stretch<3>(spring, stretch, 2.0);
  EXPECT_NEAR(10.0 * cut.norm(), 2.0, 1e-15);
  EXPECT_NEAR(cross(cut, stretch).norm(), 0.0, 1e-17);
  EXPECT_EQ(cut_stretch<3>(spring, stretch, 0.0), (Vec<3>::Zero()));
}

// Spring and dashpot together stay within Coulomb's limit, and the dashpot's part never does work:
// λ_d·u <= −|λ_d|²/c_t.
TEST(Spring, TangentialDashpotTakesWhatTheSpringLeaves) {
  const Spring spring{.normal = 1.0, .tangential = 10.0, .tangential_damping = 2.0};
  const Vec<2> along(1.0, 0.0);
  const auto force = [&](double stretch, double velocity) {
    return dashpot_force<2>(spring, stretch * along, velocity * along, 5.0)[0];
  };
  EXPECT_DOUBLE_EQ(force(0.0, 1.5), -3.0);   // −c_t u
  EXPECT_DOUBLE_EQ(force(0.3, 1.5), -2.0);   // the spring has 3 of the 5 N
  EXPECT_DOUBLE_EQ(force(0.5, 1.5), 0.0);    // slip: nothing is left
  EXPECT_DOUBLE_EQ(force(0.5, -1.5), 3.0);   // on the way back it is
  EXPECT_DOUBLE_EQ(force(0.5, -9.0), 10.0);  // up to the limit on the other side
  for (int k = 0; k < 32; ++k) {
    const double angle = 0.2 * k;
    const Vec<2> u = 0.2 * k * Vec<2>(std::cos(angle), std::sin(angle));
    const Vec<2> stretch(0.4, -0.2);
    const Vec<2> f = dashpot_force<2>(spring, stretch, u, 5.0);
    EXPECT_LE((f - 10.0 * stretch).norm(), 5.0 + 1e-14);
    EXPECT_LE(f.dot(u), -0.5 * f.squaredNorm() + 1e-14);
  }
}

}  // namespace
}  // namespace galet::spring_test
