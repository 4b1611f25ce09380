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

namespace {

class LegendStrip {
 public:
  LegendStrip(Canvas& canvas, double top, double unit)
      : canvas_(canvas),
        unit_(unit),
        size_(15.0 * unit),
        space_(10.0 * unit),
        middle_(top + 0.5 * (canvas.height() - top)),
        left_(30.0 * unit),
        right_(canvas.width() - 30.0 * unit) {
    canvas_.line({0.0, top}, {static_cast<double>(canvas.width()), top},
                 palette::pale_ink.faded(0.5), unit);
  }

  // From the left: time and what is missing.
  void put_facts(const Legend& legend) {
    put(fmt::format("t = {:.4g} s", legend.time));
    left_ += 3.0 * space_;
    if (legend.out_of_view == 0) return;
    put(fmt::format("{} {} out of view", legend.out_of_view,
                    legend.out_of_view == 1 ? "body" : "bodies"));
    left_ += 2.0 * space_;
  }

  // From the right, as far as there is room.
  void put_scale_bar(double scale) {
    if (!(scale > 0.0)) return;
    const double metres = round_number_below(0.14 * canvas_.width() / scale);
    const double bar = metres * scale;
    put_before(with_prefix(metres, "m"));
    canvas_.line({right_ - bar, middle_}, {right_, middle_}, palette::ink, 2.0 * unit_);
    for (const double x : {right_ - bar, right_}) {
      canvas_.line({x, middle_ - 5.0 * unit_}, {x, middle_ + 5.0 * unit_}, palette::ink,
                   2.0 * unit_);
    }
    right_ -= bar + 4.0 * space_;
  }

  void put_forces(double force, double thickness) {
    if (!(force > 0.0)) return;
    const std::string most = with_prefix(force, "N");
    const double sample = 26.0 * unit_;
    const double words = width(most) + width("stick") + width("slip");
    if (right_ - left_ < words + 2.0 * sample + 2.0 * thickness + 8.0 * space_) return;
    put_before(most);
    put_sample(palette::slip, thickness, sample);
    put_before("slip");
    right_ -= space_;
    put_sample(palette::force, thickness, sample);
    put_before("stick");
    right_ -= 3.0 * space_;
  }

  void put_colors(const ColorKey& key) {
    if (!key.names.empty()) return put_names(key);
    if (!(key.high > key.low)) return;
    const double bar = 110.0 * unit_;
    const std::string high = with_prefix(key.high, key.unit);
    const std::string low = key.low < 0.0 ? "−" + with_prefix(-key.low, "") : "0";
    const double words = width(high) + width(low);
    if (right_ - left_ < words + bar + 4.0 * space_) return;
    put_before(high);
    put_gradient(key, bar);
    put_before(low);
    if (right_ - left_ > width(key.name) + 2.0 * space_) put_before(key.name);
  }

 private:
  double width(const std::string& words) { return canvas_.text_width(words, size_); }
  double baseline() const { return middle_ + 0.36 * size_; }

  void put(const std::string& words) {
    canvas_.text({left_, baseline()}, words, palette::ink, size_);
    left_ += width(words);
  }
  void put_before(const std::string& words) {
    canvas_.text({right_, baseline()}, words, palette::ink, size_, Align::right);
    right_ -= width(words) + space_;
  }
  void put_sample(const Color& color, double thickness, double length) {
    right_ -= 0.5 * thickness;  // the line has round ends
    canvas_.line({right_ - length, middle_}, {right_, middle_}, color, thickness);
    right_ -= length + 0.5 * thickness + space_;
  }
  void put_gradient(const ColorKey& key, double length) {
    const double half = 6.0 * unit_;
    const int strips = static_cast<int>(std::ceil(length));
    for (int k = 0; k < strips; ++k) {
      const double x = right_ - length + k;
      const double end = std::min(x + 1.5, right_);  // a little over the next: no seams
      const std::array<Pixel, 4> strip{Pixel(x, middle_ - half), Pixel(end, middle_ - half),
                                       Pixel(end, middle_ + half), Pixel(x, middle_ + half)};
      canvas_.fill_polygon(strip, key.of(key.low + (k + 0.5) / strips * (key.high - key.low)));
    }
    right_ -= length + space_;
  }
  void put_names(const ColorKey& key) {
    for (std::size_t k = key.names.size(); k-- > 0;) {
      if (right_ - left_ < width(key.names[k]) + 5.0 * space_) return;
      put_before(key.names[k]);
      canvas_.disc({right_ - 6.0 * unit_, middle_}, 6.0 * unit_, key.of(static_cast<double>(k)));
      right_ -= 12.0 * unit_ + 2.0 * space_;
    }
  }

  Canvas& canvas_;
  double unit_;
  double size_;
  double space_;
  double middle_;
  double left_;
  double right_;
};

}  // namespace

void draw_legend(Canvas& canvas, const Legend& legend, double top, double unit) {
  LegendStrip strip(canvas, top, unit);
  strip.put_facts(legend);
  strip.put_scale_bar(legend.scale);
  strip.put_forces(legend.force, legend.force_thickness);
  strip.put_colors(legend.color);
}

}  // namespace galet
