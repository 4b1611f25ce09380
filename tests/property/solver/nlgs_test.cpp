// Properties of the Gauss–Seidel solver on random problems: judged by the law, by a brute-force
// solution or by a transformation that must not matter, never by a stored result.
//
// Every property is asked of every kernel: blocks, batches in single and in double precision.
// Batches take balls (free or fixed) and planes; what else there is (arms off the normal, several
// contacts per pair, inertia blocks, locked directions, a matrix, other orders of the visits) is
// asked of the blocks alone, in the suite NlgsBlocks.
#include "galet/solver/nlgs.hpp"

#include <numeric>
#include <string>
#include <vector>

#include "support/kernels.hpp"
#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include "galet/problem/residual.hpp"

namespace galet::nlgs_test {
namespace {

using test::in_frames;
using test::Kernel;
using test::node_velocity;
using test::ProblemKind;
using test::random_problem;
using test::reordered;
using test::settings_for;
using test::stacked;

template <int D>
struct Solved {
  std::vector<Vec<D>> p;  // in the components of the operator
  SolveReport report;
};

template <int D>
SolveReport solve_from(const ProblemColumns<D>& problem, const NlgsSettings& settings,
                       std::vector<Vec<D>>& p) {
  // The kernel that is meant is the one that runs.
  if (settings.batches) {
    EXPECT_TRUE(BallSolver<D>::accepts(problem.view()) && settings.order == SweepOrder::fixed);
  }
  return solve<D>(problem.view(), settings, p);
}

template <int D>
Solved<D> solved(const ProblemColumns<D>& problem, const NlgsSettings& settings) {
  Solved<D> s{std::vector<Vec<D>>(problem.q.size(), Vec<D>::Zero()), {}};
  s.report = solve_from<D>(problem, settings, s.p);
  return s;
}

class Nlgs : public ::testing::TestWithParam<Kernel> {};
INSTANTIATE_TEST_SUITE_P(Kernels, Nlgs, ::testing::ValuesIn(test::kAllKernels),
                         [](const auto& each) { return test::name_of(each.param); });

template <int D>
Eigen::VectorXd stacked_in_frames(const ProblemColumns<D>& problem, const std::vector<Vec<D>>& p) {
  return stacked<D>(in_frames<D>(problem.view(), p));
}

// M⁻¹ H p, all nodes in one vector.
template <int D>
Eigen::VectorXd node_velocity_of(const ProblemColumns<D>& problem, const std::vector<Vec<D>>& p) {
  return node_velocity(problem, stacked_in_frames(problem, p));
}

// The law contact by contact, with velocities from the matrices of support/: impulses in the cone
// up to the rounding of the changes of frame; velocities and complementarity up to `share` of the
// velocities and impulses of the problem.
//   coulomb  0 <= p_n ⊥ u_n >= 0, and maximal dissipation: −p_t·u_t = mu p_n |u_t|;
//   convex   the optimum of the cone program: u in the dual cone, u_n >= mu |u_t|, and p·u = 0.
template <int D>
void expect_law(const ProblemColumns<D>& problem, const std::vector<Vec<D>>& impulses,
                double share) {
  const std::vector<Vec<D>> p = in_frames<D>(problem.view(), impulses);
  const Eigen::VectorXd u = test::h_transposed(problem).times(node_velocity_of(problem, impulses)) +
                            stacked_in_frames(problem, problem.q);
  const std::vector<Mat<D>> blocks = diagonal_blocks(problem.view());
  const double velocity = compute_residual<D>(problem.view(), impulses).reference;
  double impulse = 0.0;
  for (const Vec<D>& x : p) impulse = std::max(impulse, x.norm());
  for (std::size_t c = 0; c < p.size(); ++c) {
    const ContactLaw& law = problem.view().law_of(c);
    const double mu = law.friction;
    const double p_n = p[c][0], p_t = p[c].template tail<D - 1>().norm();
    const auto at = static_cast<Eigen::Index>(c) * D;
    const auto u_t = u.segment(at + 1, D - 1);
    const double rounding = 4e-15 * p[c].norm();
    EXPECT_GE(p_n, -rounding);
    EXPECT_LE(p_t, mu * p_n + rounding);
    if (blocks[c](0, 0) == 0.0) continue;  // between bodies that cannot move
    if (law.model == FrictionModel::convex) {
      EXPECT_GE(u[at] - mu * u_t.norm(), -share * velocity);
      EXPECT_NEAR(p[c].dot(u.segment(at, D)), 0.0, share * velocity * impulse);
      continue;
    }
    EXPECT_GE(u[at], -share * velocity);
    EXPECT_LE(p_n * u[at], share * velocity * impulse);
    EXPECT_NEAR(-p[c].template tail<D - 1>().dot(u_t), mu * p_n * u_t.norm(),
                share * velocity * impulse);
  }
}

template <int D>
void check_random_problems(Kernel kernel, const ProblemKind& kind, int seeds,
                           double tolerance = 1e-9, FrictionModel model = FrictionModel::coulomb) {
  for (int seed = 0; seed < seeds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    ProblemColumns<D> problem = random_problem<D>(random, kind);
    for (ContactLaw& law : problem.laws) law.model = model;
    const Solved<D> s = solved<D>(problem, settings_for(kernel, tolerance));
    ASSERT_EQ(s.report.status, SolveStatus::solved)
        << "seed " << seed << ": " << s.report.residual_relative;
    // The report is the residual of exactly these impulses. The solver's own sums run in the same
    // order, but may be contracted differently: 1e-12 of the reference.
    const Residual r = compute_residual<D>(problem.view(), s.p);
    EXPECT_LE(r.relative(), tolerance + 1e-14);
    EXPECT_NEAR(s.report.residual_velocity, r.velocity, 1e-12 * r.reference);
    EXPECT_NEAR(s.report.residual_relative, r.relative(), 1e-12);
    // rho >= w·distance: a relative residual r allows velocities off by about 2 r (1 + mu), and
    // products with impulses by the same times the spread of W (about 30 here).
    expect_law<D>(problem, s.p, tolerance * 2.0 * (1.0 + kind.mu_high) * 30.0);
  }
}

TEST_P(Nlgs, random_balls_obey_the_law_2d) { check_random_problems<2>(GetParam(), {}, 100); }
TEST_P(Nlgs, random_balls_obey_the_law_3d) { check_random_problems<3>(GetParam(), {}, 100); }
TEST_P(Nlgs, random_fixed_bodies_obey_the_law_2d) {
  check_random_problems<2>(GetParam(), {.mu_high = 0.3, .fixed = true}, 100);
}
TEST_P(Nlgs, random_fixed_bodies_obey_the_law_3d) {
  check_random_problems<3>(GetParam(), {.mu_high = 0.3, .fixed = true}, 100);
}
TEST_P(Nlgs, random_planes_obey_the_law_2d) {
  check_random_problems<2>(GetParam(), {.mu_high = 0.3, .ground = 0.6, .planes = 2}, 50);
}
TEST_P(Nlgs, random_planes_obey_the_law_3d) {
  check_random_problems<3>(GetParam(), {.mu_high = 0.3, .ground = 0.6, .planes = 2}, 50);
}
TEST_P(Nlgs, larger_random_problems_obey_the_law) {
  check_random_problems<2>(GetParam(), {.bodies = 100, .contacts = 100}, 10);
  check_random_problems<3>(GetParam(), {.bodies = 100, .contacts = 100}, 10);
}

TEST(NlgsBlocks, random_general_bodies_obey_the_law_2d) {
  check_random_problems<2>(Kernel::block, {.mu_high = 0.3, .balls = false}, 100);
}
TEST(NlgsBlocks, random_general_bodies_obey_the_law_3d) {
  check_random_problems<3>(Kernel::block, {.mu_high = 0.3, .balls = false}, 100);
}
TEST(NlgsBlocks, random_locked_bodies_obey_the_law_2d) {
  check_random_problems<2>(Kernel::block, {.mu_high = 0.3, .locked = true}, 100);
}
TEST(NlgsBlocks, random_locked_bodies_obey_the_law_3d) {
  check_random_problems<3>(Kernel::block, {.mu_high = 0.3, .locked = true}, 100);
}
TEST(NlgsBlocks, random_inertias_and_contacts_per_pair_obey_the_law_2d) {
  check_random_problems<2>(
      Kernel::block,
      {.mu_high = 0.3, .balls = false, .contacts_per_pair = 2, .inertia_blocks = true}, 50);
}
TEST(NlgsBlocks, random_inertias_and_contacts_per_pair_obey_the_law_3d) {
  check_random_problems<3>(
      Kernel::block,
      {.mu_high = 0.3, .balls = false, .contacts_per_pair = 3, .inertia_blocks = true}, 50);
}

// Every size and law that a kernel takes: one lane, some lanes, a full batch and one more, many
// batches, several slabs (from 2048 nodes on); without and with friction, one law for all and laws
// of their own; with bodies that do not move and with planes.
template <int D>
void check_sizes(Kernel kernel, FrictionModel model) {
  for (const double mu : {0.0, 0.3}) {
    const auto check = [&](ProblemKind kind, int seeds, double tolerance) {
      kind.mu_low = 0.5 * mu;
      kind.mu_high = mu;
      SCOPED_TRACE(std::to_string(kind.contacts) + " contacts, mu " + std::to_string(mu));
      check_random_problems<D>(kernel, kind, seeds, tolerance, model);
    };
    check({.bodies = 1, .contacts = 1, .ground = 1.0}, 10, 1e-9);
    check({.bodies = 2, .contacts = 2}, 10, 1e-9);
    check({.bodies = 12, .contacts = 17}, 10, 1e-9);
    check({.bodies = 12, .contacts = 17, .fixed = true}, 10, 1e-9);
    check({.bodies = 12, .contacts = 17, .ground = 0.5, .planes = 1}, 10, 1e-9);
    check({.bodies = 100, .contacts = 100, .fixed = true}, 3, 1e-9);
    check({.bodies = 100, .contacts = 100, .ground = 0.5, .planes = 3}, 3, 1e-9);
    // Single precision gets here without double.
    check({.bodies = 12, .contacts = 17}, 10, 1e-4);
    check({.bodies = 2500, .contacts = 2500, .fixed = true, .planes = 2}, 1, 1e-4);
  }
}
TEST_P(Nlgs, all_sizes_and_laws_2d) { check_sizes<2>(GetParam(), FrictionModel::coulomb); }
TEST_P(Nlgs, all_sizes_and_laws_3d) { check_sizes<3>(GetParam(), FrictionModel::coulomb); }
TEST_P(Nlgs, all_sizes_of_convex_friction_2d) { check_sizes<2>(GetParam(), FrictionModel::convex); }
TEST_P(Nlgs, all_sizes_of_convex_friction_3d) { check_sizes<3>(GetParam(), FrictionModel::convex); }

// From the same start the kernels give other bits.
TEST(NlgsKernels, are_three) {
  Random random(1);
  const ProblemColumns<3> problem =
      random_problem<3>(random, {.bodies = 12, .contacts = 17, .mu_low = 0.2});
  std::vector<std::vector<Vec<3>>> found;
  for (const Kernel kernel : test::kAllKernels) {
    NlgsSettings settings = settings_for(kernel, 1e-300);
    settings.max_iterations = 3;
    found.push_back(solved<3>(problem, settings).p);
  }
  EXPECT_NE(found[0], found[1]);
  EXPECT_NE(found[0], found[2]);
  EXPECT_NE(found[1], found[2]);
}

// Both forms of W give the same iteration: after the same number of sweeps the same impulses. Each
// sweep adds rounding of 1e-15; 20 contracting sweeps stay far below 1e-11. Arms are off the
// normal, so that W_nt ≠ 0. With locked bodies and planes some impulses move nothing (W_cc is
// singular) and may be anything: there the velocities are compared. (A matrix is solved by the
// blocks only.)
template <int D>
void check_forms(const ProblemKind& kind) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ProblemColumns<D> problem = random_problem<D>(random, kind);
    const ProblemColumns<D> matrix = in_matrix_form<D>(problem.view(), {});
    double off_normal = 0.0;
    for (const Mat<D>& w : diagonal_blocks(problem.view())) {
      off_normal = std::max(off_normal, w.row(0).template tail<D - 1>().norm());
    }
    EXPECT_GT(off_normal, 0.1);
    NlgsSettings settings = settings_for(Kernel::block, 1e-300);
    settings.max_iterations = 20;
    const std::vector<Vec<D>> p = solved<D>(problem, settings).p;
    const std::vector<Vec<D>> p_matrix = solved<D>(matrix, settings).p;
    const Eigen::VectorXd velocity =
        stacked_in_frames(problem, compute_velocities<D>(problem.view(), p));
    EXPECT_LE((velocity - stacked<D>(compute_velocities<D>(matrix.view(), p_matrix)))
                  .cwiseAbs()
                  .maxCoeff(),
              1e-11 * (1.0 + velocity.cwiseAbs().maxCoeff()));
    if (!kind.locked) {
      const Eigen::VectorXd impulse = stacked_in_frames(problem, p);
      EXPECT_LE((impulse - stacked<D>(p_matrix)).cwiseAbs().maxCoeff(),
                1e-11 * (1.0 + impulse.cwiseAbs().maxCoeff()));
    }
    // The solution of either is one of the other.
    const Solved<D> by_bodies = solved<D>(problem, settings_for(Kernel::block, 1e-9));
    const Solved<D> by_matrix = solved<D>(matrix, settings_for(Kernel::block, 1e-9));
    EXPECT_EQ(by_bodies.report.status, SolveStatus::solved);
    EXPECT_EQ(by_matrix.report.status, SolveStatus::solved);
    EXPECT_LE(
        compute_residual<D>(matrix.view(), in_frames<D>(problem.view(), by_bodies.p)).relative(),
        1.01e-9);
    EXPECT_LE(compute_residual<D>(problem.view(), test::from_frames<D>(problem.view(), by_matrix.p))
                  .relative(),
              1.01e-9);
  }
}
template <int D>
void check_forms_of_all_kinds() {
  check_forms<D>({.mu_high = 0.3, .balls = false});
  check_forms<D>({.mu_high = 0.3, .balls = false, .locked = true, .planes = 1});
  check_forms<D>({.mu_high = 0.3, .balls = false, .contacts_per_pair = 2, .inertia_blocks = true});
}
TEST(NlgsBlocks, bodies_and_matrix_agree_2d) { check_forms_of_all_kinds<2>(); }
TEST(NlgsBlocks, bodies_and_matrix_agree_3d) { check_forms_of_all_kinds<3>(); }

