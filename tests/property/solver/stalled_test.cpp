// Problems of dense frictional scenes where sweeps with momentum stagnate (tests/data/stalled):
// they are solved, as told by the residual computed from scratch.
#include <filesystem>
#include <numeric>
#include <string>

#include "support/stalled_problem.hpp"
#include <gtest/gtest.h>

#include "galet/problem/residual.hpp"
#include "galet/solver/nlgs.hpp"

namespace galet::stalled_test {
namespace {

ProblemColumns<2> read(const std::string& name) {
  return read_stalled<2>(std::filesystem::path(GALET_TEST_DATA) / "stalled" / (name + ".gbp.gz"));
}

struct Outcome {
  SolveReport report;
  std::vector<Vec<2>> impulse;
};

Outcome solve_from_start(const ProblemColumns<2>& problem, const NlgsSettings& settings,
                         int threads = 1) {
  Workers workers(threads);
  SolverTools<2> tools(workers);
  NodeMotion motion;
  Outcome outcome{{}, problem.start};
  outcome.report =
      solve<2>(problem.view(), settings, tools, outcome.impulse, motion, std::span<Spin<2>>());
  return outcome;
}

class Stalled : public testing::TestWithParam<const char*> {};

TEST_P(Stalled, is_solved_by_other_maps) {
  const ProblemColumns<2> problem = read(GetParam());
  ASSERT_TRUE(BallSolver<2>::accepts(problem.view()));
  const NlgsSettings settings{.tolerance = 1e-5, .max_iterations = 10000};
  const Outcome outcome = solve_from_start(problem, settings);
  EXPECT_EQ(outcome.report.status, SolveStatus::solved);
  EXPECT_LE(compute_residual<2>(problem.view(), outcome.impulse).relative(), 1e-5 * (1.0 + 1e-9));
  EXPECT_GT(outcome.report.sweeps.after_stall(), 0);
  const auto& by_map = outcome.report.sweeps.sweeps;
  EXPECT_EQ(std::accumulate(by_map.begin(), by_map.end(), std::int64_t{0}),
            outcome.report.iterations);
}

TEST_P(Stalled, has_the_same_bits_for_any_number_of_threads) {
  const ProblemColumns<2> problem = read(GetParam());
  const NlgsSettings settings{.tolerance = 1e-5, .max_iterations = 3000};
  const Outcome one = solve_from_start(problem, settings, 1);
  const Outcome three = solve_from_start(problem, settings, 3);
  EXPECT_EQ(one.report.iterations, three.report.iterations);
  EXPECT_EQ(one.impulse, three.impulse);
}

INSTANTIATE_TEST_SUITE_P(Problems, Stalled,
                         testing::Values("shear-102", "shear4-130", "shear4-133", "collapse4-223",
                                         "biaxial-333", "mixer-494"));

// Newton's method from where few sweeps have left them. The limit on its steps is generous: they
// take 50 to 300 (docs/theory/nlgs.md).
TEST(Finisher, reaches_what_sweeps_do_not) {
  for (const char* name : {"shear4-133", "collapse-71"}) {
    const ProblemColumns<2> problem = read(name);
    NlgsSettings settings{.tolerance = 1e-8, .max_iterations = 300};
    EXPECT_EQ(solve_from_start(problem, settings).report.status, SolveStatus::iteration_limit);
    settings.finisher = true;
    const Outcome outcome = solve_from_start(problem, settings);
    EXPECT_EQ(outcome.report.status, SolveStatus::solved) << name;
    EXPECT_GT(outcome.report.sweeps.newton, 0);
    EXPECT_EQ(outcome.report.iterations, 300 + outcome.report.sweeps.newton);
    const Residual residual = compute_residual<2>(problem.view(), outcome.impulse);
    EXPECT_LE(residual.relative(), 1e-8 * (1.0 + 1e-6));
    EXPECT_EQ(outcome.impulse, solve_from_start(problem, settings, 3).impulse);
  }
}

// Whatever limit ends a solve, what is returned is the best that was seen: more sweeps never give
// a larger residual by more than what is kept without a copy.
TEST(StalledSolves, return_the_best_point) {
  const ProblemColumns<2> problem = read("shear-228");
  double best = std::numeric_limits<double>::infinity();
  for (const std::int64_t limit : {200, 400, 800, 1600}) {
    const Outcome outcome = solve_from_start(problem, {.tolerance = 1e-9, .max_iterations = limit});
    EXPECT_LE(outcome.report.residual_relative, best / 0.7 * (1.0 + 1e-12)) << limit;
    best = std::min(best, outcome.report.residual_relative);
  }
}

}  // namespace
}  // namespace galet::stalled_test
