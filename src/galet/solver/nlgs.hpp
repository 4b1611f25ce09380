// The way from a contact problem to impulses: the solver that the settings name, and of its kernels
// the one that fits the columns of the problem: for Gauss–Seidel batched balls
// (solver/nlgs_balls.hpp), or blocks of bodies or of a matrix (solver/nlgs_blocks.hpp); for
// projected gradients balls, bodies or a matrix (solver/projected_gradient.hpp); for the interior
// point bodies or a matrix (solver/interior_point.hpp).
#pragma once

#include <span>

#include "galet/problem/contact_problem.hpp"
#include "galet/solver/interior_point.hpp"
#include "galet/solver/nlgs_balls.hpp"
#include "galet/solver/nlgs_blocks.hpp"
#include "galet/solver/nlgs_settings.hpp"
#include "galet/solver/projected_gradient.hpp"
#include "galet/solver/report.hpp"

namespace galet {

// What solvers keep between solves: threads and memory, no result.
template <int D>
struct SolverTools {
  explicit SolverTools(Workers& workers)
      : balls(workers), blocks(workers), gradient(workers), interior(workers) {}
  // Gives back memory until the next solve.
  void release() {
    balls.release();
    blocks.release();
    gradient.release();
    interior.release();
  }
  BallSolver<D> balls;
  BlockSolver<D> blocks;
  GradientSolver<D> gradient;
  InteriorPointSolver<D> interior;
};

// p: the start (ignored when the settings want none), then the solution, in the components of the
// operator; m likewise, in world components, for a problem with moments. motion: M⁻¹ H of them for
// a problem of bodies; of the row of a plane only the velocity along its normal has a meaning.
template <int D>
SolveReport solve(const ContactProblem<D>& problem, const SolverSettings& settings,
                  SolverTools<D>& tools, std::span<Vec<D>> p, NodeMotion& motion,
                  std::span<Spin<D>> m = {});

// The same for one problem alone, in one thread.
template <int D>
SolveReport solve(const ContactProblem<D>& problem, const SolverSettings& settings,
                  std::span<Vec<D>> p, std::span<Spin<D>> m = {});

}  // namespace galet
