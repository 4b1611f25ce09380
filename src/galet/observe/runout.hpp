// How far a mass has spread along a direction; in a periodic cell places go on over the seams.
// Cost: O(N log N).
#pragma once

#include "galet/observe/look.hpp"

namespace galet {

// With `fraction` of the mass counted by whole bodies: the front is the least coordinate such that
// bodies wholly behind it hold the fraction; the back the same from the other side, the top the
// same along `up`.
template <int D>
struct Spread {
  double front = 0.0;  // m, along the direction
  double back = 0.0;
  double top = 0.0;                // m, along up
  Vec<D> center = Vec<D>::Zero();  // m, centre of mass
};

// Not numbers when the part has no bodies.
template <int D>
Spread<D> compute_spread(const Bodies<D>& bodies, const Part<D>& part, const Vec<D>& direction,
                         const Vec<D>& up, double fraction);

}  // namespace galet
