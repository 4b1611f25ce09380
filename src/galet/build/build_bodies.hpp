// Bodies of a scene.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "galet/build/build_materials.hpp"
#include "galet/build/initial_overlap.hpp"
#include "galet/collision/contact_set.hpp"
#include "galet/model/world.hpp"
#include "galet/scene/scene.hpp"

namespace galet {

template <int D>
struct BuiltBodies {
  Bodies<D> bodies;
  std::int32_t next_id = 0;          // above all ids
  ContactMemory<D> memory;           // of the earlier runs that are taken up
  std::vector<LoadedMotion> loaded;  // by boundary, likewise
  std::vector<std::string> groups;   // group 0 is ""
  std::vector<BodiesEntry> entries;
};

// Bodies are numbered in the order of the entries; those of an earlier run keep the distances of
// their ids, and the ids themselves when they come first. The boundaries are what a fill must
// avoid.
//
// Randomness: entry k draws from a stream of its own, Random(seed) with its own seed, or by default
// with the (k + 1)-th word of Random(scene.seed): entries do not disturb each other.
//
// The scene gives up the states of earlier runs.
template <int D>
BuiltBodies<D> build_bodies(Scene& scene, const MaterialList& materials,
                            std::span<const Boundary<D>> boundaries, const PeriodicCell<D>& cell);

}  // namespace galet
