#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/scenes.hpp"

namespace galet::dense_fill_test {
namespace {

constexpr double pi = std::numbers::pi;

DenseFillBodies dense(FillRegion region, double fraction, double smallest, double largest) {
  DenseFillBodies bodies;
  bodies.region = std::move(region);
  bodies.fraction = fraction;
  bodies.radius.min = smallest;
  bodies.radius.max = largest;
  return bodies;
}

template <int D>
double solid_volume(const Bodies<D>& bodies) {
  double sum = 0.0;
  for (const double r : bodies.radius) sum += D == 2 ? pi * r * r : 4.0 / 3.0 * pi * r * r * r;
  return sum;
}

// Bodies fill the region to the fraction (less than a body is missing), lie in it, and do not
// overlap: build() refuses overlaps beyond 1e-6 and the test asks for less.
TEST(DenseFill, discs_in_a_box) {
  Scene scene = scene_with(2, dense({.low = {0, 0}, .high = {1, 1}}, 0.8, 0.012, 0.018));
  scene.overlap_tolerance = 1e-12;
  const auto bodies = build<2>(scene).bodies;
  EXPECT_LE(solid_volume(bodies), 0.8);
  EXPECT_GT(solid_volume(bodies), 0.8 - pi * 0.018 * 0.018);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    EXPECT_GE(bodies.position[i].minCoeff(), bodies.radius[i] * (1.0 - 1e-12));
    EXPECT_LE(bodies.position[i].maxCoeff(), 1.0 - bodies.radius[i] * (1.0 - 1e-12));
  }
}

TEST(DenseFill, spheres_in_a_cylinder_and_a_ball) {
  FillRegion cylinder{.center = {1, 2, 3}, .radius = 0.5, .axis = {1, 1, 0}, .length = 1.0};
  Scene scene = scene_with(3, dense(cylinder, 0.5, 0.05, 0.06));
  scene.overlap_tolerance = 1e-12;
  const auto bodies = build<3>(scene).bodies;
  EXPECT_NEAR(solid_volume(bodies), 0.5 * pi * 0.25, 4.0 / 3.0 * pi * std::pow(0.06, 3));
  const Vec<3> axis = Vec<3>(1, 1, 0).normalized();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Vec<3> x = bodies.position[i] - Vec<3>(1, 2, 3);
    const double along = x.dot(axis);
    EXPECT_LE(std::abs(along), 0.5 - bodies.radius[i] + 1e-12);
    EXPECT_LE((x - along * axis).norm(), 0.5 - bodies.radius[i] + 1e-12);
  }
  FillRegion ball{.center = {0, 0}, .radius = 1.0};
  scene = scene_with(2, dense(ball, 0.78, 0.03, 0.04));
  EXPECT_NEAR(solid_volume(build<2>(scene).bodies), 0.78 * pi, pi * 0.0016);
}

// Bodies that are there already, and boundaries inside the region, are kept clear.
TEST(DenseFill, avoids_bodies_and_boundaries) {
  Scene scene = scene_with(2, balls_at({{0.5, 0.5}}, 0.2));
  scene.bodies.emplace_back(dense({.low = {0, 0}, .high = {1, 1}}, 0.5, 0.012, 0.018));
  SegmentBoundary stick;
  stick.start = {0.1, 0.1};
  stick.end = {0.9, 0.2};
  stick.radius = 0.01;
  scene.boundary.emplace_back(stick);
  PlaneBoundary wall;
  wall.point = {0.05, 0};
  wall.normal = {1, 0};
  scene.boundary.emplace_back(wall);
  EXPECT_EQ(build_error<2>(scene), "");
}

TEST(DenseFill, repeats_itself) {
  Scene scene = scene_with(2, dense({.low = {0, 0}, .high = {1, 1}}, 0.75, 0.02, 0.03));
  const auto first = build<2>(scene).bodies.position;
  EXPECT_EQ(build<2>(scene).bodies.position, first);
  std::get<DenseFillBodies>(scene.bodies[0]).seed = 5;
  EXPECT_NE(build<2>(scene).bodies.position, first);
}

// Thousands of bodies near random close packing (0.84 for such discs, 0.64 for spheres), which the
// walls lower by about (perimeter · a tenth of a diameter): what is asked for is there, without
// overlaps, and the same again from the same seed.
template <int D>
void expect_dense(double fraction, double smallest, double largest, std::size_t at_least) {
  FillRegion box{.low = std::vector<double>(D, 0.0), .high = std::vector<double>(D, 1.0)};
  Scene scene = scene_with(D, dense(box, fraction, smallest, largest));
  scene.overlap_tolerance = 1e-12;  // refused beyond
  const Bodies<D> bodies = build<D>(scene).bodies;
  EXPECT_GE(bodies.size(), at_least);
  EXPECT_LE(solid_volume(bodies), fraction);
  EXPECT_GT(solid_volume(bodies), fraction * (1.0 - 1e-3));
  EXPECT_EQ(build<D>(scene).bodies.position, bodies.position);
}

TEST(DenseFill, thousands_of_discs) { expect_dense<2>(0.83, 0.0065, 0.0095, 4000); }
TEST(DenseFill, thousands_of_spheres) { expect_dense<3>(0.56, 0.03, 0.036, 3500); }

TEST(DenseFill, errors) {
  Scene scene = scene_with(2, dense({.low = {0, 0}, .high = {1, 1}}, 0.9, 0.02, 0.03));
  const std::string jammed = build_error<2>(scene);
  EXPECT_TRUE(jammed.starts_with("bodies[0].fraction: ")) << jammed;
  EXPECT_NE(jammed.find("use fewer or smaller bodies or a larger region"), std::string::npos);
  auto& bodies = std::get<DenseFillBodies>(scene.bodies[0]);
  bodies.count = 10;
  EXPECT_EQ(build_error<2>(scene), "bodies[0].fraction: expected either `fraction` or `count`");
  bodies.fraction.reset();
  EXPECT_EQ(build_error<2>(scene), "");
  bodies.count = 1000;
  EXPECT_TRUE(build_error<2>(scene).starts_with("bodies[0].count: 1000 bodies with the solid"));
  bodies.radius.max = 0.6;
  bodies.radius.min = 0.6;
  EXPECT_EQ(build_error<2>(scene), "bodies[0].region: a body of radius 0.6 does not fit into it");
  bodies.count.reset();
  bodies.fraction = 0.5;
  EXPECT_EQ(build_error<2>(scene), "bodies[0].fraction: leaves no room for a single body");
  bodies.fraction = 1.5;
  EXPECT_EQ(build_error<2>(scene), "bodies[0].fraction: must be between 1e-09 and 0.95, got 1.5");
}

}  // namespace
}  // namespace galet::dense_fill_test
