// Nonlinear Gauss–Seidel for the contact problem of problem/contact_problem.hpp [Moreau1999, §9.2;
// Jean1999]: the contacts are visited one after the other, each solved with the others held, and
// the velocities are updated by the *change* of its impulse.
// Differs from the papers: warm start; the end is decided by the common residual, recomputed from
// the impulses alone, not by the size of the last changes.
// Cost: O(contacts) per sweep in graph form, O(blocks) in matrix form. The number of sweeps grows
// with the length of force chains and with mass ratios; for hyperstatic dense packings the residual
// falls slowly below about 1e-5. Convergence is proved without friction only.
#pragma once

#include <span>

#include "galet/problem/contact_problem.hpp"
#include "galet/solver/nlgs_balls.hpp"
#include "galet/solver/nlgs_settings.hpp"
#include "galet/solver/report.hpp"

namespace galet {

// What solvers keep between solves: threads and memory, no result.
template <int D>
struct SolverTools {
  explicit SolverTools(Workers& workers) : balls(workers) {}
  // Gives back memory until the next solve.
  void release() { balls.release(); }
  BallSolver<D> balls;
};

// p: the start (ignored when settings.warm_start is false), then the solution.
template <int D>
SolveReport solve_nlgs(const ContactProblem<D>& problem, const NlgsSettings& settings,
                       std::span<Vec<D>> p);

// The solver chosen by the settings.
template <int D>
SolveReport solve(const ContactProblem<D>& problem, const SolverSettings& settings,
                  std::span<Vec<D>> p);

// The same for balls: impulses in world components, and `motion` = M⁻¹ H of them. Sweeps in batches
// where the settings and the bodies allow it.
template <int D>
SolveReport solve(const BallProblem<D>& problem, const SolverSettings& settings,
                  SolverTools<D>& tools, std::span<Vec<D>> impulse, BallMotion& motion);

}  // namespace galet
