// Properties of the Gauss–Seidel solver on random problems: judged by the law, by a brute-force
// solution or by a transformation that must not matter, never by a stored result.
#include "galet/solver/nlgs.hpp"

#include <numeric>
#include <string>
#include <vector>

#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include "galet/problem/residual.hpp"

namespace galet {
namespace {

using test::ProblemKind;
using test::random_problem;
using test::stacked;

template <int D>
struct Solved {
  std::vector<Vec<D>> p;
  SolveReport report;
};

template <int D>
Solved<D> solved(const ContactProblem<D>& problem, const NlgsSettings& settings) {
  Solved<D> s{std::vector<Vec<D>>(problem.contacts(), Vec<D>::Zero()), {}};
  s.report = solve_nlgs<D>(problem, settings, s.p);
  return s;
}

// Every property must hold for the plain sweeps and, where a problem of balls admits them, for the
// batched ones.
bool use_batches = false;

class Nlgs : public ::testing::TestWithParam<bool> {
 protected:
  void SetUp() override { use_batches = GetParam(); }
};
INSTANTIATE_TEST_SUITE_P(Sweeps, Nlgs, ::testing::Bool(), [](const auto& each) {
  return std::string(each.param ? "batched" : "plain");
});

// Random problems are often hyperstatic, where the residual falls slowly: many sweeps are allowed.
NlgsSettings to(double tolerance) {
  NlgsSettings settings;
  settings.tolerance = tolerance;
  settings.max_iterations = 100000;
  settings.batches = use_batches;
  return settings;
}

// M⁻¹ H p, all nodes in one vector.
template <int D>
Eigen::VectorXd node_velocity(const ContactProblem<D>& problem, const std::vector<Vec<D>>& p) {
  const auto& graph = std::get<DelassusGraph<D>>(problem.W);
  return test::dense_inverse_mass(graph).asDiagonal() *
         (test::dense_h_transposed(graph).transpose() * stacked<D>(p));
}

// The law contact by contact, from the dense matrix: impulses in the cone up to the rounding of a
// change of frame; velocities and complementarity up to `share` of the velocities and impulses of
// the problem.
template <int D>
void expect_law(const ContactProblem<D>& problem, const std::vector<Vec<D>>& p, double share) {
  const auto& graph = std::get<DelassusGraph<D>>(problem.W);
  const Eigen::VectorXd u = test::dense_delassus(graph) * stacked<D>(p) + stacked<D>(problem.q);
  const double velocity = compute_residual<D>(problem, p).reference;
  double impulse = 0.0;
  for (const Vec<D>& x : p) impulse = std::max(impulse, x.norm());
  for (std::size_t c = 0; c < p.size(); ++c) {
    const double p_n = p[c][0], p_t = p[c].template tail<D - 1>().norm();
    const auto at = static_cast<Eigen::Index>(c) * D;
    const auto u_t = u.segment(at + 1, D - 1);
    const double rounding = 1e-15 * p[c].norm();
    EXPECT_GE(p_n, -rounding);
    EXPECT_LE(p_t, problem.mu[c] * p_n + rounding);
    if (graph.diagonal_block(c).trace() == 0.0) continue;  // between bodies that cannot move
    EXPECT_GE(u[at], -share * velocity);
    EXPECT_LE(p_n * u[at], share * velocity * impulse);
    // Maximal dissipation: −p_t·u_t = mu p_n |u_t|.
    EXPECT_NEAR(-p[c].template tail<D - 1>().dot(u_t), problem.mu[c] * p_n * u_t.norm(),
                share * velocity * impulse);
  }
}

template <int D>
void check_random_problems(const ProblemKind& kind, int seeds) {
  for (int seed = 0; seed < seeds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ContactProblem<D> problem = random_problem<D>(random, kind);
    const Solved<D> s = solved<D>(problem, to(1e-9));
    ASSERT_EQ(s.report.status, SolveStatus::solved) << "seed " << seed;
    // The report is the residual of exactly these impulses. The solver's own sums run in the same
    // order, but may be contracted differently: 1e-12 of the reference.
    const Residual r = compute_residual<D>(problem, s.p);
    EXPECT_LE(r.relative(), 1e-9);
    EXPECT_NEAR(s.report.residual_velocity, r.velocity, 1e-12 * r.reference);
    EXPECT_NEAR(s.report.residual_relative, r.relative(), 1e-12);
    // rho >= w·distance: a relative residual r allows velocities off by about 2 r (1 + mu), and
    // products with impulses by the same times the spread of W (about 30 here).
    expect_law<D>(problem, s.p, 1e-9 * 2.0 * (1.0 + kind.mu_high) * 30.0);
  }
}

TEST_P(Nlgs, random_balls_obey_the_law_2d) { check_random_problems<2>({}, 100); }
TEST_P(Nlgs, random_balls_obey_the_law_3d) { check_random_problems<3>({}, 100); }
TEST_P(Nlgs, random_general_bodies_obey_the_law_2d) {
  check_random_problems<2>({.mu_high = 0.3, .balls = false}, 100);
}
TEST_P(Nlgs, random_general_bodies_obey_the_law_3d) {
  check_random_problems<3>({.mu_high = 0.3, .balls = false}, 100);
}
TEST_P(Nlgs, random_locked_bodies_obey_the_law_2d) {
  check_random_problems<2>({.mu_high = 0.3, .locked = true}, 100);
}
TEST_P(Nlgs, random_locked_bodies_obey_the_law_3d) {
  check_random_problems<3>({.mu_high = 0.3, .locked = true}, 100);
}
TEST_P(Nlgs, larger_random_problems_obey_the_law) {
  check_random_problems<2>({.bodies = 100, .contacts = 100}, 10);
  check_random_problems<3>({.bodies = 100, .contacts = 100}, 10);
}

// Both forms of W give the same iteration: after the same number of sweeps the same impulses. Each
// sweep adds rounding of 1e-15; 20 contracting sweeps stay far below 1e-11. (General bodies, whose
// sweeps no special path may reorder.)
template <int D>
void check_forms() {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ContactProblem<D> problem = random_problem<D>(random, {.mu_high = 0.3, .balls = false});
    NlgsSettings settings = to(1e-300);
    settings.max_iterations = 20;
    const Solved<D> graph = solved<D>(problem, settings);
    const Solved<D> matrix = solved<D>(in_matrix_form(problem), settings);
    const Eigen::VectorXd difference = stacked<D>(graph.p) - stacked<D>(matrix.p);
    EXPECT_LE(difference.cwiseAbs().maxCoeff(),
              1e-11 * (1.0 + stacked<D>(graph.p).cwiseAbs().maxCoeff()));
    EXPECT_LE(
        compute_residual<D>(problem, solved<D>(in_matrix_form(problem), to(1e-9)).p).relative(),
        1.01e-9);
  }
}
TEST_P(Nlgs, graph_and_matrix_forms_agree_2d) { check_forms<2>(); }
TEST_P(Nlgs, graph_and_matrix_forms_agree_3d) { check_forms<3>(); }

// Units of length, mass and time. Impulses scale with mass·length/time; the number of sweeps stays.
template <int D>
ContactProblem<D> in_units(const ContactProblem<D>& problem, double length, double mass,
                           double time) {
  ContactProblem<D> scaled = problem;
  auto& graph = std::get<DelassusGraph<D>>(scaled.W);
  for (GraphNode<D>& node : graph.nodes) {
    node.inverse_mass /= mass;
    node.inverse_inertia /= mass * length * length;
  }
  for (GraphEdge<D>& e : graph.edges) {
    e.arm_a *= length;
    e.arm_b *= length;
  }
  for (Vec<D>& q : scaled.q) q *= length / time;
  return scaled;
}

template <int D>
void check_units(bool balls) {
  for (int seed = 0; seed < 30; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ContactProblem<D> problem = random_problem<D>(random, {.mu_high = 0.3, .balls = balls});
    const Solved<D> s = solved<D>(problem, to(1e-8));
    // Powers of two change no digit: the same bits.
    const Solved<D> binary = solved<D>(in_units(problem, 0x1p10, 0x1p-7, 0x1p3), to(1e-8));
    EXPECT_EQ(binary.report.iterations, s.report.iterations);
    EXPECT_EQ(binary.report.residual_relative, s.report.residual_relative);
    EXPECT_EQ(stacked<D>(binary.p), 0x1p0 * stacked<D>(s.p));  // 2^-7 · 2^10 / 2^3 = 1
    // Others change the rounding only.
    const double length = 1000.0, mass = 7.0, time = 0.3;
    const Solved<D> other = solved<D>(in_units(problem, length, mass, time), to(1e-8));
    EXPECT_EQ(other.report.iterations, s.report.iterations) << "seed " << seed;
    const Eigen::VectorXd back = stacked<D>(other.p) * (time / (mass * length));
    EXPECT_LE((back - stacked<D>(s.p)).cwiseAbs().maxCoeff(),
              1e-10 * stacked<D>(s.p).cwiseAbs().maxCoeff());
  }
}
TEST_P(Nlgs, units_do_not_matter_2d) {
  check_units<2>(true);
  check_units<2>(false);
}
TEST_P(Nlgs, units_do_not_matter_3d) {
  check_units<3>(true);
  check_units<3>(false);
}

template <int D>
ContactProblem<D> reordered(const ContactProblem<D>& problem,
                            const std::vector<std::size_t>& order) {
  ContactProblem<D> result;
  DelassusGraph<D> graph = std::get<DelassusGraph<D>>(problem.W);
  const auto edges = graph.edges;
  graph.edges.clear();
  for (const std::size_t c : order) {
    graph.edges.push_back(edges[c]);
    result.q.push_back(problem.q[c]);
    result.mu.push_back(problem.mu[c]);
  }
  result.W = std::move(graph);
  return result;
}

// Any order of the contacts, and any order of the visits, leads to a solution.
template <int D>
void check_orders() {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ContactProblem<D> problem = random_problem<D>(random, {});
    std::vector<std::size_t> order(problem.contacts());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[random.below(k)]);
    const ContactProblem<D> shuffled = reordered(problem, order);
    const Solved<D> s = solved<D>(shuffled, to(1e-9));
    EXPECT_EQ(s.report.status, SolveStatus::solved);
    std::vector<Vec<D>> p(problem.contacts());
    for (std::size_t k = 0; k < order.size(); ++k) p[order[k]] = s.p[k];
    EXPECT_LE(compute_residual<D>(problem, p).relative(), 1.01e-9);

