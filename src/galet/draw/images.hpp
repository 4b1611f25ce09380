// Images of what is drawn in a periodic cell: those that reach into it.
#pragma once

#include <cstddef>

#include "galet/sim/records.hpp"

namespace galet {

// Calls f(shift) for all shifts that bring some of the box into the periodic cell; once, with zero,
// where nothing repeats.
template <int D, class F>
void for_each_image(const Frame<D>& frame, const Vec<D>& low, const Vec<D>& high, F&& f) {
  const PeriodicCell<D>& cell = frame.world.cell;
  cell.for_each_shift(low, high, cell.low, cell.high(), f);
}

// Calls f(centre) for a body and those of its images that reach into the periodic cell.
template <int D, class F>
void for_each_ball(const Frame<D>& frame, std::size_t k, F&& f) {
  const Vec<D>& x = frame.state.bodies.position[k];
  const Vec<D> r = Vec<D>::Constant(frame.state.bodies.radius[k]);
  for_each_image(frame, Vec<D>(x - r), Vec<D>(x + r), [&](const Vec<D>& shift) { f(x + shift); });
}

}  // namespace galet
