// Random sequential insertion: bodies are put one after the other at random places of a region
// where they touch neither bodies nor boundaries.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "galet/base/random.hpp"
#include "galet/build/ball_grid.hpp"
#include "galet/model/boundary.hpp"
#include "galet/scene/scene.hpp"

namespace galet {

// Whether a ball lies on the free side of all boundaries that are there, in these places.
template <int D>
bool clears_boundaries(const PeriodicCell<D>& cell, std::span<const Boundary<D>> boundaries,
                       std::span<const Placement<D>> places, const Vec<D>& center, double radius);

// Centres for the given radii, in their order; the bodies are added to the grid. The largest are
// placed first, equal ones in the order given: a large body rarely finds room between small ones.
// Throws InputError for `key` when a body finds no place within settings.attempts. Insertion at
// random saturates at a solid fraction of 0.547 for equal discs and 0.384 for equal spheres
// [Torquato2013]; well below, the cost is O(1) per body.
template <int D>
std::vector<Vec<D>> fill(const std::string& key, const FillBodies& settings,
                         std::span<const double> radii, std::span<const Boundary<D>> boundaries,
                         BallGrid<D>& grid, Random& random);

}  // namespace galet