    for (const SweepOrder kind : {SweepOrder::random, SweepOrder::symmetric}) {
      NlgsSettings settings = to(1e-9);
      settings.order = kind;
      const Solved<D> t = solved<D>(problem, settings);
      EXPECT_EQ(t.report.status, SolveStatus::solved);
      EXPECT_LE(compute_residual<D>(problem, t.p).relative(), 1.01e-9);
      EXPECT_EQ(stacked<D>(solved<D>(problem, settings).p), stacked<D>(t.p));  // repeatable
    }
  }
}
TEST_P(Nlgs, order_does_not_decide_success_2d) { check_orders<2>(); }
TEST_P(Nlgs, order_does_not_decide_success_3d) { check_orders<3>(); }

// Frictionless contact is the quadratic program min ½ p·Wp + q·p over p >= 0 of the normal parts.
// Brute force: try every set of active contacts.
Eigen::VectorXd brute_force_program(const Eigen::MatrixXd& W, const Eigen::VectorXd& q) {
  const int n = static_cast<int>(q.size());
  for (int set = 0; set < 1 << n; ++set) {
    std::vector<int> active;
    for (int c = 0; c < n; ++c) {
      if (set >> c & 1) active.push_back(c);
    }
    Eigen::VectorXd p = Eigen::VectorXd::Zero(n);
    if (!active.empty()) {
      const Eigen::VectorXd x =
          W(active, active).completeOrthogonalDecomposition().solve(-q(active));
      for (std::size_t k = 0; k < active.size(); ++k) p[active[k]] = x[static_cast<int>(k)];
    }
    const Eigen::VectorXd u = W * p + q;
    if (p.minCoeff() >= -1e-10 && u.minCoeff() >= -1e-10 && std::abs(p.dot(u)) <= 1e-9) return p;
  }
  ADD_FAILURE() << "no active set fits";
  return Eigen::VectorXd::Zero(n);
}

