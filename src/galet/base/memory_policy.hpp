// When memory counts for more than time.
#pragma once

#include <cstddef>

namespace galet {

// Bodies from which on memory counts for more than the time that it takes to get it anew.
inline constexpr std::size_t kLargeScene = 50'000;

}  // namespace galet
