// Newton's method on problems made by hand, whose solutions are known.
#include "galet/solver/newton.hpp"

#include <cmath>
#include <cstring>

#include "support/compliant_problems.hpp"
#include <gtest/gtest.h>

namespace galet::newton_test {
namespace {

using test::add_face;
using test::add_node;
using test::add_pair;
using test::lively_problem;

template <int D>
struct Solved {
  SolveReport report;
  ComplianceSolution<D> solution;
};

template <int D>
Solved<D> solve(const ComplianceProblem<D>& problem, const NewtonSettings& settings = {}) {
  Workers workers(1);
  NewtonTools<D> tools;
  Solved<D> solved;
  solved.report = solve_newton(problem, settings, workers, tools, solved.solution).solve;
  return solved;
}

// α = 2 and inc: the force over a step from the overlap d to d' = d − y, both positive, is
// C (d + d') = C (2d − y), y the relative increment along the normal. With the midpoint rule,
// a⁺ = 2 (Δq − h v)/h², the relative motion of two nodes of masses m_a, m_b under the forces f_a,
// f_b obeys, with 1/m = 1/m_a + 1/m_b and the relative velocity u,
//   2m/h² (y − h u) = C (2d − y) + m (f_b/m_b − f_a/m_a),
// which is linear in y.
double relative_increment(double m_a, double m_b, double u, double pull, double C, double d,
                          double h) {
  const double m = 1.0 / (1.0 / m_a + 1.0 / m_b);
  return (2.0 * m * u / h + 2.0 * C * d + m * pull) / (2.0 * m / (h * h) + C);
}

template <int D>
void check_two_balls() {
  constexpr double m_a = 1.0, m_b = 3.0, C = 2e4, d = 1e-3, h = 1e-3;
  const Vec<D> n = Vec<D>::Ones().normalized();
  ComplianceProblem<D> p;
  p.rates = NewmarkRates::of(0.5, 1.0, h);
  p.speed = 0.7;
  p.laws = {{0.0, {.exponent = 2.0, .factor = C}}};
  const std::size_t a = add_node<D>(p, m_a, 0.1, Vec<D>(0.7 * n));
  const std::size_t b = add_node<D>(p, m_b, 0.2, Vec<D>(0.2 * n));
  add_pair<D>(p, a, b, Vec<D>((0.3 - d) * n));
  const auto [report, s] = solve<D>(p);
  EXPECT_EQ(report.status, SolveStatus::solved);

  const double y = relative_increment(m_a, m_b, -0.5, 0.0, C, d, h);
  const double force = C * (2.0 * d - y);
  // Round-off of increments of 1e-3, and the tolerance of 1e-14 of the speed.
  EXPECT_LT((s.dx[b] - s.dx[a] - y * n).norm(), 1e-17);
  EXPECT_LT((s.dx[a] - (h * 0.7 - 0.5 * h * h * force / m_a) * n).norm(), 1e-17);
  EXPECT_LT((s.dx[b] - (h * 0.2 + 0.5 * h * h * force / m_b) * n).norm(), 1e-17);
  EXPECT_NEAR(s.forces[0].lambda, force, 1e-12 * force);
  // Energy stays: m u²/2 + C d².
  const double m = m_a * m_b / (m_a + m_b);
  const double u_end = 2.0 * y / h + 0.5;
  EXPECT_NEAR(0.5 * m * u_end * u_end + C * (d - y) * (d - y), 0.5 * m * 0.25 + C * d * d, 1e-14);
}

TEST(Newton, TwoBalls) {
  check_two_balls<2>();
  check_two_balls<3>();
}

// A ball that its weight presses into a piston: the same with the piston as a.
TEST(Newton, BallAndPiston) {
  constexpr double m_a = 5.0, m_b = 2.0, C = 3e4, d = 2e-3, h = 5e-4, load = 40.0, weight = -20.0;
  const Vec<2> n(0.6, 0.8);
  ComplianceProblem<2> p;
  p.rates = NewmarkRates::of(0.5, 1.0, h);
  p.speed = 1.0;
  p.laws = {{0.0, {.exponent = 2.0, .factor = C}}};
  const std::size_t ball = add_node<2>(p, m_b, 0.1, Vec<2>(-1.0 * n));
  p.force[ball] = weight * n;
  p.planes = {{.normal = n, .mass = m_a, .force = load, .velocity = 0.3}};
  add_face<2>(p, ball, n, d, 0);
  const auto [report, s] = solve<2>(p);
  EXPECT_EQ(report.status, SolveStatus::solved);
  const double y = relative_increment(m_a, m_b, -1.3, weight / m_b - load / m_a, C, d, h);
  const double force = C * (2.0 * d - y);
  EXPECT_NEAR(s.dx[ball].dot(n) - s.plane[0], y, 1e-17);
  EXPECT_NEAR(s.plane[0], h * 0.3 + 0.5 * h * h * (load - force) / m_a, 1e-17);
}

// The residual of the equation, by hand: M a⁺ − F − Q vanishes in the directions that are free.
template <int D>
void check_equation(const NewtonSettings& settings) {
  const ComplianceProblem<D> p = lively_problem<D>();
  const NewmarkRates& rates = p.rates;
  const auto [report, s] = solve<D>(p, settings);
  EXPECT_EQ(report.status, SolveStatus::solved);
  std::vector<Vec<D>> missing(p.nodes());
  double plane = p.planes[0].mass * rates.acceleration_end(p.planes[0].velocity, s.plane[0], 0.0);
  plane -= p.planes[0].force;
  for (std::size_t i = 0; i < p.unknowns; ++i) {
    const Vec<D> a = rates.acceleration_end<Vec<D>>(p.velocity[i], s.dx[i], Vec<D>::Zero());
    missing[i] = p.mass[i] * a - p.force[i];
  }
  int acting = 0;
  for (std::size_t k = 0; k < p.contacts.size(); ++k) {
    const Vec<D>& force = s.forces[k].force;
    acting += s.forces[k].acts ? 1 : 0;
    missing[static_cast<std::size_t>(p.ends[k].b)] -= force;
    if (p.ends[k].a >= 0) missing[static_cast<std::size_t>(p.ends[k].a)] += force;
    if (p.ends[k].plane >= 0) plane += force.dot(p.planes[0].normal);
  }
  EXPECT_EQ(acting, 4);
  for (std::size_t i = 0; i < p.unknowns; ++i) {
    const Vec<D> change = rates.h * p.inverse_mass[i].cwiseProduct(missing[i]);
    EXPECT_LT(change.norm(), 1e-13);  // of the speed 1, with some round-off of 2 Δq/h
  }
  EXPECT_LT(rates.h * std::abs(plane) / p.planes[0].mass, 1e-13);
  EXPECT_EQ(s.dx[1][D - 1], 0.0);              // the locked direction
  EXPECT_EQ(s.dx[2], Vec<D>(Vec<D>::Zero()));  // the fixed ball
}

TEST(Newton, SolvesTheEquation) {
  NewtonSettings settings;
  check_equation<2>(settings);
  check_equation<3>(settings);
  settings.assembly = MatrixAssembly::dense;
  check_equation<3>(settings);
}

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

// A stored problem has the solution of the one it was stored from, to the last bit.
template <int D>
void check_stored() {
  const ComplianceProblem<D> problem = lively_problem<D>();
  const Solved<D> before = solve<D>(problem);
  const Solved<D> after = solve<D>(load_compliance_problem<D>(dump(problem)));
  EXPECT_EQ(before.report.iterations, after.report.iterations);
  EXPECT_TRUE(same_bits(before.solution.dx, after.solution.dx));
  EXPECT_TRUE(same_bits(before.solution.dr, after.solution.dr));
  EXPECT_TRUE(same_bits(before.solution.plane, after.solution.plane));
  for (std::size_t k = 0; k < problem.contacts.size(); ++k) {
    EXPECT_EQ(before.solution.forces[k].force, after.solution.forces[k].force);
  }
}

TEST(Newton, StoredProblemHasTheSameSolution) {
  check_stored<2>();
  check_stored<3>();
}

}  // namespace
}  // namespace galet::newton_test
