#include "galet/geometry/shapes.hpp"

#include <map>
#include <vector>

#include "support/random_vectors.hpp"
#include <gtest/gtest.h>

namespace galet::shapes_test {
namespace {

using test::random_unit;
using test::random_vector;

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

// A placement and the inverse of its rotation, so that points can be brought to the shape's frame.
template <int D>
struct RandomPlacement {
  Placement<D> at;
  Rotation<D> inverse;

  explicit RandomPlacement(Random& random) {
    const Spin<D> w = random_vector<spin_dimension<D>>(random);
    at.position = random_vector<D>(random, 2.0);
    at.rotation = Rotation<D>::by(w);
    inverse = Rotation<D>::by(-w);
  }
  Vec<D> to_local(const Vec<D>& x) const { return inverse.apply(x - at.position); }
};

// Coordinates of size up to about 10, a handful of products: 1e-14.
constexpr double kRounding = 1e-14;

// Going a length s along the normal of a face changes the distance to it by s, as long as one stays
// on the same side: true for every face of every obstacle here.
template <int D, class Shape>
void expect_distance_grows_along_normal(const Shape& shape, const Placement<D>& at,
                                        const Vec<D>& x) {
  for (const auto& [feature, face] : faces<D>(shape, at, x)) {
    EXPECT_NEAR(face.normal.norm(), 1.0, kRounding);
    const auto moved = faces<D>(shape, at, x + 0.01 * face.normal);
    EXPECT_NEAR(moved.at(feature).distance - face.distance, 0.01, kRounding);
  }
}

template <int D>
void check_half_space() {
  Random random(1);
  for (int k = 0; k < 100; ++k) {
    const RandomPlacement<D> place(random);
    const HalfSpace<D> plane{random_vector<D>(random), random_unit<D>(random)};
    const Vec<D> x = random_vector<D>(random, 3.0);
    const auto found = faces<D>(plane, place.at, x);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found.at(0).distance, (place.to_local(x) - plane.point).dot(plane.normal),
                kRounding);
    expect_distance_grows_along_normal<D>(plane, place.at, x);
  }
}
TEST(HalfSpace, distance_2d) { check_half_space<2>(); }
TEST(HalfSpace, distance_3d) { check_half_space<3>(); }

// Against the nearest of many points of the axis: the nearest sample is at most half a spacing away
// from the nearest point.
template <int D>
void check_stick() {
  Random random(2);
  int at_ends = 0;
  for (int k = 0; k < 100; ++k) {
    const RandomPlacement<D> place(random);
    const Stick<D> stick{random_vector<D>(random), random_vector<D>(random), 0.1};
    const Vec<D> x = random_vector<D>(random, 3.0);
    const auto found = faces<D>(stick, place.at, x);
    ASSERT_EQ(found.size(), 1u);
    const Face<D>& face = found.at(0);
    constexpr int samples = 2000;
    double nearest = std::numeric_limits<double>::infinity();
    int best = 0;
    for (int j = 0; j <= samples; ++j) {
      const double s = static_cast<double>(j) / samples;
      const double d = (place.to_local(x) - (1.0 - s) * stick.start - s * stick.end).norm();
      if (d < nearest) {
        nearest = d;
        best = j;
      }
    }
    const double spacing = (stick.end - stick.start).norm() / samples;
    EXPECT_LE(face.distance + stick.radius, nearest + kRounding);
    EXPECT_GE(face.distance + stick.radius, nearest - 0.5 * spacing);
    if (best == 0 || best == samples) {
      ++at_ends;
      EXPECT_NEAR(face.distance + stick.radius, nearest, kRounding);
    }
    expect_distance_grows_along_normal<D>(stick, place.at, x);
  }
  EXPECT_GT(at_ends, 10);
  EXPECT_LT(at_ends, 90);
}
TEST(Stick, distance_2d) { check_stick<2>(); }
TEST(Stick, distance_3d) { check_stick<3>(); }

TEST(Stick, has_two_sides_and_round_ends) {
  const Stick<2> stick{{0.0, 0.0}, {2.0, 0.0}, 0.25};
  const Placement<2> at;
  const Face<2> above = faces<2>(stick, at, Vec<2>(1.0, 1.0)).at(0);
  EXPECT_DOUBLE_EQ(above.distance, 0.75);
  EXPECT_EQ(above.normal, Vec<2>(0.0, 1.0));
  const Face<2> below = faces<2>(stick, at, Vec<2>(1.0, -1.0)).at(0);
  EXPECT_DOUBLE_EQ(below.distance, 0.75);
  EXPECT_EQ(below.normal, Vec<2>(0.0, -1.0));
  const Face<2> beyond = faces<2>(stick, at, Vec<2>(5.0, 4.0)).at(0);
  EXPECT_DOUBLE_EQ(beyond.distance, 4.75);  // 3-4-5 triangle from the end
  EXPECT_NEAR((beyond.normal - Vec<2>(0.6, 0.8)).norm(), 0.0, 1e-15);
  EXPECT_DOUBLE_EQ(faces<2>(stick, at, Vec<2>(-1.0, 0.0)).at(0).distance, 0.75);
}

TEST(Stick, on_its_axis_the_normal_is_still_a_unit_vector_across) {
  const Stick<3> stick{{0.0, 0.0, 0.0}, {0.0, 0.0, 2.0}, 0.25};
  const Face<3> face = faces<3>(stick, Placement<3>{}, Vec<3>(0.0, 0.0, 0.5)).at(0);
  EXPECT_DOUBLE_EQ(face.distance, -0.25);
  EXPECT_NEAR(face.normal.norm(), 1.0, 1e-15);
  EXPECT_NEAR(face.normal[2], 0.0, 1e-15);
}

// A stick whose ends coincide is a ball.
TEST(Stick, of_no_length_is_a_ball) {
  const Stick<2> point{{1.0, 1.0}, {1.0, 1.0}, 0.5};
  const Face<2> face = faces<2>(point, Placement<2>{}, Vec<2>(4.0, 5.0)).at(0);
  EXPECT_DOUBLE_EQ(face.distance, 4.5);
  EXPECT_NEAR((face.normal - Vec<2>(0.6, 0.8)).norm(), 0.0, 1e-15);
}

TEST(Drum, circle_in_2d) {
  Random random(3);
  for (int k = 0; k < 100; ++k) {
    const RandomPlacement<2> place(random);
    const Drum<2> drum{1.5};
    const Vec<2> x = place.at.position + random_vector<2>(random, 0.7);
    const auto found = faces<2>(drum, place.at, x);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found.at(0).distance,
                1.5 - std::hypot(x[0] - place.at.position[0], x[1] - place.at.position[1]),
                kRounding);
    EXPECT_LT(found.at(0).normal.dot(x - place.at.position), 0.0);  // inwards
  }
}

