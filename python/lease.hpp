// A column of the bodies that Python looks at without a copy.
//
// An array of numpy holds a bare address for as long as it, or any slice of it, lives; a step may
// move the column elsewhere (bodies are put into another order, come and go). So while the
// simulation computes, the memory under the array is set aside and the computation goes on with a
// copy; afterwards the result is written into it and it is the column again. Arrays are therefore
// always valid and show the bodies of now; other threads of Python see, during a step, those of
// before. Only where the number of bodies changes the array must stay behind: it keeps its memory,
// shows the past and can no longer be written to.
// Cost: two copies of each column looked at, by call and not by step; nothing without arrays.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "bindings.hpp"

namespace galet::python {

// T is one number of type N, or a vector of a few of them.
template <class T, class N>
class Lease {
 public:
  bool is_alive() const { return !memory_.expired(); }

  // The array over the column, `owner` being what the column is part of. Call with the GIL.
  py::array view(std::vector<T>& column, std::shared_ptr<void> owner, bool writable) {
    if (const auto memory = memory_.lock()) {
      if (py::object array = memory->array(); !array.is_none()) return array;
    }
    auto memory = std::make_shared<Memory>();
    memory->owner = std::move(owner);
    memory_ = memory;
    const py::capsule base(new std::shared_ptr<Memory>(memory),
                           [](void* held) { delete static_cast<std::shared_ptr<Memory>*>(held); });
    constexpr py::ssize_t width = sizeof(T) / sizeof(N);
    std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(column.size())};
    if constexpr (width > 1) shape.push_back(width);
    py::array_t<N> array(shape, reinterpret_cast<const N*>(column.data()), base);
    if (!writable) array.attr("flags").attr("writeable") = false;
    memory->array = py::weakref(array);
    return array;
  }

  // Before the column may move. Needs no GIL.
  void set_aside(std::vector<T>& column) {
    held_ = memory_.lock();
    if (!held_) return;
    held_->kept = std::move(column);
    column = held_->kept;
  }
  // Afterwards. Call with the GIL.
  void put_back(std::vector<T>& column) {
    const auto memory = std::exchange(held_, nullptr);
    if (!memory) return;
    if (column.size() == memory->kept.size()) {
      std::ranges::copy(column, memory->kept.begin());
      column = std::move(memory->kept);
      memory->kept = {};
      return;
    }
    if (py::object array = memory->array(); !array.is_none()) {
      array.attr("flags").attr("writeable") = false;
    }
    memory->owner.reset();
    memory_.reset();
  }

 private:
  struct Memory {
    std::shared_ptr<void> owner;  // until the end: the column is the memory of the array
    std::vector<T> kept;          // while set aside, and for good when left behind
    py::object array;             // a weak reference
  };
  std::weak_ptr<Memory> memory_;
  std::shared_ptr<Memory> held_;
};

}  // namespace galet::python
