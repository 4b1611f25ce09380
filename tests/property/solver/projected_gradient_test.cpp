// Properties of the solvers by projected gradients, and of the interior point, which takes the same
// problems without friction, on random problems: judged by the law, by
// Gauss–Seidel where the solution is unique, or by what must not matter.
#include "galet/solver/projected_gradient.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "support/kernels.hpp"
#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include "galet/problem/residual.hpp"
#include "galet/solver/gradient_bound.hpp"
#include "galet/solver/nlgs.hpp"

namespace galet::projected_gradient_test {
namespace {

using test::in_frames;
using test::ProblemKind;
using test::random_problem;
using test::reordered;
using test::stacked;

constexpr std::int64_t kMany = 200000;

struct Method {
  std::string name;
  SolverSettings settings;
  bool with_friction;
  std::int64_t most_steps = 50;  // that it can be made to take, whatever is left to gain
  // Of a problem of 9000 contacts at random; factors of dense networks of this kind are full.
  int bodies = 4000;
};

SolverSettings with_tolerance(SolverSettings settings, double tolerance,
                              std::int64_t limit = kMany) {
  std::visit(
      [&](auto& s) {
        s.tolerance = tolerance;
        s.max_iterations = limit;
      },
      settings);
  return settings;
}
SolverSettings with_limit(SolverSettings settings, std::int64_t limit) {
  return with_tolerance(std::move(settings), 1e-300, limit);
}

const std::vector<Method> kMethods{{"uzawa", UzawaSettings{}, false},
                                   {"pgd", PgdSettings{}, true},
                                   {"apgd", ApgdSettings{}, true},
                                   {"interior_point", InteriorPointSettings{}, false, 5, 20000}};

class Gradient : public ::testing::TestWithParam<Method> {
 protected:
  // Random friction for those who can.
  static ProblemKind allowed(ProblemKind kind) {
    if (!GetParam().with_friction) kind.mu_low = kind.mu_high = 0.0;
    return kind;
  }
};
INSTANTIATE_TEST_SUITE_P(Methods, Gradient, ::testing::ValuesIn(kMethods),
                         [](const auto& each) { return each.param.name; });

template <int D>
struct Solved {
  std::vector<Vec<D>> p;  // in the components of the operator
  SolveReport report;
};

template <int D>
Solved<D> solved(const ProblemColumns<D>& problem, const SolverSettings& settings) {
  Solved<D> s{std::vector<Vec<D>>(problem.q.size(), Vec<D>::Zero()), {}};
  s.report = solve<D>(problem.view(), settings, s.p);
  return s;
}

template <int D>
ProblemColumns<D> made_convex(ProblemColumns<D> problem) {
  for (ContactLaw& law : problem.laws) law.model = FrictionModel::convex;
  return problem;
}

// M⁻¹ H p, all nodes in one vector, by the matrices of support/.
template <int D>
Eigen::VectorXd node_velocity_of(const ProblemColumns<D>& problem, const std::vector<Vec<D>>& p) {
  return test::node_velocity(problem, stacked<D>(in_frames<D>(problem.view(), p)));
}

// f(p) = ½ p·W p + q·p.
template <int D>
double dual_objective(const ProblemColumns<D>& problem, const std::vector<Vec<D>>& p) {
  const Eigen::VectorXd x = stacked<D>(in_frames<D>(problem.view(), p));
  const Eigen::VectorXd q = stacked<D>(in_frames<D>(problem.view(), problem.q));
  return 0.5 * x.dot(test::dense_delassus(problem) * x) + q.dot(x);
}

template <int D>
void expect_impulses_of_the_law(const ProblemColumns<D>& problem, const std::vector<Vec<D>>& p) {
  const std::vector<Vec<D>> in_frame = in_frames<D>(problem.view(), p);
  for (std::size_t c = 0; c < p.size(); ++c) {
    const double rounding = 4e-15 * p[c].norm();
    EXPECT_GE(in_frame[c][0], -rounding);
    EXPECT_LE(in_frame[c].template tail<D - 1>().norm(),
              problem.view().law_of(c).friction * in_frame[c][0] + rounding);
  }
}

template <int D>
void check_residual(const Method& method, const ProblemKind& kind, int seeds, bool as_matrix) {
  constexpr double tolerance = 1e-7;
  for (int seed = 0; seed < seeds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    ProblemColumns<D> problem = random_problem<D>(random, kind);
    if (as_matrix) problem = in_matrix_form<D>(problem.view(), {});
    const Solved<D> s = solved<D>(problem, with_tolerance(method.settings, tolerance));
    ASSERT_EQ(s.report.status, SolveStatus::solved)
        << "seed " << seed << ": " << s.report.residual_relative;
    // The report is the residual of exactly these impulses, up to the order of the sums.
    const Residual r = compute_residual<D>(problem.view(), s.p);
    EXPECT_LE(r.relative(), tolerance + 1e-14);
    EXPECT_NEAR(s.report.residual_velocity, r.velocity, 1e-12 * r.reference);
    expect_impulses_of_the_law<D>(problem, s.p);
  }
}

TEST_P(Gradient, random_balls_obey_the_law) {
  check_residual<2>(GetParam(), allowed({}), 40, false);
  check_residual<3>(GetParam(), allowed({}), 40, false);
}
TEST_P(Gradient, random_fixed_and_locked_bodies_obey_the_law) {
  check_residual<2>(GetParam(), allowed({.mu_high = 0.3, .locked = true}), 40, false);
  check_residual<3>(GetParam(), allowed({.mu_high = 0.3, .fixed = true}), 40, false);
}
TEST_P(Gradient, random_planes_obey_the_law) {
  check_residual<2>(GetParam(), allowed({.mu_high = 0.3, .ground = 0.6, .planes = 2}), 20, false);
  check_residual<3>(GetParam(), allowed({.mu_high = 0.3, .ground = 0.6, .planes = 2}), 20, false);
}
TEST_P(Gradient, random_general_bodies_obey_the_law) {
  check_residual<2>(GetParam(), allowed({.mu_high = 0.3, .balls = false}), 30, false);
  check_residual<3>(GetParam(), allowed({.mu_high = 0.3, .balls = false, .inertia_blocks = true}),
                    30, false);
}
TEST_P(Gradient, random_matrices_obey_the_law) {
  check_residual<2>(GetParam(), allowed({.mu_high = 0.3}), 20, true);
  check_residual<3>(GetParam(), allowed({.mu_high = 0.3, .balls = false}), 20, true);
}

// Velocities of the convex program are unique. With z = P(p − û/w) and ρ = w |p − z| at a contact,
// û·(z − k) <= ρ |z − k| for every impulse k of the set, so that f being convex
//   f(p) − f(p*) <= û·(p − p*) <= Σ ρ (|û|/w + |z − p*|),   |z − p*| <= ρ/w + |p − p*|,
// and ½ |v − v*|² <= f(p) − f(p*) in the norm of the kinetic energy. p* is known as well as another
// solver knows it.
template <int D>
double objective_left(const ProblemColumns<D>& problem, const std::vector<Vec<D>>& p,
                      const std::vector<Vec<D>>& other) {
  const std::vector<Mat<D>> blocks = diagonal_blocks(problem.view());
  const std::vector<Vec<D>> u = compute_velocities<D>(problem.view(), p);
  const double rho = compute_residual<D>(problem.view(), p).velocity;
  double sum = 0.0;
  for (std::size_t c = 0; c < p.size(); ++c) {
    const double w = blocks[c].trace() / D;
    sum += rho * ((u[c].norm() + rho) / w + (p[c] - other[c]).norm());
  }
  return sum;
}
template <int D>
void check_convex(const Method& method, const ProblemKind& kind, int seeds) {
  for (int seed = 0; seed < seeds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ProblemColumns<D> problem = made_convex(random_problem<D>(random, kind));
    // Near families of solutions plain gradients crawl, from 1e-3 on; the bound takes what is left
    // into account. 1e-7 is the root of the rounding of f.
    const Solved<D> s = solved<D>(problem, with_tolerance(method.settings, 1e-10, 20000));
    NlgsSettings nlgs = test::settings_for(test::Kernel::block, 1e-10);
    nlgs.max_iterations = 20000;
    const Solved<D> expected = solved<D>(problem, nlgs);
    EXPECT_LE(s.report.residual_relative, 1e-3) << "seed " << seed;
    const double left = objective_left<D>(problem, s.p, expected.p);
    const double other_left = objective_left<D>(problem, expected.p, s.p);
    const Eigen::VectorXd x = stacked<D>(in_frames<D>(problem.view(), s.p)) -
                              stacked<D>(in_frames<D>(problem.view(), expected.p));
    const double kinetic = std::sqrt(std::max(0.0, x.dot(test::dense_delassus(problem) * x)));
    EXPECT_LE(kinetic, std::sqrt(2.0 * left) + std::sqrt(2.0 * other_left) + 1e-7)
        << "seed " << seed;
    EXPECT_NEAR(dual_objective(problem, s.p), dual_objective(problem, expected.p),
                std::max(left, other_left) + 1e-12)
        << "seed " << seed;
  }
}
TEST_P(Gradient, convex_velocities_are_those_of_nlgs) {
  check_convex<2>(GetParam(), allowed({}), 30);
  check_convex<3>(GetParam(), allowed({}), 30);
  check_convex<3>(GetParam(), allowed({.balls = false}), 15);
}

// The function falls by at least (1/t − 1/2) Σ L |Δp|² in a step, so that whatever is returned is
// not above the start.
TEST(FixedGradientSteps, never_raise_the_dual_objective) {
  for (int seed = 0; seed < 30; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ProblemColumns<3> problem =
        made_convex(random_problem<3>(random, {.bodies = 10, .contacts = 25}));
    double before = 0.0;  // f(0)
    std::vector<Vec<3>> p(problem.q.size(), Vec<3>::Zero());
    for (int k = 0; k < 12; ++k) {
      PgdSettings one;
      one.step = 1.9;
      const SolveReport report = solve<3>(problem.view(), with_limit(one, 1 << k), p);
      EXPECT_LE(report.iterations, 1 << k);
      const double now = dual_objective(problem, p);
      EXPECT_LE(now, before + 1e-13 * std::abs(before)) << "seed " << seed;
      before = now;
    }
  }
}

// W ≼ diag(L): the largest eigenvalue of L^(−1/2) W L^(−1/2) is at most 1, and exactly 1 for one
// contact, where the bound is attained. The normal part alone without friction.
template <int D>
double largest_scaled_eigenvalue(const ProblemColumns<D>& problem) {
  const ContactProblem<D> view = problem.view();
  const std::vector<ContactBound> L = majorant<D>(view);
  const Eigen::MatrixXd W = test::dense_delassus(problem);
  std::vector<Eigen::Index> rows;
  std::vector<double> scale;
  for (std::size_t c = 0; c < L.size(); ++c) {
    if (L[c].n == 0.0) continue;
    const int count = view.law_of(c).friction > 0.0 ? D : 1;
    for (int d = 0; d < count; ++d) {
      rows.push_back(static_cast<Eigen::Index>(c) * D + d);
      scale.push_back(1.0 / std::sqrt(d == 0 ? L[c].n : L[c].t));
    }
  }
  const Eigen::Map<const Eigen::VectorXd> s(scale.data(), static_cast<Eigen::Index>(scale.size()));
  const Eigen::MatrixXd scaled = s.asDiagonal() * W(rows, rows) * s.asDiagonal();
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(scaled, Eigen::EigenvaluesOnly)
      .eigenvalues()
      .maxCoeff();
}
template <int D>
void check_bound(const ProblemKind& kind, int seeds) {
  for (int seed = 0; seed < seeds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ProblemColumns<D> problem = random_problem<D>(random, kind);
    EXPECT_LE(largest_scaled_eigenvalue(problem), 1.0 + 1e-12) << "seed " << seed;
    const ProblemColumns<D> matrix = in_matrix_form<D>(problem.view(), {});
    // ‖W‖ <= max L by either form.
    const NormBounds bounds = norm_bounds<D>(matrix.view());
    EXPECT_EQ(bounds.maury, 0.0);
    if (kind.mu_low > 0.0) {
      const Eigen::MatrixXd W = test::dense_delassus(problem);
      EXPECT_LE(W.operatorNorm(), bounds.guaranteed * (1.0 + 1e-12));
      EXPECT_LE(W.operatorNorm(), norm_bounds<D>(problem.view()).guaranteed * (1.0 + 1e-12));
    }
  }
}
TEST(GradientBound, is_a_bound) {
  for (const double mu : {0.0, 0.1}) {
    check_bound<2>({.contacts = 14, .mu_low = mu, .mu_high = mu, .locked = true}, 30);
    check_bound<3>({.contacts = 14, .mu_low = mu, .mu_high = mu, .fixed = true}, 30);
    check_bound<3>({.contacts = 14,
                    .mu_low = mu,
                    .mu_high = mu,
                    .balls = false,
                    .contacts_per_pair = 2,
                    .inertia_blocks = true},
                   30);
    check_bound<3>({.contacts = 14, .mu_low = mu, .mu_high = mu, .ground = 0.6, .planes = 2}, 30);
  }
  check_bound<3>({.contacts = 14, .mass_ratio = 1e4}, 30);
}
TEST(GradientBound, is_attained_by_one_contact) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ProblemColumns<3> problem = random_problem<3>(random, {.contacts = 1});
    EXPECT_NEAR(largest_scaled_eigenvalue(problem), 1.0, 1e-12);
  }
}

