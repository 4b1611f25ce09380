#include "galet/math/cones.hpp"

#include "support/random_vectors.hpp"
#include <gtest/gtest.h>

namespace galet::cones_test {
namespace {

using test::random_in_cone;
using test::random_vector;

// A point of one of the three regions of the projection on the cone of friction mu.
enum class Region { inside, polar, side };

template <int D>
Vec<D> random_in(Region region, Random& random, double mu) {
  if (region == Region::inside) return random_in_cone<D>(random, mu, 1.0);
  Vec<D> x = random_vector<D>(random);
  const double t = x.template tail<D - 1>().norm();
  if (region == Region::polar) {
    x[0] = -mu * t - std::abs(x[0]);
  } else {  // between −mu t and t/mu
    x[0] = -mu * t + random.uniform() * (t / std::max(mu, 0.01) + mu * t);
  }
  return x;
}

// The projection of x on the closed convex set K is the point P of K with (x − P)·(y − P) <= 0 for
// all y in K. Checked for random y inside and on the boundary of K. Rounding: the products are of
// numbers of size |x| and |y|, each with a relative error of a few units of 2^-53.
template <int D>
void check_variational_inequality(double mu) {
  Random random(17);
  for (int k = 0; k < 300; ++k) {
    const auto region = static_cast<Region>(k % 3);
    const Vec<D> x = random_in<D>(region, random, mu);
    const Vec<D> p = project_friction_cone<D>(x, mu);
    const double scale = x.norm();
    // 2^-50: x may sit on the edge of its region, where rounding decides between two formulas.
    const double edge = 0x1p-50 * (1.0 + mu) * scale;
    if (region == Region::inside) {
      EXPECT_LE((p - x).norm(), edge);
    } else if (region == Region::polar) {
      EXPECT_LE(p.norm(), edge);
    }
    EXPECT_LE(p.template tail<D - 1>().norm(), mu * p[0] + 8e-16 * (1.0 + mu) * scale);
    EXPECT_GE(p[0], 0.0);
    for (int j = 0; j < 30; ++j) {
      const Vec<D> y = random_in_cone<D>(random, mu, random.uniform(0.0, 3.0), j % 2 == 0);
      EXPECT_LE((x - p).dot(y - p), 1e-14 * (scale + y.norm()) * (scale + y.norm()));
    }
  }
}

TEST(FrictionCone, projection_satisfies_the_variational_inequality_2d) {
  for (const double mu : {0.0, 1e-3, 0.3, 1.0, 5.0, 1e3}) check_variational_inequality<2>(mu);
}
TEST(FrictionCone, projection_satisfies_the_variational_inequality_3d) {
  for (const double mu : {0.0, 1e-3, 0.3, 1.0, 5.0, 1e3}) check_variational_inequality<3>(mu);
}

// One point per region, by hand: mu = 1, cone |x_t| <= x_n.
TEST(FrictionCone, one_point_in_each_region) {
  EXPECT_EQ(project_friction_cone<2>(Vec<2>(2.0, -1.0), 1.0), Vec<2>(2.0, -1.0));
  EXPECT_EQ(project_friction_cone<2>(Vec<2>(-2.0, 1.0), 1.0), Vec<2>(0.0, 0.0));
  EXPECT_EQ(project_friction_cone<2>(Vec<2>(0.0, 2.0), 1.0), Vec<2>(1.0, 1.0));
  EXPECT_EQ(project_friction_cone<3>(Vec<3>(0.0, 0.0, -2.0), 1.0), Vec<3>(1.0, 0.0, -1.0));
}

TEST(FrictionCone, without_friction_it_is_the_half_line) {
  EXPECT_EQ(project_friction_cone<3>(Vec<3>(2.0, 1.0, -1.0), 0.0), Vec<3>(2.0, 0.0, 0.0));
  EXPECT_EQ(project_friction_cone<3>(Vec<3>(-2.0, 1.0, -1.0), 0.0), Vec<3>(0.0, 0.0, 0.0));
  EXPECT_EQ(project_friction_cone<3>(Vec<3>(0.0, 1.0, -1.0), 0.0), Vec<3>(0.0, 0.0, 0.0));
  EXPECT_EQ(project_friction_cone<2>(Vec<2>(0.0, 0.0), 0.0), Vec<2>(0.0, 0.0));
}

TEST(FrictionCone, apex_and_edges_are_kept) {
  EXPECT_EQ(project_friction_cone<3>(Vec<3>(Vec<3>::Zero()), 0.7), Vec<3>(Vec<3>::Zero()));
  EXPECT_EQ(project_friction_cone<2>(Vec<2>(2.0, 1.0), 0.5), Vec<2>(2.0, 1.0));
}

TEST(Disc, projection_is_the_nearest_point) {
  Random random(5);
  for (int k = 0; k < 200; ++k) {
    const Vec<2> x = random_vector<2>(random);
    const double radius = std::abs(random.normal());
    const Vec<2> p = project_disc<2>(x, radius);
    EXPECT_LE(p.norm(), radius * (1.0 + 4e-16));
    if (x.norm() <= radius) {
      EXPECT_EQ(p, x);
    } else {
      for (int j = 0; j < 20; ++j) {
        const Vec<2> y = random_vector<2>(random).normalized() * (radius * random.uniform());
        EXPECT_LE((x - p).dot(y - p), 1e-14 * (1.0 + x.squaredNorm() + radius * radius));
      }
    }
  }
  EXPECT_EQ(project_disc<2>(Vec<2>(3.0, 4.0), 0.0), Vec<2>(0.0, 0.0));
  EXPECT_EQ(project_disc<2>(Vec<2>(0.0, 0.0), 0.0), Vec<2>(0.0, 0.0));
  EXPECT_EQ((project_disc<1>(Eigen::Matrix<double, 1, 1>(-3.0), 2.0))[0], -2.0);
}

}  // namespace
}  // namespace galet::cones_test
