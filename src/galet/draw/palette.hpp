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
inline constexpr Color force{0.74, 0.11, 0.12};  // of contacts that stick
inline constexpr Color slip{0.95, 0.56, 0.04};   // of contacts that slip

// A line on the fill that is seen without shouting.
Color line_on(const Color& fill);

// s from 0 (pale) to 1 (deep blue). Evenly darker to the eye: equal steps of s are equal steps of
// the lightness of OKLab, so that it reads the same in grey; red and amber are left to the forces.
Color sequential(double s);

// s from −1 (blue) over 0 (pale) to 1 (brown), each half as above.
Color diverging(double s);

// Of kinds without order, over and over.
Color category(std::size_t place);

// Of the curves of a plot, over and over; Okabe and Ito's, which people who do not see all colours
// tell apart.
Color curve(std::size_t place);

}  // namespace galet::palette