// Every contact twice: impulses are shared, velocities stay. Same bound as above.
TEST_P(Gradient, duplicated_contacts_change_no_velocity) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ProblemColumns<3> problem =
        made_convex(random_problem<3>(random, allowed({.bodies = 5, .contacts = 6})));
    std::vector<std::size_t> twice;
    for (std::size_t c = 0; c < problem.q.size(); ++c) twice.insert(twice.end(), {c, c});
    const ProblemColumns<3> doubled = reordered(problem, twice);
    const SolverSettings settings = with_tolerance(GetParam().settings, 1e-11);
    const Solved<3> single = solved<3>(problem, settings), both = solved<3>(doubled, settings);
    ASSERT_EQ(both.report.status, SolveStatus::solved) << "seed " << seed;
    EXPECT_LE((node_velocity_of(problem, single.p) - node_velocity_of(doubled, both.p)).norm(),
              3e-5);
  }
}

// Units of length, mass and time changed by powers of two: the same bits, scaled.
TEST_P(Gradient, units_do_not_matter) {
  const double length = 1.0 / 1024.0, mass = 64.0, time = 1.0 / 32.0;
  const double speed = length / time;
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ProblemColumns<3> problem = random_problem<3>(
        random, allowed({.bodies = 20, .contacts = 40, .ground = 0.5, .planes = 1}));
    ProblemColumns<3> scaled = problem;
    for (Vec<3>& m : scaled.inverse_mass) m /= mass;
    for (double& i : scaled.inverse_inertia) i /= mass * length * length;
    for (double& r : scaled.radius) r *= length;
    for (PlaneNode<3>& plane : scaled.planes) plane.inverse_mass /= mass;
    for (Vec<3>& q : scaled.q) q *= speed;
    const SolverSettings settings = with_limit(GetParam().settings, GetParam().most_steps);
    const Solved<3> a = solved<3>(problem, settings), b = solved<3>(scaled, settings);
    EXPECT_EQ(a.report.residual_relative, b.report.residual_relative);
    for (std::size_t c = 0; c < a.p.size(); ++c) {
      EXPECT_EQ(Vec<3>(mass * speed * a.p[c]), b.p[c]);
    }
  }
}