// Units of length, mass and time. Impulses scale with mass·length/time; the number of sweeps stays.
template <int D>
ProblemColumns<D> in_units(const ProblemColumns<D>& problem, double length, double mass,
                           double time) {
  ProblemColumns<D> scaled = problem;
  for (Vec<D>& m : scaled.inverse_mass) m /= mass;
  for (double& i : scaled.inverse_inertia) i /= mass * length * length;
  for (PlaneNode<D>& plane : scaled.planes) plane.inverse_mass /= mass;
  for (double& r : scaled.radius) r *= length;
  for (Arms<D>& arms : scaled.arms) {
    arms.a *= length;
    arms.b *= length;
  }
  for (Vec<D>& q : scaled.q) q *= length / time;
  return scaled;
}

template <int D>
void check_units(Kernel kernel, const ProblemKind& kind) {
  int unsolved = 0;
  for (int seed = 0; seed < 30; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ProblemColumns<D> problem = random_problem<D>(random, kind);
    const NlgsSettings settings = settings_for(kernel, 1e-8);
    const Solved<D> s = solved<D>(problem, settings);
    // Powers of two change no digit: the same bits.
    const Solved<D> binary = solved<D>(in_units(problem, 0x1p10, 0x1p-7, 0x1p3), settings);
    EXPECT_EQ(binary.report.iterations, s.report.iterations);
    EXPECT_EQ(binary.report.residual_relative, s.report.residual_relative);
    EXPECT_EQ(stacked<D>(binary.p), 0x1p0 * stacked<D>(s.p));  // 2^-7 · 2^10 / 2^3 = 1
    // Others change the rounding only.
    const double length = 1000.0, mass = 7.0, time = 0.3;
    const Solved<D> other = solved<D>(in_units(problem, length, mass, time), settings);
    std::vector<Vec<D>> back = other.p;
    for (Vec<D>& p : back) p *= time / (mass * length);
    EXPECT_EQ(other.report.status, s.report.status);
    EXPECT_NEAR(compute_residual<D>(problem.view(), back).relative(),
                other.report.residual_relative, 1e-12);
    unsolved += s.report.status != SolveStatus::solved;
    // In the batches other rounding may let the momentum restart in another sweep, and single
    // precision goes over to double in another: there the number of sweeps is not the same, nor
    // where in the tolerance they end.
    if (kernel != Kernel::block) continue;
    EXPECT_EQ(other.report.iterations, s.report.iterations) << "seed " << seed;
    EXPECT_LE((stacked<D>(back) - stacked<D>(s.p)).cwiseAbs().maxCoeff(),
              1e-10 * stacked<D>(s.p).cwiseAbs().maxCoeff());
  }
  // Six balls between a wall and a plane with friction: of 30 problems one is beyond any of the
  // kernels. Without planes all are solved.
  EXPECT_LE(unsolved, kind.planes > 0 ? 1 : 0);
}
TEST_P(Nlgs, units_do_not_matter_2d) {
  check_units<2>(GetParam(), {.mu_high = 0.3});
  check_units<2>(GetParam(), {.mu_high = 0.3, .ground = 0.6, .planes = 1});
}
TEST_P(Nlgs, units_do_not_matter_3d) {
  check_units<3>(GetParam(), {.mu_high = 0.3});
  check_units<3>(GetParam(), {.mu_high = 0.3, .ground = 0.6, .planes = 1});
}
TEST(NlgsBlocks, units_do_not_matter) {
  check_units<2>(Kernel::block, {.mu_high = 0.3, .balls = false});
  check_units<3>(Kernel::block, {.mu_high = 0.3, .balls = false});
}