TEST(Drum, cylinder_with_and_without_caps_in_3d) {
  Random random(4);
  for (int k = 0; k < 100; ++k) {
    const RandomPlacement<3> place(random);
    // In its own frame the axis is y: radius from x and z, caps at y = ±1.
    const Drum<3> closed{1.5, Vec<3>(0.0, 1.0, 0.0), 2.0};
    const Drum<3> open{1.5, Vec<3>(0.0, 1.0, 0.0)};
    const Vec<3> x = place.at.position + random_vector<3>(random, 0.7);
    const Vec<3> local = place.to_local(x);
    const auto found = faces<3>(closed, place.at, x);
    ASSERT_EQ(found.size(), 3u);
    EXPECT_NEAR(found.at(0).distance, 1.5 - std::hypot(local[0], local[2]), kRounding);
    EXPECT_NEAR(found.at(1).distance, local[1] + 1.0, kRounding);
    EXPECT_NEAR(found.at(2).distance, 1.0 - local[1], kRounding);
    expect_distance_grows_along_normal<3>(closed, place.at, x);
    const auto without = faces<3>(open, place.at, x);
    ASSERT_EQ(without.size(), 1u);
    EXPECT_EQ(without.at(0).distance, found.at(0).distance);
  }
}

// On the axis the wall is a radius away in every direction: no contact unless the body fills the
// drum; no normal can be given.
TEST(Drum, on_the_axis_only_the_caps_answer) {
  const auto found =
      faces<3>(Drum<3>{1.0, Vec<3>(0.0, 0.0, 1.0), 4.0}, Placement<3>{}, Vec<3>(0.0, 0.0, 0.5));
  EXPECT_EQ(found.size(), 2u);
  EXPECT_FALSE(found.contains(0));
}

template <int D>
void check_box() {
  Random random(5);
  for (int k = 0; k < 50; ++k) {
    const RandomPlacement<D> place(random);
    BoxInside<D> box{Vec<D>::Constant(-1.0), Vec<D>::Constant(2.0), {}};
    for (bool& closed : box.closed) closed = random.below(2) == 0;
    const Vec<D> x = place.at.position + random_vector<D>(random);
    const Vec<D> local = place.to_local(x);
    const auto found = faces<D>(box, place.at, x);
    for (int d = 0; d < D; ++d) {
      ASSERT_EQ(found.contains(2 * d), box.closed[2 * d]);
      ASSERT_EQ(found.contains(2 * d + 1), box.closed[2 * d + 1]);
      if (box.closed[2 * d]) {
        EXPECT_NEAR(found.at(2 * d).distance, local[d] + 1.0, kRounding);
      }
      if (box.closed[2 * d + 1]) {
        EXPECT_NEAR(found.at(2 * d + 1).distance, 2.0 - local[d], kRounding);
      }
    }
    expect_distance_grows_along_normal<D>(box, place.at, x);
  }
}
TEST(Box, faces_2d) { check_box<2>(); }
TEST(Box, faces_3d) { check_box<3>(); }

// Rigid velocity field: v(x) = v + ω × (x − position).
TEST(Placement, velocity_of_a_point) {
  Placement<2> at;
  at.position = {1.0, 2.0};
  at.velocity = {0.5, -0.5};
  at.spin = Spin<2>(3.0);
  EXPECT_EQ(at.velocity_at(Vec<2>(2.0, 2.0)), Vec<2>(0.5, 2.5));
  EXPECT_EQ(at.velocity_at(Vec<2>(1.0, 3.0)), Vec<2>(-2.5, -0.5));
}

}  // namespace
}  // namespace galet::shapes_test
