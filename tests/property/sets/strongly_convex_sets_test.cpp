// Theorems on R-strongly convex sets and their farthest points [Nguyen2024, ch. 5].
#include <cmath>

#include "support/set_samples.hpp"
#include <gtest/gtest.h>

#include "galet/sets/sublevel_set.hpp"

namespace galet::sets::strongly_convex_sets_test {
namespace {

using test::make;
using test::random_normal;

struct Case {
  SetPtr C;
  double R;
};

// Sets with a farthest point in closed form, and their radius of strong convexity.
std::vector<Case> cases(Random& random, int n) {
  const SetPtr ellipsoid =
      make<Ellipsoid>(random_normal(random, n), test::random_positive(random, n, 0.7, 1.5));
  const SetPtr moved = make<Moved>(
      ellipsoid, Placing{random_normal(random, n), test::random_rotation(random, n), 0.8});
  std::vector<Case> all;
  for (const SetPtr& C : {make<Ball>(random_normal(random, n), random.uniform(0.5, 2.0)), ellipsoid,
                          moved, make<Inflated>(moved, 0.3)}) {
    all.push_back({C, *C->strong_convexity_radius()});
  }
  return all;
}

template <class F>
void for_all(int rounds, F&& f) {
  for (int round = 0; round < rounds; ++round) {
    Random random(900 + static_cast<std::uint64_t>(round));
    for (const Case& c : cases(random, 2 + round % 3)) {
      f(*c.C, c.R, random);
      if (::testing::Test::HasFailure()) {
        ADD_FAILURE() << c.C->kind() << ", round " << round;
        return;
      }
    }
  }
}

// A point with dfar_C > s.
Vector beyond(const Set& C, Random& random, double s) {
  while (true) {
    const Vector x = random_normal(random, C.dimension(), s + C.length());
    if (*C.farthest_distance(x) > s) return x;
  }
}

Vector boundary_point(const Set& C, Random& random) {
  return C.project(random_normal(random, C.dimension(), 100.0)).point;
}

constexpr double kRounding =
    1e-9;  // lengths up to 100, conditioning of slender ellipsoids about 10

// Thm. 5.2 (b): ⟨v, x' − x⟩ <= −|v||x' − x|²/(2R).
TEST(StronglyConvexSets, normals_see_the_set_below_a_paraboloid) {
  for_all(60, [](const Set& C, double R, Random& random) {
    const Vector x = boundary_point(C, random);
    const Vector v = C.normal_generators(x)->rays.col(0);
    for (int k = 0; k < 20; ++k) {
      const Vector y = boundary_point(C, random);
      ASSERT_LE(v.dot(y - x), -(y - x).squaredNorm() / (2.0 * R) + kRounding);
    }
  });
}

// The radius is not larger than needed: for an ellipse the inequality fails with 0.9 R.
TEST(StronglyConvexSets, radius_of_an_ellipse_is_sharp) {
  const Ellipsoid e(Vector::Zero(2), Eigen::Vector2d(2.0, 1.0));
  const double R = *e.strong_convexity_radius();  // 4, at the end of the short axis
  const Vector x = Eigen::Vector2d(0.0, 1.0);
  const Vector y = Eigen::Vector2d(2.0 * std::sin(0.01), std::cos(0.01));
  EXPECT_GT((y - x)[1], -(y - x).squaredNorm() / (2.0 * 0.9 * R));
  EXPECT_LE((y - x)[1], -(y - x).squaredNorm() / (2.0 * R) + 1e-15);
}

// Thm. 5.2 (c): far_C is Lipschitz with 1/(s/R − 1) on {dfar > s}.
TEST(StronglyConvexSets, farthest_point_is_lipschitz) {
  for_all(60, [](const Set& C, double R, Random& random) {
    const double s = R * random.uniform(1.05, 3.0);
    const Vector x = beyond(C, random, s);
    const Vector y = x + random_normal(random, C.dimension(), 0.1 * R);
    if (*C.farthest_distance(y) <= s) return;
    ASSERT_LE((*C.farthest(x) - *C.farthest(y)).norm(), (x - y).norm() / (s / R - 1.0) + kRounding);
  });
}

// Thm. 5.2 (d), (e): ∇dfar² = 2 (x − far x); and far stays when x moves along the ray, while beyond
// R.
TEST(StronglyConvexSets, farthest_point_along_its_ray_and_gradient) {
  for_all(40, [](const Set& C, double R, Random& random) {
    const Vector u = beyond(C, random, 1.1 * R);
    const Vector x = *C.farthest(u);
    const double dfar = *C.farthest_distance(u);
    for (const double t : {1.02 * R, 2.0 * R, 10.0 * R}) {
      const Vector on_ray = x - t / dfar * (x - u);
      ASSERT_LE((*C.farthest(on_ray) - x).norm(), 1e-6);
    }
    const double eps = 1e-5 * R;
    for (int k = 0; k < C.dimension(); ++k) {
      const Vector e = eps * Vector::Unit(C.dimension(), k);
      const double slope =
          (std::pow(*C.farthest_distance(u + e), 2) - std::pow(*C.farthest_distance(u - e), 2)) /
          (2.0 * eps);
      ASSERT_NEAR(slope, 2.0 * (u - x)[k], 1e-4 * (1.0 + dfar));
    }
  });
}

// Prop. 5.10 (d): dfar_C(u) = s + d(u, F_s), F_s = {dfar_C <= s}, s >= R. F_s is a convex set given
// by one function with the gradient (x − far x)/dfar.
TEST(StronglyConvexSets, farthest_distance_is_a_distance_to_its_level_set) {
  for_all(30, [](const Set& C, double R, Random& random) {
    const double s = R * random.uniform(1.1, 2.0);
    const SublevelSet F(
        C.dimension(),
        [&](const Vector& x) {
          const Vector arm = x - *C.farthest(x);
          return Constraints{Vector::Constant(1, arm.norm() - s), arm.normalized()};
        },
        s, kInfinity);
    const Vector u = beyond(C, random, s);
    const Projection p = F.project(u);
    ASSERT_TRUE(p.converged);
    ASSERT_NEAR(*C.farthest_distance(u), s + (u - p.point).norm(), 1e-8 * (1.0 + u.norm()));
  });
}

// Prop. 5.10 (f): {dfar_C >= s} is (s − R)-prox-regular, s > R; the normal at x is (far x − x)/s.
TEST(StronglyConvexSets, upper_level_sets_of_the_farthest_distance_are_prox_regular) {
  for_all(40, [](const Set& C, double R, Random& random) {
    const double s = R * random.uniform(1.2, 2.5);
    const Vector u = beyond(C, random, s);
    const Vector far = *C.farthest(u);
    const Vector x = far + s * (u - far).normalized();
    const Vector v = (far - x).normalized();
    for (int k = 0; k < 20; ++k) {
      const Vector y = x + random_normal(random, C.dimension(), s - R);
      if (*C.farthest_distance(y) < s) continue;
      ASSERT_LE(v.dot(y - x), (y - x).squaredNorm() / (2.0 * (s - R)) + kRounding);
    }
  });
}

// Thm. 5.11 (b): dfar is 1/(s − R)-semiconcave on convex parts of {dfar > s}; here on segments, at
// midpoints.
TEST(StronglyConvexSets, farthest_distance_is_semiconcave) {
  for_all(60, [](const Set& C, double R, Random& random) {
    const double s = R * random.uniform(1.1, 2.0);
    const Vector x = beyond(C, random, s);
    const Vector y = x + random_normal(random, C.dimension(), 0.3 * R);
    bool inside = true;
    for (int k = 0; k <= 20; ++k) {
      inside &= *C.farthest_distance(x + 0.05 * k * (y - x)) > s;
    }
    if (!inside) return;
    const double middle = *C.farthest_distance(0.5 * (x + y));
    ASSERT_GE(middle + (x - y).squaredNorm() / (8.0 * (s - R)),
              0.5 * (*C.farthest_distance(x) + *C.farthest_distance(y)) - kRounding);
  });
}

// ---- Separation by balls ---------------------------------------------------------------------

// q(u) = ⟨x*, u⟩ − |u|²/(2R) with x* = Υ(x) of (5.10).
struct Separation {
  double R;
  Vector far;
  double delta;
  Vector star;

