// Growth of the arrays that make up most of the memory: by an eighth, not by as much again; and
// giving them back.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace galet {

template <class T>
void append(std::vector<T>& values, const T& value) {
  if (values.size() == values.capacity()) {
    values.reserve(values.size() + std::max(values.size() / 8, std::size_t{4096}));
  }
  values.push_back(value);
}

// For arrays that are filled anew: what they held is lost.
template <class T>
void resize_anew(std::vector<T>& values, std::size_t size) {
  if (size > values.capacity()) {
    values.clear();
    values.reserve(size + size / 8);
  }
  values.resize(size);
}

// Empties the array and frees its memory, which assigning {} does not.
template <class T>
void give_back(std::vector<T>& values) {
  std::vector<T>().swap(values);
}

// Empties an array that is to be appended to, with room for somewhat more than it held: growing
// would need the old and the new array at the same time.
template <class T>
void clear_to_refill(std::vector<T>& values) {
  const std::size_t expected = values.size() + values.size() / 16;
  values.clear();
  if (expected <= values.capacity()) return;
  give_back(values);
  values.reserve(expected + expected / 8);
}

}  // namespace galet
