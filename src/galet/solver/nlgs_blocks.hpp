// Nonlinear Gauss–Seidel over the blocks of any contact problem [Moreau1999, §9.2; Jean1999]: the
// contacts are visited one after the other, each solved by a local solver with the others held, and
// the velocities are updated by the *change* of its impulse.
// Differs from the papers: warm start; the end is decided by the common residual, recomputed from
// the impulses alone, not by the size of the last changes.
// Threads share the tasks of solver/sweep_tasks.hpp, one task below 2048 nodes: the result does not
// depend on their number. Sweeps of a matrix are one task.
// Cost: O(contacts) per sweep by bodies, O(blocks) by a matrix. The number of sweeps grows with the
// length of force chains and with mass ratios; for hyperstatic dense packings the residual falls
// slowly below about 1e-5. Convergence is proved without friction only.
#pragma once

#include <span>

#include "galet/base/workers.hpp"
#include "galet/problem/contact_problem.hpp"
#include "galet/solver/nlgs_settings.hpp"
#include "galet/solver/report.hpp"
#include "galet/solver/sweep_tasks.hpp"

namespace galet {

template <int D>
class BlockSolver {
 public:
  explicit BlockSolver(Workers& workers) : workers_(workers) {}

  // Gives back memory, which the next solve takes again.
  void release() { tasks_ = {}; }

  // p: the start, then the solution, in the components of the operator; m likewise, in world
  // components, where the problem has moments. motion: M⁻¹ H of them, for a problem of bodies.
  SolveReport solve(const ContactProblem<D>& problem, const NlgsSettings& settings,
                    std::span<Vec<D>> p, NodeMotion& motion, std::span<Spin<D>> m = {});

 private:
  Workers& workers_;
  SweepTasks tasks_;
};

}  // namespace galet
