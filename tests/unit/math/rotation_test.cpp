#include "galet/math/rotation.hpp"

#include <numbers>

#include "support/random_vectors.hpp"
#include <gtest/gtest.h>

namespace galet::rotation_test {
namespace {

using test::random_unit;
using test::random_vector;

// exp of the skew matrix of w by its power series: of w/16, squared four times.
Mat<3> exponential(const Vec<3>& w) {
  Mat<3> a;
  a << 0.0, -w[2], w[1], w[2], 0.0, -w[0], -w[1], w[0], 0.0;
  a *= 0x1p-4;
  Mat<3> sum = Mat<3>::Identity(), term = Mat<3>::Identity();
  for (int k = 1; k < 30; ++k) {
    term = term * a / k;
    sum += term;
  }
  for (int k = 0; k < 4; ++k) sum = sum * sum;
  return sum;
}

// The four squarings amplify the rounding of the series (1e-16) about sixteenfold.
TEST(Rotation3, by_a_rotation_vector_is_the_matrix_exponential) {
  Random random(1);
  for (const double angle : {0.0, 1e-12, 9.9e-5, 1.01e-4, 0.1, 1.0, std::numbers::pi, 6.0}) {
    for (int k = 0; k < 20; ++k) {
      const Vec<3> w = angle * random_unit<3>(random);
      const Vec<3> x = random_unit<3>(random);
      EXPECT_NEAR((Rotation<3>::by(w).apply(x) - exponential(w) * x).norm(), 0.0, 1e-14) << angle;
    }
  }
}

TEST(Rotation3, turning_composes_in_world_axes) {
  Random random(2);
  for (int k = 0; k < 50; ++k) {
    const Vec<3> w1 = random_vector<3>(random), w2 = random_vector<3>(random);
    const Vec<3> x = random_unit<3>(random);
    const Vec<3> expected = exponential(w2) * exponential(w1) * x;
    EXPECT_NEAR((Rotation<3>::by(w1).turned(w2).apply(x) - expected).norm(), 0.0, 1e-13);
  }
}

TEST(Rotation3, stays_a_rotation_over_many_turns) {
  Random random(3);
  Rotation<3> r;
  for (int k = 0; k < 10000; ++k) r = r.turned(0.1 * random_vector<3>(random));
  EXPECT_NEAR(r.quaternion().norm(), 1.0, 4e-16);
}

TEST(Rotation2, turns_counter_clockwise_and_counts_turns) {
  const Rotation<2> quarter(0.5 * std::numbers::pi);
  EXPECT_NEAR((quarter.apply(Vec<2>(1.0, 0.0)) - Vec<2>(0.0, 1.0)).norm(), 0.0, 1e-16);
  Rotation<2> r;
  for (int k = 0; k < 100; ++k) r = r.turned(Spin<2>(0.5));
  EXPECT_DOUBLE_EQ(r.angle(), 50.0);  // not reduced
}

// In the plane the 3D rotation about z is the 2D one.
TEST(Rotation2, agrees_with_the_rotation_about_z) {
  Random random(4);
  for (int k = 0; k < 100; ++k) {
    const double angle = random.uniform(-6.0, 6.0);
    const Vec<2> x = random_vector<2>(random);
    const Vec<2> plane = Rotation<2>::by(Spin<2>(angle)).apply(x);
    const Vec<3> space = Rotation<3>::by(Vec<3>(0.0, 0.0, angle)).apply(Vec<3>(x[0], x[1], 0.0));
    EXPECT_NEAR((space.head<2>() - plane).norm(), 0.0, 1e-14);
    EXPECT_NEAR(space[2], 0.0, 1e-15);
  }
}

}  // namespace
}  // namespace galet::rotation_test
