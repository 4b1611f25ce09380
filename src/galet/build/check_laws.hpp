// Which laws of a pair go with which scheme, solver and dimension.
#pragma once

#include "galet/model/world.hpp"
#include "galet/scene/scene.hpp"

namespace galet {

// Throws InputError for the first key that does not fit.
void check_laws(const Scene& scene);

// Throws InputError where the roughness of a gluey pair is too large for its bodies (γ* >= 0).
template <int D>
void check_thresholds(const World<D>& world, const Bodies<D>& bodies);

}  // namespace galet