// The velocities are unique though the impulses need not be. If the relative residual is r, the
// computed impulses solve exactly a problem whose q is off by about n r v_ref; with the
// monotonicity of W the velocities (in the norm of the kinetic energy) then differ by at most
// sqrt(|p − p*| n r v_ref): for r = 1e-13 and everything else of order 10, 1e-5 at worst, and of
// order 1e-12 where W is regular.
template <int D>
void check_frictionless() {
  for (int seed = 0; seed < 60; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const int contacts = 1 + static_cast<int>(random.below(6));
    const ContactProblem<D> problem = random_problem<D>(
        random,
        {.bodies = 3, .contacts = contacts, .mu_low = 0.0, .mu_high = 0.0, .balls = seed % 2 == 0});
    const auto& graph = std::get<DelassusGraph<D>>(problem.W);
    const Eigen::MatrixXd W = test::dense_delassus(graph);
    const Eigen::VectorXd q = stacked<D>(problem.q);
    const auto normals = Eigen::seqN(0, contacts, D);
    const Eigen::VectorXd p_n = brute_force_program(W(normals, normals), q(normals));
    std::vector<Vec<D>> expected(problem.contacts(), Vec<D>::Zero());
    for (int c = 0; c < contacts; ++c) expected[static_cast<std::size_t>(c)][0] = p_n[c];

    const Solved<D> s = solved<D>(problem, to(1e-13));
    ASSERT_EQ(s.report.status, SolveStatus::solved);
    for (const Vec<D>& p : s.p) {
      EXPECT_LE((p.template tail<D - 1>().norm()), 1e-15 * p.norm());
    }
    EXPECT_LE((node_velocity(problem, s.p) - node_velocity(problem, expected)).norm(), 1e-5)
        << "seed " << seed;
  }
}
TEST_P(Nlgs, frictionless_velocities_are_those_of_the_quadratic_program_2d) {
  check_frictionless<2>();
}
TEST_P(Nlgs, frictionless_velocities_are_those_of_the_quadratic_program_3d) {
  check_frictionless<3>();
}

