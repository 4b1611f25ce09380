#include "galet/solver/newton.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace galet {
namespace {

// Halvings of a Newton step that does not reduce the residual.
constexpr int kHalvings = 10;

// What counts as small in a problem.
struct NewtonScale {
  double speed = 0.0;          // largest velocity, m/s
  double smallest_move = 0.0;  // m, a Newton step that needs no further one
};

SolveReport report(const NewtonResidual& residual, const NewtonScale& scale, int iterations,
                   bool solved) {
  return {solved ? SolveStatus::solved : SolveStatus::iteration_limit, iterations,
          residual.velocity, scale.speed > 0.0 ? residual.velocity / scale.speed : 0.0};
}

template <int D>
void note_states(const ComplianceSolution<D>& solution, std::vector<ContactStatus>& states) {
  states.resize(solution.forces.size());
  std::ranges::transform(solution.forces, states.begin(), &ContactForce<D>::status);
}

template <int D, int B>
SolveReport solve_exactly(const NewtonSettings& settings, const NewtonScale& scale, bool symmetric,
                          NewtonEquation<D, B>& equation) {
  const ContactRule rule{.variant = NewmarkVariant::exact, .symmetric_tangent = symmetric};
  std::vector<ContactStatus> states;
  std::vector<ContactStatus> states_before;
  equation.evaluate(rule);
  NewtonResidual residual = equation.compute_residual();
  note_states(equation.solution(), states);
  for (int k = 0;; ++k) {
    if (residual.velocity <= settings.tolerance * scale.speed) {
      return report(residual, scale, k, true);
    }
    if (k == settings.max_iterations) return report(residual, scale, k, false);
    // An inexact answer may still be a good step; an answer that is none leaves x = 0.
    const LinearReport linear = equation.solve();
    const double moved = equation.largest_move();
    if ((!linear.solved && moved == 0.0) || !std::isfinite(moved)) {
      return report(residual, scale, k + 1, false);
    }
    std::swap(states, states_before);
    const double merit = residual.merit;
    double factor = 1.0;
    equation.move(factor);
    equation.evaluate(rule);
    residual = equation.compute_residual();
    for (int cuts = 0; residual.merit >= merit && cuts < kHalvings; ++cuts) {
      // At round-off the residual need not fall any more.
      if (moved <= scale.smallest_move) break;
      factor *= 0.5;
      equation.move(-factor);
      equation.evaluate(rule);
      residual = equation.compute_residual();
    }
    note_states(equation.solution(), states);
    if (factor == 1.0 && moved <= scale.smallest_move && states == states_before) {
      return report(residual, scale, k + 1, true);
    }
  }
}

template <int D, int B>
SolveReport solve_as_thesis(const NewtonSettings& settings, const NewtonScale& scale,
                            NewtonEquation<D, B>& equation) {
  Eigen::VectorXd x_before = Eigen::VectorXd::Zero(equation.size());
  int iterations = 0;
  bool solved = false;
  while (!solved && iterations < settings.max_iterations) {
    ++iterations;
    equation.evaluate({.variant = settings.variant, .linear_force = iterations == 1});
    static_cast<void>(equation.compute_residual());
    const LinearReport linear = equation.solve();
    const Eigen::VectorXd& x = equation.x();
    if (!x.allFinite() || (!linear.solved && x.isZero(0.0))) break;
    equation.move(1.0);
    const double norm = std::min(x.norm(), (x + x_before).norm());
    x_before = x;
    solved = iterations > 1 && norm < settings.step_norm.value();
  }
  equation.evaluate({.variant = settings.variant});
  return report(equation.compute_residual(), scale, iterations, solved);
}

template <int D, int B>
NewtonReport solve_in(const ComplianceProblem<D>& problem, const NewtonSettings& settings,
                      Workers& workers, LinearSolver& linear, NewtonSystem<B>& system,
                      ComplianceSolution<D>& solution) {
  NewtonEquation<D, B> equation(problem, settings.assembly, workers, linear, system, solution);
  const NewtonScale scale{problem.speed, settings.tolerance * problem.rates.h * problem.speed +
                                             problem.position_round_off};
  SolveReport report;
  if (settings.variant != NewmarkVariant::exact) {
    set_unforced(problem, solution);
    report = solve_as_thesis(settings, scale, equation);
  } else {
    set_free(problem, solution);
    // Of what auto stands for, the dense method alone takes the full tangent.
    constexpr bool friction = B > D;
    const LinearSystemKind kind{!friction, equation.size(), 1.0};
    const bool symmetric = !friction && needs_symmetry(choose_linear(settings.linear, kind));
    report = solve_exactly(settings, scale, symmetric, equation);
  }
  return {report, equation.seconds()};
}

}  // namespace

template <int D>
NewtonReport solve_newton(const ComplianceProblem<D>& problem, const NewtonSettings& settings,
                          Workers& workers, NewtonTools<D>& tools,
                          ComplianceSolution<D>& solution) {
  const bool friction = problem.has_friction();
  if (!tools.linear) tools.linear.emplace(settings.linear, !friction);
  return friction
             ? solve_in(problem, settings, workers, *tools.linear, tools.all_motions, solution)
             : solve_in(problem, settings, workers, *tools.linear, tools.translations, solution);
}

template NewtonReport solve_newton(const ComplianceProblem<2>&, const NewtonSettings&, Workers&,
                                   NewtonTools<2>&, ComplianceSolution<2>&);
template NewtonReport solve_newton(const ComplianceProblem<3>&, const NewtonSettings&, Workers&,
                                   NewtonTools<3>&, ComplianceSolution<3>&);

}  // namespace galet
