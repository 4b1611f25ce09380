#include "galet/draw/legend.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "galet/draw/palette.hpp"

namespace galet {
namespace {

double round_number(double x, bool above) {
  const double power = std::pow(10.0, std::floor(std::log10(x)));
  const std::array<double, 4> steps{1.0, 2.0, 5.0, 10.0};
  double best = above ? steps.back() : steps.front();
  // The tolerance lets round numbers stay what they are.
  for (const double step : steps) {
    if (above && step * power >= x * (1.0 - 1e-9)) return step * power;
    if (!above && step * power <= x * (1.0 + 1e-9)) best = step;
  }
  return best * power;
}

}  // namespace

double round_number_above(double x) { return round_number(x, true); }
double round_number_below(double x) { return round_number(x, false); }

std::string with_prefix(double value, const std::string& unit) {
  static constexpr std::array<const char*, 9> prefixes{"p", "n", "µ", "m", "", "k", "M", "G", "T"};
  if (value == 0.0 || !std::isfinite(value)) return fmt::format("{:g} {}", value, unit);
  // A value just below a power of 1000 by rounding belongs to that power.
  const int thousand = static_cast<int>(std::floor(std::log10(std::abs(value)) / 3.0 + 1e-9));
  const int place = std::clamp(thousand + 4, 0, 8);
  return fmt::format("{:.3g} {}{}", value / std::pow(1000.0, place - 4),
                     prefixes[static_cast<std::size_t>(place)], unit);
}

void draw_legend(Canvas& canvas, const Legend& legend, double top, double unit) {
  const double size = 15.0 * unit;
  const double margin = 30.0 * unit;
  const double space = 10.0 * unit;
  const double middle = top + 0.5 * (canvas.height() - top);
  const double baseline = middle + 0.36 * size;
  canvas.line({0.0, top}, {static_cast<double>(canvas.width()), top}, palette::pale_ink.faded(0.5),
              unit);

  // From the left: time and what is missing.
  double left = margin;
  const auto put = [&](const std::string& words) {
    canvas.text({left, baseline}, words, palette::ink, size);
    left += canvas.text_width(words, size);
  };
  put(fmt::format("t = {:.4g} s", legend.time));
  left += 3.0 * space;
  if (legend.out_of_view > 0) {
    put(fmt::format("{} {} out of view", legend.out_of_view,
                    legend.out_of_view == 1 ? "body" : "bodies"));
  }

  // From the right: scale bar, forces, speeds, as far as there is room.
  double right = canvas.width() - margin;
  const auto put_before = [&](const std::string& words) {
    canvas.text({right, baseline}, words, palette::ink, size, Align::right);
    right -= canvas.text_width(words, size) + space;
  };
  const double bar_metres = round_number_below(0.14 * canvas.width() / legend.scale);
  const double bar = bar_metres * legend.scale;
  put_before(with_prefix(bar_metres, "m"));
  canvas.line({right - bar, middle}, {right, middle}, palette::ink, 2.0 * unit);
  for (const double x : {right - bar, right}) {
    canvas.line({x, middle - 5.0 * unit}, {x, middle + 5.0 * unit}, palette::ink, 2.0 * unit);
  }
  right -= bar + 4.0 * space;

  const double sample = 60.0 * unit;
  const double needed = sample + 14.0 * space;
  if (legend.force > 0.0 && right - left > needed) {
    put_before(with_prefix(legend.force, "N"));
    right -= 0.5 * legend.force_thickness;  // the line has round ends
    canvas.line({right - 0.5 * sample, middle}, {right, middle}, palette::force,
                legend.force_thickness);
    right -= 0.5 * sample + 4.0 * space;
  }
  if (legend.speed > 0.0 && right - left > needed) {
    put_before(with_prefix(legend.speed, "m/s"));
    const double half = 6.0 * unit;
    const auto strips = static_cast<int>(2.0 * sample);
    for (int k = 0; k < strips; ++k) {
      const double x = right - 2.0 * sample + k;
      const std::array<Pixel, 4> strip{Pixel(x, middle - half), Pixel(x + 1.5, middle - half),
                                       Pixel(x + 1.5, middle + half), Pixel(x, middle + half)};
      canvas.fill_polygon(strip, palette::speed(k / (2.0 * sample)));
    }
    right -= 2.0 * sample + space;
    put_before("0");
  }
}

}  // namespace galet
