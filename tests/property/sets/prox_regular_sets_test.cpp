// Theorems on prox-regular sets [Nguyen2024, §5.1–5.2] and on metric subregularity [ibid., ch. 6],
// on sets where every constant is known.
#include <cmath>

#include "support/set_samples.hpp"
#include <Eigen/SVD>
#include <gtest/gtest.h>

#include "galet/sets/ball_complement.hpp"
#include "galet/sets/sublevel_set.hpp"

namespace galet::sets::prox_regular_sets_test {
namespace {

using test::make;
using test::random_normal;

// The region below a wave, c(x) = x_n − A Σ cos(x_k) / (n−1): |∇c| >= 1 and the gradient is
// A/(n−1)- Lipschitz, so the set is r-prox-regular with r = (n − 1)/A.
SetPtr below_wave(int n, double A) {
  const double a = A / (n - 1);
  return make<SublevelSet>(
      n,
      [n, a](const Vector& x) {
        Vector g(n);
        double value = x[n - 1];
        for (int k = 0; k + 1 < n; ++k) {
          value -= a * std::cos(x[k]);
          g[k] = a * std::sin(x[k]);
        }
        g[n - 1] = 1.0;
        return Constraints{Vector::Constant(1, value), g};
      },
      1.0, 1.0 / a);
}

std::vector<SetPtr> prox_regular_sets(Random& random, int n) {
  Matrix centers = Matrix::Zero(n, 3);
  centers(0, 1) = 4.0;
  centers(1, 2) = 5.0;
  const SetPtr holes = make<BallComplement>(centers, Vector(Eigen::Vector3d(1.5, 1.0, 2.0)));
  return {
      holes, below_wave(n, random.uniform(0.3, 1.5)),
      make<Moved>(holes, Placing{random_normal(random, n), test::random_rotation(random, n), 0.7}),
      make<Inflated>(holes, 0.4)};
}

// A point x + t v with x in the set, v a unit normal there, and t below s.
struct TubePoint {
  Vector z;
  Vector foot;
};
TubePoint in_tube(const Set& set, Random& random, double s) {
  while (true) {
    const Vector x = set.project(random_normal(random, set.dimension(), 3.0)).point;
    const auto cone = set.normal_generators(x);
    if (!cone || cone->rays.cols() != 1) continue;
    return {x + random.uniform() * s * cone->rays.col(0), x};
  }
}

template <class F>
void for_all(int rounds, F&& f) {
  for (int round = 0; round < rounds; ++round) {
    Random random(500 + static_cast<std::uint64_t>(round));
    for (const SetPtr& set : prox_regular_sets(random, 2 + round % 3)) {
      f(*set, *set->prox_radius(), random);
      if (::testing::Test::HasFailure()) {
        ADD_FAILURE() << set->kind() << ", round " << round;
        return;
      }
    }
  }
}

// Roundings of numbers of order 10, and the tolerance of the iteration for sublevel sets.
constexpr double kRounding = 1e-10;

// Thm. 5.6 (e): the nearest point of x + t v is x for all t < r.
TEST(ProxRegularSets, points_of_the_tube_go_back_to_their_foot) {
  for_all(40, [](const Set& set, double r, Random& random) {
    const TubePoint p = in_tube(set, random, 0.9 * r);
    const Projection q = set.project(p.z);
    ASSERT_TRUE(q.converged);
    ASSERT_LE((q.point - p.foot).norm(), 1e-7);
  });
}

// Thm. 5.6 (b): ⟨v, x' − x⟩ <= |x' − x|²/(2r), v a unit normal at x.
TEST(ProxRegularSets, normals_are_hypomonotone) {
  for_all(40, [](const Set& set, double r, Random& random) {
    const TubePoint p = in_tube(set, random, 0.5 * r);
    const Vector v = set.normal_generators(p.foot)->rays.col(0);
    for (int k = 0; k < 20; ++k) {
      const Vector other = set.project(p.foot + random_normal(random, set.dimension(), r)).point;
      ASSERT_LE(v.dot(other - p.foot), (other - p.foot).squaredNorm() / (2.0 * r) + 1e-7);
    }
  });
}

// Thm. 5.6 (c): Lipschitz with 1/(1 − s/r) on {d < s}.
TEST(ProxRegularSets, projection_is_lipschitz_inside_the_tube) {
  for_all(40, [](const Set& set, double r, Random& random) {
    const double s = random.uniform(0.1, 0.8) * r;
    const TubePoint p = in_tube(set, random, 0.95 * s);
    const Vector y = p.z + random_normal(random, set.dimension(), 0.04 * s);
    if (set.distance(y) >= s) return;
    ASSERT_LE((set.project(p.z).point - set.project(y).point).norm(),
              (p.z - y).norm() / (1.0 - s / r) + 1e-8);
  });
}

// … and the bound is attained: inside a hole of radius r, at depth s, sideways.
TEST(ProxRegularSets, lipschitz_bound_is_sharp_for_the_complement_of_a_ball) {
  const BallComplement hole(Matrix(Vector(Vector::Zero(2))), Vector::Constant(1, 2.0));
  const double s = 1.2;
  const double angle = 1e-6;
  const Vector x = Eigen::Vector2d(2.0 - s, 0.0);
  const Vector y = (2.0 - s) * Eigen::Vector2d(std::cos(angle), std::sin(angle));
  const double ratio = (hole.project(x).point - hole.project(y).point).norm() / (x - y).norm();
  // Both are chords of the same angle: the ratio is r/(r − s) up to rounding of 1e-16/1e-6.
  EXPECT_NEAR(ratio, 1.0 / (1.0 - s / 2.0), 1e-8);
}

// Thm. 5.6 (d): ∇d² = 2 (x − prox), by central differences: error of third derivatives, (1e-4)²,
// and rounding 1e-16/1e-4.
TEST(ProxRegularSets, gradient_of_the_squared_distance) {
  for_all(20, [](const Set& set, double r, Random& random) {
    const TubePoint p = in_tube(set, random, 0.6 * r);
    if (set.distance(p.z) < 0.01 * r) return;
    const Vector gradient = 2.0 * (p.z - set.project(p.z).point);
    const double eps = 1e-4 * r;
    for (int k = 0; k < set.dimension(); ++k) {
      const Vector e = eps * Vector::Unit(set.dimension(), k);
      const double difference =
          (std::pow(set.distance(p.z + e), 2) - std::pow(set.distance(p.z - e), 2)) / (2.0 * eps);
      ASSERT_NEAR(difference, gradient[k], 1e-6 * r / (1e-3));
    }
  });
}

// [Nguyen2024, p. 108]: d_S is 1/(r − s)-semiconvex on convex parts of {d < s}, i.e.
// d(m) <= (d(x) + d(y))/2 + |x − y|²/(8 (r − s)) at midpoints m.
// For d² the coefficient is 2s/(r − s), with the definition of that page (f + σ/2|·|² convex). The
// text has s/(r − s), which is that of d²/2: in a hole of radius r, d² = (r − ρ)² has the second
// derivative −2s/(r − s) across the radius. The second test shows that the printed constant fails.
TEST(ProxRegularSets, distance_and_its_square_are_semiconvex) {
  for_all(40, [](const Set& set, double r, Random& random) {
    const double s = random.uniform(0.2, 0.8) * r;
    const TubePoint p = in_tube(set, random, 0.8 * s);
    const Vector x = p.z;
    const Vector y = p.z + random_normal(random, set.dimension(), 0.05 * s);
    // Short enough that the segment stays in {d < s}: d is 1-Lipschitz.
    if (set.distance(x) + (x - y).norm() >= s) return;
    const double dx = set.distance(x);
    const double dy = set.distance(y);
    const double dm = set.distance(0.5 * (x + y));
    const double chord = (x - y).squaredNorm() / 8.0;
    ASSERT_LE(dm, 0.5 * (dx + dy) + chord / (r - s) + kRounding);
    ASSERT_LE(dm * dm, 0.5 * (dx * dx + dy * dy) + 2.0 * s / (r - s) * chord + kRounding);
  });
}

TEST(ProxRegularSets, printed_constant_of_the_squared_distance_is_too_small) {
  const double r = 1.0;
  const double s = 0.5;
  const BallComplement hole(Matrix(Vector(Vector::Zero(2))), Vector::Constant(1, r));
  const double half = 0.01;
  const Vector x = Eigen::Vector2d(r - s + 1e-4, half);
  const Vector y = Eigen::Vector2d(r - s + 1e-4, -half);
  const auto square = [&](const Vector& z) { return std::pow(hole.distance(z), 2); };
  const double excess = square(0.5 * (x + y)) - 0.5 * (square(x) + square(y));
  const double chord = (x - y).squaredNorm() / 8.0;
  EXPECT_GT(excess, 1.5 * s / (r - s) * chord);
  EXPECT_LE(excess, 2.0 * s / (r - s) * chord);
}

// Thm. 5.12: S and x are separated by the complement of a ball: q = ⟨x*, ·⟩ − |·|²/(2r) is at most
// α on S and above α at x; and the formula after (5.22), d (1 − d/(2r)) = q(x) − sup_S q.
TEST(ProxRegularSets, separation_by_the_complement_of_a_ball) {
  for_all(30, [](const Set& set, double r, Random& random) {
    const TubePoint p = in_tube(set, random, 0.9 * r);
    const double d = (p.z - p.foot).norm();
    if (d < 0.05 * r) return;
    const Vector star = (1.0 / r - 1.0 / d) * p.foot + p.z / d;
    const auto q = [&](const Vector& u) { return star.dot(u) - u.squaredNorm() / (2.0 * r); };
    // The supremum over S is taken at the foot …
    ASSERT_NEAR(d * (1.0 - d / (2.0 * r)), q(p.z) - q(p.foot), 1e-9 * (1.0 + std::abs(q(p.z))));
    // … which no other point of S exceeds.
    for (int k = 0; k < 30; ++k) {
      const Vector u = set.project(p.foot + random_normal(random, set.dimension(), r)).point;
      ASSERT_LE(q(u), q(p.foot) + 1e-7 * (1.0 + std::abs(q(u))));
      ASSERT_LT(q(p.foot), q(p.z));
    }
  });
}

// ---- Metric subregularity ----------------------------------------------------------------------

// M(x) = −x + … for {Ax <= b}: d(x, S) <= γ |[Ax − b]₊| with Hoffman's constant, the largest
// 1/σ_min(A_I) over linearly independent sets of rows: the nearest point has z − p = A_Iᵀλ, λ >= 0,
// with independent rows, so |z − p|² = λ·(A_I z − b_I) <= |λ| |[Az − b]₊| and |λ| <= |z −
// p|/σ_min(A_I).
TEST(MetricSubregularity, hoffman_bound_for_polyhedra) {
  Random random(41);
  for (int round = 0; round < 60; ++round) {
    const int n = 2 + round % 2;
    const int m = n + 3;
    const auto h = test::random_half_spaces(random, n, m);
    double gamma = 0.0;
    for (unsigned choice = 1; choice < (1U << m); ++choice) {
      std::vector<Eigen::Index> rows;
      for (int k = 0; k < m; ++k) {
        if ((choice >> k) & 1U) rows.push_back(k);
      }
      if (static_cast<int>(rows.size()) > n) continue;
      const Matrix part = h.A(rows, Eigen::all);
      const double smallest = Eigen::JacobiSVD<Matrix>(part).singularValues().minCoeff();
      if (smallest > 1e-9) gamma = std::max(gamma, 1.0 / smallest);
    }
    const Polyhedron P(h.A, h.b);
    double ratio = 0.0;
    for (int k = 0; k < 50; ++k) {
      const Vector x = random_normal(random, n, 4.0);
      const double residual = (h.A * x - h.b).cwiseMax(0.0).norm();
      if (residual > 0.0) ratio = std::max(ratio, P.distance(x) / residual);
    }
    ASSERT_LE(ratio, gamma * (1.0 + 1e-9));
    ASSERT_GT(ratio, 0.0);
  }
}

// Convex functions and a point x̂ with c_k(x̂) <= −β [Nguyen2024, §6.2, after (6.1)]: on the segment
// from x to x̂ the functions fall at least linearly, so d(x, S) <= |x − x̂| max c₊/(max c₊ + β).
TEST(MetricSubregularity, slater_bound_for_balls) {
  Random random(43);
  for (int round = 0; round < 100; ++round) {
    const int n = 2 + round % 3;
    const Vector deep = random_normal(random, n);
    std::vector<SetPtr> parts;
    double beta = kInfinity;
    for (int k = 0; k < 3; ++k) {
      const Vector center = deep + random_normal(random, n);
      const double margin = random.uniform(0.05, 0.5);
      parts.push_back(make<Ball>(center, (center - deep).norm() + margin));
      beta = std::min(beta, margin);
    }
    const Intersection S(parts);
    const Vector x = deep + random_normal(random, n, 3.0);
    const Projection p = S.project(x);
    ASSERT_TRUE(p.converged);
    const double worst = std::max(0.0, S.constraints(x)->value.maxCoeff());
    ASSERT_LE((x - p.point).norm(), (x - deep).norm() * worst / (worst + beta) + 1e-9);
  }
}

// Without such a point the estimate can fail: two balls that touch in one point have
// d(x, S)/max c₊ → ∞ as x → S along the common tangent (c = √(1 + ε²) − 1 ≈ ε²/2, d = ε).
TEST(MetricSubregularity, fails_for_touching_balls) {
  const Ball left(Eigen::Vector2d(-1, 0), 1.0);
  const Ball right(Eigen::Vector2d(1, 0), 1.0);
  for (const double eps : {1e-1, 1e-2, 1e-3}) {
    const Vector x = Eigen::Vector2d(0.0, eps);
    const double residual = std::max(left.distance(x), right.distance(x));
    EXPECT_NEAR(eps / residual, 2.0 / eps, 0.6 * eps + 1e-8 / eps);
  }
}

// Prop. 6.13 with f = c, B = ]−∞, 0]: if d(x, S) <= γ c₊(x) near S and ∇c is L-Lipschitz then S is
// normally regular with ω(t) = γ L t²/2, i.e. 1/(γL)-prox-regular. Below the wave γ = 1/min|∇c|
// = 1.
TEST(MetricSubregularity, sublevel_set_of_a_smooth_function) {
  Random random(47);
  for (int round = 0; round < 60; ++round) {
    const int n = 2 + round % 2;
    const double A = random.uniform(0.3, 1.2);
    const SetPtr wave = below_wave(n, A);
    const double L = A / (n - 1);
    const TubePoint p = in_tube(*wave, random, 0.7 / L);
    const double c = wave->constraints(p.z)->value[0];
    ASSERT_LE(wave->distance(p.z), c + kRounding);  // γ = 1
    const Vector v = wave->normal_generators(p.foot)->rays.col(0);
    for (int k = 0; k < 20; ++k) {
      const Vector other = wave->project(p.foot + random_normal(random, n)).point;
      const double t2 = (other - p.foot).squaredNorm();
      ASSERT_LE(v.dot(other - p.foot), 0.5 * L * t2 + 1e-8);
    }
  }
}

}  // namespace
}  // namespace galet::sets::prox_regular_sets_test
