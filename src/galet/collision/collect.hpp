// Loops that produce a varying number of results, with all threads, in the order of the loop.
#pragma once

#include <vector>

#include "galet/base/workers.hpp"

namespace galet {

// Calls f(begin, end, out) for ranges that make up [0, n), f appending to out, and appends the
// results to `all` in the order of the ranges, whatever the number of threads.
template <class T, class F>
void collect_ranges(Workers& workers, std::size_t n, std::vector<T>& all, F&& f) {
  std::vector<std::vector<T>> parts(workers.count() - 1);  // the first part goes to `all` itself
  workers.for_range(n, [&](std::size_t begin, std::size_t end, std::size_t part) {
    f(begin, end, part == 0 ? all : parts[part - 1]);
  });
  for (const std::vector<T>& part : parts) all.insert(all.end(), part.begin(), part.end());
}

// The same element by element: f(i, out) for i in [0, n).
template <class T, class F>
void collect(Workers& workers, std::size_t n, std::vector<T>& all, F&& f) {
  collect_ranges(workers, n, all, [&](std::size_t begin, std::size_t end, std::vector<T>& out) {
    for (std::size_t i = begin; i < end; ++i) f(i, out);
  });
}

}  // namespace galet
