// Bodies that are near each other get places near each other in the arrays, so that the sweeps find
// their data in the cache and threads can share slabs of space (solver/sweep_tasks.hpp). Ids stay;
// nothing that a user sees depends on the places.
#pragma once

#include "galet/sim/state.hpp"

namespace galet {

// How often bodies are put in order; depends on the number of the step only, so that a run goes on
// from a stored state as it would have without the stop.
inline constexpr std::int64_t kStepsToRenumber = 200;

// Slabs along the longest side of the box around the centres, all with the same number of bodies.
// Within a slab layers of one diameter, from the top down, since sweeps carry loads that way in a
// third fewer; gravity tells where that is. Within a layer (without gravity: a slab) along a Morton
// curve [Morton1966]. Few bodies are left as they are: they fit into the cache. Cost: O(N log N).
template <int D>
void renumber(const Vec<D>& gravity, State<D>& state);

}  // namespace galet