// Any order of the contacts leads to a solution.
template <int D>
void check_orders(Kernel kernel) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ProblemColumns<D> problem = random_problem<D>(random, {});
    std::vector<std::size_t> order(problem.q.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[random.below(k)]);
    const Solved<D> s = solved<D>(reordered(problem, order), settings_for(kernel, 1e-9));
    EXPECT_EQ(s.report.status, SolveStatus::solved);
    std::vector<Vec<D>> p(problem.q.size());
    for (std::size_t k = 0; k < order.size(); ++k) p[order[k]] = s.p[k];
    EXPECT_LE(compute_residual<D>(problem.view(), p).relative(), 1.01e-9);
  }
}
TEST_P(Nlgs, order_does_not_decide_success_2d) { check_orders<2>(GetParam()); }
TEST_P(Nlgs, order_does_not_decide_success_3d) { check_orders<3>(GetParam()); }

// So does any order of the visits, which the blocks know.
template <int D>
void check_visits() {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ProblemColumns<D> problem = random_problem<D>(random, {});
    for (const SweepOrder kind : {SweepOrder::random, SweepOrder::symmetric}) {
      NlgsSettings settings = settings_for(Kernel::block, 1e-9);
      settings.order = kind;
      const Solved<D> t = solved<D>(problem, settings);
      EXPECT_EQ(t.report.status, SolveStatus::solved);
      EXPECT_LE(compute_residual<D>(problem.view(), t.p).relative(), 1.01e-9);
      EXPECT_EQ(stacked<D>(solved<D>(problem, settings).p), stacked<D>(t.p));  // repeatable
    }
  }
}
TEST(NlgsBlocks, order_of_the_visits_does_not_decide_success_2d) { check_visits<2>(); }
TEST(NlgsBlocks, order_of_the_visits_does_not_decide_success_3d) { check_visits<3>(); }

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
void check_frictionless(Kernel kernel, ProblemKind kind, int seeds) {
  kind.mu_low = kind.mu_high = 0.0;
  kind.bodies = 3;
  for (int seed = 0; seed < seeds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    kind.contacts = 1 + static_cast<int>(random.below(6));
    const ProblemColumns<D> problem = random_problem<D>(random, kind);
    const Eigen::MatrixXd W = test::dense_delassus(problem);
    const Eigen::VectorXd q = stacked_in_frames(problem, problem.q);
    const auto normals = Eigen::seqN(0, kind.contacts, D);
    const Eigen::VectorXd p_n = brute_force_program(W(normals, normals), q(normals));
    Eigen::VectorXd expected = Eigen::VectorXd::Zero(q.size());
    expected(normals) = p_n;

    const Solved<D> s = solved<D>(problem, settings_for(kernel, 1e-13));
    ASSERT_EQ(s.report.status, SolveStatus::solved) << "seed " << seed;
    for (const Vec<D>& p : in_frames<D>(problem.view(), s.p)) {
      EXPECT_LE((p.template tail<D - 1>().norm()), 1e-15 * p.norm());
    }
    EXPECT_LE((node_velocity_of(problem, s.p) - node_velocity(problem, expected)).norm(), 1e-5)
        << "seed " << seed;
  }
}
TEST_P(Nlgs, frictionless_velocities_are_those_of_the_quadratic_program_2d) {
  check_frictionless<2>(GetParam(), {}, 60);
  check_frictionless<2>(GetParam(), {.ground = 0.6, .planes = 1}, 30);
}
TEST_P(Nlgs, frictionless_velocities_are_those_of_the_quadratic_program_3d) {
  check_frictionless<3>(GetParam(), {}, 60);
  check_frictionless<3>(GetParam(), {.ground = 0.6, .planes = 1}, 30);
}
TEST(NlgsBlocks, frictionless_velocities_are_those_of_the_quadratic_program) {
  check_frictionless<2>(Kernel::block, {.balls = false}, 60);
  check_frictionless<3>(Kernel::block, {.balls = false}, 60);
  check_frictionless<3>(Kernel::block,
                        {.balls = false, .contacts_per_pair = 2, .inertia_blocks = true}, 30);
}

