#include "galet/model/pressed_area.hpp"

#include <numbers>

#include <gtest/gtest.h>

#include "galet/model/pressure_drift.hpp"

namespace galet::pressed_area_test {
namespace {

template <int D>
Boundary<D> wall(const Obstacle<D>& shape) {
  Boundary<D> boundary;
  boundary.shape = shape;
  return boundary;
}

template <int D>
std::optional<double> area(const World<D>& world, double t = 0.0) {
  std::vector<Placement<D>> at;
  for (const Boundary<D>& boundary : world.boundaries) at.push_back(boundary.placement(t));
  return pressed_area<D>(world, at, 0);
}

// A lid over a box 2 m × 3 m, open above; then a plane 0.5 m inside one of its walls, that moves in
// at 0.1 m/s.
TEST(PressedArea, is_that_between_the_walls) {
  World<3> world;
  world.boundaries.push_back(wall<3>(HalfSpace<3>{{0, 0, 5}, {0, 0, -1}}));
  EXPECT_FALSE(area(world));
  world.boundaries.push_back(
      wall<3>(BoxInside<3>{{0, 0, 0}, {2, 3, 6}, {true, true, true, true, true, false}}));
  EXPECT_DOUBLE_EQ(*area(world), 6.0);
  world.boundaries.push_back(wall<3>(HalfSpace<3>{{1.5, 0, 0}, {-1, 0, 0}}));
  world.boundaries.back().motion.velocity = Vec<3>(-0.1, 0, 0);
  EXPECT_DOUBLE_EQ(*area(world), 4.5);
  EXPECT_DOUBLE_EQ(*area(world, 5.0), 3.0);
}

TEST(PressedArea, is_the_period_where_the_scene_repeats_itself) {
  World<2> world;
  world.boundaries.push_back(wall<2>(HalfSpace<2>{{0, 5}, {0, -1}}));
  world.cell.period = {0.25, 0.0};
  EXPECT_EQ(*area(world), 0.25);
}

// π (R − t)² with the radius R and half the thickness t, wherever the tube stands and however it
// turns about its axis; the walls of a box count first.
TEST(PressedArea, is_that_in_a_tube) {
  const Vec<3> axis(0.6, 0, 0.8);
  World<3> world;
  world.boundaries.push_back(wall<3>(HalfSpace<3>{{0, 0, 5}, -axis}));
  world.boundaries.push_back(wall<3>(Revolved<3>{axis, {-2, 3}, {2, 3}, 0.5}));
  world.boundaries.back().origin = {7, 0, 0};
  world.boundaries.back().motion.spin = axis;
  EXPECT_DOUBLE_EQ(*area(world, 1.0), std::numbers::pi * 2.5 * 2.5);
  world.boundaries.back().shape = Drum<3>{3.0, axis, 10.0};
  EXPECT_DOUBLE_EQ(*area(world), std::numbers::pi * 9.0);
  world.boundaries.push_back(wall<3>(Revolved<3>{axis, {-2, 1}, {2, 1}}));
  EXPECT_FALSE(area(world)) << "a ring or two tubes";
  world.boundaries.pop_back();
  world.boundaries.back().shape = Revolved<3>{axis, {-2, 3}, {2, 3.1}};
  EXPECT_FALSE(area(world)) << "a funnel";
  world.boundaries.back().shape = Drum<3>{3.0, {0, 0, 1}, 10.0};
  EXPECT_FALSE(area(world)) << "an inclined drum";
  world.boundaries[0].shape = HalfSpace<3>{{0, 0, 5}, {0, 0, -1}};
  world.boundaries.push_back(
      wall<3>(BoxInside<3>{{0, 0, 0}, {2, 3, 6}, {true, true, true, true, true, false}}));
  EXPECT_DOUBLE_EQ(*area(world), 6.0);

  World<2> flat;
  flat.boundaries.push_back(wall<2>(HalfSpace<2>{{0, 5}, {0, -1}}));
  flat.boundaries.push_back(wall<2>(Revolved<2>{{0, 1}, {-2, 3}, {2, 3}}));
  EXPECT_DOUBLE_EQ(*area(flat), 6.0);
  flat.boundaries.back().shape = Drum<2>{3.0};
  EXPECT_FALSE(area(flat)) << "a circle";
}

TEST(PressedArea, is_not_known_of_inclined_planes) {
  World<2> world;
  world.boundaries.push_back(wall<2>(HalfSpace<2>{{0, 5}, {0.6, -0.8}}));
  world.boundaries.push_back(wall<2>(BoxInside<2>{{0, 0}, {2, 3}, {true, true, true, true}}));
  EXPECT_FALSE(area(world));
}

TEST(PressureDrift, is_told_above_a_tenth) {
  EXPECT_FALSE(pressure_drift("lid", 10.0, 1.0, 0.92));  // + 8.7 %
  EXPECT_TRUE(pressure_drift("lid", 10.0, 1.0, 0.90));   // + 11.1 %
  EXPECT_TRUE(pressure_drift("lid", 10.0, 1.0, 1.12));   // − 10.7 %
  EXPECT_FALSE(pressure_drift("lid", 10.0, {}, 1.0));
  EXPECT_FALSE(pressure_drift("lid", 0.0, 1.0, 0.5));
}

}  // namespace
}  // namespace galet::pressed_area_test
