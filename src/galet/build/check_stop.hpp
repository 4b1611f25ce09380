// Conditions that end a run before its time, checked.
#pragma once

#include "galet/scene/scene.hpp"

namespace galet {

// Throws InputError when the settings make no sense.
template <int D>
void check_stop(const Scene& scene);

}  // namespace galet
