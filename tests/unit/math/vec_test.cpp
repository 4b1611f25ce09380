#include "galet/math/vec.hpp"

#include "support/random_vectors.hpp"
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <gtest/gtest.h>

namespace galet::vec_test {
namespace {

using test::random_unit;
using test::random_vector;

// Identities of the vector product; entries of size 1 to 10, so 1e-13 is a few hundred roundings.
constexpr double kRounding = 1e-13;

TEST(Cross, in_2d_is_the_3d_product_in_the_plane) {
  Random random(1);
  for (int k = 0; k < 100; ++k) {
    const Spin<2> w = random_vector<1>(random);
    const Vec<2> r = random_vector<2>(random);
    const Vec<2> f = random_vector<2>(random);
    const Eigen::Vector3d w3(0.0, 0.0, w[0]), r3(r[0], r[1], 0.0), f3(f[0], f[1], 0.0);
    EXPECT_NEAR((cross(w, r) - w3.cross(r3).head<2>()).norm(), 0.0, kRounding);
    EXPECT_NEAR(moment(r, f)[0], r3.cross(f3)[2], kRounding);
  }
}

TEST(Cross, in_3d_agrees_with_the_library) {
  Random random(2);
  for (int k = 0; k < 100; ++k) {
    const Vec<3> a = random_vector<3>(random);
    const Vec<3> b = random_vector<3>(random);
    EXPECT_EQ(cross(a, b), a.cross(b));
    EXPECT_EQ(moment(a, b), a.cross(b));
  }
}

// Power of a force: f·(ω × r) = ω·(r × f). This is what makes H and Hᵀ transposes.
template <int D>
void check_power_identity() {
  Random random(3);
  for (int k = 0; k < 100; ++k) {
    const Spin<D> w = random_vector<spin_dimension<D>>(random);
    const Vec<D> r = random_vector<D>(random);
    const Vec<D> f = random_vector<D>(random);
    EXPECT_NEAR(f.dot(cross(w, r)), w.dot(moment(r, f)), kRounding);
  }
}
TEST(Cross, power_identity_2d) { check_power_identity<2>(); }
TEST(Cross, power_identity_3d) { check_power_identity<3>(); }

template <int D>
void expect_frame(const Vec<D>& n) {
  const Mat<D> f = contact_frame<D>(n);
  // Three products of numbers below 1: a few roundings each.
  EXPECT_NEAR((f * f.transpose() - Mat<D>::Identity()).cwiseAbs().maxCoeff(), 0.0, 1e-15)
      << n.transpose();
  EXPECT_NEAR(f.determinant(), 1.0, 2e-15) << n.transpose();  // right-handed
  EXPECT_EQ(Vec<D>(f.row(0).transpose()), n);
}

template <int D>
void check_frames() {
  for (int k = 0; k < D; ++k) {
    expect_frame<D>(Vec<D>::Unit(k));
    expect_frame<D>(-Vec<D>::Unit(k));
  }
  expect_frame<D>(Vec<D>(Vec<D>::Ones().normalized()));
  Random random(4);
  for (int k = 0; k < 1000; ++k) expect_frame<D>(random_unit<D>(random));
  // Nearly along an axis, where a cross product with that axis would lose all digits.
  for (int k = 0; k < 100; ++k) {
    expect_frame<D>(Vec<D>((Vec<D>::Unit(k % D) + 1e-9 * random_vector<D>(random)).normalized()));
  }
}
TEST(ContactFrame, is_orthonormal_and_right_handed_2d) { check_frames<2>(); }
TEST(ContactFrame, is_orthonormal_and_right_handed_3d) { check_frames<3>(); }

// The convention t = (−n_y, n_x) and t2 = n × t1.
TEST(ContactFrame, tangents_follow_the_convention) {
  const Vec<2> n(0.6, 0.8);
  EXPECT_EQ(Vec<2>(contact_frame<2>(n).row(1).transpose()), Vec<2>(-0.8, 0.6));
  Random random(5);
  const Vec<3> m = random_unit<3>(random);
  const Mat<3> f = contact_frame<3>(m);
  const Eigen::Vector3d t1 = f.row(1).transpose();
  EXPECT_NEAR((m.cross(t1) - f.row(2).transpose()).norm(), 0.0, 1e-15);
}

}  // namespace
}  // namespace galet::vec_test
