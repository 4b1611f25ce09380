#include "galet/problem/residual.hpp"

#include <limits>

#include "support/random_problems.hpp"
#include <gtest/gtest.h>

namespace galet::residual_test {
namespace {

using test::one_contact;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Residual of(const ProblemColumns<2>& problem, std::vector<Vec<2>> p) {
  return compute_residual<2>(problem.view(), p);
}

// W = diag(1, 3): w = 2.
ProblemColumns<2> sample(const Vec<2>& q, double mu = 0.5) {
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
  ProblemColumns<2> problem;
  problem.matrix = {{0, 1, 2}, {0, 1}, {Mat<2>::Identity(), Mat<2>::Identity()}};
  problem.q = {Vec<2>(-1.0, 0.0), Vec<2>(-5.0, 0.0)};
  problem.laws = {{0.5}};
  problem.law = {0, 0};
  const Residual r = of(problem, {Vec<2>(0.0, 0.0), Vec<2>(4.0, 0.0)});
  EXPECT_EQ(r.velocity, 1.0);  // the first misses by 1, the second approaches at 1 too
  EXPECT_EQ(r.reference, 5.0);
  EXPECT_EQ(r.relative(), 0.2);
}

// A contact that nothing can move, or not along its normal, has no residual and sets no scale: no
// impulse could change what it misses.
TEST(Residual, leaves_out_contacts_that_cannot_move) {
  for (const double w_t : {0.0, 2.0}) {
    const Mat<2> W = Mat<2>(Vec<2>(0.0, w_t).asDiagonal());
    for (const Vec<2>& p : {Vec<2>(0.0, 0.0), Vec<2>(1.0, 3.0)}) {
      const Residual r = of(one_contact<2>(W, {-1.0, 0.5}, 0.5), {p});
      EXPECT_EQ(r.velocity, 0.0);
      EXPECT_EQ(r.reference, 0.0);
    }
  }
  // Beside one that moves only that one counts: W = diag(0, 1) and diag(1, 1).
  ProblemColumns<2> problem;
  problem.matrix = {{0, 1, 2}, {0, 1}, {Mat<2>(Vec<2>(0.0, 1.0).asDiagonal()), Mat<2>::Identity()}};
  problem.q = {Vec<2>(-7.0, 0.0), Vec<2>(-2.0, 0.0)};
  problem.laws = {{0.5}};
  problem.law = {0, 0};
  const Residual r = of(problem, {Vec<2>(0.0, 0.0), Vec<2>(1.0, 0.0)});
  EXPECT_EQ(r.velocity, 1.0);
  EXPECT_EQ(r.reference, 2.0);
}

// The residual of bodies is that of their matrix, up to the rounding of the change of components;
// laws by index, shared or not, are the same.
TEST(Residual, does_not_depend_on_the_form) {
  Random random(8);
  int changed = 0;
  for (int k = 0; k < 30; ++k) {
    ProblemColumns<3> columns = test::random_problem<3>(
        random, {.balls = false, .locked = true, .planes = 1, .contacts_per_pair = 2});
    std::vector<Vec<3>> p;
    for (std::size_t c = 0; c < columns.q.size(); ++c) p.push_back(test::random_vector<3>(random));
    const ProblemColumns<3> matrix = in_matrix_form<3>(columns.view(), p);
    const Residual by_bodies = compute_residual<3>(columns.view(), p);
    const Residual by_matrix = compute_residual<3>(matrix.view(), matrix.start);
    EXPECT_NEAR(by_bodies.velocity, by_matrix.velocity, 1e-13 * by_bodies.reference);
    EXPECT_NEAR(by_bodies.reference, by_matrix.reference, 1e-13 * by_bodies.reference);

    columns.laws = {{0.2}, {0.5}};
    for (std::size_t c = 0; c < columns.law.size(); ++c) columns.law[c] = c % 2 == 0 ? 0 : 1;
    ProblemColumns<3> each = columns;
    each.laws.clear();
    each.law.clear();
    for (std::size_t c = 0; c < columns.law.size(); ++c) each.add_law({c % 2 == 0 ? 0.2 : 0.5});
    EXPECT_EQ(compute_residual<3>(columns.view(), p).velocity,
              compute_residual<3>(each.view(), p).velocity);
    // Friction matters, unless the worst contact is one that no friction could help.
    changed += compute_residual<3>(columns.view(), p).velocity != by_bodies.velocity;
  }
  EXPECT_GT(changed, 0);
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
  r.add<2>(Vec<2>(1.0, 0.0), Vec<2>(0.0, 0.0), Vec<2>(-1.0, 0.0), {0.5}, 1.0, 1.0);
  r.add<2>(Vec<2>(kNan, 0.0), Vec<2>(0.0, 0.0), Vec<2>(-1.0, 0.0), {0.5}, 1.0, 1.0);
  r.add<2>(Vec<2>(1.0, 0.0), Vec<2>(0.0, 0.0), Vec<2>(-1.0, 0.0), {0.5}, 1.0, 1.0);
  expect_failure(r);
}

}  // namespace
}  // namespace galet::residual_test
