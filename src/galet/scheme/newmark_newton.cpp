#include "galet/scheme/newmark_newton.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace galet {
namespace {

// Halvings of a Newton step that does not reduce the residual.
constexpr int kHalvings = 10;

SolveReport report(const NewtonResidual& residual, const NewtonScale& scale, int iterations,
                   bool solved) {
  return {solved ? SolveStatus::solved : SolveStatus::iteration_limit, iterations,
          residual.velocity, scale.speed > 0.0 ? residual.velocity / scale.speed : 0.0};
}

template <int D>
void note_states(const NearContacts<D>& near, std::vector<ContactStatus>& states) {
  states.resize(near.forces.size());
  std::ranges::transform(near.forces, states.begin(), &ContactForce<D>::status);
}

}  // namespace

template <int D, int B>
SolveReport solve_exactly(const NewmarkSettings& scheme, const NewtonScale& scale, bool symmetric,
                          const NearContacts<D>& near, NewmarkEquation<D, B>& equation) {
  const ContactRule rule{.variant = NewmarkVariant::exact, .symmetric_tangent = symmetric};
  std::vector<ContactStatus> states;
  std::vector<ContactStatus> states_before;
  equation.evaluate(rule);
  NewtonResidual residual = equation.compute_residual();
  note_states(near, states);
  for (int k = 0;; ++k) {
    if (residual.velocity <= scheme.tolerance * scale.speed) {
      return report(residual, scale, k, true);
    }
    if (k == scheme.max_iterations) return report(residual, scale, k, false);
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
    note_states(near, states);
    if (factor == 1.0 && moved <= scale.smallest_move && states == states_before) {
      return report(residual, scale, k + 1, true);
    }
  }
}

template <int D, int B>
SolveReport solve_as_thesis(const NewmarkSettings& scheme, const NewtonScale& scale,
                            NewmarkEquation<D, B>& equation) {
  Eigen::VectorXd x_before = Eigen::VectorXd::Zero(equation.size());
  int iterations = 0;
  bool solved = false;
  while (!solved && iterations < scheme.max_iterations) {
    ++iterations;
    equation.evaluate({.variant = NewmarkVariant::thesis, .linear_force = iterations == 1});
    static_cast<void>(equation.compute_residual());
    const LinearReport linear = equation.solve();
    const Eigen::VectorXd& x = equation.x();
    if (!x.allFinite() || (!linear.solved && x.isZero(0.0))) break;
    equation.move(1.0);
    const double norm = std::min(x.norm(), (x + x_before).norm());
    x_before = x;
    solved = iterations > 1 && norm < scheme.step_norm.value();
  }
  equation.evaluate({.variant = NewmarkVariant::thesis});
  return report(equation.compute_residual(), scale, iterations, solved);
}

#define GALET_INSTANTIATE(D, B)                                                        \
  template SolveReport solve_exactly(const NewmarkSettings&, const NewtonScale&, bool, \
                                     const NearContacts<D>&, NewmarkEquation<D, B>&);  \
  template SolveReport solve_as_thesis(const NewmarkSettings&, const NewtonScale&,     \
                                       NewmarkEquation<D, B>&)
GALET_INSTANTIATE(2, 2);
GALET_INSTANTIATE(2, 3);
GALET_INSTANTIATE(3, 3);
GALET_INSTANTIATE(3, 6);
#undef GALET_INSTANTIATE

}  // namespace galet
