#include "galet/solver/sweep_tasks.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "galet/base/lean.hpp"

namespace galet {

std::size_t slab_count(std::size_t bodies) {
  constexpr std::size_t fewest = 2048;  // below, a sweep takes less time than the threads to meet
  constexpr double thickness = 2.5;     // of a slab, in bodies
  constexpr std::size_t most = 64;      // tasks are counted in bytes: 2 · most < 256
  if (bodies < fewest) return 1;
  const double across = std::cbrt(static_cast<double>(bodies));
  return std::min(most, std::bit_floor(static_cast<std::size_t>(across / thickness)));
}

void SweepTasks::build_one(std::size_t contacts) {
  slabs_ = 1;
  resize_anew(order_, contacts);
  std::iota(order_.begin(), order_.end(), 0);
  task_start_ = {0, contacts};
  phase_start_ = {0, 1};
}

template <int D>
void SweepTasks::build(const BodiesOperator<D>& problem, Workers& workers) {
  const std::size_t bodies = problem.nodes();
  const std::size_t contacts = problem.contacts.size();
  const std::size_t slabs = slab_count(bodies);
  bodies_ = bodies;
  if (slabs == 1) {
    build_one(contacts);
    return;
  }
  slabs_ = slabs;
  if (slab_.size() != bodies) {
    slab_.resize(bodies);
    for (std::size_t i = 0; i < bodies; ++i) {
      slab_[i] = static_cast<std::uint8_t>(slab_of(i, bodies, slabs));
    }
  }

  // Tasks: the slabs, the even seams, the odd seams, the rest.
  const std::size_t even = slabs / 2;
  const std::size_t tasks = 2 * slabs;
  phase_start_ = {0, slabs, slabs + even, tasks - 1, tasks};
  const auto task_between = [&](std::size_t first, std::size_t second) {
    const auto [low, high] = std::minmax(first, second);
    if (low == high) return low;
    if (high > low + 1) return tasks - 1;
    return slabs + (low % 2 == 0 ? low / 2 : even + low / 2);
  };
  std::vector<std::uint8_t> task_of(contacts);
  workers.for_range(contacts, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t c = begin; c < end; ++c) {
      const Contact<D>& contact = problem.contacts[c];
      const std::size_t b = contact.b().body();
      const std::size_t node_a = problem.node_of(contact.a());
      const std::size_t a = problem.can_move(node_a) ? node_a : b;
      const std::size_t task = task_between(slab_[a], slab_[problem.can_move(b) ? b : a]);
      task_of[c] = static_cast<std::uint8_t>(task);
    }
  });
  task_start_.assign(tasks + 1, 0);
  for (const std::uint8_t task : task_of) ++task_start_[std::size_t{task} + 1];
  std::partial_sum(task_start_.begin(), task_start_.end(), task_start_.begin());
  std::vector<std::size_t> next(task_start_.begin(), task_start_.end() - 1);
  resize_anew(order_, contacts);
  for (std::size_t c = 0; c < contacts; ++c) {
    order_[next[task_of[c]]++] = static_cast<std::int32_t>(c);
  }
}

template void SweepTasks::build(const BodiesOperator<2>&, Workers&);
template void SweepTasks::build(const BodiesOperator<3>&, Workers&);

}  // namespace galet