// Every contact twice: the impulses are shared, the velocities stay. (Frictionless, where they are
// unique; same bound as above.)
template <int D>
void check_duplicates(Kernel kernel) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ProblemColumns<D> problem =
        random_problem<D>(random, {.bodies = 5, .contacts = 6, .mu_low = 0.0, .mu_high = 0.0});
    std::vector<std::size_t> twice;
    for (std::size_t c = 0; c < problem.q.size(); ++c) twice.insert(twice.end(), {c, c});
    const ProblemColumns<D> doubled = reordered(problem, twice);
    const NlgsSettings settings = settings_for(kernel, 1e-13);
    const Solved<D> single = solved<D>(problem, settings), both = solved<D>(doubled, settings);
    ASSERT_EQ(both.report.status, SolveStatus::solved) << "seed " << seed;
    EXPECT_LE((node_velocity_of(problem, single.p) - node_velocity_of(doubled, both.p)).norm(),
              1e-5);
  }
}
TEST_P(Nlgs, duplicated_contacts_change_no_velocity_2d) { check_duplicates<2>(GetParam()); }
TEST_P(Nlgs, duplicated_contacts_change_no_velocity_3d) { check_duplicates<3>(GetParam()); }

// One ball on the ground with friction, its contact three times.
TEST_P(Nlgs, duplicated_frictional_contact_changes_no_velocity) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ProblemColumns<3> problem =
        random_problem<3>(random, {.bodies = 1, .contacts = 1, .ground = 1.0});
    const ProblemColumns<3> tripled = reordered(problem, {0, 0, 0});
    const NlgsSettings settings = settings_for(GetParam(), 1e-13);
    const Solved<3> single = solved<3>(problem, settings), triple = solved<3>(tripled, settings);
    ASSERT_EQ(triple.report.status, SolveStatus::solved);
    // One contact is solved exactly; three share it to the tolerance (velocities of order 1).
    EXPECT_LE((node_velocity_of(problem, single.p) - node_velocity_of(tripled, triple.p)).norm(),
              1e-11);
  }
}

