// All local solvers on random problems of many contacts, judged by the common residual.
#include <cstdio>
#include <string>
#include <vector>

#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include "galet/problem/residual.hpp"
#include "galet/solver/nlgs.hpp"

namespace galet::local_solvers_property_test {
namespace {

using test::ProblemKind;

struct Named {
  std::string name;
  LocalSolver solver;
};

std::vector<Named> all_solvers() {
  return {{"exact", ExactLocal{}},
          {"epdas", EpdasLocal{}},
          {"ipdas", IpdasLocal{}},
          {"epdas 2 steps", EpdasLocal{.inner_iterations = 2}},
          {"ipdas 2 steps", IpdasLocal{.inner_iterations = 2}},
          {"sal", SalLocal{}},
          {"sbp", SbpLocal{}},
          {"ibp", IbpLocal{}}};
}

template <int D>
SolveReport solve_cold(const ProblemColumns<D>& problem, const LocalSolver& local,
                       std::vector<Vec<D>>& p) {
  p.assign(problem.q.size(), Vec<D>::Zero());
  // Batches, which know the exact local solver only, would visit the contacts in another order.
  const NlgsSettings settings{
      .local = local, .tolerance = 1e-8, .max_iterations = 5000, .batches = false};
  return solve<D>(problem.view(), settings, p);
}

// What the exact local solver solves, all others solve, and what they return has the residual they
// report and lies in the cones. The problems that NLGS itself does not solve in 5000 sweeps are
// left out. Known weaknesses, see docs/theory/local-solvers.md: one active set step per visit where
// mu is large; SAL and SBP for singular blocks; IBP is slower than all. `Slack`: problems that
// these may leave unsolved.
struct Slack {
  int one_step = 0;
  int projections = 0;
  int ibp = 0;

  int of(const std::string& name) const {
    if (name == "epdas" || name == "ipdas") return one_step;
    if (name == "sal" || name == "sbp") return projections;
    return name == "ibp" ? ibp : 0;
  }
};

template <int D>
void check_all_agree(const char* title, const ProblemKind& kind, const Slack& slack = {}) {
  constexpr int kProblems = 40;
  Random random(11);
  std::vector<ProblemColumns<D>> problems;
  std::vector<Vec<D>> p;
  double exact_sweeps = 0.0;
  for (int k = 0; k < kProblems; ++k) {
    const ProblemColumns<D> bodies = test::random_problem<D>(random, kind);
    ProblemColumns<D> problem = in_matrix_form<D>(bodies.view(), {});
    const SolveReport report = solve_cold<D>(problem, ExactLocal{}, p);
    if (report.status != SolveStatus::solved) continue;
    exact_sweeps += report.iterations;
    problems.push_back(std::move(problem));
  }
  ASSERT_GE(problems.size(), 30u);
  std::printf("%dD %-20s", D, title);
  for (const auto& [name, solver] : all_solvers()) {
    int unsolved = 0;
    double sweeps = 0.0;
    for (const ProblemColumns<D>& problem : problems) {
      const SolveReport report = solve_cold<D>(problem, solver, p);
      sweeps += report.iterations;
      unsolved += report.status != SolveStatus::solved;
      const double relative = compute_residual<D>(problem.view(), p).relative();
      EXPECT_NEAR(report.residual_relative, relative, 1e-12) << name;
      for (std::size_t c = 0; c < p.size(); ++c) {
        EXPECT_GE(p[c][0], 0.0) << name;
        EXPECT_LE(p[c].template tail<D - 1>().norm(),
                  problem.view().law_of(c).friction * p[c][0] * (1.0 + 1e-12))
            << name;
      }
    }
    EXPECT_LE(unsolved, slack.of(name)) << name << ' ' << title;
    if (slack.of(name) == 0 && name != "ibp") {
      EXPECT_LE(sweeps, 1.25 * exact_sweeps) << name << ' ' << title;
    }
    std::printf(" %s %.0f (%d)", name.c_str(), sweeps / static_cast<double>(problems.size()),
                unsolved);
  }
  std::printf("\n");
}

template <int D>
void check_kinds() {
  check_all_agree<D>("balls", {});
  check_all_agree<D>("balls, no friction", {.mu_high = 0.0});
  check_all_agree<D>("balls, mu 0.8-1.5", {.mu_low = 0.8, .mu_high = 1.5},
                     {.one_step = 1, .ibp = 2});
  check_all_agree<D>("balls, 20 contacts", {.bodies = 8, .contacts = 20}, {.ibp = 2});
  check_all_agree<D>("mass ratio 1e6", {.mass_ratio = 1e6});
  check_all_agree<D>("any arms", {.balls = false});
  check_all_agree<D>("locked directions", {.locked = true}, {.projections = 1, .ibp = 1});
  check_all_agree<D>("locked, any arms", {.balls = false, .locked = true},
                     {.projections = 1, .ibp = 1});
}
TEST(LocalSolversProperty, all_solve_what_the_exact_one_solves_2d) { check_kinds<2>(); }
TEST(LocalSolversProperty, all_solve_what_the_exact_one_solves_3d) { check_kinds<3>(); }

// The automatic parameters follow the units: masses multiplied by a power of two and velocities by
// another give the same sweeps, and impulses multiplied by both, bit for bit.
template <int D>
void check_units() {
  Random random(12);
  for (int k = 0; k < 12; ++k) {
    const ProblemColumns<D> problem =
        test::random_problem<D>(random, {.balls = k % 2 == 0, .locked = k % 3 == 0});
    ProblemColumns<D> scaled = problem;
    constexpr double kMass = 0x1p-40, kVelocity = 0x1p15;
    for (Vec<D>& m : scaled.inverse_mass) m /= kMass;
    for (double& i : scaled.inverse_inertia) i /= kMass;
    for (Vec<D>& q : scaled.q) q *= kVelocity;
    for (const auto& [name, solver] : all_solvers()) {
      std::vector<Vec<D>> p, p_scaled;
      const SolveReport a = solve_cold<D>(problem, solver, p);
      const SolveReport b = solve_cold<D>(scaled, solver, p_scaled);
      EXPECT_EQ(a.iterations, b.iterations) << name;
      for (std::size_t c = 0; c < p.size(); ++c) {
        // Square roots of odd powers of two are rounded: the scaling of IBP, √(W_nn/w_t), has none.
        EXPECT_EQ(p_scaled[c], Vec<D>(kMass * kVelocity * p[c])) << name;
      }
    }
  }
}
TEST(LocalSolversProperty, automatic_parameters_follow_the_units_2d) { check_units<2>(); }
TEST(LocalSolversProperty, automatic_parameters_follow_the_units_3d) { check_units<3>(); }

}  // namespace
}  // namespace galet::local_solvers_property_test
