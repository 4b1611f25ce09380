// Growth of the arrays that make up most of the memory: by an eighth, not by as much again.
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

}  // namespace galet
