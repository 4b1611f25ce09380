#include "galet/solver/local_exact.hpp"

#include <algorithm>

#include "support/one_contact_brute_force.hpp"
#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include "galet/law/coulomb.hpp"

namespace galet::local_exact_test {
namespace {

using test::brute_force_contact;
using test::random_log;
using test::random_spd;
using test::random_vector;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// The solution from the start p = 0.
template <int D>
Vec<D> solve_from_rest(const Mat<D>& W, double mu, const Vec<D>& b) {
  return solve_exact<D>(LocalBlock<D>(W), mu, Vec<D>::Zero(), b);
}

// Residual of the law relative to the velocities of the problem.
template <int D>
double relative_residual(const Mat<D>& W, double mu, const Vec<D>& b, const Vec<D>& p) {
  const double w = W.trace() / D;
  return coulomb_residual<D>(p, W * p + b, mu, w) / std::max(b.norm(), w * p.norm());
}

// Solving for p loses a factor `condition` of the digits; the friction term of the residual and the
// test of the cone a factor 1 + mu. 32 covers the few dozen operations.
double rounding(double condition, double mu) { return 32.0 * kEpsilon * condition * (1.0 + mu); }

struct Statistics {
  int gap = 0, stick = 0, slip = 0;
  void count(ContactStatus status) {
    ++(status == ContactStatus::gap ? gap : status == ContactStatus::stick ? stick : slip);
  }
};

template <int D>
void check_against_brute_force(bool isotropic) {
  Random random(1);
  Statistics seen;
  constexpr double condition = 30.0;
  for (int k = 0; k < (D == 2 ? 2000 : 300); ++k) {
    Mat<D> W = random_spd<D>(random, condition);
    if (isotropic) {
      W = Mat<D>::Identity() * random_log(random, 1.0, condition);
      W(0, 0) = random_log(random, 1.0, condition);
    }
    const double mu = random_log(random, 0.05, 2.0);
    const Vec<D> b = random_vector<D>(random);
    const Vec<D> p = solve_from_rest<D>(W, mu, b);
    EXPECT_LE(relative_residual<D>(W, mu, b, p), rounding(condition, mu));
    seen.count(coulomb_status<D>(p, mu));
    // Among the solutions of brute force. Where two of them meet the problem is as ill conditioned
    // as a double root: half the digits.
    double nearest = std::numeric_limits<double>::infinity();
    for (const Vec<D>& x : brute_force_contact<D>(W, mu, b)) {
      nearest = std::min(nearest, (x - p).norm());
    }
    EXPECT_LE(nearest, 1e-7 * b.norm()) << "W =\n"
                                        << W << "\nb = " << b.transpose() << " mu " << mu;
  }
  EXPECT_GT(seen.gap, 50);
  EXPECT_GT(seen.stick, 10);
  EXPECT_GT(seen.slip, 50);
}
TEST(LocalExact, isotropic_equals_brute_force_2d) { check_against_brute_force<2>(true); }
TEST(LocalExact, isotropic_equals_brute_force_3d) { check_against_brute_force<3>(true); }
TEST(LocalExact, general_equals_brute_force_2d) { check_against_brute_force<2>(false); }
TEST(LocalExact, general_equals_brute_force_3d) { check_against_brute_force<3>(false); }

// The answer depends on the contact, not on the impulse it has now (with û accordingly).
template <int D>
void check_independent_of_start() {
  Random random(2);
  for (int k = 0; k < 300; ++k) {
    const double condition = 10.0, mu = random.below(4) == 0 ? 0.0 : random_log(random, 0.05, 1.0);
    Mat<D> W = random_spd<D>(random, condition);
    if (k % 2 == 0) W = Mat<D>(Vec<D>(W.diagonal()[0] * Vec<D>::Ones()).asDiagonal());
    const Vec<D> b = random_vector<D>(random), start = random_vector<D>(random);
    const Vec<D> p = solve_from_rest<D>(W, mu, b);
    const Vec<D> again = solve_exact<D>(LocalBlock<D>(W), mu, start, W * start + b);
    // The start is subtracted again: errors of its size, times the condition.
    EXPECT_LE((p - again).norm(),
              64.0 * kEpsilon * condition * condition * (b.norm() + start.norm()))
        << "W =\n"
        << W << "\nb = " << b.transpose() << " mu " << mu;
    EXPECT_LE(relative_residual<D>(W, mu, b, again),
              rounding(condition, mu) * (1.0 + W.trace() * start.norm() / b.norm()));
  }
}
TEST(LocalExact, does_not_depend_on_the_start_2d) { check_independent_of_start<2>(); }
TEST(LocalExact, does_not_depend_on_the_start_3d) { check_independent_of_start<3>(); }

// Units: W in 1/kg and b in m/s over 24 orders of magnitude each.
template <int D>
void check_scales() {
  Random random(3);
  for (const double w_scale : {1e-12, 1e-6, 1.0, 1e6, 1e12}) {
    for (const double b_scale : {1e-12, 1.0, 1e12}) {
      for (int k = 0; k < 100; ++k) {
        const double condition = 30.0, mu = random_log(random, 0.05, 2.0);
        const Mat<D> W = random_spd<D>(random, condition, w_scale);
        const Vec<D> b = random_vector<D>(random, b_scale);
        EXPECT_LE((relative_residual<D>(W, mu, b, solve_from_rest<D>(W, mu, b))),
                  rounding(condition, mu));
        // Powers of two change no digit.
        const Vec<D> p = solve_from_rest<D>(W, mu, b);
        EXPECT_EQ((solve_from_rest<D>(0x1p40 * W, mu, 0x1p-20 * b)), Vec<D>(0x1p-60 * p));
      }
    }
  }
}
TEST(LocalExact, works_at_any_scale_2d) { check_scales<2>(); }
TEST(LocalExact, works_at_any_scale_3d) { check_scales<3>(); }

template <int D>
void check_extreme_friction() {
  Random random(4);
  for (const double mu : {0.0, 1e-12, 1e-3, 10.0, 1e3}) {
    for (int k = 0; k < 200; ++k) {
      const double condition = 30.0;
      const Mat<D> W = random_spd<D>(random, condition);
      const Vec<D> b = random_vector<D>(random);
      const Vec<D> p = solve_from_rest<D>(W, mu, b);
      EXPECT_LE(relative_residual<D>(W, mu, b, p), rounding(condition, mu)) << mu;
      if (mu == 0.0) {
        EXPECT_EQ((p.template tail<D - 1>().norm()), 0.0);
        EXPECT_EQ(p[0], std::max(0.0, -b[0] / W(0, 0)));
      }
    }
  }
}
TEST(LocalExact, no_friction_to_huge_friction_2d) { check_extreme_friction<2>(); }
TEST(LocalExact, no_friction_to_huge_friction_3d) { check_extreme_friction<3>(); }

// A contact that cannot move tangentially slips as b says, with full friction.
TEST(LocalExact, without_tangential_mobility) {
  const Mat<2> W = Mat<2>(Vec<2>(2.0, 0.0).asDiagonal());
  EXPECT_EQ(solve_from_rest<2>(W, 0.5, Vec<2>(-4.0, 3.0)), Vec<2>(2.0, -1.0));
  EXPECT_EQ(solve_from_rest<2>(W, 0.5, Vec<2>(-4.0, 0.0)), Vec<2>(2.0, 0.0));
  EXPECT_EQ(solve_from_rest<2>(W, 0.5, Vec<2>(4.0, 3.0)), Vec<2>(0.0, 0.0));
  const Mat<3> W3 = Mat<3>(Vec<3>(2.0, 0.0, 0.0).asDiagonal());
  EXPECT_NEAR(
      (solve_from_rest<3>(W3, 0.5, Vec<3>(-4.0, 3.0, 4.0)) - Vec<3>(2.0, -0.6, -0.8)).norm(), 0.0,
      4.0 * kEpsilon);
}

// A contact that cannot move along its normal gets no impulse.
TEST(LocalExact, without_normal_mobility) {
  const Mat<2> W = Mat<2>(Vec<2>(0.0, 2.0).asDiagonal());
  EXPECT_EQ(solve_from_rest<2>(W, 0.5, Vec<2>(-4.0, 3.0)), Vec<2>(0.0, 0.0));
  EXPECT_EQ(solve_from_rest<3>(Mat<3>(Mat<3>::Zero()), 0.5, Vec<3>(-1.0, 1.0, 1.0)),
            Vec<3>(0.0, 0.0, 0.0));
}

// Bodies locked in a direction: W has the rank of the directions left. With velocities of a fixed
// obstacle b lies in the range of W; with a moving one it does not. The law must hold in both.
template <int D>
void check_singular(bool in_range) {
  Random random(5);
  for (int k = 0; k < 300; ++k) {
    const int rank = 1 + static_cast<int>(random.below(D - 1));
    Eigen::Matrix<double, D, Eigen::Dynamic> F(D, rank);
    for (int j = 0; j < rank; ++j) F.col(j) = test::random_unit<D>(random);
    if (std::abs(F.row(0).norm()) < 0.1) continue;  // almost no mobility along the normal
    const Mat<D> W = F * F.transpose();
    Vec<D> b = random_vector<D>(random);
    if (in_range) b = F * Eigen::VectorXd(F.transpose() * b);
    const double mu = random_log(random, 0.05, 1.0);
    const Vec<D> p = solve_from_rest<D>(W, mu, b);
    // The missing mobility is replaced by 1e-14 of the present one; p_n can be as large as
    // |b|/W_nn <= 100 |b|, and the friction term adds the factor 1 + mu.
    EXPECT_LE(relative_residual<D>(W, mu, b, p), 1e-12 * (1.0 + mu))
        << "W =\n"
        << W << "\nb = " << b.transpose() << " mu " << mu;
  }
}
TEST(LocalExact, singular_block_fixed_obstacle_2d) { check_singular<2>(true); }
TEST(LocalExact, singular_block_fixed_obstacle_3d) { check_singular<3>(true); }
TEST(LocalExact, singular_block_moving_obstacle_2d) { check_singular<2>(false); }
TEST(LocalExact, singular_block_moving_obstacle_3d) { check_singular<3>(false); }

TEST(LocalExact, impulses_are_in_the_cone) {
  Random random(6);
  for (int k = 0; k < 2000; ++k) {
    const double mu = random_log(random, 1e-3, 10.0);
    const Vec<3> p = solve_from_rest<3>(random_spd<3>(random, 100.0), mu, random_vector<3>(random));
    EXPECT_GE(p[0], 0.0);
    EXPECT_LE(p.tail<2>().norm(), mu * p[0] * (1.0 + 4.0 * kEpsilon));
  }
}

TEST(LocalBlock, tells_balls_from_general_bodies) {
  EXPECT_TRUE(LocalBlock<3>(Mat<3>(Vec<3>(1.0, 2.0, 2.0).asDiagonal())).isotropic);
  EXPECT_FALSE(LocalBlock<3>(Mat<3>(Vec<3>(1.0, 2.0, 2.1).asDiagonal())).isotropic);
  Mat<2> coupled = Mat<2>::Identity();
  coupled(0, 1) = coupled(1, 0) = 1e-3;
  EXPECT_FALSE(LocalBlock<2>(coupled).isotropic);
  EXPECT_EQ(LocalBlock<3>(Mat<3>(Vec<3>(1.0, 2.0, 3.0).asDiagonal())).w, 2.0);
}

}  // namespace
}  // namespace galet::local_exact_test
