#include "galet/law/gluey.hpp"

#include <gtest/gtest.h>

namespace galet::gluey_test {
namespace {

TEST(Gluey, pushes_are_remembered_and_taken_back_by_pulls) {
  constexpr double none = -std::numeric_limits<double>::infinity();
  GlueyState state;
  state = gluey_after(state, 2.0, none);
  EXPECT_EQ(state.gamma, -2.0);
  state = gluey_after(state, -0.5, none);
  EXPECT_EQ(state.gamma, -1.5);
  state = gluey_after(state, -1.5, none);
  EXPECT_EQ(state.gamma, 0.0);
  EXPECT_EQ(state.beta, 0.0);
}

TEST(Gluey, rounding_of_the_last_pull_leaves_nothing_to_hold) {
  constexpr double none = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(gluey_after({-0.3, 0.0}, -0.3 * (1.0 - 1e-15), none).gamma, 0.0);
  EXPECT_EQ(gluey_after({-0.3, 0.0}, -0.3 * (1.0 + 1e-15), none).gamma, 0.0);
  EXPECT_LT(gluey_after({-0.3, 0.0}, -0.299, none).gamma, 0.0);
}

// γ + β changes by −p_n whatever the threshold cuts off; β changes at the threshold alone.
TEST(Gluey, below_the_threshold_the_solid_carries) {
  GlueyState state = gluey_after({-2.0, 0.0}, 3.0, -4.0);
  EXPECT_EQ(state.gamma, -4.0);
  EXPECT_EQ(state.beta, -1.0);
  state = gluey_after(state, 2.0, -4.0);
  EXPECT_EQ(state.gamma, -4.0);
  EXPECT_EQ(state.beta, -3.0);
  state = gluey_after(state, -1.0, -4.0);
  EXPECT_EQ(state.gamma, -3.0);
  EXPECT_EQ(state.beta, -3.0);
}

// γ* = 6π η r² ln(roughness/r): ln(1/e) = −1.
TEST(Gluey, threshold_from_viscosity_and_roughness) {
  const double r = 0.02, eta = 3.0;
  const Gluey law{.on = true, .viscosity = eta, .roughness = r * std::exp(-1.0)};
  const double expected = -6.0 * std::numbers::pi * eta * r * r;
  EXPECT_NEAR(law.threshold(r), expected, 4e-16 * std::abs(expected));
  EXPECT_EQ((Gluey{.on = true, .gamma_star = -3.0}.threshold(r)), -3.0);
  EXPECT_EQ((Gluey{.on = true}.threshold(r)), -std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace galet::gluey_test
