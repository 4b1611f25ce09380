// Sums over long ranges with all threads, the same bits for any number of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "galet/base/workers.hpp"

namespace galet {

// The sum of f(begin, end) over pieces of fixed length that make up [0, n), added in their order.
template <class T, class F>
T sum_over(Workers& workers, std::size_t n, F&& f) {
  constexpr std::size_t length = 4096;
  std::vector<T> pieces((n + length - 1) / length);
  workers.for_tasks(pieces.size(), [&](std::size_t k) {
    pieces[k] = f(k * length, std::min(n, (k + 1) * length));
  });
  T sum{};
  for (const T& piece : pieces) sum += piece;
  return sum;
}

}  // namespace galet