  Separation(const Set& C, double radius, const Vector& x)
      : R(radius),
        far(*C.farthest(x)),
        delta((x - far).norm()),
        star((1.0 / R - 1.0 / delta) * far + x / delta) {}
  double q(const Vector& u) const { return star.dot(u) - u.squaredNorm() / (2.0 * R); }
};

// Prop. 5.17 (a), (c), (e), and (f) as an inclusion: the ball B[R x*, R] contains C, touches it at
// far x, and is the same for all points of the ray.
TEST(StronglyConvexSets, supporting_ball) {
  for_all(60, [](const Set& C, double R, Random& random) {
    const Vector x = beyond(C, random, 1.05 * R);
    const Separation s(C, R, x);
    const Vector center = R * s.star;
    const double scale = 1.0 + x.norm();
    ASSERT_NEAR((center - x).norm(), s.delta - R, kRounding * scale);
    ASSERT_NEAR((center - s.far).norm(), R, kRounding * scale);
    // dfar_C(R x*) = R: C lies in the ball.
    ASSERT_NEAR(*C.farthest_distance(center), R, 1e-7 * scale);
    for (const double tau : {1.1, 2.0, 5.0}) {
      const Vector other = tau * center + (1.0 - tau) * s.far;
      ASSERT_LE((Separation(C, R, other).star - s.star).norm(), 1e-6 * scale / R);
    }
  });
}

// Prop. 5.17 (f): C is the intersection of these balls: a point outside C is outside one of them,
// the one behind its nearest point.
TEST(StronglyConvexSets, are_the_intersection_of_their_supporting_balls) {
  for_all(40, [](const Set& C, double R, Random& random) {
    const Vector z = random_normal(random, C.dimension(), 2.0 * C.length());
    const Vector p = C.project(z).point;
    const double d = (z - p).norm();
    if (d < 1e-3) return;
    const Vector center = p - R / d * (z - p);
    ASSERT_LE(*C.farthest_distance(center), R + 1e-7);  // contains C
    ASSERT_NEAR((z - center).norm(), R + d, 1e-9 * (1.0 + z.norm()));
  });
}

// Thm. 5.18: δ (1 − δ/(2R)) = q(x) − Φ, Φ = inf_C q. The infimum is at far x; sampled points show
// that none is lower.
TEST(StronglyConvexSets, support_function_formula_of_the_farthest_distance) {
  for_all(60, [](const Set& C, double R, Random& random) {
    const Vector x = beyond(C, random, 1.02 * R);
    const Separation s(C, R, x);
    const double scale = 1.0 + std::abs(s.q(x)) + std::abs(s.q(s.far));
    ASSERT_NEAR(s.delta * (1.0 - s.delta / (2.0 * R)), s.q(x) - s.q(s.far), 1e-10 * scale);
    for (int k = 0; k < 30; ++k) {
      ASSERT_GE(s.q(boundary_point(C, random)), s.q(s.far) - 1e-9 * scale);
    }
    // Prop. 5.15 (b): R²|x*|² − 2RΦ = dfar²(R x*), here R² (Prop. 5.17 (c)).
    ASSERT_NEAR(R * R * s.star.squaredNorm() - 2.0 * R * s.q(s.far), R * R, 1e-8 * scale * R);
  });
}

// Thm. 5.14, the part that is true: for δ > 2R the ball separates, q(x) < inf_C q.
// The other part, q(x) <= inf_C q for all δ > R, contradicts Thm. 5.18: q(x) − inf q = δ (1 −
// δ/(2R)) is positive for R < δ < 2R (its proof puts x where far x should stand).
TEST(StronglyConvexSets, separation_by_balls_needs_twice_the_radius) {
  int near = 0;
  int far = 0;
  for_all(80, [&](const Set& C, double R, Random& random) {
    // A point at a chosen farthest distance, by Thm. 5.2 (e).
    const Vector u = beyond(C, random, 1.02 * R);
    const Vector x =
        *C.farthest(u) + R * random.uniform(1.02, 3.0) * (u - *C.farthest(u)).normalized();
    const Separation s(C, R, x);
    if (s.delta > 2.001 * R) {
      ++far;
      ASSERT_LT(s.q(x), s.q(s.far));
    } else if (s.delta < 1.999 * R) {
      ++near;
      ASSERT_GT(s.q(x), s.q(s.far));
    }
  });
  EXPECT_GT(near, 20);
  EXPECT_GT(far, 20);
}

// Prop. 5.19: δ (1 − δ/(2R)) is the least over y* of the sphere |y* − x/R| = δ/R − 1 of sup_C
// (q_y(x) − q_y(c)). sup_C is at least the value at any c, so sampling C bounds it from below.
TEST(StronglyConvexSets, minimax_formula) {
  for_all(30, [](const Set& C, double R, Random& random) {
    const Vector x = beyond(C, random, 1.1 * R);
    const Separation s(C, R, x);
    const double value = s.delta * (1.0 - s.delta / (2.0 * R));
    const double scale = 1.0 + x.squaredNorm() / R;
    for (int k = 0; k < 20; ++k) {
      const Vector y =
          x / R + (s.delta / R - 1.0) * random_normal(random, C.dimension()).normalized();
      // q_y(x) − q_y(c) at c = far x.
      const double at_far = y.dot(x - s.far) - (x.squaredNorm() - s.far.squaredNorm()) / (2.0 * R);
      ASSERT_GE(at_far, value - 1e-9 * scale);
    }
  });
}

// Thm. 5.21: δ is the least farthest distance from x to a ball that contains C and not x (δ > 2R).
// B[R x*, R] attains it; other balls that contain C reach at least as far.
TEST(StronglyConvexSets, farthest_distance_is_the_least_over_separating_balls) {
  for_all(30, [](const Set& C, double R, Random& random) {
    const Vector x = beyond(C, random, 2.1 * R);
    const Separation s(C, R, x);
    const Ball best(R * s.star, R);
    ASSERT_NEAR(*best.farthest_distance(x), s.delta, kRounding * (1.0 + x.norm()));
    ASSERT_GT((x - R * s.star).norm(), R);
    for (int k = 0; k < 20; ++k) {
      const Vector center = R * s.star + random_normal(random, C.dimension(), R);
      const Ball other(center, *C.farthest_distance(center));
      if ((x - center).norm() <= *C.farthest_distance(center)) continue;
      ASSERT_GE(*other.farthest_distance(x), s.delta - 1e-7 * (1.0 + x.norm()));
    }
  });
}

}  // namespace
}  // namespace galet::sets::strongly_convex_sets_test
