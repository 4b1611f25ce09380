// Periodic cells of scenes: what is refused, and what fills make of them.
#include <cmath>

#include "support/periodic_bodies.hpp"
#include "support/scenes.hpp"

#include "galet/build/build.hpp"

namespace galet::build_cell_test {
namespace {

Scene periodic_scene(int dimension, double radius = 0.1) {
  Scene scene = scene_with(
      dimension, balls_at({std::vector<double>(static_cast<std::size_t>(dimension), 0.5)}, radius));
  scene.periodic.x = {0.0, 1.0};
  return scene;
}

template <class Boundary>
std::string error_with(Scene scene, Boundary boundary) {
  scene.boundary.emplace_back(std::move(boundary));
  return scene.dimension == 2 ? build_error<2>(scene) : build_error<3>(scene);
}

TEST(BuildCell, bounds_of_the_cell) {
  Scene scene = periodic_scene(3);
  scene.periodic.z = {-2.0, 3.0};
  const World<3> world = build<3>(scene).world;
  EXPECT_EQ(world.cell.low, Vec<3>(0.0, 0.0, -2.0));
  EXPECT_EQ(world.cell.period, Vec<3>(1.0, 0.0, 5.0));
  EXPECT_FALSE(build<2>(scene_with(2, balls_at({{0, 0}}, 0.1))).world.cell.any());
}

TEST(BuildCell, wrong_bounds) {
  Scene scene = periodic_scene(2);
  scene.periodic.x = {1.0, 1.0};
  EXPECT_EQ(build_error<2>(scene),
            "periodic.x: the upper end must be above the lower one (1), got 1");
  scene.periodic.x = {0.0};
  EXPECT_EQ(build_error<2>(scene), "periodic.x: expected 2 numbers, got 1");
  scene.periodic = {.z = {0.0, 1.0}};
  EXPECT_EQ(build_error<2>(scene), "periodic.z: is for 3D");
  scene.periodic = {.y = {0.0, std::nan("")}};
  EXPECT_EQ(build_error<2>(scene), "periodic.y[1]: must be finite, got nan");
}

TEST(BuildCell, period_too_small) {
  EXPECT_EQ(build_error<2>(periodic_scene(2, 0.25)), "");
  EXPECT_EQ(
      build_error<2>(periodic_scene(2, 0.3)),
      "periodic.x: the period must be at least 1.2, twice the largest diameter of a body, got "
      "1");
  Scene fed = periodic_scene(2);
  FeedSettings feed;
  feed.region.low = {0.0, 2.0};
  feed.region.high = {1.0, 3.0};
  feed.rate = 1.0;
  feed.radius.min = 0.1;
  feed.radius.max = 0.26;
  fed.feed.push_back(feed);
  EXPECT_EQ(build_error<2>(fed),
            "periodic.x: the period must be at least 1.04, twice the largest diameter of a body, "
            "got 1");
}

TEST(BuildCell, planes_across_the_period) {
  PlaneBoundary plane;
  plane.point = {0.0, 0.0};
  plane.normal = {0.0, 1.0};
  EXPECT_EQ(error_with(periodic_scene(2), plane), "");
  plane.common.motion = MotionSettings{};
  plane.common.motion->velocity = VectorSeries::constant({1.0, 0.5});
  EXPECT_EQ(error_with(periodic_scene(2), plane), "");
  plane.common.motion->spin = VectorSeries::constant({1.0});
  EXPECT_EQ(error_with(periodic_scene(2), plane),
            "boundary[0].motion: must not turn the boundary in the direction x, which is periodic; "
            "leave the spin or periodic.x out");
  plane.common.motion.reset();
  plane.normal = {3.0, 4.0};
  EXPECT_EQ(error_with(periodic_scene(2), plane),
            "boundary[0].normal: must have no part along x, which is periodic, got 0.6; an incline "
            "is made by turning gravity, or leave periodic.x out");
  // In 3D a plane may turn about the direction that repeats.
  PlaneBoundary flap;
  flap.point = {0.0, 0.0, 0.0};
  flap.normal = {0.0, 0.0, 1.0};
  flap.common.motion = MotionSettings{};
  flap.common.motion->spin = VectorSeries::constant({1.0, 0.0, 0.0});
  EXPECT_EQ(error_with(periodic_scene(3), flap), "");
  flap.common.motion->spin = VectorSeries::constant({0.0, 0.0, 1.0});
  EXPECT_NE(error_with(periodic_scene(3), flap), "");
}

TEST(BuildCell, boxes_and_drums) {
  BoxBoundary box;
  box.low = {0.0, 0.0};
  box.high = {1.0, 1.0};
  box.open = {"x-"};
  EXPECT_EQ(error_with(periodic_scene(2), box),
            "boundary[0].open: the direction x is periodic and has no walls: add \"x-\" and \"x+\" "
            "to the open faces, or leave periodic.x out");
  box.open = {"x-", "x+"};
  EXPECT_EQ(error_with(periodic_scene(2), box), "");
  DrumBoundary circle;
  circle.center = {0.5, 0.5};
  circle.radius = 1.0;
  EXPECT_EQ(error_with(periodic_scene(2), circle),
            "boundary[0].center: a drum is closed across x, which is periodic; leave periodic.x "
            "out");
  DrumBoundary drum;
  drum.center = {0.5, 0.5, 0.5};
  drum.radius = 1.0;
  drum.axis = {-2.0, 0.0, 0.0};
  drum.common.motion = MotionSettings{};
  drum.common.motion->rpm = VectorSeries::constant({10.0});
  EXPECT_EQ(error_with(periodic_scene(3), drum), "");
  drum.length = 1.0;
  EXPECT_TRUE(error_with(periodic_scene(3), drum).starts_with("boundary[0].length: the drum ends"));
  drum.length.reset();
  drum.axis = {0.0, 1.0, 0.0};
  EXPECT_TRUE(
      error_with(periodic_scene(3), drum).starts_with("boundary[0].axis: a drum is closed"));
}

TEST(BuildCell, segments) {
  SegmentBoundary segment;
  segment.start = {0.9, 0.0};
  segment.end = {1.5, 0.0};
  EXPECT_EQ(error_with(periodic_scene(2), segment), "");
  segment.radius = 0.01;
  EXPECT_EQ(error_with(periodic_scene(2), segment),
            "boundary[0].end: the segment takes up 0.62 of the period 1 along x; at most 0.6 is "
            "allowed, which leaves two of the largest diameters up to its image (an endless one "
            "lies along x and is as long as the period)");
  // Steep, but it turns.
  segment.start = {0.5, -1.0};
  segment.end = {0.5, 0.0};
  EXPECT_EQ(error_with(periodic_scene(2), segment), "");
  segment.common.motion = MotionSettings{};
  segment.common.motion->spin = VectorSeries::constant({1.0});
  EXPECT_NE(error_with(periodic_scene(2), segment), "");
  segment.common.motion.reset();
  segment.start = {-0.3, 0.0};
  segment.end = {0.7, 0.0};
  EXPECT_EQ(error_with(periodic_scene(2), segment), "");
}

TEST(BuildCell, bodies_outside_are_wrapped) {
  Scene scene = scene_with(2, balls_at({{-0.25, 7.0}, {3.5, 7.0}}, 0.1));
  scene.periodic.x = {0.0, 1.0};
  const Bodies<2> bodies = build<2>(scene).bodies;
  EXPECT_EQ(bodies.position[0], Vec<2>(0.75, 7.0));
  EXPECT_EQ(bodies.image[0], Image<2>(-1, 0));
  EXPECT_EQ(bodies.position[1], Vec<2>(0.5, 7.0));
  EXPECT_EQ(bodies.image[1], Image<2>(3, 0));
}

TEST(BuildCell, overlap_over_the_seam_is_refused) {
  Scene scene = scene_with(2, balls_at({{0.05, 0.0}, {0.9, 0.0}}, 0.1));
  EXPECT_EQ(build_error<2>(scene), "");
  scene.periodic.x = {0.0, 1.0};
  EXPECT_EQ(build_error<2>(scene),
            "bodies[0]: body 1 (centre (0.9, 0), radius 0.1) overlaps body 0 (centre (0.05, 0), "
            "radius 0.1) by 0.05 m, 0.5 of the smaller radius (overlap_tolerance is 1e-06)");
  // Far outside it is the same place.
  scene.bodies[0] = balls_at({{5.05, 0.0}, {-7.1, 0.0}}, 0.1);
  EXPECT_NE(build_error<2>(scene), "");
}

// A region as wide as the period is filled over the seam, without overlaps; the solid fraction can
// be that of a packing without walls.
TEST(BuildCell, fills_go_over_the_seam) {
  FillBodies fill;
  fill.region.low = {-0.5, 0.0};
  fill.region.high = {0.5, 1.0};
  fill.count = 90;
  fill.radius.min = 0.03;
  fill.radius.max = 0.05;
  Scene scene = scene_with(2, fill);
  scene.periodic = {.x = {0.0, 1.0}, .y = {0.0, 1.0}};
  auto setup = build<2>(scene);
  test::expect_no_overlaps(setup.world.cell, setup.bodies);
  EXPECT_GT(test::bodies_across_the_seam(setup.world.cell, setup.bodies), 2);

  DenseFillBodies dense;
  dense.region = fill.region;
  dense.fraction = 0.82;
  dense.radius = fill.radius;
  scene.bodies[0] = dense;
  setup = build<2>(scene);
  test::expect_no_overlaps(setup.world.cell, setup.bodies);
  EXPECT_GT(test::bodies_across_the_seam(setup.world.cell, setup.bodies), 2);
}

// A cylinder along the period, and a box that does not fill it: bodies stay inside of the box.
TEST(BuildCell, dense_fills_in_space) {
  DenseFillBodies dense;
  dense.region =
      FillRegion{.center = {0.3, 0.0, 0.0}, .radius = 0.3, .axis = {1, 0, 0}, .length = 1.0};
  dense.fraction = 0.5;
  dense.radius.min = 0.05;
  dense.radius.max = 0.07;
  Scene scene = scene_with(3, dense);
  scene.periodic.x = {0.0, 1.0};
  auto setup = build<3>(scene);
  test::expect_no_overlaps(setup.world.cell, setup.bodies);
  EXPECT_GT(test::bodies_across_the_seam(setup.world.cell, setup.bodies), 2);

  dense.region = FillRegion{.low = {0.8, 0.0, 0.0}, .high = {1.2, 0.5, 0.5}};
  scene.bodies[0] = dense;
  setup = build<3>(scene);
  test::expect_no_overlaps(setup.world.cell, setup.bodies);
  for (std::size_t i = 0; i < setup.bodies.size(); ++i) {
    const double x = setup.bodies.path(i, setup.world.cell)[0];
    EXPECT_GE(x - setup.bodies.radius[i], 0.8 - 1e-12);
    EXPECT_LE(x + setup.bodies.radius[i], 1.2 + 1e-12);
  }
}

}  // namespace
}  // namespace galet::build_cell_test
