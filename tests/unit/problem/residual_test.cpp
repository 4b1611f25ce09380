#include "galet/problem/residual.hpp"

#include <limits>

#include "support/random_problems.hpp"
#include <gtest/gtest.h>

namespace galet {
namespace {

using test::one_contact;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Residual of(const ContactProblem<2>& problem, std::vector<Vec<2>> p) {
  return compute_residual<2>(problem, p);
}

// W = diag(1, 3): w = 2.
ContactProblem<2> sample(const Vec<2>& q, double mu = 0.5) {
  return one_contact<2>(Mat<2>(Vec<2>(1.0, 3.0).asDiagonal()), q, mu);
}

TEST(Residual, reference_velocity_follows_its_definition) {
  // [−q_n]₊ and |q_t| where q_n < 0.
  EXPECT_EQ(of(sample({-3.0, 2.0}), {Vec<2>(0.0, 0.0)}).reference, 3.0);
  EXPECT_EQ(of(sample({-3.0, -4.0}), {Vec<2>(0.0, 0.0)}).reference, 4.0);
  // Opening without impulse: no scale, and solved.
  EXPECT_EQ(of(sample({3.0, -4.0}), {Vec<2>(0.0, 0.0)}).reference, 0.0);
  EXPECT_EQ(of(sample({3.0, -4.0}), {Vec<2>(0.0, 0.0)}).relative(), 0.0);
  EXPECT_EQ(of(sample({3.0, -4.0}), {Vec<2>(0.0, 0.0)}).velocity, 0.0);
  // Opening with an impulse: |q_t| counts.
  EXPECT_EQ(of(sample({3.0, -4.0}), {Vec<2>(0.1, 0.0)}).reference, 4.0);
  // w |p| counts.
  EXPECT_EQ(of(sample({-3.0, 2.0}), {Vec<2>(6.0, 8.0)}).reference, 20.0);
}

TEST(Residual, is_the_largest_over_the_contacts) {
  DelassusMatrix<2> matrix;
  matrix.row_start = {0, 1, 2};
  matrix.column = {0, 1};
  matrix.block = {Mat<2>::Identity(), Mat<2>::Identity()};
  const ContactProblem<2> problem{
      .W = matrix, .q = {Vec<2>(-1.0, 0.0), Vec<2>(-5.0, 0.0)}, .mu = {0.5, 0.5}};
  const Residual r = of(problem, {Vec<2>(0.0, 0.0), Vec<2>(4.0, 0.0)});
  EXPECT_EQ(r.velocity, 1.0);  // the first misses by 1, the second approaches at 1 too
  EXPECT_EQ(r.reference, 5.0);
  EXPECT_EQ(r.relative(), 0.2);
}

// A contact that nothing can move has no residual.
TEST(Residual, leaves_out_contacts_that_cannot_move) {
  const Residual r =
      of(one_contact<2>(Mat<2>(Mat<2>::Zero()), {-1.0, 0.0}, 0.5), {Vec<2>(0.0, 0.0)});
  EXPECT_EQ(r.velocity, 0.0);
}

// Whatever is not a number, the verdict must be "not solved", absolutely and relatively.
void expect_failure(const Residual& r) {
  EXPECT_EQ(r.velocity, kInfinity);
  EXPECT_EQ(r.relative(), kInfinity);
}

TEST(Residual, not_a_number_never_passes) {
  expect_failure(of(sample({-1.0, 0.0}), {Vec<2>(kNan, 0.0)}));
  expect_failure(of(sample({-1.0, 0.0}), {Vec<2>(1.0, kNan)}));
  expect_failure(of(sample({kNan, 0.0}), {Vec<2>(0.0, 0.0)}));
  expect_failure(of(sample({1.0, kNan}), {Vec<2>(0.0, 0.0)}));
  expect_failure(of(sample({-1.0, kNan}), {Vec<2>(0.0, 0.0)}));
  expect_failure(of(sample({-1.0, 0.0}, kNan), {Vec<2>(1.0, 0.0)}));
  expect_failure(of(sample({-1.0, 0.0}), {Vec<2>(kInfinity, 0.0)}));
  expect_failure(of(sample({kInfinity, kInfinity}), {Vec<2>(1.0, 0.0)}));
  Mat<2> broken = Mat<2>::Identity();
  broken(1, 1) = kNan;  // an undefined inverse mass
  expect_failure(of(one_contact<2>(broken, {-1.0, 0.0}, 0.5), {Vec<2>(0.0, 0.0)}));
}

TEST(Residual, a_broken_contact_among_good_ones_is_seen) {
  Residual r;
  r.add<2>(Vec<2>(1.0, 0.0), Vec<2>(0.0, 0.0), Vec<2>(-1.0, 0.0), 0.5, 1.0);
  r.add<2>(Vec<2>(kNan, 0.0), Vec<2>(0.0, 0.0), Vec<2>(-1.0, 0.0), 0.5, 1.0);
  r.add<2>(Vec<2>(1.0, 0.0), Vec<2>(0.0, 0.0), Vec<2>(-1.0, 0.0), 0.5, 1.0);
  expect_failure(r);
}

}  // namespace
}  // namespace galet
