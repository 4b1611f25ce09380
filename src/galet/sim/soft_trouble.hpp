// Warnings of schemes whose forces come from overlaps: what rigid contacts call an error is their
// means, but only within bounds.
#pragma once

#include <vector>

#include "galet/base/warning.hpp"
#include "galet/scheme/settings.hpp"

namespace galet {

// Over the smaller radius of the pair: soft bodies that overlap by more have lost their shape.
inline constexpr double kLargeSoftOverlap = 0.5;

// From the largest overlap of a run, over the smaller radius of the pair, and the largest way of a
// body in a step, over its radius. Nothing for rigid contacts.
std::vector<Warning> soft_trouble(const SchemeSettings& scheme, double overlap, double travel);

}  // namespace galet
