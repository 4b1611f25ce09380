// Radii drawn from the distribution of a scene.
#pragma once

#include <string>
#include <vector>

#include "galet/base/random.hpp"
#include "galet/scene/scene.hpp"

namespace galet {

// `count` radii, one random number each (also where all are equal, so that the numbers drawn after
// them do not depend on the distribution). Throws InputError for `key` when the distribution makes
// no sense.
std::vector<double> draw_radii(const std::string& key, const RadiusDistribution& distribution,
                               std::size_t count, Random& random);

}  // namespace galet
