// Contacts with rolling and twisting friction: random problems of balls, planes and fixed bodies,
// solved by every kernel and judged by the laws, with velocities from matrices written here.
#include <cmath>
#include <vector>

#include "support/kernels.hpp"
#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include "galet/problem/residual.hpp"
#include "galet/solver/nlgs.hpp"

namespace galet::rolling_test {
namespace {

using test::Kernel;
using test::ProblemKind;
using test::settings_for;

// A random problem whose laws have moments, but for every fourth.
template <int D>
ProblemColumns<D> rolling_problem(Random& random, const ProblemKind& kind) {
  ProblemColumns<D> problem = test::random_problem<D>(random, kind);
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    problem.q_spin.push_back(test::random_vector<spin_dimension<D>>(random));
    ContactLaw& law = problem.laws[static_cast<std::size_t>(problem.law[c])];
    if (c % 4 == 3) continue;
    law.rolling = random.uniform(0.0, 0.5);
    law.twisting = D == 3 ? random.uniform(0.0, 0.5) : 0.0;
  }
  return problem;
}

// Twice the motion of the nodes, all in one vector: M⁻¹ (H p + G m), G having the blocks ±1.
template <int D>
Eigen::VectorXd motion_of(const ProblemColumns<D>& problem, const std::vector<Vec<D>>& p,
                          const std::vector<Spin<D>>& m) {
  constexpr int S = spin_dimension<D>, N = D + S;
  Eigen::VectorXd push = test::h_transposed(problem).transposed_times(
      test::stacked<D>(test::in_frames<D>(problem.view(), p)));
  for (std::size_t c = 0; c < m.size(); ++c) {
    const Contact<D>& contact = problem.contacts[c];
    push.segment(test::node_of_side(problem, contact.b()) * N + D, S) += m[c];
    push.segment(test::node_of_side(problem, contact.a()) * N + D, S) -= m[c];
  }
  return test::inverse_mass_matrix(problem).times(push);
}

template <int D>
void expect_laws(const ProblemColumns<D>& problem, const std::vector<Vec<D>>& p,
                 const std::vector<Spin<D>>& m, double share) {
  constexpr int S = spin_dimension<D>, N = D + S;
  const Eigen::VectorXd v = motion_of(problem, p, m);
  const Eigen::VectorXd u = test::h_transposed(problem).times(v);
  const double scale = compute_residual<D>(problem.view(), p, m).reference;
  double impulse = 0.0;
  for (const Vec<D>& x : p) impulse = std::max(impulse, x.norm());
  for (std::size_t c = 0; c < p.size(); ++c) {
    const Contact<D>& contact = problem.contacts[c];
    const ContactLaw& law = problem.laws[static_cast<std::size_t>(problem.law[c])];
    const auto at = static_cast<Eigen::Index>(c) * D;
    const double p_n = p[c].dot(contact.n);
    const Vec<D> p_t = p[c] - p_n * contact.n;
    const double rounding = 4e-15 * p[c].norm();
    EXPECT_GE(p_n, -rounding);
    EXPECT_LE(p_t.norm(), law.friction * p_n + rounding);

    const double r_b = problem.radius[contact.b().body()];
    const double r_a = contact.a().is_boundary() ? 0.0 : problem.radius[contact.a().body()];
    const double l = contact.a().is_boundary() ? r_b : 1.0 / (1.0 / r_a + 1.0 / r_b);
    const Spin<D> spin = problem.q_spin[c] +
                         v.segment(test::node_of_side(problem, contact.b()) * N + D, S) -
                         v.segment(test::node_of_side(problem, contact.a()) * N + D, S);
    Spin<D> m_t = m[c], spin_t = spin;
    double m_n = 0.0, spin_n = 0.0;
    if constexpr (D == 3) {
      m_n = m[c].dot(contact.n);
      spin_n = spin.dot(contact.n);
      m_t -= m_n * contact.n;
      spin_t -= spin_n * contact.n;
    }
    EXPECT_LE(m_t.norm(), law.rolling * l * p_n + rounding);
    EXPECT_LE(std::abs(m_n), law.twisting * l * p_n + rounding);
    const auto turns = [&](NodeRef side) {
      return !side.is_boundary() && problem.inverse_inertia[side.body()] > 0.0;
    };
    const auto moves = [&](NodeRef side) {
      return side.is_boundary() ? test::node_of_side(problem, side) + 1 < test::node_count(problem)
                                : problem.inverse_mass[side.body()][0] > 0.0;
    };
    if (!moves(contact.b()) && !moves(contact.a())) continue;
    const Vec<D> u_t = u.segment(at, D) + contact_frame<D>(contact.n) * problem.q[c];
    EXPECT_GE(u_t[0], -share * scale);
    const double slip = u_t.template tail<D - 1>().norm();
    const Vec<D> in_frame = contact_frame<D>(contact.n) * p[c];
    EXPECT_NEAR(-in_frame.template tail<D - 1>().dot(u_t.template tail<D - 1>()),
                law.friction * p_n * slip, share * scale * impulse);
    if (!turns(contact.b()) && !turns(contact.a())) continue;
    // Maximal dissipation of both parts of the moment.
    EXPECT_NEAR(-m_t.dot(spin_t), law.rolling * l * p_n * spin_t.norm(), share * scale * impulse);
    EXPECT_NEAR(-m_n * spin_n, law.twisting * l * p_n * std::abs(spin_n), share * scale * impulse);
  }
}

class RollingSolver : public ::testing::TestWithParam<Kernel> {};
INSTANTIATE_TEST_SUITE_P(Kernels, RollingSolver, ::testing::ValuesIn(test::kAllKernels),
                         [](const auto& each) { return test::name_of(each.param); });

template <int D>
void check_problems(Kernel kernel, const ProblemKind& kind, double tolerance = 1e-9) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ProblemColumns<D> problem = rolling_problem<D>(random, kind);
    ASSERT_TRUE(kernel == Kernel::block || BallSolver<D>::accepts(problem.view()));
    std::vector<Vec<D>> p(problem.q.size(), Vec<D>::Zero());
    std::vector<Spin<D>> m(problem.q.size(), Spin<D>::Zero());
    const SolveReport report = solve<D>(problem.view(), settings_for(kernel, tolerance), p, m);
    ASSERT_EQ(report.status, SolveStatus::solved)
        << "seed " << seed << ": " << report.residual_relative;
    const Residual r = compute_residual<D>(problem.view(), p, m);
    EXPECT_NEAR(report.residual_relative, r.relative(), 1e-12);
    // As for Coulomb's law: velocities off by some times the residual, products with impulses by
    // the spread of W besides.
    expect_laws<D>(problem, p, m, tolerance * 100.0);
  }
}
TEST_P(RollingSolver, balls_2d) { check_problems<2>(GetParam(), {}); }
TEST_P(RollingSolver, balls_3d) { check_problems<3>(GetParam(), {}); }
TEST_P(RollingSolver, fixed_bodies_and_planes_2d) {
  check_problems<2>(GetParam(), {.fixed = true, .planes = 2});
}
// Hyperstatic ones, on which sweeps get slow below 1e-5.
TEST_P(RollingSolver, fixed_bodies_and_planes_3d) {
  check_problems<3>(GetParam(), {.fixed = true, .planes = 2}, 3e-5);
}
TEST_P(RollingSolver, more_contacts_than_freedoms) {
  check_problems<2>(GetParam(), {.bodies = 5, .contacts = 25}, 1e-5);
  check_problems<3>(GetParam(), {.bodies = 8, .contacts = 30}, 1e-5);
}

