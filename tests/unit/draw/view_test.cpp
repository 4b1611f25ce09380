#include "galet/draw/view.hpp"

#include "unit/io/sample.hpp"
#include <gtest/gtest.h>

namespace galet::view_test {
namespace {

TEST(View, plane_has_y_upwards) {
  Sample<2> sample;
  sample.add_body({0.0, 0.0}, 1.0);
  const View<2> view(sample.frame(), shown_part(sample.frame()), 1200);
  const Pixel center = view.to_pixel({0.0, 0.0});
  EXPECT_GT(view.to_pixel({1.0, 0.0}).x(), center.x());
  EXPECT_LT(view.to_pixel({0.0, 1.0}).y(), center.y());
  EXPECT_NEAR((view.to_pixel({1.0, 0.0}) - center).norm(), view.scale(), 1e-9);
}

// The scene is seen along its shortest horizontal axis, right-handed: right × up points to the
// viewer.
TEST(View, space_is_seen_along_the_shortest_horizontal_axis) {
  for (int up = 0; up < 3; ++up) {
    for (int longer = 0; longer < 3; ++longer) {
      if (longer == up) continue;
      const int towards = 3 - up - longer;
      Sample<3> sample;
      std::vector<double> gravity(3, 0.0);
      gravity[static_cast<std::size_t>(up)] = -9.81;
      sample.world.gravity = VectorSeries::constant(gravity);
      sample.add_body(Vec<3>::Zero(), 1.0);
      sample.add_body(9.0 * Vec<3>::Unit(longer), 1.0);
      const View<3> view(sample.frame(), shown_part(sample.frame()), 1200);
      EXPECT_GT(view.direction(Vec<3>::Unit(longer)).x(), 0.0);
      EXPECT_LT(view.direction(Vec<3>::Unit(up)).y(), 0.0);
      EXPECT_EQ(view.direction(Vec<3>::Unit(towards)), Pixel(0.0, 0.0));
      const Vec<3> to_viewer = cross(Vec<3>(Vec<3>::Unit(longer)), Vec<3>(Vec<3>::Unit(up)));
      EXPECT_GT(view.depth(to_viewer), 0.0) << up << longer;
    }
  }
}

TEST(View, finite_boundaries_are_inside) {
  Sample<2> sample;
  sample.add_boundary(Drum<2>{2.0}, {5.0, 0.0});
  sample.add_boundary(BoxInside<2>{{-1.0, 0.0}, {0.0, 1.0}, {true, true, true, true}});
  sample.add_boundary(Stick<2>{{9.0, 0.0}, {9.0, 1.0}, 0.5});
  const View<2> view(sample.frame(), shown_part(sample.frame()), 1200);
  EXPECT_NEAR(view.low()[0], -1.0, 1e-12);
  EXPECT_NEAR(view.high()[0], 9.5, 1e-12);
  EXPECT_NEAR(view.low()[1], -2.0, 1e-2);
}

// The ball that a cradle sends away counts; one of many, as far away, does not.
TEST(View, of_few_bodies_none_is_left_out) {
  for (const int row : {4, 40}) {
    Sample<2> sample;
    for (int k = 0; k < row; ++k) sample.add_body({2.0 * k, 0.0}, 1.0);
    const double far = 5.0 * 2.0 * row;
    sample.add_body({far, 0.0}, 1.0);
    EXPECT_EQ(shown_part(sample.frame()).high[0] > far, row == 4) << row;
  }
}

}  // namespace
}  // namespace galet::view_test
