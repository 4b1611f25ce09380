// What the groups of bodies want, from the scene.
#pragma once

#include "galet/build/build_exchange.hpp"
#include "galet/model/world.hpp"
#include "galet/scene/scene.hpp"

namespace galet {

// Fills in the desires of the world, which must have its groups, boundaries and cell. The shortest
// ways to exits are those of the largest body of the group, feeds included. Throws InputError: a
// group without bodies or with two desires, exits that are too narrow or out of reach, obstacles
// that move, a grid that is too coarse or too large.
template <int D>
void build_desires(const Scene& scene, const Bodies<D>& bodies, const Exchange<D>& exchange,
                   World<D>& world);

}  // namespace galet
