// Plates and walls around an axis: distances, normals and bounds.
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "support/random_vectors.hpp"
#include <gtest/gtest.h>

#include "galet/geometry/shapes.hpp"

namespace galet::finite_walls_test {
namespace {

using test::random_unit;
using test::random_vector;

constexpr double kRounding = 1e-14;

template <int D>
struct Face {
  double distance = 0.0;
  Vec<D> normal = Vec<D>::Zero();
};

template <int D, class Shape>
std::map<int, Face<D>> faces(const Shape& shape, const Placement<D>& at, const Vec<D>& x) {
  std::map<int, Face<D>> found;
  for_each_face(shape, at, x, [&](int feature, double distance, const Vec<D>& n) {
    EXPECT_TRUE(found.try_emplace(feature, Face<D>{distance, n}).second) << "feature twice";
  });
  return found;
}

// 2 m by 4 m in the plane z = 1, 0.1 m to each side.
const Plate<3> kPlate{{0, 0, 1}, {1, 0, 0}, {0, 2, 0}, 0.1};

TEST(Plate, above_below_and_beyond_edges_and_corners) {
  const auto face = [](const Vec<3>& x) { return faces<3>(kPlate, Placement<3>(), x).at(0); };
  EXPECT_NEAR(face({0.5, -1.5, 3.0}).distance, 1.9, kRounding);
  EXPECT_NEAR((face({0.5, -1.5, 3.0}).normal - Vec<3>(0, 0, 1)).norm(), 0.0, kRounding);
  EXPECT_NEAR((face({0.5, -1.5, 0.5}).normal - Vec<3>(0, 0, -1)).norm(), 0.0, kRounding);
  EXPECT_NEAR(face({4.0, 0.0, 5.0}).distance, 4.9, kRounding);  // 3, 4, 5 from the edge x = 1
  EXPECT_NEAR((face({4.0, 0.0, 5.0}).normal - Vec<3>(0.6, 0.0, 0.8)).norm(), 0.0, kRounding);
  // 1, 2, 2 beyond a corner.
  EXPECT_NEAR(face({-2.0, -4.0, -1.0}).distance, 2.9, kRounding);
  EXPECT_NEAR((face({-2.0, -4.0, -1.0}).normal - Vec<3>(-1, -2, -2) / 3.0).norm(), 0.0, kRounding);
  // On the plate itself one side is chosen.
  EXPECT_NEAR(face({0.2, 0.3, 1.0}).distance, -0.1, kRounding);
  EXPECT_NEAR(std::abs(face({0.2, 0.3, 1.0}).normal[2]), 1.0, kRounding);
}

// The point of the plate at (u, v).
Vec<3> surface(const Plate<3>& s, double u, double v) {
  return s.center + (2.0 * u - 1.0) * s.a + (2.0 * v - 1.0) * s.b;
}
Vec<3> surface(const Revolved<3>& s, double u, double v) {
  const Mat<3> frame = contact_frame<3>(s.axis);
  const Vec<2> place = s.start + u * (s.end - s.start);
  const double angle = 2.0 * std::numbers::pi * v;
  return place[0] * s.axis + place[1] * (std::cos(angle) * frame.row(1).transpose() +
                                         std::sin(angle) * frame.row(2).transpose());
}

// A fine net of points of the surface: none is nearer than the face, one is nearly as near, and the
// box holds all of them.
template <class Shape>
void expect_nearest(const Shape& shape, double thickness, Random& random) {
  constexpr int n = 200;
  Placement<3> at;
  at.position = random_vector<3>(random);
  at.rotation = Rotation<3>::by(random_vector<3>(random));
  const auto [low, high] = *bounds_of<3>(Obstacle<3>(shape), at);
  const Vec<3> x = at.position + random_vector<3>(random, 2.0);
  const Face<3> face = faces<3>(shape, at, x).at(0);
  double nearest = 1e9;
  for (int i = 0; i <= n; ++i) {
    for (int j = 0; j <= n; ++j) {
      const Vec<3> point = at.to_world(surface(shape, double(i) / n, double(j) / n));
      nearest = std::min(nearest, (point - x).norm());
      for (int k = 0; k < 3; ++k) {
        ASSERT_GE(point[k], low[k] - 1e-12);
        ASSERT_LE(point[k], high[k] + 1e-12);
      }
    }
  }
  EXPECT_GE(nearest, face.distance + thickness - 1e-12);
  // A net of width w misses the nearest point by at most w; sizes are up to 2π · 1.5.
  EXPECT_LE(nearest, face.distance + thickness + 2.0 * std::numbers::pi * 1.5 / n);
  EXPECT_NEAR(face.normal.norm(), 1.0, kRounding);
  // The nearest point is where the normal says.
  const double back =
      faces<3>(shape, at, x - (face.distance + thickness) * face.normal).at(0).distance;
  EXPECT_NEAR(back, -thickness, 1e-12);
}

TEST(Plate, is_as_far_as_its_nearest_point) {
  Random random(5);
  for (int k = 0; k < 40; ++k) {
    const Vec<3> a = random.uniform(0.3, 1.5) * random_unit<3>(random);
    const Vec<3> b = cross(a, random_unit<3>(random));
    expect_nearest(Plate<3>{random_vector<3>(random), a, b, 0.1}, 0.1, random);
  }
}

TEST(Revolved, is_as_far_as_its_nearest_point) {
  Random random(6);
  for (int k = 0; k < 60; ++k) {
    const auto place = [&] { return Vec<2>(random.uniform(-1.0, 1.0), random.uniform(0.0, 1.5)); };
    expect_nearest(Revolved<3>{random_unit<3>(random), place(), place(), 0.05}, 0.05, random);
  }
}

// A tube of radius 1 and length 4 along z.
TEST(Revolved, tube_inside_outside_and_beyond_the_end) {
  const Revolved<3> tube{{0, 0, 1}, {-2, 1}, {2, 1}, 0.0};
  const auto at = [&](const Vec<3>& x) { return faces<3>(tube, Placement<3>(), x); };
  EXPECT_NEAR(at({0.25, 0, 1}).at(0).distance, 0.75, kRounding);
  EXPECT_NEAR((at({0.25, 0, 1}).at(0).normal - Vec<3>(-1, 0, 0)).norm(), 0.0, kRounding);
  EXPECT_NEAR(at({0.25, 0, 1}).at(1).distance, 1.25, kRounding);
  EXPECT_NEAR((at({0.25, 0, 1}).at(1).normal - Vec<3>(1, 0, 0)).norm(), 0.0, kRounding);
  EXPECT_NEAR(at({0, -3, 0}).at(0).distance, 2.0, kRounding);
  EXPECT_NEAR((at({0, -3, 0}).at(0).normal - Vec<3>(0, -1, 0)).norm(), 0.0, kRounding);
  EXPECT_NEAR(at({4, 0, 6}).at(0).distance, 5.0, kRounding);  // 3, 4, 5 from the rim
  // On the axis the two sides are opposite, whichever they are.
  const auto middle = at({0, 0, 0});
  EXPECT_NEAR((middle.at(0).normal + middle.at(1).normal).norm(), 0.0, kRounding);
}

TEST(Revolved, disc_with_a_hole) {
  const Revolved<3> disc{{0, 0, 1}, {0, 0.5}, {0, 2}, 0.0};
  const auto at = [&](const Vec<3>& x) { return faces<3>(disc, Placement<3>(), x); };
  EXPECT_NEAR(at({1, 0, 0.3}).at(0).distance, 0.3, kRounding);
  EXPECT_NEAR((at({1, 0, -0.3}).at(0).normal - Vec<3>(0, 0, -1)).norm(), 0.0, kRounding);
  // Above the middle of the hole: both rims, at the hypotenuse.
  EXPECT_NEAR(at({0, 0, 1.2}).at(0).distance, 1.3, kRounding);
  EXPECT_NEAR(at({0, 0, 1.2}).at(1).distance, 1.3, kRounding);
  // Without a hole the middle belongs to one side only.
  const Revolved<3> whole{{0, 0, 1}, {0, 0}, {0, 2}, 0.0};
  EXPECT_EQ(faces<3>(whole, Placement<3>(), Vec<3>(0.1, 0, 0.3)).size(), 1U);
}

// A funnel in the plane: two segments, of which a ball in the middle meets both.
TEST(Revolved, in_the_plane_it_is_two_segments) {
  const Revolved<2> funnel{{0, 1}, {0, 1}, {3, 5}, 0.0};
  const auto found = faces<2>(funnel, Placement<2>(), Vec<2>(0.0, 4.0));
  // The normals of the segments from (±1, 0) to (±5, 3) are (∓3, 4)/5; the way from (1, 0) to (0,
  // 4) along it is (3 + 16)/5.
  for (const int side : {0, 1}) EXPECT_NEAR(found.at(side).distance, 19.0 / 5.0, kRounding);
  EXPECT_NEAR((found.at(0).normal + found.at(1).normal - Vec<2>(0, 1.6)).norm(), 0.0, kRounding);
  EXPECT_NEAR(std::abs(found.at(0).normal[0]), 0.6, kRounding);
}

TEST(ObstacleBox, endless_walls_and_those_around_bodies_have_none) {
  const Placement<2> at;
  EXPECT_FALSE(bounds_of<2>(Obstacle<2>(HalfSpace<2>{{0, 0}, {0, 1}}), at));
  EXPECT_FALSE(bounds_of<2>(Obstacle<2>(Drum<2>{1.0}), at));
  EXPECT_EQ(bounds_of<2>(Obstacle<2>(Stick<2>{{0, 1}, {2, -1}, 0.5}), at)->first,
            Vec<2>(-0.5, -1.5));
}

}  // namespace
}  // namespace galet::finite_walls_test
