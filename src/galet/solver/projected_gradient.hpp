// Solvers of a contact problem by projected gradients, matrix-free.
//
// Without friction, or with friction_model = "convex", the impulses minimise the convex function
// f(p) = ½ p·W p + q·p over the sets K_c of the laws, and all contacts take a step at once:
//   p_c ← P_c(p_c − t L_c⁻¹ (û_c + s_c n)),   û = W p + q,
// with L_c = (L_n, L_t) of solver/gradient_bound.hpp, W ≼ diag(L_c), and P_c nearest in the metric
// of L_c, in which K_c is a cone of another angle: nothing depends on units.
//   uzawa  [Maury2006, Prop. 1]: no friction, t fixed below 2. f never grows: by as much as
//          (1/t − ½) Σ Δp_c·L_c Δp_c it falls. Differs from the paper: steps by contact, from the
//          contacts listed; impulses instead of multipliers.
//   pgd    [Tasora2011]: the same with friction.
//   apgd   [Nesterov1983, Mazhar2015]: the step is made from y = p + β (p − p_before), with
//          Nesterov's β, which is 0 again when the step turned back, Σ (y − p⁺)·L_c (p⁺ − p) > 0
//          [ODonoghue2015]. t is as long as t d·W d <= Σ d·L_c d, d = p⁺ − y, allows: a tenth
//          longer after each step until this fails first, tried again shorter where it fails, never
//          below 1, and then 0.5 % longer after each step. (With 5 % t goes beyond what short waves
//          bear again and again, which they are slow to forget.) Differs from the papers: the
//          condition is tested by the energy of the motion, which costs a pass over the nodes and
//          no product; metric of the L_c.
// Coulomb's law adds s = mu |û_t|, taken anew in every step (from y), which is not a gradient:
// fixed points are the solutions, but nothing is proved, and β is at most 0.97 after 300 steps and
// 0.9 after 5000, since unlimited momentum gets into limit cycles.
// The end is decided by the common residual, recomputed from the impulses; the best of the tested
// impulses is kept. Start and all iterates lie in the sets of the laws.
// Cost: a step is a pass over the contacts, a sum of impulses by nodes (tasks of
// solver/sweep_tasks.hpp) and, for apgd, two passes over the nodes. The number of steps for a
// digit grows like the condition number of W, for apgd like its root: pgd is for comparison.
// Fails where force chains are long (pgd), where masses differ by orders, and on problems without a
// solution (solver/growth_watch.hpp).
#pragma once

#include <span>
#include <vector>

#include "galet/base/workers.hpp"
#include "galet/problem/contact_problem.hpp"
#include "galet/solver/gradient_settings.hpp"
#include "galet/solver/report.hpp"
#include "galet/solver/sweep_tasks.hpp"

namespace galet {

// What the methods have in common; the rest of their settings is one number.
struct GradientMethod {
  double tolerance = 1e-6;
  double tolerance_velocity = 0.0;
  std::int64_t max_iterations = 10000;
  double max_seconds = 0.0;  // 0: none
  double step = 1.0;         // t, the first one where it is adapted
  bool accelerated = false;

  // Of the settings of any of the three.
  template <class Settings>
  static GradientMethod of(const Settings& s) {
    GradientMethod method{.tolerance = s.tolerance.value_or(kRelativeTolerance),
                          .tolerance_velocity = s.tolerance_velocity.value_or(0.0),
                          .max_iterations = s.max_iterations,
                          .max_seconds = s.max_seconds.value_or(0.0)};
    if constexpr (requires { s.step; }) {
      method.step = s.step;
    } else {
      method.accelerated = true;
    }
    return method;
  }
};

// Rows of p, of p before and of the point a step is made from.
template <class Row>
struct GradientRows {
  std::vector<Row> now;
  std::vector<Row> before;
  std::vector<Row> at;
};

// Memory that is kept between solves.
template <int D>
struct GradientArrays {
  std::vector<Vec<D>> before;
  std::vector<Vec<D>> next;
  std::vector<Vec<D>> best;
  GradientRows<Twist<D>> nodes;
};

template <int D>
class GradientSolver {
 public:
  explicit GradientSolver(Workers& workers) : workers_(workers) {}

  // Gives back memory, which the next solve takes again.
  void release() {
    tasks_ = {};
    arrays_ = {};
  }

  // p: the start, then the solution, in the components of the operator. motion: M⁻¹ H of it, for a
  // problem of bodies.
  SolveReport solve(const ContactProblem<D>& problem, const GradientMethod& method,
                    std::span<Vec<D>> p, NodeMotion& motion);

 private:
  template <class Operator>
  SolveReport solve_with(const ContactProblem<D>& problem, const GradientMethod& method,
                         GradientRows<typename Operator::Row>& rows, std::span<Vec<D>> p,
                         NodeMotion& motion);

  Workers& workers_;
  SweepTasks tasks_;
  GradientArrays<D> arrays_;
};

}  // namespace galet