// More bodies than one task has, more contacts than one piece of a sum.
TEST_P(Gradient, number_of_threads_does_not_matter) {
  Random random(7);
  const ProblemColumns<3> problem =
      random_problem<3>(random, allowed({.bodies = GetParam().bodies, .contacts = 9000}));
  const std::int64_t steps = std::min<std::int64_t>(40, GetParam().most_steps);
  const SolverSettings settings = with_limit(GetParam().settings, steps);
  std::vector<std::vector<Vec<3>>> impulses;
  for (const int threads : {1, 2, 3}) {
    Workers workers(threads);
    SolverTools<3> tools(workers);
    NodeMotion motion;
    std::vector<Vec<3>> p(problem.q.size(), Vec<3>::Zero());
    EXPECT_EQ(solve<3>(problem.view(), settings, tools, p, motion).iterations, steps);
    impulses.push_back(p);
  }
  EXPECT_EQ(impulses[0], impulses[1]);
  EXPECT_EQ(impulses[0], impulses[2]);
}

// M⁻¹ H of the impulses that are returned, whether they are the last or an earlier, better point.
TEST_P(Gradient, motion_belongs_to_the_impulses) {
  for (int seed = 0; seed < 10; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    for (const bool balls : {true, false}) {
      const ProblemColumns<3> problem = random_problem<3>(
          random, allowed({.bodies = 20, .contacts = 40, .balls = balls, .planes = 1}));
      Workers workers;
      SolverTools<3> tools(workers);
      NodeMotion motion;
      std::vector<Vec<3>> p(problem.q.size(), Vec<3>::Zero());
      static_cast<void>(
          solve<3>(problem.view(), with_limit(GetParam().settings, 17), tools, p, motion));
      const std::vector<Twist<3>> v = node_velocities<3>(problem.bodies(), p);
      ASSERT_EQ(motion.size(), v.size());
      for (std::size_t i = 0; i < v.size(); ++i) {
        const double r = i < problem.radius.size() ? problem.radius[i] : 1.0;
        EXPECT_LE((velocity_of<3>(motion[i]) - v[i].linear).norm(), 1e-12);
        EXPECT_LE((rim_velocity_of<3>(motion[i]) - r * v[i].angular).norm(), 1e-12);
      }
    }
  }
}

