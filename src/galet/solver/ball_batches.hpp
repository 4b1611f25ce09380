// Contacts of balls in batches of independent contacts: windowed greedy batching. A window of 32
// batches is open; every ball knows by a mask which of them hold it; a contact goes to the first
// one that holds neither of its balls; a full batch leaves the window. Neighbouring contacts stay
// near each other in memory, and hardly a lane stays empty (below 1 % from 10⁴ contacts on). Cost:
// O(contacts).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "galet/solver/ball_kernel.hpp"
#include "galet/solver/ball_problem.hpp"

namespace galet {

// The contact in each lane, −1 where it is empty.
struct BatchPlan {
  int lanes = 0;
  std::vector<std::int32_t> contact;  // batches · lanes
};

template <int D>
BatchPlan plan_batches(const BallProblem<D>& problem, std::span<const std::int32_t> contacts,
                       int lanes);

// Rows of the balls, all at rest; one more for what cannot move.
template <class T, int D>
std::vector<BallRow<T>> make_rows(const BallProblem<D>& problem);

// Batches with impulses zero.
template <class T, int D>
std::vector<BallBatch<T>> make_batches(const BallProblem<D>& problem, const BatchPlan& plan);

}  // namespace galet
