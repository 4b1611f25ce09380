// Cohesion against exact thresholds: a bond carries F_c and no more.
#include <cmath>
#include <limits>

#include "support/simulate.hpp"
#include <gtest/gtest.h>

namespace galet::cohesion_test {
namespace {

using test::ball;
using test::simulate;

constexpr double kGravity = 10.0, kRadius = 0.1, kStep = 1e-3;
constexpr double kRounding = 1e-11;

PairLaw sticky(double force, double mu = 0.0, double energy = 0.0) {
  return {.friction = mu, .restitution = {}, .cohesion = {force, energy}};
}

template <int D>
Scene scene_on(NormalContact normal) {
  Scene scene = test::scene_of<D>(kStep, 1e-13);
  if (normal == NormalContact::gap) scene.scheme = MoreauJeanSettings{};
  return scene;
}

// Balls of 1 kg hang from a ceiling, one below the other, touching.
template <int D>
Simulation<D> hanging(int count, const PairLaw& law, NormalContact normal) {
  World<D> world = test::world_of<D>(law, -kGravity * Vec<D>::Unit(D - 1));
  test::add_boundary<D>(world, HalfSpace<D>{Vec<D>::Zero(), -Vec<D>::Unit(D - 1)});
  Bodies<D> bodies;
  for (int k = 0; k < count; ++k) {
    bodies.add(ball<D>(-(2 * k + 1) * kRadius * Vec<D>::Unit(D - 1), kRadius));
  }
  return simulate<D>(world, bodies, scene_on<D>(normal));
}

class Cohesion : public ::testing::TestWithParam<NormalContact> {};
INSTANTIATE_TEST_SUITE_P(Levels, Cohesion,
                         ::testing::Values(NormalContact::gap, NormalContact::velocity),
                         [](const auto& each) {
                           return each.param == NormalContact::gap ? "gap" : "velocity";
                         });

// A column of n balls hangs while n m g <= F_c: the top bond carries all of them.
TEST_P(Cohesion, hanging_column_breaks_at_its_critical_height) {
  for (const int count : {1, 5}) {
    const double weight = count * kGravity;
    Simulation<2> holds = hanging<2>(count, sticky(weight * (1.0 + 1e-9)), GetParam());
    Simulation<2> barely = hanging<2>(count, sticky(weight * (1.0 - 1e-6)), GetParam());
    Simulation<2> falls = hanging<2>(count, sticky(0.9 * weight), GetParam());
    const Vec<2> start = holds.state().bodies.position[0];
    constexpr int steps = 200;
    for (int k = 0; k < steps; ++k) {
      holds.advance();
      barely.advance();
      falls.advance();
    }
    EXPECT_NEAR((holds.state().bodies.position[0] - start).norm(), 0.0, kRounding);
    // The bond at the top carried F_c for one step, then all fall freely together.
    const double v = kGravity * steps * kStep - 0.9 * weight * kStep / count;
    const Bodies<2>& below = falls.state().bodies;
    EXPECT_NEAR(below.velocity[0][1], -v, kRounding);
    EXPECT_NEAR(below.velocity[static_cast<std::size_t>(count - 1)][1], -v, kRounding);
    // An excess of 1e-6 g opens it by more than what counts as touching, 1e-8 r, in 15 steps.
    EXPECT_LT(barely.state().bodies.velocity[0][1], -kGravity * (steps - 16) * kStep);
  }
}

// F_c = 2π Γ r_eff in 3D, at a wall with the ball's radius and between balls with half of it.
TEST_P(Cohesion, adhesion_energy_gives_the_pull_of_the_effective_radius) {
  const double gamma = 1.01 * kGravity / (2.0 * 3.14159265358979 * kRadius);
  Simulation<3> one = hanging<3>(1, sticky(0.0, 0.0, gamma), GetParam());
  Simulation<3> two = hanging<3>(2, sticky(0.0, 0.0, 2.0 * gamma), GetParam());
  // The lower bond carries 1 kg with half of the radius, so 2 Γ; with less it breaks.
  Simulation<3> less = hanging<3>(2, sticky(0.0, 0.0, 1.9 * gamma), GetParam());
  for (int k = 0; k < 50; ++k) {
    one.advance();
    two.advance();
    less.advance();
  }
  EXPECT_NEAR(one.state().bodies.velocity[0].norm(), 0.0, kRounding);
  EXPECT_NEAR(two.state().bodies.velocity[1].norm(), 0.0, kRounding);
  EXPECT_LT(less.state().bodies.velocity[1][2], -0.1);
}

// A block on a floor slips where the push T exceeds µ (m g + F_c); it accelerates by the rest.
TEST_P(Cohesion, slip_limit_is_mu_times_load_and_pull) {
  const double mu = 0.4, force = 7.0, limit = mu * (kGravity + force);
  for (const double factor : {0.999, 1.5}) {
    World<2> world = test::world_of<2>(sticky(force, mu), Vec<2>(factor * limit, -kGravity));
    test::add_boundary<2>(world, HalfSpace<2>{Vec<2>::Zero(), Vec<2>(0.0, 1.0)});
    Body<2> body = ball<2>(Vec<2>(0.0, kRadius), kRadius);
    body.free_rotation = false;
    Bodies<2> bodies;
    bodies.add(body);
    Simulation<2> simulation = simulate<2>(world, bodies, scene_on<2>(GetParam()));
    for (int k = 0; k < 100; ++k) simulation.advance();
    const double a = factor > 1.0 ? (factor - 1.0) * limit : 0.0;
    EXPECT_NEAR(simulation.state().bodies.velocity[0][0], a * 100 * kStep, kRounding);
    EXPECT_EQ(simulation.last().status[0],
              factor > 1.0 ? ContactStatus::slip : ContactStatus::stick);
    EXPECT_NEAR(simulation.last().impulses[0][1], kGravity * kStep, kRounding);
  }
}

// Not felt across a gap: a ball that passes by closer than it could be pulled keeps its velocity,
// and a ball that was lifted off does not come back.
TEST_P(Cohesion, is_not_felt_across_a_gap) {
  World<2> world = test::world_of<2>(sticky(1e3));
  Bodies<2> bodies;
  bodies.add(ball<2>(Vec<2>(0.0, 0.0), kRadius));
  bodies.add(ball<2>(Vec<2>(-0.3, 2.0 * kRadius + 1e-4), kRadius, 1.0, Vec<2>(3.0, 0.0)));
  Simulation<2> simulation = simulate<2>(world, bodies, scene_on<2>(GetParam()));
  for (int k = 0; k < 200; ++k) simulation.advance();
  EXPECT_EQ(simulation.state().bodies.velocity[1], Vec<2>(3.0, 0.0));
  EXPECT_EQ(simulation.state().bodies.velocity[0], Vec<2>(0.0, 0.0));
}

// Two balls that meet head-on without restitution stay together, bonded without an impulse; the
// bond is a state of the contact. A pull on one of them beyond 2 F_c (the other follows) parts
// them.
TEST_P(Cohesion, bond_without_impulse_lasts) {
  World<2> world = test::world_of<2>(sticky(5.0));
  world.groups = {"", "pulled"};
  world.forces.push_back(
      {1, VectorSeries{{0.0, 0.099, 0.1, 1.0}, {{0.0, 0.0}, {0.0, 0.0}, {9.9, 0.0}, {9.9, 0.0}}}});
  Bodies<2> bodies;
  bodies.add(ball<2>(Vec<2>(0.0, 0.0), kRadius, 1.0, Vec<2>(1.0, 0.0)));
  Body<2> pulled = ball<2>(Vec<2>(2.01 * kRadius, 0.0), kRadius, 1.0, Vec<2>(-1.0, 0.0));
  pulled.group = 1;
  bodies.add(pulled);
  Simulation<2> simulation = simulate<2>(world, bodies, scene_on<2>(GetParam()));
  for (int k = 0; k < 90; ++k) simulation.advance();
  ASSERT_EQ(simulation.last().states.size(), 1U);
  EXPECT_EQ(simulation.last().states[0], 1.0);
  EXPECT_NEAR(simulation.last().impulses[0].norm(), 0.0, 1e-15);
  EXPECT_EQ(simulation.state().memory.size(), 1U);
  // 9.9 N on two balls of 1 kg: the bond carries 4.95 N < F_c, and both go along.
  for (int k = 0; k < 110; ++k) simulation.advance();
  const Bodies<2>& now = simulation.state().bodies;
  EXPECT_GT(now.velocity[0][0], 0.1);
  EXPECT_NEAR(now.velocity[0][0], now.velocity[1][0], kRounding);
}

// Opening a bond takes no more than F_c over the way of the step: all of it is dissipated, and the
// balance of energies closes up to the rounding of 15 J of potential energy over the 1e-4 J that
// are in play at first.
TEST_P(Cohesion, energies_balance) {
  Simulation<2> falls = hanging<2>(3, sticky(20.0), GetParam());
  for (int k = 0; k < 100; ++k) {
    falls.advance();
    ASSERT_LT(std::abs(falls.state().energy.balance_error_relative()), 1e-10);
  }
  EXPECT_GE(falls.state().energy.work.dissipated, 0.0);
}

}  // namespace
}  // namespace galet::cohesion_test
