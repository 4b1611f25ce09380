// Gauss–Seidel for discs and spheres, in batches of independent contacts and with momentum.
//
// The same fixed-point map as solver/nlgs_blocks.hpp with the exact local solver (closed form for
// balls), applied to 16 contacts (single precision) or 8 (double) at a time. For balls the arms lie
// along the normal and the inverse mass is a number, so that with s = r ω one row (v, s) per ball
// holds its motion and a contact needs its normal only:
//   w_n = m_a⁻¹ + m_b⁻¹,   w_t = w_n + κ_a m_a⁻¹ + κ_b m_b⁻¹,   κ = m r²/I.
// Contacts with moments have a sweep of their own (ball_rolling.inc); the passes around it are
// plain. A plane with an inverse mass of rank one is a ball of radius 1 with κ = −1 here: an
// impulse P on a body changes its velocity by −P/m and its spin by n × P/m, so that its surface
// moves by −P/m + P_t/m = −P_n/m, along the normal only, as all its contacts have the same normal.
// With momentum [Nesterov1983, ODonoghue2015] every sweep starts from y = p + β (p − p_before), the
// velocities extrapolated alike, which is consistent since they are affine in p:
//   t' = (1 + √(1 + 4t²))/2,  β = min(cap, (t − 1)/t');  t = 1 again when the step turned back,
//   Σ (y − p_new)·(p_new − p) > 0 (and t = 3 at first).
// The cap follows the residual (solver/momentum.hpp); where that stalls, other maps take their
// turns (solver/sweep_map.hpp). In long solves of a single task contacts that carry nothing are
// left out (solver/idle_contacts.hpp). State and verdict are double: the velocities and the
// residual are computed from the impulses alone; a cheap look at the residual in the lanes tells
// when that is worth while. Sweeps are made in single precision, whose rows are computed anew now
// and then near its rounding, and in double when single precision can do no better. Threads share
// the tasks of solver/sweep_tasks.hpp; the result does not depend on their number. Cost: a few ns
// per contact and sweep. Fails where Gauss–Seidel fails, later.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "galet/base/lean.hpp"
#include "galet/base/workers.hpp"
#include "galet/problem/contact_problem.hpp"
#include "galet/problem/residual.hpp"
#include "galet/solver/anderson.hpp"
#include "galet/solver/ball_kernel.hpp"
#include "galet/solver/nlgs_settings.hpp"
#include "galet/solver/report.hpp"
#include "galet/solver/sweep_tasks.hpp"

namespace galet {

// Rows and batches in precision T; kept between solves for their memory only.
template <class T>
struct BallLanes {
  struct Task {
    std::vector<std::int32_t> plan;  // contact in each lane, −1 where it is empty
    std::size_t first_batch = 0;
    std::size_t swept = 0;  // batches; the others hold contacts that are idle
    SweepResult<T> result;
    T reference2 = 0;  // of the start, the largest (v_ref)²
    T miss2 = 0;       // of the last look
    Squeeze stuck;     // a contact that approaches and that nothing can move

    std::size_t batch_count() const { return plan.size() / kLanes<T>; }
  };
  std::vector<Task> tasks;
  std::vector<BallBatch<T>> batches;     // of all tasks, one after the other
  std::vector<RollingBatch<T>> rolling;  // of the same batches; empty where there are no moments
  std::vector<NodeRow<T>> rows;          // the bodies, then one per task for all that cannot move
  std::vector<NodeRow<T>> rows_before;
  // Of all lanes, impulses and moments.
  std::vector<double> block_start;  // of Anderson's mixing
  std::vector<double> block_end;
  std::vector<double> weights;

  std::span<BallBatch<T>> batches_of(const Task& task) {
    return std::span(batches).subspan(task.first_batch, task.batch_count());
  }
  std::span<RollingBatch<T>> rolling_of(const Task& task) {
    return std::span(rolling).subspan(task.first_batch, rolling.empty() ? 0 : task.batch_count());
  }
};

// Lanes without contacts: both sides are a row that cannot move.
template <class T>
BallBatch<T> empty_batch(RowOffset still) {
  BallBatch<T> batch{};
  std::fill_n(batch.a, kLanes<T>, still);
  std::fill_n(batch.b, kLanes<T>, still);
  return batch;
}

template <int D>
class BallSolver {
 public:
  explicit BallSolver(Workers& workers) : workers_(workers) {}

  // Whether the problem is of the kind described above: balls (and planes), none of them locked in
  // some directions only.
  static bool accepts(const ContactProblem<D>& problem);

  // Gives back memory, which the next solve takes again.
  void release() {
    single_ = {};
    double_ = {};
    anderson_.release();
    give_back(best_impulse_);
    give_back(best_moment_);
    tasks_ = {};
  }

  // impulse, and moment where the problem has moments: the start, then the solution. motion: M⁻¹ H
  // of them.
  SolveReport solve(const ContactProblem<D>& problem, const NlgsSettings& settings,
                    std::span<Vec<D>> impulse, NodeMotion& motion, std::span<Spin<D>> moment = {});

 private:
  struct Scales {
    double mass = 1.0;   // kg
    double speed = 1.0;  // m/s
  };
  struct Solve;  // one solve

  Workers& workers_;
  SweepTasks tasks_;
  BallLanes<float> single_;
  BallLanes<double> double_;
  Anderson anderson_;
  std::vector<Vec<D>> best_impulse_;
  std::vector<Spin<D>> best_moment_;
};

}  // namespace galet
