#include "galet/draw/plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/draw/palette.hpp"

namespace galet {
namespace {

constexpr double title_size = 17.0;
constexpr double name_size = 14.0;
constexpr double tick_size = 13.0;
constexpr double line_thickness = 1.8;
constexpr double point_radius = 3.2;
constexpr double bar_thickness = 1.2;
constexpr double bar_cap = 4.0;  // half its width
constexpr double legend_sample = 30.0;
constexpr double legend_row = 22.0;

constexpr std::array<double, 2> long_dashes{9.0, 4.0};
constexpr std::array<double, 2> short_dashes{2.5, 3.0};
constexpr std::array<double, 4> mixed_dashes{9.0, 3.0, 2.5, 3.0};

std::span<const double> dashes_of(int kind) {
  switch (kind % 4) {
    case 1:
      return long_dashes;
    case 2:
      return short_dashes;
    case 3:
      return mixed_dashes;
    default:
      return {};
  }
}

// As much of the words as fits.
std::string fitting(Canvas& canvas, std::string words, double size, double width) {
  if (canvas.text_width(words, size) <= width) return words;
  while (!words.empty() && canvas.text_width(words + "…", size) > width) {
    // A character of UTF-8 is a first byte and those that follow it, 10xxxxxx.
    while (words.size() > 1 && (static_cast<unsigned char>(words.back()) & 0xc0U) == 0x80U) {
      words.pop_back();
    }
    words.pop_back();
  }
  return words + "…";
}

Extent extent_of(const Chart& chart, std::vector<double> Curve::*numbers, bool positive) {
  Extent extent;
  const auto take = [&](double x) {
    if (!positive || x > 0.0) extent.take(x);
  };
  for (const Curve& curve : chart.curves) {
    for (const double x : curve.*numbers) take(x);
    if (numbers != &Curve::y) continue;
    for (std::size_t k = 0; k < curve.error.size(); ++k) {
      take(curve.y[k] - curve.error[k]);
      take(curve.y[k] + curve.error[k]);
    }
  }
  return extent;
}

// Thousands of points within a pixel are one stroke: of those in one column of pixels the first,
// the extremes and the last stay, in their order.
std::vector<Pixel> thinned(std::span<const Pixel> points) {
  std::vector<Pixel> kept;
  for (std::size_t from = 0; from < points.size();) {
    std::size_t to = from + 1;
    const double column = std::floor(points[from].x());
    while (to < points.size() && std::floor(points[to].x()) == column) ++to;
    const auto group = points.subspan(from, to - from);
    const auto [low, high] =
        std::ranges::minmax_element(group, {}, [](const Pixel& p) { return p.y(); });
    std::array<std::ptrdiff_t, 4> places{0, low - group.begin(), high - group.begin(),
                                         std::ssize(group) - 1};
    std::ranges::sort(places);
    const auto end = std::unique(places.begin(), places.end());
    for (auto it = places.begin(); it != end; ++it) {
      kept.push_back(group[static_cast<std::size_t>(*it)]);
    }
    from = to;
  }
  return kept;
}

class ChartDrawing {
 public:
  ChartDrawing(const Chart& chart, PictureFormat format, const ChartOptions& options)
      : chart_(chart),
        canvas_(options.width, options.height, palette::paper, format),
        x_(chart.x, extent_of(chart, &Curve::x, chart.x.logarithmic), 0.0, options.width / 130.0),
        y_(chart.y, extent_of(chart, &Curve::y, chart.y.logarithmic), 0.04, options.height / 85.0) {
    lay_out();
  }

  std::string draw() {
    draw_axes();
    // Strokes at the edge keep their thickness.
    const double room = 0.5 * line_thickness + point_radius;
    canvas_.clip(left_ - room, top_ - room, right_ - left_ + 2.0 * room,
                 bottom_ - top_ + 2.0 * room);
    for (std::size_t k = 0; k < chart_.curves.size(); ++k) draw_curve(k);
    canvas_.release_clip();
    draw_legend_column();
    return canvas_.finish();
  }

 private:
  void lay_out() {
    double labels = 0.0;
    for (const Tick& tick : y_.ticks()) {
      labels = std::max(labels, canvas_.text_width(tick.label, tick_size));
    }
    left_ = 40.0 + labels;
    top_ = chart_.title.empty() ? 16.0 : 46.0;
    bottom_ = canvas_.height() - 56.0;
    for (std::size_t k = 0; k < chart_.curves.size(); ++k) {
      if (!chart_.curves[k].name.empty()) listed_.push_back(k);
    }
    if (chart_.curves.size() < 2) listed_.clear();
    double names = 0.0;
    for (const std::size_t k : listed_) {
      names = std::max(names, canvas_.text_width(chart_.curves[k].name, name_size));
    }
    names_width_ = std::min(names, 0.36 * canvas_.width());
    right_ = canvas_.width() - (listed_.empty() ? 24.0 : names_width_ + legend_sample + 44.0);
  }

  Pixel at(double x, double y) const {
    return {left_ + x_.place(x) * (right_ - left_), bottom_ - y_.place(y) * (bottom_ - top_)};
  }

