// Packing fraction: the part of a window's volume (area in 2D) that lies in bodies. Bodies that
// reach across its surface count by the part inside (see ball_inside). Where bodies overlap, the
// overlap counts twice. Cost: O(bodies).
#pragma once

#include "galet/observe/look.hpp"

namespace galet {

struct Packing {
  double solid = 0.0;   // m³; m² in 2D
  double volume = 0.0;  // of the window

  double fraction() const { return solid / volume; }  // not a number without bodies and window
};

// Without a window, in the box around the bodies of the part at that time.
template <int D>
Packing compute_packing(const Bodies<D>& bodies, const Part<D>& part);

}  // namespace galet
