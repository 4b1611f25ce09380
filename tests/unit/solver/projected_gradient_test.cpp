// Projected gradients, and the interior point where there is no friction, on problems whose
// solution is known.
#include "galet/solver/projected_gradient.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "galet/problem/residual.hpp"
#include "galet/solver/gradient_bound.hpp"
#include "galet/solver/nlgs.hpp"

namespace galet::projected_gradient_unit_test {
namespace {

constexpr double kMass = 2.0;
constexpr double kRadius = 0.5;
constexpr double kFall = 0.1;  // m/s, what gravity does in a step
constexpr double kTolerance = 1e-10;

template <int D>
void add_ball(ProblemColumns<D>& problem, double mass = kMass, double radius = kRadius) {
  problem.inverse_mass.push_back(Vec<D>::Constant(1.0 / mass));
  problem.inverse_inertia.push_back(1.0 / (0.4 * mass * radius * radius));
  problem.radius.push_back(radius);
}

// Between a (−1: the ground) and b; n from a to b.
template <int D>
void add_contact(ProblemColumns<D>& problem, std::int32_t a, std::int32_t b, const Vec<D>& n,
                 const Vec<D>& q, const ContactLaw& law) {
  problem.contacts.push_back({{NodeRef{a}, NodeRef{b}, 0}, 0.0, n});
  problem.q.push_back(q);
  problem.add_law(law);
}

template <int D>
struct Solved {
  std::vector<Vec<D>> p;
  SolveReport report;
};
template <int D>
Solved<D> solved(const ProblemColumns<D>& problem, const SolverSettings& settings) {
  Solved<D> s{std::vector<Vec<D>>(problem.q.size(), Vec<D>::Zero()), {}};
  s.report = solve<D>(problem.view(), settings, s.p);
  return s;
}

UzawaSettings uzawa() { return {.tolerance = kTolerance, .max_iterations = 100000}; }
PgdSettings pgd() { return {.tolerance = kTolerance, .max_iterations = 100000}; }
ApgdSettings apgd() { return {.tolerance = kTolerance, .max_iterations = 100000}; }
InteriorPointSettings interior() { return {.tolerance = kTolerance}; }

std::vector<SolverSettings> without_friction() { return {uzawa(), pgd(), apgd(), interior()}; }

// A ball that comes down on the ground and slides.
ProblemColumns<3> sliding_ball(const ContactLaw& law, double slip) {
  ProblemColumns<3> problem;
  add_ball(problem);
  add_contact<3>(problem, -1, 0, {0.0, 0.0, 1.0}, {slip, 0.0, -kFall}, law);
  return problem;
}

// Each contact carries what is above it.
TEST(ProjectedGradient, finds_the_impulses_of_a_column) {
  constexpr int balls = 12;
  ProblemColumns<2> problem;
  for (int k = 0; k < balls; ++k) {
    add_ball(problem);
    add_contact<2>(problem, k - 1, k, {0.0, 1.0}, {0.0, k == 0 ? -kFall : 0.0}, {});
  }
  for (const SolverSettings& settings : without_friction()) {
    const Solved<2> s = solved<2>(problem, settings);
    ASSERT_EQ(s.report.status, SolveStatus::solved);
    // A residual r hides at most L(L + 1)/2 m r at the floor (docs/theory/nlgs.md).
    const double r = kTolerance * compute_residual<2>(problem.view(), s.p).reference;
    for (int k = 0; k < balls; ++k) {
      EXPECT_NEAR(s.p[static_cast<std::size_t>(k)][1], (balls - k) * kMass * kFall,
                  0.5 * balls * (balls + 1) * kMass * r);
    }
  }
}

// w_t = w_n (1 + m r²/I) = 3.5/m for a sphere. Slip: p_t = −mu p_n with û_n = 0, so that the slip
// becomes v − 3.5 mu kFall.
TEST(ProjectedGradient, gives_coulomb_friction_to_a_sliding_ball) {
  constexpr double mu = 0.3, slip = 1.0;
  const ProblemColumns<3> problem = sliding_ball({.friction = mu}, slip);
  for (const SolverSettings& settings : {SolverSettings{pgd()}, SolverSettings{apgd()}}) {
    const Solved<3> s = solved<3>(problem, settings);
    ASSERT_EQ(s.report.status, SolveStatus::solved);
    const double p_n = kMass * kFall;
    EXPECT_LE((s.p[0] - Vec<3>(-mu * p_n, 0.0, p_n)).norm(), 10.0 * kTolerance * kMass);
  }
}

// Convex friction: f(p_n) = ½ p_n² (1 + 3.5 mu²)/m − p_n (kFall + mu v) along the edge of the cone,
// so p_n = m (kFall + mu v)/(1 + 3.5 mu²), and the contact opens with û_n = mu |û_t|.
TEST(ProjectedGradient, opens_a_sliding_contact_of_convex_friction) {
  constexpr double mu = 0.3, slip = 1.0;
  const ProblemColumns<3> problem =
      sliding_ball({.friction = mu, .model = FrictionModel::convex}, slip);
  for (const SolverSettings& settings : {SolverSettings{pgd()}, SolverSettings{apgd()}}) {
    const Solved<3> s = solved<3>(problem, settings);
    ASSERT_EQ(s.report.status, SolveStatus::solved);
    const double p_n = kMass * (kFall + mu * slip) / (1.0 + 3.5 * mu * mu);
    EXPECT_LE((s.p[0] - Vec<3>(-mu * p_n, 0.0, p_n)).norm(), 10.0 * kTolerance * kMass);
    const Vec<3> u = compute_velocities<3>(problem.view(), s.p)[0];
    EXPECT_NEAR(u[2], mu * std::abs(u[0]), 10.0 * kTolerance);
  }
}

// A contact that holds pulls back what would leave, p_n = −m q_n, without friction.
TEST(ProjectedGradient, pulls_where_a_contact_holds) {
  for (const double mu : {0.0, 0.3}) {
    ProblemColumns<3> problem = sliding_ball({.friction = mu, .pull = 1e9}, 0.0);
    problem.q[0] = {0.0, 0.0, kFall};
    std::vector<SolverSettings> methods{pgd(), apgd()};
    if (mu == 0.0) methods.emplace_back(uzawa());
    for (const SolverSettings& settings : methods) {
      const Solved<3> s = solved<3>(problem, settings);
      ASSERT_EQ(s.report.status, SolveStatus::solved);
      EXPECT_LE((s.p[0] - Vec<3>(0.0, 0.0, -kMass * kFall)).norm(), 10.0 * kTolerance * kMass);
    }
  }
}

TEST(ProjectedGradient, has_nothing_to_do_without_contacts) {
  ProblemColumns<3> problem;
  add_ball(problem);
  EXPECT_EQ(solved<3>(problem, apgd()).report.status, SolveStatus::solved);
  EXPECT_EQ(solved<3>(ProblemColumns<3>{}, uzawa()).report.iterations, 0);
  EXPECT_EQ(solved<3>(problem, interior()).report.iterations, 0);
}

// A ball that nothing can move and that approaches the ground.
TEST(ProjectedGradient, reports_what_nothing_can_move) {
  ProblemColumns<3> problem = sliding_ball({}, 0.0);
  problem.inverse_mass[0].setZero();
  for (const SolverSettings& settings : {SolverSettings{apgd()}, SolverSettings{interior()}}) {
    std::vector<Vec<3>> p{Vec<3>(1.0, 2.0, 3.0)};
    const SolveReport report = solve<3>(problem.view(), settings, p);
    EXPECT_EQ(report.status, SolveStatus::no_solution);
    EXPECT_EQ(report.squeeze.contact, 0);
    EXPECT_EQ(report.squeeze.speed, kFall);
    EXPECT_EQ(p[0], Vec<3>(Vec<3>::Zero()));
  }
}

// A ball between two walls that come together at twice kFall: the impulses grow without bound.
TEST(ProjectedGradient, reports_a_ball_that_is_squeezed) {
  ProblemColumns<2> problem;
  add_ball(problem);
  add_contact<2>(problem, -1, 0, {1.0, 0.0}, {-kFall, 0.0}, {});
  add_contact<2>(problem, -1, 0, {-1.0, 0.0}, {kFall, 0.0}, {});
  for (const SolverSettings& settings : without_friction()) {
    const Solved<2> s = solved<2>(problem, settings);
    EXPECT_EQ(s.report.status, SolveStatus::no_solution);
    EXPECT_NEAR(s.report.squeeze.speed, kFall, 1e-6 * kFall);
  }
}

// The number of steps grows little with the way that forces go, where that of accelerated gradients
// grows like the height, a hundred times.
TEST(InteriorPoint, takes_few_steps_whatever_the_height) {
  const auto steps = [](int balls) {
    ProblemColumns<2> problem;
    for (int k = 0; k < balls; ++k) {
      add_ball(problem);
      add_contact<2>(problem, k - 1, k, {0.0, 1.0}, {0.0, k == 0 ? -kFall : 0.0}, {});
    }
    const Solved<2> s = solved<2>(problem, interior());
    EXPECT_EQ(s.report.status, SolveStatus::solved);
    return s.report.iterations;
  };
  EXPECT_LE(steps(1000), 3 * steps(10));
}

// A disc with k small ones of the same mass around it. Through the hub all normals act on each
// other, n_i·n_j/m, and each small disc adds 1/m: the largest eigenvalue is (1 + k/2)/m. Maury's
// bound, 12 √2/m = 17/m, is for six neighbours; ours is (k + 1)/m.
TEST(GradientBound, holds_where_a_body_has_many_contacts) {
  constexpr int k = 40;
  ProblemColumns<2> problem;
  add_ball(problem, kMass, 10.0);
  for (int i = 0; i < k; ++i) {
    add_ball(problem);
    const double angle = 2.0 * std::numbers::pi * i / k;
    const Vec<2> n(std::cos(angle), std::sin(angle));
    add_contact<2>(problem, 0, i + 1, n, -kFall * n, {});
  }
  const NormBounds bounds = norm_bounds<2>(problem.view());
  EXPECT_NEAR(bounds.guaranteed, (k + 1) / kMass, 1e-12 * k);
  EXPECT_NEAR(bounds.maury, 12.0 * std::sqrt(2.0) / kMass, 1e-12);
  EXPECT_GT((1.0 + 0.5 * k) / kMass, bounds.maury);
  // All around alike: the hub stays and every small disc stops.
  const Solved<2> s = solved<2>(problem, uzawa());
  ASSERT_EQ(s.report.status, SolveStatus::solved);
  for (const Vec<2>& p : s.p) EXPECT_NEAR(p.norm(), kMass * kFall, 100.0 * kTolerance);
}

// Rows of discs, each in the hollows of the one below, between walls: 300 discs, about three
// contacts each, loaded by their weight. The number of steps of pgd grows like the square of the
// height, that of apgd like the height.
ProblemColumns<2> crystal(int across, int rows, const ContactLaw& law) {
  ProblemColumns<2> problem;
  const Vec<2> fall(0.0, -kFall);
  const Vec<2> none = Vec<2>::Zero();
  const double c = 0.5, s = std::sqrt(0.75);
  const auto place = [&](int row, int k) { return row * across + k; };
  for (int row = 0; row < rows; ++row) {
    for (int k = 0; k < across; ++k) {
      add_ball(problem);
      const int here = place(row, k);
      if (row == 0) add_contact<2>(problem, -1, here, {0.0, 1.0}, fall, law);
      if (k > 0) add_contact<2>(problem, here - 1, here, {1.0, 0.0}, none, law);
      // Odd rows stand half a diameter to the right.
      if (k == 0 && row % 2 == 0) add_contact<2>(problem, -1, here, {1.0, 0.0}, fall, law);
      if (k == across - 1 && row % 2 == 1)
        add_contact<2>(problem, -1, here, {-1.0, 0.0}, fall, law);
      if (row == 0) continue;
      const int left = row % 2 == 1 ? k : k - 1;
      if (left >= 0) add_contact<2>(problem, place(row - 1, left), here, {c, s}, none, law);
      if (left + 1 < across) {
        add_contact<2>(problem, place(row - 1, left + 1), here, {-c, s}, none, law);
      }
    }
  }
  return problem;
}

template <class Settings>
std::int64_t steps_to(const ProblemColumns<2>& problem, double tolerance) {
  const Solved<2> s =
      solved<2>(problem, Settings{.tolerance = tolerance, .max_iterations = 100000});
  EXPECT_EQ(s.report.status, SolveStatus::solved);
  return s.report.iterations;
}

TEST(ProjectedGradient, momentum_saves_four_fifths_of_the_steps_in_a_bed) {
  const ContactLaw convex{.friction = 0.3, .model = FrictionModel::convex};
  for (const ContactLaw& law : {ContactLaw{}, convex, ContactLaw{.friction = 0.3}}) {
    const ProblemColumns<2> problem = crystal(15, 20, law);
    EXPECT_GE(steps_to<PgdSettings>(problem, 1e-4), 5 * steps_to<ApgdSettings>(problem, 1e-4))
        << law.friction;
  }
}

// Impulses of the last step are a good start: gravity turned by 2° changes them by a few percent.
TEST(ProjectedGradient, starts_from_what_it_is_given) {
  const ProblemColumns<2> problem = crystal(15, 20, {});
  ProblemColumns<2> heavier = problem;
  for (Vec<2>& q : heavier.q) q *= 1.001;
  const ApgdSettings settings{.tolerance = 1e-3};
  Solved<2> s = solved<2>(problem, settings);
  const SolveReport cold = solved<2>(heavier, settings).report;
  const SolveReport warm = solve<2>(heavier.view(), settings, s.p);
  EXPECT_EQ(warm.status, SolveStatus::solved);
  EXPECT_LE(4 * warm.iterations, cold.iterations);
}

// The interior point begins at the size of what they miss, a thousandth of the load.
TEST(InteriorPoint, starts_from_the_last_impulses) {
  const ProblemColumns<2> problem = crystal(15, 20, {});
  ProblemColumns<2> heavier = problem;
  for (Vec<2>& q : heavier.q) q *= 1.001;
  Solved<2> s = solved<2>(problem, interior());
  ASSERT_EQ(s.report.status, SolveStatus::solved);
  EXPECT_EQ(solve<2>(problem.view(), interior(), s.p).iterations, 0);
  const SolveReport warm = solve<2>(heavier.view(), interior(), s.p);
  EXPECT_EQ(warm.status, SolveStatus::solved);
  EXPECT_LT(warm.iterations, solved<2>(heavier, interior()).report.iterations);
}

// Frames that have turned a little give the last impulses a part across their normal, which is left
// out before they are judged.
TEST(InteriorPoint, takes_last_impulses_that_are_right_along_the_normal) {
  const ProblemColumns<2> problem = crystal(15, 20, {});
  Solved<2> s = solved<2>(problem, interior());
  ASSERT_EQ(s.report.status, SolveStatus::solved);
  const std::vector<Vec<2>> p = s.p;
  for (std::size_t c = 0; c < p.size(); ++c) {
    const Vec<2>& n = problem.contacts[c].n;
    s.p[c] += 0.1 * p[c].norm() * Vec<2>(-n[1], n[0]);
  }
  EXPECT_EQ(solve<2>(problem.view(), interior(), s.p).iterations, 0);
  // The same up to the rounding of n·n.
  for (std::size_t c = 0; c < p.size(); ++c) {
    EXPECT_LE((s.p[c] - p[c]).norm(), 1e-14 * p[c].norm());
  }
}

}  // namespace
}  // namespace galet::projected_gradient_unit_test
