// An edge of the graph that is the pattern of a matrix of blocks.
#pragma once

#include <compare>
#include <cstdint>

namespace galet {

struct BlockEdge {
  std::int32_t i = 0;  // i < j
  std::int32_t j = 0;

  friend constexpr auto operator<=>(const BlockEdge&, const BlockEdge&) = default;
};

}  // namespace galet