// A mirrored or turned problem has the mirrored or turned solution; tangents, which follow from the
// normal, come to lie elsewhere in it.
template <int D>
void check_turned(Kernel kernel) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ProblemColumns<D> problem = random_problem<D>(random, {.ground = 0.5, .planes = 1});
    Mat<D> turn;
    for (int k = 0; k < D; ++k) turn.col(k) = test::random_vector<D>(random);
    turn = Mat<D>(Eigen::HouseholderQR<Mat<D>>(turn).householderQ());
    if (seed % 2 == 1) turn.col(0) *= -1.0;  // the other hand
    ProblemColumns<D> turned = problem;
    for (Contact<D>& contact : turned.contacts) contact.n = (turn * contact.n).eval();
    for (PlaneNode<D>& plane : turned.planes) plane.normal = (turn * plane.normal).eval();
    for (Vec<D>& q : turned.q) q = (turn * q).eval();

    const Solved<D> s = solved<D>(turned, settings_for(kernel, 1e-9));
    EXPECT_EQ(s.report.status, SolveStatus::solved);
    std::vector<Vec<D>> back = s.p;
    for (Vec<D>& p : back) p = (turn.transpose() * p).eval();
    EXPECT_LE(compute_residual<D>(problem.view(), back).relative(), 1.01e-9);
    // Twenty sweeps of rounding, as for the two forms of W. In single precision that is more, and
    // more or less momentum.
    if (kernel == Kernel::batched_single) continue;
    NlgsSettings settings = settings_for(kernel, 1e-300);
    settings.max_iterations = 20;
    const Solved<D> a = solved<D>(problem, settings), b = solved<D>(turned, settings);
    for (std::size_t c = 0; c < a.p.size(); ++c) {
      EXPECT_LE((turn * a.p[c] - b.p[c]).norm(), 1e-11 * (1.0 + a.p[c].norm())) << seed;
    }
  }
}
TEST_P(Nlgs, direction_of_the_axes_does_not_matter_2d) { check_turned<2>(GetParam()); }
TEST_P(Nlgs, direction_of_the_axes_does_not_matter_3d) { check_turned<3>(GetParam()); }

