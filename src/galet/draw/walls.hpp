// Boundaries in a picture.
#pragma once

#include "galet/draw/canvas.hpp"
#include "galet/draw/view.hpp"

namespace galet {

// What lies behind the bodies: the solid side of planes seen edge-on.
template <int D>
void draw_behind(Canvas& canvas, const View<D>& view, const Boundary<D>& boundary,
                 const Placement<D>& at);

// The outlines: hatched on the solid side where a face is seen edge-on, ticks on drums that show
// how far they have turned. `strength` 1 for full colour.
template <int D>
void draw_outline(Canvas& canvas, const View<D>& view, const Boundary<D>& boundary,
                  const Placement<D>& at, double strength = 1.0);

// Dashed lines where a periodic cell meets its images; nothing where no direction repeats.
template <int D>
void draw_seams(Canvas& canvas, const View<D>& view, const PeriodicCell<D>& cell);

}  // namespace galet
