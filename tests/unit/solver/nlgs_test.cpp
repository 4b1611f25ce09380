#include "galet/solver/nlgs.hpp"

#include <limits>

#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include "galet/problem/residual.hpp"

namespace galet {
namespace {

using test::one_contact;

TEST(Nlgs, no_contact_is_solved_at_once) {
  const SolveReport report = solve_nlgs<2>(ContactProblem<2>{}, {}, {});
  EXPECT_EQ(report.status, SolveStatus::solved);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(report.residual_velocity, 0.0);
}

// W = diag(1, 3), q = (−2, 3), mu = 1/2: p_n = 2, stick would need p_t = −1 = −mu p_n: the border;
// with mu = 1/4 it slips with p_t = −1/2.
TEST(Nlgs, one_contact_by_hand) {
  const Mat<2> W = Mat<2>(Vec<2>(1.0, 3.0).asDiagonal());
  std::vector<Vec<2>> p{Vec<2>::Zero()};
  // The first sweep solves, the second finds nothing to change.
  EXPECT_LE(solve_nlgs<2>(one_contact<2>(W, {-2.0, 3.0}, 0.5), {}, p).iterations, 2);
  EXPECT_EQ(p[0], Vec<2>(2.0, -1.0));
  p[0].setZero();
  EXPECT_EQ(solve_nlgs<2>(one_contact<2>(W, {-2.0, 3.0}, 0.25), {}, p).status, SolveStatus::solved);
  EXPECT_EQ(p[0], Vec<2>(2.0, -0.5));
  p[0].setZero();
  EXPECT_EQ(solve_nlgs<2>(one_contact<2>(W, {2.0, 3.0}, 0.25), {}, p).iterations, 1);
  EXPECT_EQ(p[0], Vec<2>(0.0, 0.0));
}

// Bodies that slide along each other without pressing: nothing to do, and nothing sets a scale.
TEST(Nlgs, sliding_without_pressing_is_solved_at_once) {
  Random random(1);
  for (int k = 0; k < 200; ++k) {
    const Mat<3> W = test::random_spd<3>(random, 10.0);
    const Vec<3> q(0.0, random.normal(), random.normal());
    std::vector<Vec<3>> p{Vec<3>::Zero()};
    const SolveReport report = solve_nlgs<3>(one_contact<3>(W, q, random.uniform(0.0, 1.0)), {}, p);
    EXPECT_EQ(report.status, SolveStatus::solved);
    EXPECT_EQ(report.iterations, 1);
    EXPECT_EQ(p[0], Vec<3>(Vec<3>::Zero()));
  }
}

// A contact that cannot open (no mobility along its normal) but approaches has no solution.
TEST(Nlgs, a_problem_without_solution_is_not_called_solved) {
  const Mat<2> W = Mat<2>(Vec<2>(0.0, 1.0).asDiagonal());
  NlgsSettings settings;
  settings.max_iterations = 50;
  std::vector<Vec<2>> p{Vec<2>::Zero()};
  const SolveReport report = solve_nlgs<2>(one_contact<2>(W, {-1.0, 0.0}, 0.5), settings, p);
  EXPECT_EQ(report.status, SolveStatus::iteration_limit);
  EXPECT_GT(report.residual_relative, 0.1);
  EXPECT_TRUE(p[0].allFinite());
}

TEST(Nlgs, not_a_number_is_not_called_solved) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  NlgsSettings settings;
  settings.max_iterations = 50;
  for (const Vec<2>& q : {Vec<2>(nan, 0.0), Vec<2>(-1.0, nan)}) {
    std::vector<Vec<2>> p{Vec<2>::Zero()};
    const SolveReport report =
        solve_nlgs<2>(one_contact<2>(Mat<2>(Mat<2>::Identity()), q, 0.5), settings, p);
    EXPECT_NE(report.status, SolveStatus::solved);
    EXPECT_EQ(report.residual_relative, std::numeric_limits<double>::infinity());
  }
}

// A chain of n unit masses pressed on the ground by velocity −1: the last must carry all,
// p_k = k. The sweep from the ground up needs many sweeps, from the top down few; the result is the
// same.
TEST(Nlgs, column_of_masses) {
  constexpr int n = 10;
  DelassusGraph<2> graph;
  graph.nodes.assign(n + 1, {Vec<2>::Ones(), 2.0});
  graph.nodes[n] = {};
  const Vec<2> up(0.0, 1.0);
  ContactProblem<2> problem;
  for (int k = 0; k < n; ++k) {  // contact k: below body k
    graph.edges.push_back({k == 0 ? n : k - 1, k, contact_frame<2>(up), up, -up});
    problem.q.push_back(Vec<2>(k == 0 ? -1.0 : 0.0, 0.0));
    problem.mu.push_back(0.3);
  }
  problem.W = graph;
  NlgsSettings settings;
  settings.tolerance = 1e-12;
  std::vector<Vec<2>> p(n, Vec<2>::Zero());
  ASSERT_EQ(solve_nlgs<2>(problem, settings, p).status, SolveStatus::solved);
  for (int k = 0; k < n; ++k) {
    // Velocities are off by at most the tolerance times v_ref <= w p = 4 n at each of n contacts;
    // the smallest eigenvalue of a chain fixed at one end is 4 sin²(π/(4n + 2)) > 2/n².
    EXPECT_NEAR(p[static_cast<std::size_t>(k)][0], n - k, 1e-12 * 4 * n * std::sqrt(n) * n * n / 2);
    EXPECT_EQ(p[static_cast<std::size_t>(k)][1], 0.0);
  }
}

TEST(Solve, takes_the_solver_of_the_settings) {
  const ContactProblem<2> problem = one_contact<2>(Mat<2>(Mat<2>::Identity()), {-1.0, 0.0}, 0.0);
  std::vector<Vec<2>> p{Vec<2>::Zero()};
  EXPECT_EQ(solve<2>(problem, SolverSettings{NlgsSettings{}}, p).status, SolveStatus::solved);
  EXPECT_EQ(p[0], Vec<2>(1.0, 0.0));
}

}  // namespace
}  // namespace galet
