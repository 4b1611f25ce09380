// Theorems on projections, for random convex sets of every kind.
#include <cmath>

#include "support/set_samples.hpp"
#include <Eigen/LU>
#include <Eigen/SVD>
#include <gtest/gtest.h>

#include "galet/sets/nearest_point.hpp"

namespace galet::sets::convex_sets_test {
namespace {

using test::random_convex_sets;
using test::random_normal;

// Lengths are below 10 (coordinates normal, axes below 3), projections are exact up to some tens of
// roundings; those of intersections and rounded polyhedra up to the conditioning of a corner
// (angles down to about 1e-3).
constexpr double kLoose = 1e-9;

struct Case {
  SetPtr set;
  int n;
  std::string name;
};

std::string fmt_name(const Set& set, int round) {
  return std::string(set.kind()) + ", round " + std::to_string(round);
}

// Calls f(case, random) for all kinds of sets, dimensions 2 to 5.
template <class F>
void for_all(int rounds, F&& f) {
  for (int round = 0; round < rounds; ++round) {
    Random random(1000 + static_cast<std::uint64_t>(round));
    const int n = 2 + round % 4;
    for (const SetPtr& set : random_convex_sets(random, n)) {
      const Case c{set, n, fmt_name(*set, round)};
      f(c, random);
      if (::testing::Test::HasFailure()) return;
    }
  }
}

// [Moreau1999, eq. 3]: p = prox(C, z) if and only if p in C and (z − p)·(y − p) <= 0 for all y in
// C.
TEST(ConvexSets, projection_is_characterised_by_the_variational_inequality) {
  for_all(60, [](const Case& c, Random& random) {
    const Vector z = random_normal(random, c.n, 3.0);
    const Projection p = c.set->project(z);
    ASSERT_TRUE(p.converged) << c.name;
    ASSERT_LE((c.set->project(p.point).point - p.point).norm(), kLoose) << c.name;
    for (int k = 0; k < 10; ++k) {
      const Vector y = c.set->project(random_normal(random, c.n, 3.0)).point;
      ASSERT_LE((z - p.point).dot(y - p.point), kLoose * (1.0 + z.norm() * y.norm())) << c.name;
    }
  });
}

// z − p is in the normal cone of the set at p, computed from the geometry, not from projections.
TEST(ConvexSets, residual_of_projection_is_normal) {
  for_all(60, [](const Case& c, Random& random) {
    const Vector z = random_normal(random, c.n, 3.0);
    const Vector p = c.set->project(z).point;
    const auto tangent = c.set->project_tangent_cone(p, z - p, 1e-7);
    if (!tangent) return;  // near the apex of a cone that was moved
    ASSERT_LE(tangent->norm(), 1e-7 * (1.0 + z.norm())) << c.name;
  });
}

TEST(ConvexSets, projection_is_non_expansive) {
  for_all(60, [](const Case& c, Random& random) {
    const Vector x = random_normal(random, c.n, 3.0);
    const Vector y = x + random_normal(random, c.n, std::pow(10.0, random.uniform(-4.0, 1.0)));
    ASSERT_LE((c.set->project(x).point - c.set->project(y).point).norm(), (x - y).norm() + kLoose)
        << c.name;
  });
}

// [Nguyen2024, eq. 5.22]: d_C(x) = x*·x − σ_C(x*), x* = (x − prox)/d, and no unit vector gives
// more.
TEST(ConvexSets, distance_is_the_largest_margin_of_a_half_space) {
  for_all(40, [](const Case& c, Random& random) {
    const Vector x = random_normal(random, c.n, 3.0);
    const double d = c.set->distance(x);
    if (d < 0.01 || !c.set->support(x)) return;
    const Vector best = (x - c.set->project(x).point) / d;
    const double sigma = *c.set->support(best);
    ASSERT_NEAR(best.dot(x) - sigma, d, 1e-7) << c.name;
    for (int k = 0; k < 10; ++k) {
      const Vector other = random_normal(random, c.n).normalized();
      ASSERT_LE(other.dot(x) - *c.set->support(other), d + kLoose) << c.name;
    }
  });
}

// Dual-cone decomposition [Moreau1999, eqs. 4–6] at points of the set.
TEST(ConvexSets, normal_and_tangent_parts_decompose_every_vector) {
  for_all(60, [](const Case& c, Random& random) {
    const Vector x = c.set->project(random_normal(random, c.n, 3.0)).point;
    const Vector v = random_normal(random, c.n);
    const auto normal = c.set->project_normal_cone(x, v);
    if (!normal) return;
    const Vector tangent = *c.set->project_tangent_cone(x, v);
    ASSERT_NEAR(normal->dot(tangent), 0.0, kLoose) << c.name;
    ASSERT_NEAR(v.squaredNorm(), normal->squaredNorm() + tangent.squaredNorm(), kLoose) << c.name;
    ASSERT_TRUE(*c.set->in_normal_cone(x, *normal, 1e-7)) << c.name;
    // The tangent part is in the polar of the normal cone.
    for (int k = 0; k < 5; ++k) {
      const Vector other = *c.set->project_normal_cone(x, random_normal(random, c.n));
      ASSERT_LE(other.dot(tangent), kLoose) << c.name;
    }
    // Normals are normals: y·(ξ − x) <= 0 on the set.
    for (int k = 0; k < 5; ++k) {
      const Vector xi = c.set->project(random_normal(random, c.n, 3.0)).point;
      ASSERT_LE(normal->dot(xi - x), 1e-7) << c.name;
    }
  });
}

// Uniqueness in the lemma: any other split of z into parts of the two cones is not orthogonal.
TEST(ConvexCones, decomposition_is_unique) {
  Random random(7);
  for (int round = 0; round < 200; ++round) {
    const int n = 2 + round % 4;
    const SecondOrderCone cone(n, random.uniform(0.2, 2.0));
    const Vector z = random_normal(random, n);
    const Vector x = cone.project(z).point;
    const Vector y = z - x;
    EXPECT_TRUE(cone.polar_contains(y));
    EXPECT_NEAR(x.dot(y), 0.0, 1e-14 * z.squaredNorm());
    const Vector other = cone.project(x + 0.3 * random_normal(random, n)).point;
    if ((other - x).norm() < 1e-3 || !cone.polar_contains(z - other, 0.0)) continue;
    EXPECT_GT(std::abs(other.dot(z - other)), 1e-8);
  }
}

// Scaling all lengths by a power of two scales the answers, bit by bit: no absolute length is
// hidden.
TEST(ConvexSets, answers_scale_with_the_lengths) {
  Random random(11);
  for (int round = 0; round < 100; ++round) {
    const int n = 2 + round % 3;
    const Vector center = random_normal(random, n);
    const Vector axes = test::random_positive(random, n, 1e-3, 1e3);
    const auto h = test::random_half_spaces(random, n, n + 3);
    const Vector x = random_normal(random, n, 3.0);
    for (const double s : {0x1p-60, 0x1p80}) {
      const Vector scaled = Ellipsoid(s * center, s * axes).project(s * x).point;
      EXPECT_EQ((scaled / s - Ellipsoid(center, axes).project(x).point).norm(), 0.0);
      EXPECT_EQ((*Ellipsoid(s * center, s * axes).farthest(s * x) / s -
                 *Ellipsoid(center, axes).farthest(x))
                    .norm(),
                0.0);
      EXPECT_EQ((Polyhedron(h.A, s * h.b).project(s * x).point / s -
                 Polyhedron(h.A, h.b).project(x).point)
                    .norm(),
                0.0);
    }
  }
}

// Slender ellipsoids: the nearest point is on the surface, with z − p along its normal.
TEST(Ellipsoids, projection_with_extreme_axes) {
  Random random(13);
  for (int round = 0; round < 500; ++round) {
    const int n = 2 + round % 4;
    const Ellipsoid e(Vector::Zero(n), test::random_positive(random, n, 1e-6, 1e6));
    const Vector z = random_normal(random, n, std::pow(10.0, random.uniform(-6.0, 7.0)));
    const Projection p = e.project(z);
    ASSERT_LE(p.iterations, 60);
    if ((z - p.point).norm() == 0.0) continue;
    // A boundary point of the ellipsoid is known to eps·|z|; its normal to the angle that leaves.
    ASSERT_LE((*e.project_tangent_cone(p.point, z - p.point)).norm(), 1e-9 * z.norm());
  }
}

TEST(Ellipsoids, farthest_point_beats_all_others) {
  Random random(17);
  for (int round = 0; round < 300; ++round) {
    const int n = 2 + round % 3;
    const Ellipsoid e(random_normal(random, n), test::random_positive(random, n, 0.1, 10.0));
    Vector x = random_normal(random, n, 3.0);
    const double d = *e.farthest_distance(x);
    ASSERT_TRUE(e.contains(*e.farthest(x)));
    for (int k = 0; k < 200; ++k) {
      const Vector y = e.project(random_normal(random, n, 30.0)).point;
      ASSERT_LE((y - x).norm(), d * (1.0 + 1e-12));
    }
  }
}

// ---- Polyhedra against enumeration -----------------------------------------------------------

// The nearest point by trying every set of at most n rows as the active one: the feasible candidate
// nearest to z.
Vector nearest_by_enumeration(const Matrix& A, const Vector& b, const Vector& z) {
  const auto m = A.rows();
  Vector best;
  for (unsigned choice = 0; choice < (1U << m); ++choice) {
    std::vector<Eigen::Index> rows;
    for (Eigen::Index k = 0; k < m; ++k) {
      if ((choice >> k) & 1U) rows.push_back(k);
    }
    const auto k = static_cast<Eigen::Index>(rows.size());
    if (k > A.cols()) continue;
    Matrix N(A.cols(), k);
    Vector rhs(k);
    for (Eigen::Index j = 0; j < k; ++j) {
      N.col(j) = A.row(rows[static_cast<std::size_t>(j)]).transpose();
      rhs[j] = N.col(j).dot(z) - b[rows[static_cast<std::size_t>(j)]];
    }
    Vector x = z;
    if (k > 0) {
      const Eigen::FullPivLU<Matrix> gram(N.transpose() * N);
      if (!gram.isInvertible()) continue;
      x -= N * gram.solve(rhs);
    }
    const Vector excess = A * x - b;
    bool feasible = true;
    for (Eigen::Index j = 0; j < m; ++j) feasible &= excess[j] <= 1e-9 * A.row(j).norm() * 10.0;
    if (feasible && (best.size() == 0 || (x - z).norm() < (best - z).norm())) best = x;
  }
  return best;
}

TEST(Polyhedra, projection_equals_enumeration_of_active_sets) {
  Random random(19);
  for (int round = 0; round < 400; ++round) {
    const int n = 1 + round % 5;
    const int m = n + 1 + round % 4;
    const auto h = test::random_half_spaces(random, n, m);
    const Vector z = random_normal(random, n, 4.0);
    const NearestPoint ours = nearest_point(h.A, h.b, z);
    ASSERT_TRUE(ours.feasible);
    const Vector exact = nearest_by_enumeration(h.A, h.b, z);
    // The enumeration accepts violations of 1e-8, so the distances agree to that.
    ASSERT_NEAR((ours.point - z).norm(), (exact - z).norm(), 1e-7) << "round " << round;
    ASSERT_LE((ours.point - exact).norm(), 1e-3) << "round " << round;
    // The conditions of optimality, to rounding.
    ASSERT_LE((z - h.A.transpose() * ours.multipliers - ours.point).norm(), 1e-11 * z.norm());
    ASSERT_GE(ours.multipliers.minCoeff(), 0.0);
    for (int k = 0; k < m; ++k) {
      const double gap = h.b[k] - h.A.row(k).dot(ours.point);
      ASSERT_GE(gap, -1e-12 * h.A.row(k).norm() * (1.0 + z.norm()));
      ASSERT_LE(ours.multipliers[k] * gap, 1e-10 * (1.0 + z.squaredNorm()));
    }
  }
}

TEST(Polyhedra, empty_ones_are_recognised) {
  Random random(23);
  for (int round = 0; round < 200; ++round) {
    const int n = 1 + round % 4;
    auto h = test::random_half_spaces(random, n, n + 2);
    // A combination of the rows with positive weights, turned round and moved inwards, excludes all
    // (Farkas).
    const Vector weights = test::random_positive(random, n + 2, 0.1, 1.0);
    h.A.conservativeResize(n + 3, Eigen::NoChange);
    h.b.conservativeResize(n + 3);
    h.A.row(n + 2) = -(weights.transpose() * h.A.topRows(n + 2));
    const double bound = -weights.dot(h.b.head(n + 2));
    h.b[n + 2] = bound - 0.01;
    EXPECT_FALSE(Polyhedron::is_feasible(h.A, h.b));
  }
}

TEST(Polyhedra, support_is_the_largest_vertex_value) {
  Random random(29);
  for (int round = 0; round < 60; ++round) {
    const int n = 2 + round % 2;
    Matrix A(2 * n + 2, n);
    A << Matrix::Identity(n, n), -Matrix::Identity(n, n), random_normal(random, n).transpose(),
        random_normal(random, n).transpose();
    const Vector b = test::random_positive(random, 2 * n + 2, 0.2, 2.0);
    const Polyhedron P(A, b);
    const Vector d = random_normal(random, n);
    // From far away against d the farthest vertex is one with the largest d·x, up to the curvature
    // of the sphere: |x|²/(2·1e6).
    const Vector far = -1e6 * d.normalized();
    ASSERT_NEAR(*P.support(d), d.dot(*P.farthest(far)), 1e-5 * d.norm());
  }
}

TEST(Intersections, dykstra_and_active_set_agree) {
  Random random(31);
  for (int round = 0; round < 60; ++round) {
    const int n = 2 + round % 3;
    const auto h = test::random_half_spaces(random, n, 4);
    std::vector<SetPtr> parts;
    for (int k = 0; k < 4; ++k) {
      parts.push_back(test::make<HalfSpace>(Vector(h.A.row(k).transpose()), h.b[k]));
    }
    const Vector z = random_normal(random, n, 3.0);
    const Projection slow = Intersection(parts, IntersectionMethod::dykstra).project(z);
    const Projection exact = Intersection(parts, IntersectionMethod::active_set).project(z);
    const Projection smooth = Intersection(parts, IntersectionMethod::constraints).project(z);
    ASSERT_LE((smooth.point - exact.point).norm(), 1e-11 * (1.0 + z.norm()));
    // Rows that meet at a small angle make Dykstra slow: then it says so.
    if (slow.converged) {
      ASSERT_LE((slow.point - exact.point).norm(), 1e-6 * (1.0 + z.norm()));
    }
  }
}

}  // namespace
}  // namespace galet::sets::convex_sets_test
