// The strip below a picture: time, colours of speeds, thickness of forces, scale bar.
#pragma once

#include <cstddef>
#include <string>

#include "galet/draw/canvas.hpp"

namespace galet {

// The nearest of 1, 2, 5 times a power of ten that is not smaller, or not larger.
double round_number_above(double x);
double round_number_below(double x);

// "20 mm", "1.5 kN": a number with the prefix that keeps it short.
std::string with_prefix(double value, const std::string& unit);

struct Legend {
  double time = 0.0;             // s
  double speed = 0.0;            // m/s of the darkest colour; 0: not shown
  double force = 0.0;            // N of the thickest line; 0: not shown
  double force_thickness = 0.0;  // pixels
  double scale = 1.0;            // pixels per metre
  std::size_t out_of_view = 0;   // bodies that the picture does not show
};

// In the strip from `top` to the lower edge; `unit` is the thickness of a fine line.
void draw_legend(Canvas& canvas, const Legend& legend, double top, double unit);

}  // namespace galet