  void draw_axes() {
    const Color grid = palette::pale_ink.faded(0.25);
    for (const Tick& tick : x_.ticks()) {
      const double x = left_ + x_.place(tick.value) * (right_ - left_);
      canvas_.line({x, top_}, {x, bottom_}, grid, 1.0);
      canvas_.text({x, bottom_ + 19.0}, tick.label, palette::ink, tick_size, Align::center);
    }
    for (const Tick& tick : y_.ticks()) {
      const double y = bottom_ - y_.place(tick.value) * (bottom_ - top_);
      canvas_.line({left_, y}, {right_, y}, grid, 1.0);
      canvas_.text({left_ - 8.0, y + 0.36 * tick_size}, tick.label, palette::ink, tick_size,
                   Align::right);
    }
    const std::array<Pixel, 3> frame{Pixel(left_, top_), Pixel(left_, bottom_),
                                     Pixel(right_, bottom_)};
    canvas_.polyline(frame, palette::ink, 1.0);
    const std::string title = fitting(canvas_, chart_.title, title_size, canvas_.width() - 40.0);
    canvas_.text({20.0, 28.0}, title, palette::ink, title_size);
    canvas_.text({0.5 * (left_ + right_), canvas_.height() - 14.0}, x_.title(), palette::ink,
                 name_size, Align::center);
    canvas_.text_upwards({20.0, 0.5 * (top_ + bottom_)}, y_.title(), palette::ink, name_size);
  }

  Color color_of(std::size_t k) const {
    return palette::curve(
        static_cast<std::size_t>(chart_.curves[k].color.value_or(static_cast<int>(k))));
  }

  void stroke(std::span<const Pixel> points, std::size_t k) {
    const std::vector<Pixel> kept = thinned(points);
    // A value between two gaps is seen as a dot.
    if (kept.size() == 1) return canvas_.disc(kept.front(), line_thickness, color_of(k));
    const int dashes = chart_.curves[k].dashes;
    if (dashes == 0) return canvas_.polyline(kept, color_of(k), line_thickness);
    canvas_.dashed(kept, color_of(k), line_thickness, dashes_of(dashes));
  }

  // An end that has no place on a logarithmic axis is at its lower end.
  void draw_bar(double x, double y, double error, const Color& color) {
    const Pixel top = at(x, y + error);
    Pixel end = at(x, y - error);
    if (!top.allFinite()) return;
    if (!end.allFinite()) end = {top.x(), bottom_};
    canvas_.line(top, end, color, bar_thickness);
    for (const Pixel& tip : {top, end}) {
      canvas_.line({tip.x() - bar_cap, tip.y()}, {tip.x() + bar_cap, tip.y()}, color,
                   bar_thickness);
    }
  }

  void draw_curve(std::size_t k) {
    const Curve& curve = chart_.curves[k];
    GALET_ASSERT(curve.x.size() == curve.y.size());
    GALET_ASSERT(curve.error.empty() || curve.error.size() == curve.y.size());
    for (std::size_t i = 0; i < curve.error.size(); ++i) {
      if (curve.error[i] > 0.0) draw_bar(curve.x[i], curve.y[i], curve.error[i], color_of(k));
    }
    std::vector<Pixel> points;
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      const Pixel p = at(curve.x[i], curve.y[i]);
      if (p.allFinite()) points.push_back(p);
      const bool ends = !p.allFinite() || i + 1 == curve.x.size();
      if (!ends || points.empty()) continue;
      if (curve.style != CurveStyle::points) stroke(points, k);
      if (curve.style != CurveStyle::line) {
        for (const Pixel& point : points) canvas_.disc(point, point_radius, color_of(k));
      }
      points.clear();
    }
  }

  void draw_legend_column() {
    double y = top_ + 10.0;
    const double x = right_ + 18.0;
    for (const std::size_t k : listed_) {
      const Curve& curve = chart_.curves[k];
      if (curve.style != CurveStyle::points) {
        stroke(std::array<Pixel, 2>{Pixel(x, y), Pixel(x + legend_sample, y)}, k);
      }
      if (curve.style != CurveStyle::line) {
        canvas_.disc({x + 0.5 * legend_sample, y}, point_radius, color_of(k));
      }
      canvas_.text({x + legend_sample + 8.0, y + 0.36 * name_size},
                   fitting(canvas_, curve.name, name_size, names_width_), palette::ink, name_size);
      y += legend_row;
    }
  }

  const Chart& chart_;
  Canvas canvas_;
  Axis x_;
  Axis y_;
  std::vector<std::size_t> listed_;  // curves in the legend
  double names_width_ = 0.0;
  double left_ = 0.0;
  double right_ = 0.0;
  double top_ = 0.0;
  double bottom_ = 0.0;
};

}  // namespace

std::string chart_bytes(const Chart& chart, PictureFormat format, const ChartOptions& options) {
  return ChartDrawing(chart, format, options).draw();
}

void draw_chart(const Chart& chart, const std::filesystem::path& path,
                const ChartOptions& options) {
  put_picture(path, chart_bytes(chart, picture_format(path), options));
}

}  // namespace galet
