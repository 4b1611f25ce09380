// The list of local solvers that the experiments of [Abide2021] compare, and the conversion of its
// parameters.
#include "galet/study/abide_2021.hpp"

#include <set>
#include <variant>

#include <gtest/gtest.h>

namespace galet::abide_2021::abide_2021_test {
namespace {

TEST(LocalChoices, have_every_solver_and_different_names) {
  std::set<std::string> names;
  std::set<std::size_t> kinds;
  for (const LocalChoice& choice : local_choices()) {
    EXPECT_TRUE(names.insert(choice.name).second) << choice.name;
    kinds.insert(choice.local.index());
  }
  EXPECT_EQ(kinds.size(), std::variant_size_v<LocalSolver>);
}

TEST(Converted, keeps_the_sign_of_the_active_set) {
  // f − γ ũ with f = p/h, ũ = û/(1 + e) has the sign of p − converted(γ) û.
  const double step = 1.3e-5, e = 0.6, gamma = 10.0;
  const double p = 8.5e-8;
  for (const double u : {-2e-3, 1e-3, 1.0464e-3, 1.0458e-3, 4e-3}) {
    const double force = p / step - gamma * u / (1.0 + e);
    const double impulse = p - converted(gamma, step, e) * u;
    EXPECT_EQ(force > 0.0, impulse > 0.0) << u;
    EXPECT_NEAR(force * step, impulse, 1e-15 * p / step);
  }
}

}  // namespace
}  // namespace galet::abide_2021::abide_2021_test
