// Newton's method for a ComplianceProblem, semi-smooth through the states of the contacts (gap,
// stick, slip: an active-set method).
//
// exact: starts at the motion without contacts; backtracking on the residual in the mass norm; ends
//   when residual or Newton step are small and no contact has changed its state. Without friction
//   the symmetric linear solvers (auto mostly) get a symmetric positive definite tangent, which
//   differs from the full one by the turn of the normal within the step; the solution is the same.
// thesis [Nguyen2024, app. A]: starts at the velocities of the start, first iteration with a linear
//   force, no backtracking, ended by the norm of the Newton step (or of its sum with the one
//   before, so that a cycle between two states is accepted).
//
// Cost per iteration: linear in nodes and contacts, and the linear solve.
// Fails: friction with a c_t so large that sticking cannot be resolved in double precision
// (c_t h/m above some 1e9) does not converge and is reported so.
#pragma once

#include <optional>

#include "galet/solver/newton_equation.hpp"
#include "galet/solver/report.hpp"

namespace galet {

// Kept between problems with the same laws and settings; no result depends on it.
template <int D>
struct NewtonTools {
  std::optional<LinearSolver> linear;
  NewtonSystem<D> translations;                     // unknowns without friction
  NewtonSystem<D + spin_dimension<D>> all_motions;  // unknowns with friction
};

struct [[nodiscard]] NewtonReport {
  SolveReport solve;
  double other_seconds = 0.0;  // of wall-clock time in all but the linear solves
};

// Increments, and the forces of exactly these.
template <int D>
NewtonReport solve_newton(const ComplianceProblem<D>& problem, const NewtonSettings& settings,
                          Workers& workers, NewtonTools<D>& tools, ComplianceSolution<D>& solution);

}  // namespace galet