TEST_P(Gradient, a_solved_problem_needs_no_second_solve) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ProblemColumns<3> problem = random_problem<3>(random, allowed({}));
    const SolverSettings settings = with_tolerance(GetParam().settings, 1e-7);
    Solved<3> s = solved<3>(problem, settings);
    // Without warm start the start is ignored.
    SolverSettings cold = settings;
    std::visit([](auto& x) { x.warm_start = false; }, cold);
    std::vector<Vec<3>> p(problem.q.size(), Vec<3>::Constant(1e6));
    EXPECT_EQ(solve<3>(problem.view(), cold, p).iterations, s.report.iterations);
    // The projection of the start changes its last digits: a residual just below the tolerance may
    // then be just above it, for a test more.
    const SolveReport again = solve<3>(problem.view(), settings, s.p);
    EXPECT_EQ(again.status, SolveStatus::solved);
    EXPECT_LE(again.iterations, 1);
  }
}

TEST_P(Gradient, converges_from_any_start) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ProblemColumns<3> problem = random_problem<3>(random, allowed({}));
    std::vector<Vec<3>> p(problem.q.size());
    for (Vec<3>& x : p) x = test::random_vector<3>(random, 100.0);
    EXPECT_EQ(solve<3>(problem.view(), with_tolerance(GetParam().settings, 1e-6), p).status,
              SolveStatus::solved);
    EXPECT_LE(compute_residual<3>(problem.view(), p).relative(), 1.01e-6);
  }
}

