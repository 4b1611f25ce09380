// Boundaries of a scene.
#pragma once

#include <vector>

#include "galet/build/build_materials.hpp"
#include "galet/model/boundary.hpp"
#include "galet/scene/scene.hpp"

namespace galet {

// The origin of a boundary's frame is the pivot of its rotation: the one that is given, or the
// plane's point, the middle of the segment, the centre of the box or drum.
template <int D>
std::vector<Boundary<D>> build_boundaries(const Scene& scene, const MaterialList& materials);

}  // namespace galet