// All tangents of a matrix turned about their normals: only the components of the impulses change.
TEST(NlgsBlocks, tangent_directions_do_not_matter) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ProblemColumns<3> bodies = random_problem<3>(random, {});
    const ProblemColumns<3> problem = in_matrix_form<3>(bodies.view(), {});
    ProblemColumns<3> turned = problem;
    std::vector<Mat<3>> change;
    for (std::size_t c = 0; c < problem.q.size(); ++c) {
      const double angle = random.uniform(0.0, 6.0);
      Mat<3> r = Mat<3>::Identity();
      r.bottomRightCorner<2, 2>() << std::cos(angle), std::sin(angle), -std::sin(angle),
          std::cos(angle);
      change.push_back(r);
      turned.q[c] = r * problem.q[c];
    }
    for (std::size_t c = 0; c < problem.q.size(); ++c) {
      for (auto k = problem.matrix.row_start[c]; k < problem.matrix.row_start[c + 1]; ++k) {
        const auto entry = static_cast<std::size_t>(k);
        const Mat<3>& r = change[static_cast<std::size_t>(problem.matrix.column[entry])];
        turned.matrix.block[entry] = change[c] * problem.matrix.block[entry] * r.transpose();
      }
    }
    NlgsSettings settings = settings_for(Kernel::block, 1e-300);
    settings.max_iterations = 20;
    const Solved<3> a = solved<3>(problem, settings), b = solved<3>(turned, settings);
    for (std::size_t c = 0; c < problem.q.size(); ++c) {
      // Twenty sweeps of rounding, as for the two forms of W.
      EXPECT_LE((change[c] * a.p[c] - b.p[c]).norm(), 1e-11 * (1.0 + a.p[c].norm())) << seed;
    }
  }
}