// Bodies that are no balls, in blocks alone: the moment and the impulse find each other over
// sweeps.
TEST(RollingBlocks, arms_and_inertia_blocks) {
  check_problems<3>(Kernel::block, {.balls = false, .inertia_blocks = true});
}

// Same bits for any number of threads, above the size at which there are several tasks.
TEST_P(RollingSolver, threads_do_not_matter) {
  Random random(5);
  const ProblemColumns<3> problem =
      rolling_problem<3>(random, {.bodies = 6000, .contacts = 9000, .mu_low = 0.2});
  std::vector<std::vector<Spin<3>>> moments;
  std::vector<std::vector<Vec<3>>> impulses;
  for (const int threads : {1, 3}) {
    Workers workers(threads);
    SolverTools<3> tools(workers);
    NodeMotion motion;
    std::vector<Vec<3>> p(problem.q.size(), Vec<3>::Zero());
    std::vector<Spin<3>> m(problem.q.size(), Spin<3>::Zero());
    NlgsSettings settings = settings_for(GetParam(), 1e-4);
    settings.max_iterations = 50;
    static_cast<void>(solve<3>(problem.view(), settings, tools, p, motion, m));
    impulses.push_back(p);
    moments.push_back(m);
  }
  EXPECT_EQ(impulses[0], impulses[1]);
  EXPECT_EQ(moments[0], moments[1]);
  EXPECT_GT(moments[0][0].norm() + moments[0][1].norm() + moments[0][2].norm(), 0.0);
}

}  // namespace
}  // namespace galet::rolling_test
