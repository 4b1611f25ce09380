// Colours of bodies by what they do.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "galet/draw/canvas.hpp"
#include "galet/sim/records.hpp"

namespace galet {

enum class ColorBy { speed, spin, pressure, contacts, material };

template <>
struct EnumNames<ColorBy> {
  static constexpr std::array<std::string_view, 5> names{"speed", "spin", "pressure", "contacts",
                                                         "material"};
};

// What the colours of a picture mean: numbers from `low` to `high`, or names.
struct ColorKey {
  std::string name;
  std::string unit;
  double low = 0.0;
  double high = 0.0;  // where it is `low`, there is nothing to tell
  std::vector<std::string> names;

  Color of(double value) const;
};

// One number for each body:
//   speed     |v|, m/s
//   spin      angular velocity in 2D, positive anticlockwise; its norm in 3D; rad/s
//   pressure  mean of the normal stresses of the body under its contacts, Σ f_n r / (d V), with V
//             the area (2D, N/m) or volume (3D, Pa) of the body [Love1927]
//   contacts  number of contacts with an impulse
//   material  its place in the list of names
template <int D>
std::vector<double> color_values(const Frame<D>& frame, ColorBy by);

// The number of the darkest colour: large ones that few bodies exceed, rounded up. Bodies much
// slower than a fall from their own height count as at rest, so that a settled heap does not show
// its rounding errors.
template <int D>
double color_scale(const Frame<D>& frame, ColorBy by);

template <int D>
ColorKey color_key(const Frame<D>& frame, ColorBy by, double scale);

// Of every body; fixed ones are grey.
template <int D>
std::vector<Color> body_colors(const Frame<D>& frame, ColorBy by, const ColorKey& key);

}  // namespace galet
