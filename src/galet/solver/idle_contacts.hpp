// Contacts that sweeps may leave out: without impulse, between bodies that part.
//
// A quarter to a half of the contacts of a scene carry nothing in a step, and in a long solve most
// of them are known early. They go behind the others, so that sweeps end before them; looks at the
// residual go on to see them, and where one approaches after all everything is swept again.
// Cost: some ten sweeps in one go, and the batches twice meanwhile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "galet/problem/bodies_operator.hpp"
#include "galet/solver/ball_batches.hpp"
#include "galet/solver/nlgs_balls.hpp"

namespace galet {

// Whether the contact in a lane has no impulse, before the last sweep neither, and its bodies part
// faster than that.
template <int D, class T>
bool is_idle(const BallLanes<T>& lanes, const BallBatch<T>& batch, std::size_t lane, T speed) {
  const NodeRow<T>& a = lanes.rows[batch.a[lane] / sizeof(NodeRow<T>)];
  const NodeRow<T>& b = lanes.rows[batch.b[lane] / sizeof(NodeRow<T>)];
  T u_n = 0;
  for (int d = 0; d < D; ++d) {
    if (batch.p[d][lane] != 0 || batch.p_before[d][lane] != 0) return false;
    u_n += batch.n[d][lane] * (b.v[d] - a.v[d] + batch.q[d][lane]);
  }
  return u_n > speed;
}

template <int D, class T>
void copy_lane(const BallBatch<T>& from, std::size_t k, BallBatch<T>& to, std::size_t lane) {
  to.a[lane] = from.a[k];
  to.b[lane] = from.b[k];
  for (int d = 0; d < D; ++d) {
    to.n[d][lane] = from.n[d][k];
    to.q[d][lane] = from.q[d][k];
    to.p[d][lane] = from.p[d][k];
    to.p_before[d][lane] = from.p_before[d][k];
  }
  to.mu[lane] = from.mu[k];
  to.k_n[lane] = from.k_n[k];
  to.k_t[lane] = from.k_t[k];
}

// Of the only task, without moments.
template <int D, class T>
void set_idle_aside(const BodiesOperator<D>& bodies, T speed, BallLanes<T>& lanes) {
  constexpr auto width = static_cast<std::size_t>(kLanes<T>);
  auto& task = lanes.tasks.front();
  std::vector<std::size_t> place(bodies.contacts.size());
  std::vector<std::int32_t> busy;
  std::vector<std::int32_t> idle;
  for (std::size_t k = 0; k < task.plan.size(); ++k) {
    if (task.plan[k] < 0) continue;
    place[static_cast<std::size_t>(task.plan[k])] = k;
    const bool rests = is_idle<D>(lanes, lanes.batches[k / width], k % width, speed);
    (rests ? idle : busy).push_back(task.plan[k]);
  }
  std::vector<std::uint32_t> masks(bodies.nodes(), 0);
  task.plan.clear();
  plan_batches<D>(bodies, busy, kLanes<T>, masks, task.plan);
  task.swept = task.batch_count();
  plan_batches<D>(bodies, idle, kLanes<T>, masks, task.plan);

  const std::vector<BallBatch<T>> from = std::move(lanes.batches);
  lanes.batches.assign(task.batch_count(), empty_batch<T>(row_offset<T>(bodies.nodes())));
  for (std::size_t k = 0; k < task.plan.size(); ++k) {
    if (task.plan[k] < 0) continue;
    const std::size_t old = place[static_cast<std::size_t>(task.plan[k])];
    copy_lane<D>(from[old / width], old % width, lanes.batches[k / width], k % width);
  }
}

}  // namespace galet
