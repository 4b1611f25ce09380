// One contact with rolling and twisting friction, judged by the laws themselves.
#include "galet/solver/local_rolling.hpp"

#include <limits>

#include "support/random_vectors.hpp"
#include <gtest/gtest.h>

#include "galet/problem/residual.hpp"
#include "galet/solver/nlgs.hpp"

namespace galet::local_rolling_test {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// Two balls, or a ball at a wall, that meet with random velocities.
template <int D>
ProblemColumns<D> one_rolling_contact(Random& random, const ContactLaw& law, bool wall) {
  ProblemColumns<D> problem;
  for (int k = 0; k < (wall ? 1 : 2); ++k) {
    const double mass = test::random_log(random, 0.1, 10.0), r = test::random_log(random, 0.1, 1.0);
    problem.inverse_mass.push_back(Vec<D>::Constant(1.0 / mass));
    problem.inverse_inertia.push_back(1.0 / ((D == 2 ? 0.5 : 0.4) * mass * r * r));
    problem.radius.push_back(r);
  }
  const Vec<D> n = test::random_unit<D>(random);
  problem.contacts.push_back(wall ? Contact<D>{{NodeRef::boundary(0), {0}, 0}, 0.0, n}
                                  : Contact<D>{{{0}, {1}, 0}, 0.0, n});
  const Vec<D> sideways = test::random_vector<D>(random);
  problem.q.push_back(-n + sideways - sideways.dot(n) * n);
  const double l = problem.view().W.index() == 0 ? problem.bodies().moment_length(0) : 1.0;
  problem.q_spin.push_back(test::random_vector<spin_dimension<D>>(random) / l);
  problem.add_law(law);
  return problem;
}

struct Regimes {
  int both_stick = 0;
  int slides = 0;
  int rolls = 0;
  int both_slip = 0;
};

// One visit of the sweep is the solution, to round-off, from any start, in all regimes.
template <int D>
void check_one_visit() {
  Regimes seen;
  for (int seed = 0; seed < 400; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const ContactLaw law{.friction = test::random_log(random, 0.05, 5.0),
                         .rolling = test::random_log(random, 0.05, 5.0),
                         .twisting = D == 3 ? test::random_log(random, 0.05, 5.0) : 0.0};
    const ProblemColumns<D> problem = one_rolling_contact<D>(random, law, seed % 2 == 0);
    const Vec<D>& n = problem.contacts[0].n;
    std::vector<Vec<D>> p{0.1 * test::random_vector<D>(random)};
    std::vector<Spin<D>> m{0.1 * test::random_vector<spin_dimension<D>>(random)};
    NlgsSettings settings;
    settings.tolerance = 64.0 * kEpsilon;
    settings.max_iterations = 1;
    settings.batches = false;
    const SolveReport report = solve<D>(problem.view(), settings, p, m);
    EXPECT_EQ(report.status, SolveStatus::solved) << seed << ": " << report.residual_relative;

    const double l = problem.bodies().moment_length(0), p_n = p[0].dot(n);
    const Vec<D> p_t = p[0] - p_n * n;
    Spin<D> m_t = m[0];
    if constexpr (D == 3) m_t -= m[0].dot(n) * n;
    const bool slides = p_t.norm() > (1.0 - 1e-9) * law.friction * p_n;
    const bool rolls = m_t.norm() > (1.0 - 1e-9) * law.rolling * l * p_n;
    ++(slides ? (rolls ? seen.both_slip : seen.slides) : rolls ? seen.rolls : seen.both_stick);
  }
  EXPECT_GT(seen.both_stick, 5);
  EXPECT_GT(seen.slides, 5);
  EXPECT_GT(seen.rolls, 5);
  EXPECT_GT(seen.both_slip, 5);
}
TEST(LocalRolling, one_visit_solves_a_contact_2d) { check_one_visit<2>(); }
TEST(LocalRolling, one_visit_solves_a_contact_3d) { check_one_visit<3>(); }

// The residual of the law sees each of its parts: a moment off the disc, against the spin that it
// slips with, or along the normal where nothing twists.
TEST(RollingLaw, residual_sees_every_part) {
  const ContactLaw law{.friction = 0.5, .rolling = 0.1, .twisting = 0.0};
  const Vec<3> n = Vec<3>::UnitX();
  const double w = 2.0, p_n = 3.0;
  const auto rho = [&](const Vec<3>& M, const Vec<3>& l_omega) {
    return rolling_residual<3>(law, n, p_n, M, l_omega, w);
  };
  EXPECT_EQ(rho({0, 0, 0}, {0, 0, 0}), 0.0);
  EXPECT_NEAR(rho({0, -0.3, 0}, {0, 7.0, 0}), 0.0, 8.0 * kEpsilon);  // slips the right way
  EXPECT_NEAR(rho({0, 0.3, 0}, {0, 7.0, 0}), 2.0 * 0.6, 1e-14);      // the wrong way: w (0.3 + 0.3)
  EXPECT_NEAR(rho({0, 0.5, 0}, {0, 0, 0}), 2.0 * 0.2, 1e-14);        // beyond the limit by 0.2
  EXPECT_NEAR(rho({0.1, 0, 0}, {0, 0, 0}), 2.0 * 0.1, 1e-14);        // a twist
  EXPECT_NEAR(rho({0, 0.1, 0}, {0, 0.01, 0}), 0.01, 1e-14);          // spin where it should stick
}

}  // namespace
}  // namespace galet::local_rolling_test
