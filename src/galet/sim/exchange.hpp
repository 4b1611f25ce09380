// Bodies that are put in and taken out between steps.
//
// Taken out are bodies in the regions of the scene, and those that the last step led through an
// exit of their desire (model/desire.hpp).
// A feed owes a number of bodies at a time (build/build_exchange.hpp). Before a step the bodies
// that are due at its end are put at random free places of the region, in the manner of a fill
// (build/fill.hpp); one that finds no place keeps its radius and waits for the next step. Bodies
// are taken out before others are put in. Their energy is counted as exchanged. Ids count on and
// are never used again. Cost: O(bodies) in a step that looks at regions or puts a body in.
#pragma once

#include "galet/build/build_exchange.hpp"
#include "galet/model/world.hpp"
#include "galet/sim/state.hpp"

namespace galet {

// Takes bodies out and puts bodies in before the step of length h that starts now; tells whether
// there were any.
template <int D>
bool exchange_bodies(const Exchange<D>& exchange, const World<D>& world, double h, State<D>& state);

}  // namespace galet
