// Which contacts may be swept at the same time.
//
// The nodes (bodies, then planes) are cut into slabs of consecutive places, in a number that
// depends on how many there are and on nothing else. Contacts within a slab are one task, contacts
// between two neighbouring slabs (a seam) another; in the phases slabs, even seams, odd seams no
// two tasks share a body that can move, so the tasks of a phase may run in any order or at once
// with the same result. Contacts between other slabs, few where places follow space, are one last
// task.
#pragma once

#include <cstdint>
#include <vector>

#include "galet/base/workers.hpp"
#include "galet/problem/bodies_operator.hpp"

namespace galet {

// Slabs for so many bodies: thick enough to hold most contacts when the bodies fill a cube.
std::size_t slab_count(std::size_t bodies);

inline std::size_t slab_of(std::size_t place, std::size_t bodies, std::size_t slabs) {
  return place * slabs / bodies;
}

class SweepTasks {
 public:
  template <int D>
  void build(const BodiesOperator<D>& problem, Workers& workers);
  // All contacts in one task, in their order.
  void build_one(std::size_t contacts);

  std::size_t count() const { return task_start_.size() - 1; }
  std::span<const std::int32_t> contacts(std::size_t task) const {
    return std::span(order_).subspan(task_start_[task], task_start_[task + 1] - task_start_[task]);
  }

  // Places of the bodies [begin, end) that no task touches before this one; each body has one such
  // task.
  struct BodyRange {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  BodyRange new_bodies(std::size_t task) const {
    return task < slabs_ ? BodyRange{slab_begin(task), slab_begin(task + 1)} : BodyRange{};
  }

  // f(task) for every task, phase by phase.
  template <class F>
  void for_each(Workers& workers, F&& f) const {
    for (std::size_t phase = 0; phase + 1 < phase_start_.size(); ++phase) {
      const std::size_t first = phase_start_[phase];
      workers.for_tasks(phase_start_[phase + 1] - first,
                        [&](std::size_t task) { f(first + task); });
    }
  }

 private:
  std::size_t slab_begin(std::size_t slab) const { return (slab * bodies_ + slabs_ - 1) / slabs_; }

  std::size_t bodies_ = 0;
  std::size_t slabs_ = 1;
  std::vector<std::int32_t> order_;          // contacts by task
  std::vector<std::size_t> task_start_{0};   // tasks + 1
  std::vector<std::size_t> phase_start_{0};  // phases + 1
  std::vector<std::uint8_t> slab_;           // by body
};

}  // namespace galet
