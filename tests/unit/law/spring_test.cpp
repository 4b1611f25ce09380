#include "galet/law/spring.hpp"

#include <gtest/gtest.h>

namespace galet {
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

}  // namespace
}  // namespace galet
