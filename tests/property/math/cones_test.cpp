#include "galet/math/cones.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace galet::cones_test {
namespace {

// Quarters of small integers: exact numbers that shrink well and often sit on the edges of regions.
template <int D>
Vec<D> arbitrary_point() {
  Vec<D> x;
  for (int k = 0; k < D; ++k) x[k] = 0.25 * *rc::gen::inRange(-400, 401);
  return x;
}
double arbitrary_friction() { return 0.125 * *rc::gen::inRange(0, 33); }

// All components are at most 100, the errors of the projection a few units of 2^-53 times (1 + mu).
constexpr double kRounding = 1e-12;

template <int D>
Vec<D> project(const Vec<D>& x, double mu) {
  return project_friction_cone<D>(x, mu);
}

template <int D>
void non_expansive_and_idempotent() {
  const double mu = arbitrary_friction();
  const Vec<D> x = arbitrary_point<D>();
  const Vec<D> y = arbitrary_point<D>();
  const Vec<D> px = project<D>(x, mu);
  RC_ASSERT((px - project<D>(y, mu)).norm() <= (x - y).norm() + kRounding);
  RC_ASSERT((project<D>(px, mu) - px).norm() <= kRounding);
}
RC_GTEST_PROP(FrictionCone, non_expansive_and_idempotent_2d, ()) {
  non_expansive_and_idempotent<2>();
}
RC_GTEST_PROP(FrictionCone, non_expansive_and_idempotent_3d, ()) {
  non_expansive_and_idempotent<3>();
}

// Moreau's decomposition: x = P_K x + P_K° x with the two parts orthogonal, K° = {y_n <= −mu |y_t|}
// being the polar cone (membership, not another projection, is checked).
template <int D>
void moreau_decomposition() {
  const double mu = arbitrary_friction();
  const Vec<D> x = arbitrary_point<D>();
  const Vec<D> p = project<D>(x, mu);
  const Vec<D> rest = x - p;
  RC_ASSERT(std::abs(p.dot(rest)) <= kRounding * 100.0);
  RC_ASSERT(rest[0] <= -mu * rest.template tail<D - 1>().norm() + kRounding * (1.0 + mu));
  RC_ASSERT(p.template tail<D - 1>().norm() <= mu * p[0] + kRounding * (1.0 + mu));
}
RC_GTEST_PROP(FrictionCone, moreau_decomposition_2d, ()) { moreau_decomposition<2>(); }
RC_GTEST_PROP(FrictionCone, moreau_decomposition_3d, ()) { moreau_decomposition<3>(); }

// P(a x) = a P(x), a > 0; powers of two commute with rounding, so equality is exact.
RC_GTEST_PROP(FrictionCone, positively_homogeneous, ()) {
  const double mu = arbitrary_friction();
  const Vec<3> x = arbitrary_point<3>();
  const double a = std::ldexp(1.0, *rc::gen::inRange(-100, 101));
  RC_ASSERT(project<3>(a * x, mu) == a * project<3>(x, mu));
}

// Brute force in 2D: the distance to the two edges of the cone, each a half line.
RC_GTEST_PROP(FrictionCone, nearest_point_of_the_two_edges_in_2d, ()) {
  const double mu = arbitrary_friction();
  const Vec<2> x = arbitrary_point<2>();
  const double distance = (x - project<2>(x, mu)).norm();
  if (std::abs(x[1]) <= mu * x[0]) {
    RC_ASSERT(distance == 0.0);
  } else {
    double nearest = x.norm();
    for (const double side : {-1.0, 1.0}) {
      const Vec<2> edge = Vec<2>(1.0, side * mu).normalized();
      nearest = std::min(nearest, (x - std::max(0.0, x.dot(edge)) * edge).norm());
    }
    RC_ASSERT(std::abs(distance - nearest) <= kRounding);
  }
}

}  // namespace
}  // namespace galet::cones_test