TEST_P(Nlgs, a_solved_problem_needs_no_second_solve) {
  // A start that double precision has solved to 1e-9 is none in single precision: there 1e-4.
  const double tolerance = GetParam() == Kernel::batched_single ? 1e-4 : 1e-9;
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ProblemColumns<3> problem = random_problem<3>(random, {});
    Solved<3> s = solved<3>(problem, settings_for(GetParam(), tolerance));
    // Without warm start the start is ignored.
    NlgsSettings cold = settings_for(GetParam(), tolerance);
    cold.warm_start = false;
    std::vector<Vec<3>> p(problem.q.size(), Vec<3>::Constant(1e6));
    const SolveReport from_nothing = solve_from<3>(problem, cold, p);
    EXPECT_EQ(from_nothing.iterations, s.report.iterations);
    EXPECT_EQ(from_nothing.residual_velocity, s.report.residual_velocity);

    const SolveReport again = solve_from<3>(problem, settings_for(GetParam(), tolerance), s.p);
    EXPECT_EQ(again.status, SolveStatus::solved);
    EXPECT_LE(again.iterations, 2);
  }
}

// A wild start is forgotten.
TEST_P(Nlgs, converges_from_any_start) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ProblemColumns<3> problem = random_problem<3>(random, {});
    std::vector<Vec<3>> p(problem.q.size());
    for (Vec<3>& x : p) x = test::random_vector<3>(random, 100.0);
    EXPECT_EQ(solve_from<3>(problem, settings_for(GetParam(), 1e-8), p).status,
              SolveStatus::solved);
    EXPECT_LE(compute_residual<3>(problem.view(), p).relative(), 1.01e-8);
  }
}