// Every contact twice: the impulses are shared, the velocities stay. (Frictionless, where they are
// unique; same bound as above.)
template <int D>
void check_duplicates() {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ContactProblem<D> problem =
        random_problem<D>(random, {.bodies = 5, .contacts = 6, .mu_low = 0.0, .mu_high = 0.0});
    std::vector<std::size_t> twice;
    for (std::size_t c = 0; c < problem.contacts(); ++c) twice.insert(twice.end(), {c, c});
    const ContactProblem<D> doubled = reordered(problem, twice);
    const Solved<D> single = solved<D>(problem, to(1e-13)), both = solved<D>(doubled, to(1e-13));
    ASSERT_EQ(both.report.status, SolveStatus::solved);
    EXPECT_LE((node_velocity(problem, single.p) - node_velocity(doubled, both.p)).norm(), 1e-5);
  }
}
TEST_P(Nlgs, duplicated_contacts_change_no_velocity_2d) { check_duplicates<2>(); }
TEST_P(Nlgs, duplicated_contacts_change_no_velocity_3d) { check_duplicates<3>(); }

// One ball on the ground with friction, its contact three times.
TEST_P(Nlgs, duplicated_frictional_contact_changes_no_velocity) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ContactProblem<3> problem =
        random_problem<3>(random, {.bodies = 1, .contacts = 1, .ground = 1.0});
    const ContactProblem<3> tripled = reordered(problem, {0, 0, 0});
    const Solved<3> single = solved<3>(problem, to(1e-13)), triple = solved<3>(tripled, to(1e-13));
    ASSERT_EQ(triple.report.status, SolveStatus::solved);
    // One contact is solved exactly; three share it to the tolerance (velocities of order 1).
    EXPECT_LE((node_velocity(problem, single.p) - node_velocity(tripled, triple.p)).norm(), 1e-11);
  }
}

// A mirrored or turned problem has the mirrored or turned solution: here all frames of 3D contacts
// turned about their normals, which must change the impulses' components only.
TEST_P(Nlgs, tangent_directions_do_not_matter) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ContactProblem<3> problem = random_problem<3>(random, {});
    ContactProblem<3> turned = problem;
    auto& graph = std::get<DelassusGraph<3>>(turned.W);
    std::vector<Mat<3>> change;
    for (std::size_t c = 0; c < problem.contacts(); ++c) {
      const double angle = random.uniform(0.0, 6.0);
      Mat<3> r = Mat<3>::Identity();
      r.bottomRightCorner<2, 2>() << std::cos(angle), std::sin(angle), -std::sin(angle),
          std::cos(angle);
      change.push_back(r);
      graph.edges[c].frame = r * graph.edges[c].frame;
      turned.q[c] = r * problem.q[c];
    }
    NlgsSettings settings = to(1e-300);
    settings.max_iterations = 20;
    const Solved<3> a = solved<3>(problem, settings), b = solved<3>(turned, settings);
    for (std::size_t c = 0; c < problem.contacts(); ++c) {
      // Twenty sweeps of rounding, as for the two forms of W.
      EXPECT_LE((change[c] * a.p[c] - b.p[c]).norm(), 1e-11 * (1.0 + a.p[c].norm())) << seed;
    }
  }
}

