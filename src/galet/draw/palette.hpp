// Colours of pictures.
#pragma once

#include <cstddef>

#include "galet/draw/canvas.hpp"

namespace galet::palette {

inline constexpr Color paper{1.0, 1.0, 1.0};
inline constexpr Color ink{0.20, 0.22, 0.25};       // text and boundaries
inline constexpr Color pale_ink{0.55, 0.58, 0.62};  // hatching
inline constexpr Color solid{0.955, 0.955, 0.95};   // behind a plane
inline constexpr Color fixed_body{0.62, 0.62, 0.60};
inline constexpr Color force{0.74, 0.11, 0.12};

// A line on the fill that is seen without shouting.
Color line_on(const Color& fill);

// s from 0 (at rest, pale) to 1 (fast, deep blue).
Color speed(double s);

// Of the curves of a plot, over and over; Okabe and Ito's, which people who do not see all colours
// tell apart.
Color curve(std::size_t place);

}  // namespace galet::palette
