// Bodies and contact impulses of an earlier run in the terms of a new scene.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "galet/build/build_materials.hpp"
#include "galet/build/earlier_state.hpp"
#include "galet/model/boundary.hpp"
#include "galet/scene/scene.hpp"

namespace galet {

// The state of the run that `settings` name, with the materials, groups and boundaries of the new
// scene, found by their names; groups that are new are added to the list. Ids are raised by
// `first_id`. Impulses at a boundary that the new scene does not have are left out: their contact
// no longer exists. The settings give up their state. Throws InputError for `key`.
template <int D>
EarlierState<D> take_up(const std::string& key, RunBodies& settings, const MaterialList& materials,
                        std::span<const Boundary<D>> boundaries, std::int32_t first_id,
                        std::vector<std::string>& groups);

// Of a plane under load that stood in the earlier run, by its name: it stands where it stood then,
// wherever the new scene puts it, so that the bodies it pressed are not run into. `otherwise` where
// there is no such plane.
template <int D>
LoadedMotion taken_up_motion(const EarlierState<D>& state, const Boundary<D>& plane,
                             const LoadedMotion& otherwise);

// The place of a name in the list of groups, where it is added if it is new.
GroupIndex group_index(std::vector<std::string>& groups, const std::string& name);

}  // namespace galet
