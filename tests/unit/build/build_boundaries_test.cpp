#include <cmath>
#include <map>
#include <numbers>

#include "support/scenes.hpp"

namespace galet::build_boundaries_test {
namespace {

constexpr double pi = std::numbers::pi;

BoxBoundary unit_box() {
  BoxBoundary box;
  box.low = {0, 0};
  box.high = {1, 1};
  return box;
}

DrumBoundary drum_3d() {
  DrumBoundary drum;
  drum.center = {0.5, 0.5, 0.5};
  drum.radius = 1.0;
  drum.axis = {0, 0, 2};
  return drum;
}

template <int D>
const Boundary<D> first_boundary(const Scene& scene) {
  return build<D>(scene).world.boundaries.at(0);
}

// Distances from x to the faces of a boundary at time t, by feature.
template <int D>
std::map<int, double> distances(const Boundary<D>& boundary, double t, const Vec<D>& x) {
  std::map<int, double> result;
  std::visit(
      [&](const auto& shape) {
        for_each_face(shape, boundary.placement(t), x,
                      [&](int feature, double d, const Vec<D>&) { result[feature] = d; });
      },
      boundary.shape);
  return result;
}

TEST(BuildBoundaries, plane_is_normalised_and_named) {
  PlaneBoundary plane;
  plane.point = {0, -1};
  plane.normal = {3, 4};
  const Boundary<2> boundary = first_boundary<2>(scene_with_boundaries(2, plane));
  EXPECT_EQ(boundary.name, "plane-0");
  EXPECT_EQ(boundary.origin, Vec<2>(0, -1));
  EXPECT_DOUBLE_EQ(distances<2>(boundary, 0.0, Vec<2>(3, 3))[0], 5.0);
}

TEST(BuildBoundaries, open_faces_of_a_box_are_absent) {
  BoxBoundary box = unit_box();
  box.open = {"y+"};
  const auto faces =
      distances<2>(first_boundary<2>(scene_with_boundaries(2, box)), 0.0, Vec<2>(0.25, 0.125));
  EXPECT_EQ(faces, (std::map<int, double>{{0, 0.25}, {1, 0.75}, {2, 0.125}}));
}

TEST(BuildBoundaries, box_turns_about_its_centre_by_default) {
  BoxBoundary box = unit_box();
  box.high = {2, 1};
  box.common.motion = MotionSettings{};
  box.common.motion->spin = VectorSeries::constant({pi / 2.0});
  const Boundary<2> boundary = first_boundary<2>(scene_with_boundaries(2, box));
  EXPECT_EQ(boundary.origin, Vec<2>(1.0, 0.5));
  // After a quarter turn the box is [0.5, 1.5] × [−0.5, 1.5]: its low x face (feature 0) is below.
  const auto faces = distances<2>(boundary, 1.0, Vec<2>(1.0, 0.0));
  EXPECT_NEAR(faces.at(0), 0.5, 1e-12);
  EXPECT_NEAR(faces.at(1), 1.5, 1e-12);
  EXPECT_NEAR(faces.at(2), 0.5, 1e-12);
  EXPECT_NEAR(faces.at(3), 0.5, 1e-12);
}

TEST(BuildBoundaries, box_turns_about_the_pivot_that_is_given) {
  BoxBoundary box = unit_box();
  box.common.motion = MotionSettings{};
  box.common.motion->pivot = {0, 0};
  box.common.motion->spin = VectorSeries::constant({pi / 2.0});
  const Boundary<2> boundary = first_boundary<2>(scene_with_boundaries(2, box));
  EXPECT_EQ(boundary.origin, Vec<2>(0, 0));
  // At the start nothing has changed; after a quarter turn about the origin it is [−1, 0] × [0, 1].
  EXPECT_DOUBLE_EQ(distances<2>(boundary, 0.0, Vec<2>(0.25, 0.5)).at(0), 0.25);
  const auto faces = distances<2>(boundary, 1.0, Vec<2>(-0.25, 0.5));
  EXPECT_NEAR(faces.at(0), 0.5, 1e-12);   // low x is now the lower side
  EXPECT_NEAR(faces.at(2), 0.25, 1e-12);  // low y is now the right side
  // The corner that is the pivot stays; the point (1, 0) of the box moves up at first.
  const Vec<2> v = boundary.surface_velocity_at(boundary.placement(0.0), Vec<2>(1, 0));
  EXPECT_NEAR(v[0], 0.0, 1e-12);
  EXPECT_NEAR(v[1], pi / 2.0, 1e-12);
}

TEST(BuildBoundaries, segment_turns_about_its_middle) {
  SegmentBoundary segment;
  segment.start = {2, 0};
  segment.end = {4, 0};
  segment.radius = 0.125;
  segment.common.motion = MotionSettings{};
  segment.common.motion->spin = VectorSeries::constant({pi / 2.0});
  const Boundary<2> boundary = first_boundary<2>(scene_with_boundaries(2, segment));
  EXPECT_EQ(boundary.origin, Vec<2>(3, 0));
  EXPECT_NEAR(distances<2>(boundary, 1.0, Vec<2>(3, 2)).at(0), 1.0 - 0.125, 1e-12);
}

TEST(BuildBoundaries, drum_spin) {
  DrumBoundary drum;
  drum.center = {0.5, 0.5};
  drum.radius = 1.0;
  drum.common.motion = MotionSettings{};
  drum.common.motion->rpm = VectorSeries::constant({30.0});
  EXPECT_DOUBLE_EQ(first_boundary<2>(scene_with_boundaries(2, drum)).motion.spin.at(0.0)[0], pi);

  DrumBoundary drum3 = drum_3d();
  drum3.length = 2.0;
  drum3.common.motion = drum.common.motion;
  const Boundary<3> boundary = first_boundary<3>(scene_with_boundaries(3, drum3));
  EXPECT_NEAR((boundary.motion.spin.at(0.0) - Vec<3>(0, 0, pi)).norm(), 0.0, 1e-15);
  EXPECT_EQ(boundary.origin, Vec<3>(0.5, 0.5, 0.5));
  const auto faces = distances<3>(boundary, 0.0, Vec<3>(0.5, 0.75, 1.0));
  EXPECT_DOUBLE_EQ(faces.at(0), 0.75);
  EXPECT_DOUBLE_EQ(faces.at(1), 1.5);
  EXPECT_DOUBLE_EQ(faces.at(2), 0.5);
}

// 30 turns per minute are π rad/s; a wall that goes 2 m/s at a radius of 0.5 m turns at 4 rad/s.
TEST(BuildBoundaries, spins_in_time_by_turns_and_by_speed) {
  DrumBoundary drum = drum_3d();
  drum.radius = 0.5;
  drum.common.motion = MotionSettings{};
  drum.common.motion->rim_speed = {{0.0, 2.0}, {{0.0}, {2.0}}};
  const Motion<3> by_speed = first_boundary<3>(scene_with_boundaries(3, drum)).motion;
  EXPECT_NEAR((by_speed.spin.at(1.0) - Vec<3>(0, 0, 2.0)).norm(), 0.0, 1e-15);

  BoxBoundary box;
  box.low = {0, 0, 0};
  box.high = {1, 1, 1};
  box.common.motion = MotionSettings{};
  box.common.motion->rpm = {{0.0, 1.0}, {{0.0}, {30.0}}, Interpolation::step};
  box.common.motion->axis = {0, 2, 0};
  const Motion<3> by_turns = first_boundary<3>(scene_with_boundaries(3, box)).motion;
  EXPECT_TRUE(by_turns.spin.at(0.9).isZero(0.0));
  EXPECT_NEAR((by_turns.spin.at(1.0) - Vec<3>(0, pi, 0)).norm(), 0.0, 1e-15);
}

TEST(BuildBoundaries, errors_of_motions_in_time) {
  const auto error = [](const MotionSettings& motion) {
    BoxBoundary box;
    box.low = {0, 0, 0};
    box.high = {1, 1, 1};
    box.common.motion = motion;
    return build_error<3>(scene_with_boundaries(3, box));
  };
  MotionSettings motion;
  motion.velocity = {{0.0, 1.0, 1.0}, {{0, 0, 0}, {1, 0, 0}, {0, 0, 0}}};
  EXPECT_EQ(error(motion), "boundary[0].motion.velocity.t: must increase; 1 follows 1");
  motion.velocity = {{0.0, 1.0}, {{0, 0, 0}}};
  EXPECT_EQ(error(motion), "boundary[0].motion.velocity: has 2 times but 1 rows");
  motion = {};
  motion.spin = {{0.0, 1.0}, {{0, 0, 1}, {0, 1, 1}}};
  EXPECT_EQ(error(motion), "boundary[0].motion.spin: all spins of a table must be along one axis");
  motion = {};
  motion.axis = {0, 0, 1};
  EXPECT_EQ(error(motion), "boundary[0].motion.axis: is the direction of `rpm`, which is missing");
  motion = {};
  motion.rim_speed = VectorSeries::constant({1.0});
  EXPECT_EQ(error(motion),
            "boundary[0].motion.rim_speed: only a drum has a rim; give the spin or `rpm`");
}

TEST(BuildBoundaries, finite_walls_stand_where_they_are_put) {
  RectangleBoundary rectangle;
  rectangle.corner = {1, 0, 0};
  rectangle.edges = {{0, 2, 0}, {0, 0, 4}};
  const Boundary<3> plate = first_boundary<3>(scene_with_boundaries(3, rectangle));
  EXPECT_EQ(plate.origin, Vec<3>(1, 1, 2));
  EXPECT_DOUBLE_EQ(distances<3>(plate, 0.0, Vec<3>(4, 1, 2)).at(0), 3.0);
  EXPECT_DOUBLE_EQ(distances<3>(plate, 0.0, Vec<3>(1, 5, 2)).at(0), 3.0);

  CylinderBoundary cylinder;
  cylinder.center = {0, 0, 5};
  cylinder.axis = {0, 0, 2};
  cylinder.radius = 1.0;
  cylinder.length = 4.0;
  cylinder.half_thickness = 0.25;
  cylinder.common.motion.emplace().rpm = VectorSeries::constant({30.0});
  const Boundary<3> tube = first_boundary<3>(scene_with_boundaries(3, cylinder));
  EXPECT_DOUBLE_EQ(distances<3>(tube, 0.0, Vec<3>(3, 0, 6)).at(0), 1.75);
  EXPECT_DOUBLE_EQ(distances<3>(tube, 0.0, Vec<3>(1, 0, 9)).at(0), 1.75);
  EXPECT_NEAR((tube.motion.spin.at(0.0) - Vec<3>(0, 0, pi)).norm(), 0.0, 1e-15);

  ConeBoundary cone;
  cone.start = {0, 0};
  cone.end = {0, 4};
  cone.start_radius = 0.0;
  cone.end_radius = 3.0;
  const Boundary<2> funnel = first_boundary<2>(scene_with_boundaries(2, cone));
  // The lines y = ±4/3 x: 3/5 of the height from a point of the axis.
  EXPECT_DOUBLE_EQ(distances<2>(funnel, 0.0, Vec<2>(0, 2)).at(0), 1.2);

  DiscBoundary disc;
  disc.center = {0, 0, 0};
  disc.axis = {0, 0, 1};
  disc.radius = 2.0;
  disc.hole = 0.5;
  const Boundary<3> orifice = first_boundary<3>(scene_with_boundaries(3, disc));
  EXPECT_DOUBLE_EQ(distances<3>(orifice, 0.0, Vec<3>(0, 0, 1.2)).at(0), 1.3);
}

TEST(BuildBoundaries, errors_of_finite_walls) {
  DiscBoundary disc;
  disc.center = {0, 0, 0};
  disc.axis = {0, 0, 1};
  disc.radius = 2.0;
  disc.hole = 2.5;
  EXPECT_EQ(build_error<3>(scene_with_boundaries(3, disc)),
            "boundary[0].hole: must be smaller than the radius of the disc (2), got 2.5");
  RectangleBoundary rectangle;
  rectangle.corner = {1, 0, 0};
  rectangle.edges = {{0, 2, 0}, {0, 2, 2}};
  EXPECT_TRUE(build_error<3>(scene_with_boundaries(3, rectangle))
                  .starts_with("boundary[0].edges: must be at right angles; the cosine"));
  rectangle.edges.pop_back();
  EXPECT_EQ(build_error<3>(scene_with_boundaries(3, rectangle)),
            "boundary[0].edges: expected two vectors, got 1");
  EXPECT_EQ(build_error<2>(scene_with_boundaries(2, rectangle)),
            "boundary[0].kind: a rectangle is for 3D; in 2D use kind = \"segment\"");
  ConeBoundary cone;
  cone.start = {0, 0, 1};
  cone.end = {0, 0, 1};
  cone.end_radius = 1.0;
  EXPECT_EQ(build_error<3>(scene_with_boundaries(3, cone)),
            "boundary[0].end: must differ from the start; a flat ring is kind = \"disc\"");
  cone.end = {0, 0, 2};
  cone.end_radius = 0.0;
  EXPECT_EQ(build_error<3>(scene_with_boundaries(3, cone)),
            "boundary[0].end_radius: one of the two radii must be positive");
  cone.end_radius = 1.0;
  Scene periodic = scene_with_boundaries(3, cone);
  periodic.periodic.x = {0, 10};
  EXPECT_TRUE(build_error<3>(periodic).starts_with("boundary[0].kind: rectangles, cylinders"))
      << build_error<3>(periodic);
}

TEST(BuildBoundaries, oscillation_starts_at_the_given_place) {
  BoxBoundary box = unit_box();
  box.common.motion = MotionSettings{};
  box.common.motion->amplitude = {0, 0.1};
  box.common.motion->frequency = 2.0;
  box.common.motion->phase = 0.3;
  const Boundary<2> boundary = first_boundary<2>(scene_with_boundaries(2, box));
  EXPECT_EQ(boundary.placement(0.0).position, Vec<2>(0.5, 0.5));
  EXPECT_NEAR(boundary.placement(0.25).velocity[1], 0.1 * 4 * pi * std::cos(pi + 0.3), 1e-12);
}

TEST(BuildBoundaries, errors) {
  const auto error2 = [](auto boundary) {
    return build_error<2>(scene_with_boundaries(2, boundary));
  };
  const auto error3 = [](auto boundary) {
    return build_error<3>(scene_with_boundaries(3, boundary));
  };
  PlaneBoundary plane;
  plane.point = {0, 0};
  plane.normal = {0, 0};
  EXPECT_EQ(error2(plane), "boundary[0].normal: must not be zero; expected a direction");
  plane.normal = {0, 1, 0};
  EXPECT_EQ(error2(plane), "boundary[0].normal: expected 2 numbers, got 3");
  plane.normal = {0, 1};
  plane.common.material = "glas";
  EXPECT_EQ(error2(plane),
            "boundary[0].material: unknown material \"glas\"; did you mean \"glass\"?");
  plane.common.material.clear();
  plane.common.motion = MotionSettings{};
  plane.common.motion->surface_velocity = VectorSeries::constant({1, 1});
  EXPECT_EQ(error2(plane),
            "boundary[0].motion.surface_velocity: must be along the whole surface; it has a part "
            "normal to it");
  plane.common.motion->surface_velocity = {};
  plane.common.motion->amplitude = {1, 0};
  EXPECT_EQ(error2(plane),
            "boundary[0].motion.frequency: missing or zero; an oscillation needs its frequency");
  plane.common.motion = MotionSettings{};
  plane.common.motion->spin = VectorSeries::constant({1});
  plane.common.motion->rpm = VectorSeries::constant({1.0});
  EXPECT_EQ(error2(plane),
            "boundary[0].motion.rpm: is the spin in other units; give one of the two");
  plane.common.motion->rpm = {};
  plane.common.motion->spin = VectorSeries::constant({0, 0, 1});
  EXPECT_EQ(error2(plane), "boundary[0].motion.spin: expected 1 number, got 3");

  SegmentBoundary segment;
  segment.start = {1, 1};
  segment.end = {1, 1};
  EXPECT_EQ(error2(segment), "boundary[0].end: must differ from the start");

  BoxBoundary box = unit_box();
  box.high = {1, 0};
  EXPECT_EQ(error2(box), "boundary[0].high: must be above `low` in every direction");
  box = unit_box();
  box.open = {"z+"};
  EXPECT_EQ(error2(box),
            "boundary[0].open: unknown face \"z+\"; expected some of \"x-\", \"x+\", \"y-\", "
            "\"y+\"");

  DrumBoundary drum = drum_3d();
  drum.axis.clear();
  EXPECT_EQ(error3(drum), "boundary[0].axis: missing; a 3D drum needs its axis");
  drum.axis = {0, 0, 0};
  EXPECT_EQ(error3(drum), "boundary[0].axis: must not be zero; expected a direction");
  drum.center = {0.5, 0.5};
  drum.axis = {0, 1};
  EXPECT_EQ(error2(drum), "boundary[0].axis: is for 3D; a 2D drum is a circle");
  drum.axis.clear();
  drum.common.motion = MotionSettings{};
  drum.common.motion->pivot = {0, 0};
  EXPECT_EQ(error2(drum),
            "boundary[0].motion.pivot: a drum turns about its own centre; leave the pivot out");

  BoxBoundary box3;
  box3.low = {0, 0, 0};
  box3.high = {1, 1, 1};
  box3.common.motion = MotionSettings{};
  box3.common.motion->rpm = VectorSeries::constant({1.0});
  EXPECT_EQ(error3(box3),
            "boundary[0].motion.rpm: in 3D this boundary has no axis to turn about; give "
            "motion.axis, or the spin as a vector");

  PlaneBoundary a;
  a.point = {0, 0};
  a.normal = {0, 1};
  a.common.name = "floor";
  EXPECT_EQ(build_error<2>(scene_with_boundaries(2, a, a)),
            "boundary[1].name: \"floor\" is the name of another boundary already");
}

}  // namespace
}  // namespace galet::build_boundaries_test
