#include "galet/draw/axis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace galet {
namespace {

constexpr double most_decades = 18.0;  // below the greatest number: rounding of doubles, and a bit

// With signs and digits as in print.
std::string printed(std::string number) {
  if (number.starts_with('-')) number.replace(0, 1, "−");
  return number;
}

std::string superscript(int exponent) {
  static constexpr std::array<const char*, 10> digits{"⁰", "¹", "²", "³", "⁴",
                                                      "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out = exponent < 0 ? "⁻" : "";
  for (const char c : std::to_string(std::abs(exponent))) {
    out += digits[static_cast<std::size_t>(c - '0')];
  }
  return out;
}

// Powers and masses change their meaning with a prefix.
bool takes_prefix(const std::string& unit) {
  static const std::array<std::string_view, 6> plain{"J", "m", "s", "N", "Pa", "W"};
  const std::string_view first = std::string_view(unit).substr(0, unit.find_first_of(" /"));
  return std::ranges::find(plain, first) != plain.end();
}

// What the labels are multiplied with, so that they are short, and how the title says it.
struct LabelScale {
  double factor = 1.0;
  std::string unit;
};

LabelScale label_scale(const std::string& unit, double largest) {
  static constexpr std::array<const char*, 9> prefixes{"p", "n", "µ", "m", "", "k", "M", "G", "T"};
  if (!(largest > 0.0) || (largest >= 0.05 && largest < 1e5)) return {1.0, unit};
  const int power = static_cast<int>(std::floor(std::log10(largest) / 3.0 + 1e-9));
  if (takes_prefix(unit) && std::abs(power) <= 4) {
    return {std::pow(1000.0, -power), prefixes[static_cast<std::size_t>(power + 4)] + unit};
  }
  const std::string times = "10" + superscript(3 * power);
  return {std::pow(1000.0, -power), unit.empty() ? times : times + " " + unit};
}

double tick_spacing(double size, double count) {
  const double raw = size / count;
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  const double lead = raw / power;
  return power * (lead < 1.5 ? 1.0 : lead < 3.5 ? 2.0 : lead < 7.5 ? 5.0 : 10.0);
}

std::string titled(const std::string& name, const std::string& unit) {
  if (unit.empty()) return name;
  return name.empty() ? unit : fmt::format("{} ({})", name, unit);
}

}  // namespace

void Extent::take(double x) {
  if (!std::isfinite(x)) return;
  low = std::min(low, x);
  high = std::max(high, x);
}

std::vector<double> round_ticks(double low, double high, double count) {
  std::vector<double> values;
  const double spacing = tick_spacing(high - low, count);
  // By whole numbers, since a sum of spacings drifts and may not move at all.
  const double first = std::ceil(low / spacing - 1e-9);
  const double last = std::floor(high / spacing + 1e-9);
  for (double k = first; k <= last && values.size() < 100; k += 1.0) {
    values.push_back(k * spacing + 0.0);  // no −0
  }
  return values;
}

Axis::Axis(AxisSettings settings, Extent extent, double room, double ticks)
    : settings_(std::move(settings)) {
  if (settings_.logarithmic) {
    span_decades(extent);
  } else {
    span_linear(extent, room, ticks);
  }
}

void Axis::span_linear(Extent extent, double room, double count) {
  if (extent.empty()) extent = {0.0, 1.0};
  if (extent.low > 0.0 && extent.low < 0.5 * extent.high) extent.low = 0.0;
  if (extent.high < 0.0 && extent.high > 0.5 * extent.low) extent.high = 0.0;
  const double largest = std::max(std::abs(extent.low), std::abs(extent.high));
  // Numbers that differ by rounding only are one number.
  if (extent.size() <= 1e-12 * largest || largest == 0.0) {
    const double around = largest > 0.0 ? 0.5 * largest : 1.0;
    extent = {extent.low - around, extent.high + around};
  }
  low_ = extent.low == 0.0 ? 0.0 : extent.low - room * extent.size();
  high_ = extent.high == 0.0 ? 0.0 : extent.high + room * extent.size();
  const LabelScale scale = label_scale(settings_.unit, largest);
  title_ = titled(settings_.name, scale.unit);
  const double spacing = tick_spacing(high_ - low_, count) * scale.factor;
  const int decimals = std::clamp(static_cast<int>(-std::floor(std::log10(spacing) + 1e-9)), 0, 12);
  for (const double value : round_ticks(low_, high_, count)) {
    ticks_.push_back({value, printed(fmt::format("{:.{}f}", value * scale.factor, decimals))});
  }
}

void Axis::span_decades(Extent extent) {
  if (extent.empty() || !(extent.high > 0.0)) extent = {0.1, 1.0};
  const double top = std::ceil(std::log10(extent.high) - 1e-9);
  const double bottom = extent.low > 0.0 ? std::floor(std::log10(extent.low) + 1e-9) : top - 1.0;
  low_ = std::clamp(bottom, top - most_decades, top - 1.0);
  title_ = titled(settings_.name, settings_.unit);
  const int every = top - low_ > 9.0 ? 3 : 1;
  for (int k = static_cast<int>(low_); k <= static_cast<int>(top); ++k) {
    if (k % every != 0) continue;
    ticks_.push_back({std::pow(10.0, k), k == 0 ? "1" : "10" + superscript(k)});
  }
  // Numbers at a whole decade, such as a tolerance that is met, do not lie on the edge.
  const double room_beyond = 0.04 * (top - low_);
  low_ -= room_beyond;
  high_ = top + room_beyond;
}

double Axis::place(double x) const {
  const double at = settings_.logarithmic ? std::log10(x) : x;  // NaN or −∞ where not positive
  return (at - low_) / (high_ - low_);
}

}  // namespace galet
