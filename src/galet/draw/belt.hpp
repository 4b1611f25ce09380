// Belts in a picture: boundaries whose surface runs along itself.
#pragma once

#include "galet/draw/canvas.hpp"
#include "galet/draw/view.hpp"

namespace galet {

// Arrow heads along a plane or a stick, which point where its surface runs. Nothing where it does
// not, and for other shapes.
template <int D>
void draw_belt(Canvas& canvas, const View<D>& view, const Boundary<D>& boundary,
               const Placement<D>& at);

}  // namespace galet
