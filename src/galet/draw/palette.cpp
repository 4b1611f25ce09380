#include "galet/draw/palette.hpp"

#include <algorithm>
#include <array>

namespace galet::palette {

Color line_on(const Color& fill) {
  const bool dark = fill.red + fill.green + fill.blue < 1.5;
  return mix(fill, dark ? paper : ink, 0.6);
}

Color speed(double s) {
  // One hue, evenly darker: reads the same in grey and leaves red to the forces.
  constexpr std::array<Color, 4> stops{Color{0.878, 0.900, 0.918}, Color{0.604, 0.745, 0.835},
                                       Color{0.255, 0.498, 0.690}, Color{0.075, 0.231, 0.424}};
  const double place = std::clamp(s, 0.0, 1.0) * (stops.size() - 1);
  const auto k = std::min(static_cast<std::size_t>(place), stops.size() - 2);
  return mix(stops[k], stops[k + 1], place - static_cast<double>(k));
}

Color curve(std::size_t place) {
  constexpr std::array<Color, 7> colors{Color{0.000, 0.447, 0.698}, Color{0.835, 0.369, 0.000},
                                        Color{0.000, 0.620, 0.451}, Color{0.800, 0.475, 0.655},
                                        Color{0.902, 0.624, 0.000}, Color{0.337, 0.706, 0.914},
                                        Color{0.350, 0.350, 0.350}};
  return colors[place % colors.size()];
}

}  // namespace galet::palette
