// Loops that produce a varying number of results, with all threads, in the order of the loop.
#pragma once

#include <vector>

#include "galet/base/workers.hpp"

namespace galet {

// Calls f(i, out) for i in [0, n), f appending to out; returns the results in the order of i,
// whatever the number of threads.
template <class T, class F>
std::vector<T> collect(Workers& workers, std::size_t n, F&& f) {
  std::vector<std::vector<T>> parts(workers.count());
  workers.for_range(n, [&](std::size_t begin, std::size_t end, std::size_t part) {
    for (std::size_t i = begin; i < end; ++i) f(i, parts[part]);
  });
  std::vector<T> all = std::move(parts.front());
  for (std::size_t k = 1; k < parts.size(); ++k) {
    all.insert(all.end(), parts[k].begin(), parts[k].end());
  }
  return all;
}

}  // namespace galet