TEST_P(Nlgs, a_solved_problem_needs_no_second_solve) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ContactProblem<3> problem = random_problem<3>(random, {});
    Solved<3> s = solved<3>(problem, to(1e-9));
    const SolveReport again = solve_nlgs<3>(problem, to(1e-9), s.p);
    EXPECT_EQ(again.status, SolveStatus::solved);
    EXPECT_LE(again.iterations, 2);
    // Without warm start the start is ignored.
    NlgsSettings cold = to(1e-9);
    cold.warm_start = false;
    std::vector<Vec<3>> p(problem.contacts(), Vec<3>::Constant(1e6));
    const SolveReport from_nothing = solve_nlgs<3>(problem, cold, p);
    EXPECT_EQ(from_nothing.iterations, s.report.iterations);
    EXPECT_EQ(from_nothing.residual_velocity, s.report.residual_velocity);
  }
}

// A wild start is forgotten.
TEST_P(Nlgs, converges_from_any_start) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ContactProblem<3> problem = random_problem<3>(random, {});
    std::vector<Vec<3>> p(problem.contacts());
    for (Vec<3>& x : p) x = test::random_vector<3>(random, 100.0);
    EXPECT_EQ(solve_nlgs<3>(problem, to(1e-8), p).status, SolveStatus::solved);
    EXPECT_LE(compute_residual<3>(problem, p).relative(), 1.01e-8);
  }
}

// Stopped early: the status says so, the residual is that of the impulses returned, and no start is
// made worse.
TEST_P(Nlgs, limits_are_reported_honestly) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ContactProblem<3> problem = random_problem<3>(random, {.bodies = 30, .contacts = 30});
    for (const int limit : {1, 2, 5, 23}) {
      NlgsSettings settings = to(1e-300);
      settings.max_iterations = limit;
      Solved<3> s = solved<3>(problem, settings);
      EXPECT_EQ(s.report.status, SolveStatus::iteration_limit);
      EXPECT_EQ(s.report.iterations, limit);
      const Residual r = compute_residual<3>(problem, s.p);
      EXPECT_NEAR(s.report.residual_velocity, r.velocity, 1e-12 * r.reference);
      EXPECT_GT(r.velocity, 0.0);
    }
    // From a good start one sweep more, in single precision or in another order: never worse than
    // the start, and the report is that of the impulses returned.
    const Solved<3> good = solved<3>(problem, to(1e-10));
    const Residual start = compute_residual<3>(problem, good.p);
    for (const SweepOrder order : {SweepOrder::fixed, SweepOrder::random}) {
      NlgsSettings settings = to(1e-300);
      settings.max_iterations = 1;
      settings.order = order;
      std::vector<Vec<3>> p = good.p;
      const SolveReport more = solve_nlgs<3>(problem, settings, p);
      EXPECT_LE(more.residual_velocity, start.velocity + 1e-12 * start.reference);
      EXPECT_NEAR(more.residual_velocity, compute_residual<3>(problem, p).velocity,
                  1e-12 * start.reference);
    }
    NlgsSettings hurried = to(1e-300);
    hurried.max_seconds = 1e-12;
    const Solved<3> s = solved<3>(problem, hurried);
    EXPECT_EQ(s.report.status, SolveStatus::time_limit);
    EXPECT_LT(s.report.iterations, 100);
    EXPECT_NEAR(s.report.residual_velocity, compute_residual<3>(problem, s.p).velocity,
                1e-12 * compute_residual<3>(problem, s.p).reference);
  }
}

// tolerance_velocity is enough when met.
TEST_P(Nlgs, absolute_tolerance_ends_the_solve) {
  Random random(3);
  const ContactProblem<3> problem = random_problem<3>(random, {.bodies = 20, .contacts = 40});
  NlgsSettings settings = to(1e-300);
  settings.tolerance_velocity = 1e-4;
  const Solved<3> s = solved<3>(problem, settings);
  EXPECT_EQ(s.report.status, SolveStatus::solved);
  EXPECT_LE(compute_residual<3>(problem, s.p).velocity, 1e-4);
}

}  // namespace
}  // namespace galet