// Stopped early: the status says so and the residual is that of the impulses returned, never worse
// than that of the start.
TEST_P(Gradient, limits_are_reported_honestly) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ProblemColumns<3> problem =
        random_problem<3>(random, allowed({.bodies = 30, .contacts = 30}));
    const double at_start =
        compute_residual<3>(problem.view(), std::vector<Vec<3>>(30, Vec<3>::Zero())).velocity;
    for (const int limit : {1, 2, 5, 23}) {
      if (limit > GetParam().most_steps) continue;
      const Solved<3> s = solved<3>(problem, with_limit(GetParam().settings, limit));
      EXPECT_EQ(s.report.status, SolveStatus::iteration_limit);
      EXPECT_EQ(s.report.iterations, limit);
      const Residual r = compute_residual<3>(problem.view(), s.p);
      EXPECT_NEAR(s.report.residual_velocity, r.velocity, 1e-12 * r.reference);
      EXPECT_LE(r.velocity, at_start * (1.0 + 1e-12));
    }
    SolverSettings hurried = with_tolerance(GetParam().settings, 1e-300);
    std::visit([](auto& s) { s.max_seconds = 1e-12; }, hurried);
    EXPECT_EQ(solved<3>(problem, hurried).report.status, SolveStatus::time_limit);
  }
}

}  // namespace
}  // namespace galet::projected_gradient_test
