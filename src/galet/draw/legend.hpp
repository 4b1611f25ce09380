// The strip below a picture: time, meaning of colours, thickness of forces, scale bar.
#pragma once

#include <cstddef>
#include <string>

#include "galet/draw/canvas.hpp"
#include "galet/draw/coloring.hpp"

namespace galet {

// The nearest of 1, 2, 5 times a power of ten that is not smaller, or not larger.
double round_number_above(double x);
double round_number_below(double x);

// "20 mm", "1.5 kN": a number with the prefix that keeps it short.
std::string with_prefix(double value, const std::string& unit);

struct Legend {
  double time = 0.0;             // s
  ColorKey color;                // of the bodies; not shown where there is nothing to tell
  double force = 0.0;            // N of the thickest line; 0: not shown
  double force_thickness = 0.0;  // pixels
  double scale = 0.0;            // pixels per metre; 0: not shown
  std::size_t out_of_view = 0;   // bodies that the picture does not show
};

// In the strip from `top` to the lower edge; `unit` is the thickness of a fine line.
void draw_legend(Canvas& canvas, const Legend& legend, double top, double unit);

}  // namespace galet
