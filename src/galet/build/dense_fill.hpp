// Dense random packings without gravity: bodies are put anywhere and pushed apart.
//
// Centres start uniformly at random in the region, with overlaps, and minimise the energy
// Σ ½ overlap² of all pairs, walls and bodies that are there already [OHern2003], by gradient steps
// with momentum [Polyak1964]. When they jam, a second search starts from other places with more
// momentum, in which the bodies move about longer and come to lie denser. Differs from the papers:
// radii are enlarged by a thousandth during the search, so that it ends after finitely many steps
// with no overlap of the true radii.
//
// Reaches a little less than random close packing (0.84 for discs of different sizes, 0.64 for
// spheres), less where the walls are near: a layer of a tenth of a diameter along them stays
// emptier. Cost: O(bodies) per step; some hundred steps well below jamming, several thousand near
// it: 10⁵ discs at 0.83 take 29 s, 10⁵ spheres at 0.60 take 18 s of CPU time (`galet check` of a
// scene with nothing else). Fails, with the fraction that fits, when overlaps remain and the energy
// no longer goes down.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "galet/base/random.hpp"
#include "galet/build/ball_grid.hpp"
#include "galet/model/boundary.hpp"
#include "galet/scene/scene.hpp"

namespace galet {

// Radii for the entry: `count` of them, or as many as make up the solid fraction. Throws
// InputError.
template <int D>
std::vector<double> dense_radii(const std::string& key, const DenseFillBodies& settings,
                                const PeriodicCell<D>& cell, Random& random);

// Centres for the radii, in their order; the bodies are added to the grid. No overlap with each
// other, the boundaries at t = 0 and the bodies of the grid. Throws InputError when they jam.
template <int D>
std::vector<Vec<D>> dense_fill(const std::string& key, const DenseFillBodies& settings,
                               std::span<const double> radii,
                               std::span<const Boundary<D>> boundaries, BallGrid<D>& grid,
                               Random& random);

}  // namespace galet