// Stopped early: the status says so and the residual is that of the impulses returned.
TEST_P(Nlgs, limits_are_reported_honestly) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ProblemColumns<3> problem = random_problem<3>(random, {.bodies = 30, .contacts = 30});
    for (const int limit : {1, 2, 5, 23}) {
      NlgsSettings settings = settings_for(GetParam(), 1e-300);
      settings.max_iterations = limit;
      const Solved<3> s = solved<3>(problem, settings);
      EXPECT_EQ(s.report.status, SolveStatus::iteration_limit);
      EXPECT_EQ(s.report.iterations, limit);
      const Residual r = compute_residual<3>(problem.view(), s.p);
      EXPECT_NEAR(s.report.residual_velocity, r.velocity, 1e-12 * r.reference);
      EXPECT_GT(r.velocity, 0.0);
    }
    NlgsSettings hurried = settings_for(GetParam(), 1e-300);
    hurried.max_seconds = 1e-12;
    const Solved<3> s = solved<3>(problem, hurried);
    EXPECT_EQ(s.report.status, SolveStatus::time_limit);
    EXPECT_LT(s.report.iterations, 100);
    EXPECT_NEAR(s.report.residual_velocity, compute_residual<3>(problem.view(), s.p).velocity,
                1e-12 * compute_residual<3>(problem.view(), s.p).reference);
  }
}

// From a good start one sweep more, in any order: no start is made worse, and the report is that of
// the impulses returned. (Batches do not look at their start, only at what their sweeps make of it:
// one sweep of single precision can lose what a start in double precision had. What they report is
// honest.)
TEST_P(Nlgs, a_good_start_is_not_made_worse) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ProblemColumns<3> problem = random_problem<3>(random, {.bodies = 30, .contacts = 30});
    const Solved<3> good = solved<3>(problem, settings_for(GetParam(), 1e-10));
    const Residual start = compute_residual<3>(problem.view(), good.p);
    for (const SweepOrder order : {SweepOrder::fixed, SweepOrder::random}) {
      if (GetParam() != Kernel::block && order != SweepOrder::fixed) continue;
      NlgsSettings settings = settings_for(GetParam(), 1e-300);
      settings.max_iterations = 1;
      settings.order = order;
      std::vector<Vec<3>> p = good.p;
      const SolveReport more = solve_from<3>(problem, settings, p);
      if (GetParam() == Kernel::block) {
        EXPECT_LE(more.residual_velocity, start.velocity + 1e-12 * start.reference);
      }
      EXPECT_NEAR(more.residual_velocity, compute_residual<3>(problem.view(), p).velocity,
                  1e-12 * start.reference);
    }
  }
}

// tolerance_velocity is enough when met.
TEST_P(Nlgs, absolute_tolerance_ends_the_solve) {
  Random random(3);
  const ProblemColumns<3> problem = random_problem<3>(random, {.bodies = 20, .contacts = 40});
  NlgsSettings settings = settings_for(GetParam(), 1e-300);
  settings.tolerance_velocity = 1e-4;
  const Solved<3> s = solved<3>(problem, settings);
  EXPECT_EQ(s.report.status, SolveStatus::solved);
  EXPECT_LE(compute_residual<3>(problem.view(), s.p).velocity, 1e-4);
}

}  // namespace
}  // namespace galet::nlgs_test
