#include "galet/solver/momentum.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace galet::momentum_test {
namespace {

// Nesterov's numbers: t = 1, (1 + √5)/2, (1 + √(1 + 4 t²))/2, and β = (t − 1)/t'.
TEST(Momentum, follows_nesterovs_sequence_up_to_the_cap_and_starts_anew) {
  Momentum momentum;
  EXPECT_EQ(momentum.beta(), 0.0);
  momentum.next(false, 1.0);
  EXPECT_EQ(momentum.beta(), 0.0);  // (1 − 1)/t'
  momentum.next(false, 1.0);
  const double t = 0.5 * (1.0 + std::sqrt(5.0));
  EXPECT_NEAR(momentum.beta(), (t - 1.0) / (0.5 * (1.0 + std::sqrt(1.0 + 4.0 * t * t))), 1e-15);
  for (int k = 0; k < 30; ++k) momentum.next(false, 0.7);
  EXPECT_EQ(momentum.beta(), 0.7);
  momentum.next(true, 0.7);
  EXPECT_EQ(momentum.beta(), 0.0);
}

TEST(MomentumCap, rises_slowly_where_the_residual_hardly_falls) {
  MomentumCap cap;
  const double first = cap.value();
  EXPECT_FALSE(cap.look(1.0));
  EXPECT_EQ(cap.value(), first);  // nothing to compare with
  EXPECT_FALSE(cap.look(0.9));
  EXPECT_NEAR(1.0 - cap.value(), 0.9 * (1.0 - first), 1e-15);
  for (int k = 0; k < 100; ++k) cap.look(0.9);
  EXPECT_NEAR(cap.value(), 0.97, 1e-15);
}

TEST(MomentumCap, falls_and_calls_for_a_new_start_where_the_residual_grows) {
  MomentumCap cap;
  const double first = cap.value();
  cap.look(1.0);
  EXPECT_TRUE(cap.look(1.6));
  EXPECT_NEAR(1.0 - cap.value(), 1.5 * (1.0 - first), 1e-15);
  double residual = 1.0;
  for (int k = 0; k < 20; ++k) cap.look(residual *= 2.0);
  EXPECT_NEAR(cap.value(), 0.5, 1e-15);
}

TEST(MomentumCap, stays_where_the_residual_falls_well) {
  MomentumCap cap;
  const double first = cap.value();
  double residual = 1.0;
  for (int k = 0; k < 20; ++k) EXPECT_FALSE(cap.look(residual *= 0.6));
  EXPECT_EQ(cap.value(), first);
}

}  // namespace
}  // namespace galet::momentum_test
