// The periodic cell of a scene, and what must hold for it (docs/adr/0007-periodic-cells.md).
#pragma once

#include <span>

#include "galet/model/boundary.hpp"
#include "galet/scene/scene.hpp"

namespace galet {

// Throws InputError for periods that are none.
template <int D>
PeriodicCell<D> build_cell(const PeriodicSettings& settings);

// Throws InputError, with the key of the setting, for a boundary that is not the same in every
// period: a plane, a box or a drum must not end nor turn along a direction that repeats. Segments
// may: there is one in each period.
template <int D>
void refuse_broken_periods(const PeriodicCell<D>& cell, std::span<const Boundary<D>> boundaries);

// Throws InputError when two of the largest bodies do not fit side by side into a period, or
// between a segment and the next image of it: a body could then touch two images of the same thing.
template <int D>
void check_periods(const PeriodicCell<D>& cell, std::span<const Boundary<D>> boundaries,
                   double largest_diameter);

}  // namespace galet
