// The ranges that fields_of gives for numbers, checked for a whole scene.
#pragma once

#include <vector>

#include "galet/base/error.hpp"
#include "galet/scene/scene.hpp"

namespace galet {

// One error, with its key, for every number of the scene that is not finite or out of its range.
std::vector<InputError> check_ranges(const Scene& scene);

}  // namespace galet
