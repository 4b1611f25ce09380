#include "galet/draw/palette.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace galet::palette {

Color line_on(const Color& fill) {
  const bool dark = fill.red + fill.green + fill.blue < 1.5;
  return mix(fill, dark ? paper : ink, 0.6);
}

namespace {

// From lightness, chroma and hue (rad) of OKLab to sRGB.
Color of_lightness(double lightness, double chroma, double hue) {
  const double a = chroma * std::cos(hue);
  const double b = chroma * std::sin(hue);
  const auto cube = [](double x) { return x * x * x; };
  const double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
  const double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
  const double s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
  const auto encoded = [](double x) {
    const double y = x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1.0 / 2.4) - 0.055;
    return std::clamp(y, 0.0, 1.0);
  };
  return {encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          encoded(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

constexpr double palest = 0.925;
constexpr double darkest = 0.345;

// From pale to dark while the hue goes from `pale_hue` to `dark_hue` (degrees).
Color darkening(double s, double chroma, double pale_hue, double dark_hue) {
  const double place = std::isfinite(s) ? std::clamp(s, 0.0, 1.0) : 0.0;
  const double hue = (pale_hue + place * (dark_hue - pale_hue)) * std::numbers::pi / 180.0;
  // Colours can be strong at middle lightness only.
  const double strength = chroma * (0.10 + 0.90 * std::sin(0.5 * std::numbers::pi * place));
  return of_lightness(palest + place * (darkest - palest), strength, hue);
}

}  // namespace

Color sequential(double s) { return darkening(s, 0.115, 230.0, 255.0); }

Color diverging(double s) {
  return s < 0.0 ? darkening(-s, 0.115, 230.0, 255.0) : darkening(s, 0.105, 75.0, 50.0);
}

Color category(std::size_t place) { return mix(curve(place), paper, 0.4); }

Color curve(std::size_t place) {
  constexpr std::array<Color, 7> colors{Color{0.000, 0.447, 0.698}, Color{0.835, 0.369, 0.000},
                                        Color{0.000, 0.620, 0.451}, Color{0.800, 0.475, 0.655},
                                        Color{0.902, 0.624, 0.000}, Color{0.337, 0.706, 0.914},
                                        Color{0.350, 0.350, 0.350}};
  return colors[place % colors.size()];
}

}  // namespace galet::palette
