// How many steps a scene takes, and how many from one output to the next.
#pragma once

#include <cstdint>

#include "galet/scene/scene.hpp"

namespace galet {

// Steps of a run: up to the first multiple of the step that reaches the end (a multiple that misses
// it by round-off counts).
std::int64_t count_steps(const TimeSettings& time);

// Steps between outputs, at least 1.
std::int64_t output_stride(const Scene& scene);

}  // namespace galet
