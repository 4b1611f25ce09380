// Balls on discs with holes, in funnels and tubes.

#include "support/simulate.hpp"
#include <gtest/gtest.h>

namespace galet::finite_walls_test {
namespace {

using test::add_boundary;
using test::ball;
using test::simulate;
using test::world_of;

constexpr double kGravity = 9.81;

Scene scene_of_gaps() {
  Scene scene = test::scene_of<3>(1e-3, 1e-10, 0.5, false);
  auto& scheme = std::get<MoreauJeanSettings>(scene.scheme);
  scheme.normal = NormalContact::gap;
  scheme.theta.reset();
  return scene;
}

// A ball of radius R that falls on the middle of a hole of radius a < R rests on its rim, with its
// centre √(R² − a²) above it; the rim carries its weight.
TEST(Disc, carries_a_ball_wider_than_its_hole) {
  World<3> world = world_of<3>({0.5, {}}, Vec<3>(0.0, 0.0, -kGravity));
  add_boundary<3>(world, Revolved<3>{{0, 0, 1}, {0, 0.3}, {0, 2}, 0.0});
  Bodies<3> bodies;
  bodies.add(ball<3>({0.0, 0.0, 0.6}, 0.5));
  Simulation<3> simulation = simulate<3>(world, bodies, scene_of_gaps());
  for (int k = 0; k < 1000; ++k) simulation.advance();
  const Vec<3> x = simulation.state().bodies.position[0];
  // Contacts on gaps rest within the square of what a step falls, g h².
  EXPECT_NEAR(x[2], 0.4, 1e-4);
  EXPECT_NEAR(x.head<2>().norm(), 0.0, 1e-4);
  Vec<3> force = Vec<3>::Zero();
  for (const Vec<3>& p : simulation.last().impulses) force += p / 1e-3;
  EXPECT_NEAR((force - Vec<3>(0, 0, kGravity)).norm(), 0.0, 1e-6);
}

TEST(Disc, lets_a_narrower_ball_fall_freely) {
  World<3> world = world_of<3>({0.5, {}}, Vec<3>(0.0, 0.0, -kGravity));
  add_boundary<3>(world, Revolved<3>{{0, 0, 1}, {0, 0.6}, {0, 2}, 0.0});
  Bodies<3> bodies;
  bodies.add(ball<3>({0.05, 0.0, 0.6}, 0.5));
  Simulation<3> simulation = simulate<3>(world, bodies, scene_of_gaps());
  for (int k = 0; k < 500; ++k) simulation.advance();
  // On gaps the step is implicit: it falls g t (t + h)/2.
  EXPECT_NEAR(simulation.state().bodies.position[0][2], 0.6 - 0.5 * kGravity * 0.5 * 0.501, 1e-12);
}

// A ball of radius R in a smooth funnel with the half angle a touches all around when its centre is
// R/sin a above the tip; between two opposite sides each carries m g/(2 sin a).
TEST(Cone, holds_a_ball_above_its_tip) {
  const double sine = 0.6;  // the wall goes 3 out and 4 up
  World<2> world = world_of<2>({0.0, {}}, Vec<2>(0.0, -kGravity));
  add_boundary<2>(world, Revolved<2>{{0, 1}, {0, 0}, {4, 3}, 0.0});
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 1.0}, 0.5));
  Scene scene = scene_of_gaps();
  scene.dimension = 2;
  Simulation<2> simulation = simulate<2>(world, bodies, scene);
  for (int k = 0; k < 500; ++k) simulation.advance();
  EXPECT_NEAR(simulation.state().bodies.position[0][1], 0.5 / sine, 1e-4);
  ASSERT_EQ(simulation.last().impulses.size(), 2U);
  for (const Vec<2>& p : simulation.last().impulses) {
    EXPECT_NEAR(p.norm() / 1e-3, kGravity / (2.0 * sine), 1e-6);
  }
}

// A plate at 45° without friction: the ball slides down it and, beyond its edge, falls freely.
TEST(Plate, ends_at_its_edge) {
  World<3> world = world_of<3>({0.0, {}}, Vec<3>(0.0, 0.0, -kGravity));
  add_boundary<3>(world, Plate<3>{{0, 0, 0}, {0.5, 0, -0.5}, {0, 1, 0}, 0.0});
  Bodies<3> bodies;
  const double r = 0.1;
  bodies.add(ball<3>(Vec<3>(-0.3, 0, 0.3) + r * Vec<3>(1, 0, 1) / std::sqrt(2.0), r));
  Simulation<3> simulation = simulate<3>(world, bodies, scene_of_gaps());
  bool touched = false;
  double v = 0.0;  // of the last step on the plate
  for (int k = 0; k < 1000; ++k) {
    simulation.advance();
    if (simulation.state().bodies.position[0][0] < 0.4) {
      touched = touched || !simulation.last().impulses.empty();
      v = simulation.state().bodies.velocity[0][0];
    }
  }
  ASSERT_TRUE(touched);
  // From x = −0.23 to 0.4 the height falls as much: v² = 2 g Δ, half of it along x; the step is
  // first order, with an error of g h per sight of it.
  EXPECT_NEAR(v, std::sqrt(kGravity * (0.4 + 0.3 - r / std::sqrt(2.0))), 0.02);
  const double after = simulation.state().bodies.velocity[0][0];
  EXPECT_NEAR(after, v, 0.15 * v);  // the edge turns it a little before it leaves
  EXPECT_LT(simulation.state().bodies.position[0][2], -1.0);
}

}  // namespace
}  // namespace galet::finite_walls_test
