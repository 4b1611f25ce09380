// Which laws of a pair go with which scheme, solver and dimension.
#pragma once

#include "galet/scene/scene.hpp"

namespace galet {

// Throws InputError for the first key that does not fit.
void check_laws(const Scene& scene);

}  // namespace galet
