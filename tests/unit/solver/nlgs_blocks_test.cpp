#include "galet/solver/nlgs_blocks.hpp"

#include <algorithm>
#include <numeric>

#include "support/kernels.hpp"
#include "support/random_problems.hpp"
#include <gtest/gtest.h>

namespace galet::nlgs_blocks_test {
namespace {

using test::Kernel;
using test::settings_for;

// A chain of unit masses without friction: contact c between the balls c and c + 1 with normal
// (−1)^c x (directions need not fit positions here). It pushes ball c + 1 along the normal, as
// contact c + 1 does: W_cc = 2, W_{c,c+1} = +1, an impulse at one opens its neighbours.
ProblemColumns<2> alternating_chain(int contacts) {
  ProblemColumns<2> problem;
  problem.laws = {{0.0}};
  for (int c = 0; c <= contacts; ++c) {
    problem.inverse_mass.push_back(Vec<2>::Ones());
    problem.inverse_inertia.push_back(2.0);
    problem.radius.push_back(1.0);
    if (c == contacts) break;
    const Vec<2> n(c % 2 == 0 ? 1.0 : -1.0, 0.0);
    problem.contacts.push_back({{{c}, {c + 1}, 0}, 0.0, n});
    problem.q.push_back((c % 2 == 0 ? -2.0 : -0.5) * n);
    problem.law.push_back(0);
  }
  return problem;
}

std::vector<std::size_t> backwards(std::size_t n) {
  std::vector<std::size_t> order(n);
  std::iota(order.rbegin(), order.rend(), std::size_t{0});
  return order;
}

SolveReport solve_blocks(const ProblemColumns<2>& problem, const NlgsSettings& settings,
                         std::vector<Vec<2>>& p) {
  Workers workers(1);
  BlockSolver<2> solver(workers);
  NodeMotion motion;
  p.assign(problem.q.size(), Vec<2>::Zero());
  return solver.solve(problem.view(), settings, p, motion);
}

// Free, the even contacts of the chain approach with 2, the odd with 1/2. Visited in their order:
// p_0 = 1, which opens contact 1 (−1/2 + 1 > 0): p_1 = 0; p_2 = 1, and so on; contact c is open
// then with −1/2 + 2. One sweep solves, the second changes nothing: 2 sweeps. Backwards the last,
// odd one comes first and takes 1/4, so that the one before gets 1 − 1/8 only; the second sweep
// sets both right, the third changes nothing: 3 sweeps.
TEST(NlgsBlocks, sweeps_visit_the_contacts_in_their_order) {
  constexpr int n = 100;
  const ProblemColumns<2> chain = alternating_chain(n);
  std::vector<Vec<2>> p;
  const auto expect_solution = [&](auto place_of) {
    for (std::size_t c = 0; c < n; ++c) {
      const Vec<2> expected = (c % 2 == 0 ? 1.0 : 0.0) * chain.contacts[c].n;
      EXPECT_EQ(p[place_of(c)], expected) << c;
    }
  };
  EXPECT_EQ(solve_blocks(chain, settings_for(Kernel::block, 1e-12), p).iterations, 2);
  expect_solution([](std::size_t c) { return c; });
  const ProblemColumns<2> turned = test::reordered(chain, backwards(n));
  EXPECT_EQ(solve_blocks(turned, settings_for(Kernel::block, 1e-12), p).iterations, 3);
  expect_solution([](std::size_t c) { return n - 1 - c; });
  // Forward and backward in turn: the first sweep is as above.
  NlgsSettings symmetric = settings_for(Kernel::block, 1e-12);
  symmetric.order = SweepOrder::symmetric;
  EXPECT_EQ(solve_blocks(chain, symmetric, p).iterations, 2);
}

// Gauss–Seidel written out with the dense matrix, without friction: p_c = max(0, p_c − u_c/W_cc).
Eigen::VectorXd sweep_by_hand(const ProblemColumns<2>& problem, int sweeps) {
  const auto n = static_cast<Eigen::Index>(problem.q.size());
  const Eigen::MatrixXd full = test::dense_delassus(problem);
  const auto normals = Eigen::seqN(0, n, 2);
  const Eigen::MatrixXd W = full(normals, normals);
  Eigen::VectorXd q(n);
  for (Eigen::Index c = 0; c < n; ++c) {
    q[c] =
        problem.q[static_cast<std::size_t>(c)].dot(problem.contacts[static_cast<std::size_t>(c)].n);
  }
  Eigen::VectorXd p = Eigen::VectorXd::Zero(n);
  for (int k = 0; k < sweeps; ++k) {
    for (Eigen::Index c = 0; c < n; ++c) {
      p[c] = std::max(0.0, p[c] - (W.row(c).dot(p) + q[c]) / W(c, c));
    }
  }
  return p;
}

// After any number of sweeps the impulses are those of the visits in the order of the contacts, and
// of no other order. Sums of a few numbers of order 1.
TEST(NlgsBlocks, impulses_are_those_of_the_visits_in_order) {
  Random random(1);
  int compared = 0;
  for (int k = 0; k < 10; ++k) {
    const ProblemColumns<2> problem = test::random_problem<2>(
        random, {.bodies = 15, .contacts = 30, .mu_high = 0.0, .fixed = k % 2 == 1, .planes = 1});
    const ProblemColumns<2> turned = test::reordered(problem, backwards(problem.q.size()));
    for (const int sweeps : {1, 2, 7}) {
      NlgsSettings settings = settings_for(Kernel::block, 1e-300);
      settings.max_iterations = sweeps;
      Workers workers(1);
      BlockSolver<2> solver(workers);
      NodeMotion motion;
      std::vector<Vec<2>> p(problem.q.size(), Vec<2>::Zero());
      const SolveReport report = solver.solve(problem.view(), settings, p, motion);
      EXPECT_EQ(report.iterations, sweeps);
      // The best iterate is given back; a sweep can make the largest residual larger.
      if (std::ranges::all_of(p, [](const Vec<2>& x) { return x.isZero(0.0); })) continue;
      ++compared;
      const Eigen::VectorXd expected = sweep_by_hand(problem, sweeps);
      const Eigen::VectorXd other = sweep_by_hand(turned, sweeps);
      double difference = 0.0;
      for (std::size_t c = 0; c < p.size(); ++c) {
        const auto at = static_cast<Eigen::Index>(c);
        EXPECT_NEAR(p[c].dot(problem.contacts[c].n), expected[at], 1e-12);
        difference = std::max(difference, std::abs(expected[at] - other[other.size() - 1 - at]));
      }
      if (sweeps == 1) {
        EXPECT_GT(difference, 1e-6);
      }  // later both may have converged
    }
  }
  EXPECT_GE(compared, 15);
}

}  // namespace
}  // namespace galet::nlgs_blocks_test
