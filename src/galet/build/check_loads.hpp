// Planes under load, once the bodies and the walls beside them are known.
#pragma once

#include <span>

#include "galet/model/world.hpp"
#include "galet/scene/scene.hpp"

namespace galet {

// A plane without a mass gets that of all bodies that can move. Throws InputError if there are
// none, for a drive in a scheme that knows none, and for a pressure on an area that is not known,
// at the start, at the end or when a boundary comes or goes.
template <int D>
void complete_loads(const Scene& scene, const Bodies<D>& bodies,
                    std::span<const LoadedMotion> loaded, World<D>& world);

}  // namespace galet
