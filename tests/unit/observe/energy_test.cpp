#include "galet/observe/energy.hpp"

#include "support/hand_built.hpp"
#include <gtest/gtest.h>

namespace galet::energy_test {
namespace {

using test::ball;

TEST(Energy, kinetic_is_half_m_v2_plus_half_i_w2) {
  Workers workers;
  Bodies<3> bodies;
  EXPECT_EQ(kinetic_energy(bodies, workers), 0.0);
  Body<3> body = ball<3>({0.0, 0.0, 0.0}, 0.5, 2.0, {1.0, 2.0, 2.0});  // |v|² = 9
  body.spin = {0.0, 3.0, 4.0};                                         // |ω|² = 25, I = 0.2
  bodies.add(body);
  bodies.add(body);
  EXPECT_NEAR(kinetic_energy(bodies, workers), 2.0 * (9.0 + 2.5), 1e-14);
}

// −m g·x; a body that cannot fall has no potential energy along that direction.
TEST(Energy, potential_counts_free_directions_only) {
  Workers workers;
  Bodies<2> bodies;
  Body<2> body = ball<2>({3.0, 5.0}, 0.5, 2.0);
  bodies.add(body);
  EXPECT_NEAR(potential_energy(bodies, Vec<2>(0.0, -10.0), workers), 100.0, 1e-13);
  body.free = {1.0, 0.0};
  bodies.add(body);
  EXPECT_NEAR(potential_energy(bodies, Vec<2>(0.0, -10.0), workers), 100.0, 1e-13);
  EXPECT_NEAR(potential_energy(bodies, Vec<2>(1.0, -10.0), workers), 100.0 - 12.0, 1e-13);
}

// E(t) − E(0) = external + boundaries − dissipated + correction.
TEST(EnergyBudget, balance_of_known_terms) {
  EnergyBudget budget;
  budget.open(10.0, 5.0);
  EXPECT_EQ(budget.balance_error_relative(), 0.0);
  EnergyWork work;
  work.external = 3.0;
  work.boundaries = 2.0;
  work.dissipated = 4.0;
  work.correction = -0.5;
  budget.add(work, 12.0, 3.5);  // +0.5 in all
  EXPECT_EQ(budget.balance_error_relative(), 0.0);
  EXPECT_EQ(budget.turnover, 3.5);
  EXPECT_EQ(budget.largest, 13.5);
  budget.add(work, 12.0, 3.5);  // 0.5 more is claimed, nothing gained
  EXPECT_NEAR(budget.balance_error_relative(), 0.5 / 13.5, 1e-15);
  EXPECT_EQ(budget.work.dissipated, 8.0);
  budget.open(0.0, 0.0);
  EXPECT_EQ(budget.work.dissipated, 0.0);
  EXPECT_EQ(budget.balance_error_relative(), 0.0);
}

// Energy that goes into contacts and comes back is in the balance.
TEST(EnergyBudget, stored_energy_counts) {
  EnergyBudget budget;
  budget.open(10.0, 5.0, 1.0);
  budget.add({}, 7.0, 5.0, 4.0);
  EXPECT_EQ(budget.balance_error_relative(), 0.0);
  EXPECT_EQ(budget.turnover, 6.0);
  EXPECT_EQ(budget.largest, 11.0);
  budget.add({}, 7.0, 5.0, 3.0);  // 1 lost without a trace
  EXPECT_NEAR(budget.balance_error_relative(), 1.0 / 11.0, 1e-15);
}

}  // namespace
}  // namespace galet::energy_test
