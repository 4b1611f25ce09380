// Unbalanced forces and the state of a flow, of arrangements whose values are known.
#include <cmath>

#include "support/random_vectors.hpp"
#include "support/touching.hpp"
#include <gtest/gtest.h>

#include "galet/observe/inertial_number.hpp"
#include "galet/observe/unbalanced.hpp"

namespace galet::equilibrium_test {
namespace {

using test::add_boundary;
using test::ball;
using test::Touching;

// Three balls in a row push each other with the same force: the middle one is in balance, each of
// the others feels that force; the mean resultant is 2/3 of it.
TEST(Unbalanced, of_three_balls_in_a_row) {
  Touching<2> t;
  for (int k = 0; k < 3; ++k) t.bodies.add(ball<2>({2.0 * k, 0.0}, 1.0));
  t.press(5.0);
  const Unbalanced all = compute_unbalanced(t.look(), Part<2>{});
  EXPECT_NEAR(all.ratio(), 2.0 / 3.0, 1e-15);
  EXPECT_NEAR(all.resultant / all.contact, 2.0 / 3.0, 1e-15);
  const Part<2> middle{{}, BoxWindow<2>{{1.0, -1.0}, {3.0, 1.0}}};
  EXPECT_NEAR(compute_unbalanced(t.look(), middle).ratio(), 0.0, 1e-15);
}

// Weight counts, immovable bodies and locked directions do not.
TEST(Unbalanced, counts_weight_in_free_directions) {
  Touching<2> t;
  t.world.gravity = VectorSeries::constant({3.0, -4.0});
  t.bodies.add(ball<2>({0.0, 0.0}, 1.0, 2.0));
  Body<2> locked = ball<2>({10.0, 0.0}, 1.0, 2.0);
  locked.free = {1.0, 0.0};
  t.bodies.add(locked);
  Body<2> fixed = ball<2>({20.0, 0.0}, 1.0, 2.0);
  fixed.free.setZero();
  fixed.free_rotation = false;
  t.bodies.add(fixed);
  t.press(1.0);
  const Unbalanced u = compute_unbalanced(t.look(), Part<2>{});
  EXPECT_DOUBLE_EQ(u.resultant, 0.5 * (2.0 * 5.0 + 2.0 * 3.0));
  EXPECT_TRUE(std::isnan(u.ratio()));  // there is no contact
}

TEST(FlowState, finds_an_affine_field) {
  Random random(3);
  Touching<3> t;
  const Mat<3> L = (Mat<3>() << 0.1, 2.0, 0.3, -0.5, 0.2, 0.7, 1.1, -0.4, -0.3).finished();
  for (int k = 0; k < 20; ++k) {
    Body<3> body = ball<3>(test::random_vector<3>(random, 3.0), 0.5, 2.0);
    body.velocity = Vec<3>(1.0, 2.0, 3.0) + L * body.position;
    t.bodies.add(body);
  }
  t.press(0.0);
  const FlowState<3> flow = compute_flow_state(t.look(), Part<3>{});
  EXPECT_NEAR((flow.gradient - L).norm(), 0.0, 1e-12);
  EXPECT_DOUBLE_EQ(flow.diameter, 1.0);
  EXPECT_NEAR(flow.density, 2.0 / (4.0 / 3.0 * std::numbers::pi * 0.125), 1e-12);
}

// Simple shear at γ̇ = 3/s under p = 50 and τ = 20 Pa, with a rotation and an expansion that do not
// count: I = 3 · 0.2 · √(8/50), µ = 20/50.
TEST(FlowState, inertial_number_of_simple_shear) {
  FlowState<2> flow;
  flow.gradient << 0.7, 3.0, 0.0, 0.7;
  flow.stress.contact << 50.0, 20.0, 20.0, 50.0;
  flow.diameter = 0.2;
  flow.density = 8.0;
  EXPECT_NEAR(flow.shear_rate(), 3.0, 1e-14);
  EXPECT_NEAR(flow.inertial_number(), 3.0 * 0.2 * 0.4, 1e-14);
  EXPECT_NEAR(flow.stress_ratio(), 0.4, 1e-14);
}

}  // namespace
}  // namespace galet::equilibrium_test
