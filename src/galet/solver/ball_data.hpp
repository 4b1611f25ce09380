// The arrays of a problem of balls as the kernels read them.
#pragma once

#include "galet/problem/ball_problem.hpp"
#include "galet/solver/ball_kernel.hpp"

namespace galet {

// Of a problem with at least one contact; rows are those of its bodies, then the ground.
template <int D>
BallData ball_data(const BallProblem<D>& problem) {
  static_assert(sizeof(Vec<D>) == D * sizeof(double) && sizeof(Contact<D>) % sizeof(double) == 0);
  const Contact<D>& first = problem.contacts.front();
  return {&first.place.a.value,
          sizeof(Contact<D>) / sizeof(std::int32_t),
          first.n.data(),
          sizeof(Contact<D>) / sizeof(double),
          problem.q.front().data(),
          problem.mu.data(),
          row_offset<double>(problem.inverse_mass.size())};
}

}  // namespace galet
