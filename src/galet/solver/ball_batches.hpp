// Contacts of balls in batches of independent contacts: windowed greedy batching. A window of 32
// batches is open; every ball knows by a mask which of them hold it; a contact goes to the first
// one that holds neither of its balls; a full batch leaves the window. Neighbouring contacts stay
// near each other in memory, and hardly a lane stays empty (below 1 % from 10⁴ contacts on). Cost:
// O(contacts).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "galet/problem/bodies_operator.hpp"

namespace galet {

// Appends the given contacts to `plan`, `lanes` (at most 16) to a batch, −1 where a lane is empty.
// `masks` holds a 0 for every node, before and after.
template <int D>
void plan_batches(const BodiesOperator<D>& bodies, std::span<const std::int32_t> contacts,
                  int lanes, std::span<std::uint32_t> masks, std::vector<std::int32_t>& plan);

}  // namespace galet
