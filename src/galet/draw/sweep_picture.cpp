#include "galet/draw/sweep_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "galet/draw/axis.hpp"
#include "galet/draw/canvas.hpp"
#include "galet/draw/palette.hpp"
#include "galet/sets/intersection.hpp"

namespace galet {
namespace {

using sets::Set;
using sets::Vector;

constexpr double kMargin = 60.0;
constexpr double kTitle = 40.0;
constexpr Color kPath{0.78, 0.20, 0.10};
constexpr Color kEarly{0.72, 0.82, 0.92};
constexpr Color kLate{0.10, 0.30, 0.55};

struct Bounds {
  double low = sets::kInfinity;
  double high = -sets::kInfinity;
  void take(double x) {
    if (!std::isfinite(x)) return;
    low = std::min(low, x);
    high = std::max(high, x);
  }
  double size() const { return high - low; }
  void widen(double part) {
    if (!(size() > 0.0)) {
      const double room = low != 0.0 ? 0.5 * std::abs(low) : 1.0;
      low -= room;
      high += room;
    }
    const double room = part * size();
    low -= room;
    high += room;
  }
};

// A frame with two axes; y upwards unless `down`.
class Plot {
 public:
  Plot(Canvas& canvas, const Bounds& x, const Bounds& y, bool down)
      : canvas_(canvas), x_(x), y_(y), down_(down) {
    left_ = kMargin * 1.2;
    right_ = canvas.width() - kMargin * 0.4;
    top_ = kTitle + kMargin * 0.3;
    bottom_ = canvas.height() - kMargin * 0.8;
  }

  Pixel at(double x, double y) const {
    const double s = (y - y_.low) / y_.size();
    return {left_ + (x - x_.low) / x_.size() * (right_ - left_),
            down_ ? top_ + s * (bottom_ - top_) : bottom_ - s * (bottom_ - top_)};
  }

  void axes(const std::string& x_name, const std::string& y_name) {
    const std::array<Pixel, 4> frame{
        Pixel{left_, top_}, {right_, top_}, {right_, bottom_}, {left_, bottom_}};
    canvas_.polyline(frame, palette::pale_ink, 1.0, true);
    for (const double x : round_ticks(x_.low, x_.high)) {
      const Pixel p{at(x, y_.low).x(), bottom_};
      canvas_.line(p, p + Pixel(0, 5), palette::pale_ink, 1.0);
      canvas_.text(p + Pixel(0, 20), fmt::format("{:.4g}", x), palette::ink, 13.0, Align::center);
    }
    for (const double y : round_ticks(y_.low, y_.high)) {
      const Pixel p{left_, at(x_.low, y).y()};
      canvas_.line(p, p - Pixel(5, 0), palette::pale_ink, 1.0);
      canvas_.text(p - Pixel(9, -4), fmt::format("{:.4g}", y), palette::ink, 13.0, Align::right);
    }
    canvas_.text({0.5 * (left_ + right_), bottom_ + 40}, x_name, palette::ink, 15.0, Align::center);
    canvas_.text({14, 0.5 * (top_ + bottom_)}, y_name, palette::ink, 15.0);
  }

  void clip() { canvas_.clip(left_, top_, right_ - left_, bottom_ - top_); }
  void release() { canvas_.release_clip(); }

 private:
  Canvas& canvas_;
  Bounds x_;
  Bounds y_;
  bool down_;
  double left_;
  double right_;
  double top_;
  double bottom_;
};

Canvas titled_canvas(const SweepPictureOptions& options, int height) {
  Canvas canvas(options.width, height, palette::paper);
  canvas.text({kMargin * 0.6, kTitle * 0.75}, options.title, palette::ink, 18.0);
  return canvas;
}

Color shade(std::size_t k, std::size_t count) {
  return mix(kEarly, kLate,
             count > 1 ? static_cast<double>(k) / static_cast<double>(count - 1) : 1.0);
}

// ---- Dimension 1 ----

void draw_line(const sweep::Process& process, const sweep::Solution& solution,
               const std::filesystem::path& png, const SweepPictureOptions& options) {
  Bounds x;
  Bounds t{process.time_start, process.time_end};
  constexpr int slices = 800;
  // Ends of the set at each instant, from far away on either side.
  struct Slice {
    double t;
    double low;
    double high;
  };
  std::vector<Slice> cavity;
  const double far = 1e6;
  for (const sweep::Instant& i : solution.path) x.take(i.u[0]);
  double reach = x.size();
  for (int k = 0; k <= slices; ++k) {
    const double time = t.low + t.size() * k / slices;
    const auto set = process.set->at(time);
    const double scale = far * (set->length() + reach + 1e-300);
    Slice s{time, set->project(Vector::Constant(1, -scale)).point[0],
            set->project(Vector::Constant(1, scale)).point[0]};
    // An end that follows the start of the search is no end.
    if (s.low < -0.5 * scale) s.low = -sets::kInfinity;
    if (s.high > 0.5 * scale) s.high = sets::kInfinity;
    x.take(s.low);
    x.take(s.high);
    cavity.push_back(s);
  }
  x.widen(0.08);
  Canvas canvas = titled_canvas(options, options.width * 3 / 4);
  Plot plot(canvas, x, t, /*down=*/true);
  plot.clip();
  const Color rock{0.88, 0.86, 0.83};
  canvas.fill_polygon(std::array<Pixel, 4>{plot.at(x.low, t.low), plot.at(x.high, t.low),
                                           plot.at(x.high, t.high), plot.at(x.low, t.high)},
                      rock);
  std::vector<Pixel> outline;
  std::vector<Pixel> left;
  std::vector<Pixel> right;
  for (const Slice& s : cavity) {
    left.push_back(plot.at(std::max(s.low, x.low - x.size()), s.t));
    right.push_back(plot.at(std::min(s.high, x.high + x.size()), s.t));
  }
  outline = left;
  outline.insert(outline.end(), right.rbegin(), right.rend());
  canvas.fill_polygon(outline, palette::paper);
  canvas.polyline(left, palette::ink, 1.5);
  canvas.polyline(right, palette::ink, 1.5);
  std::vector<Pixel> path;
  for (const sweep::Instant& i : solution.path) path.push_back(plot.at(i.u[0], i.time));
  canvas.polyline(path, Color{0.10, 0.42, 0.72}, 3.0);
  plot.release();
  plot.axes("x", "t");
  canvas.write(png);
}

// ---- Dimension 2 ----

// The boundary of a convex set inside the window: projections of a far circle.
std::vector<Vector> convex_outline(const Set& set, const Vector& center, double reach) {
  constexpr int directions = 1440;
  std::vector<Vector> points;
  for (int k = 0; k < directions; ++k) {
    const double angle = 2.0 * std::numbers::pi * k / directions;
    const Vector far = center + reach * Eigen::Vector2d(std::cos(angle), std::sin(angle));
    points.push_back(set.project(far).point);
  }
  return points;
}

// Segments of the boundary of any set in the window, by marching squares; ends by bisection.
void draw_boundary(Canvas& canvas, const Plot& plot, const Set& set, const Bounds& x,
                   const Bounds& y, const Color& color) {
  constexpr int cells = 300;
  const auto point = [&](int i, int j) -> Vector {
    return Eigen::Vector2d(x.low + x.size() * i / cells, y.low + y.size() * j / cells);
  };
  const auto inside = [&](const Vector& p) {
    const auto c = set.constraints(p);
    return c ? c->value.maxCoeff() <= 0.0 : set.contains(p);
  };
  std::vector<char> in(static_cast<std::size_t>((cells + 1) * (cells + 1)));
  const auto index = [](int i, int j) { return static_cast<std::size_t>(j * (cells + 1) + i); };
  for (int j = 0; j <= cells; ++j) {
    for (int i = 0; i <= cells; ++i) in[index(i, j)] = inside(point(i, j)) ? 1 : 0;
  }
  const auto crossing = [&](Vector a, Vector b) -> Pixel {
    const bool a_in = inside(a);
    for (int k = 0; k < 12; ++k) {
      const Vector m = 0.5 * (a + b);
      (inside(m) == a_in ? a : b) = m;
    }
    return plot.at(a[0], a[1]);
  };
  for (int j = 0; j < cells; ++j) {
    for (int i = 0; i < cells; ++i) {
      const std::array<std::pair<int, int>, 4> corner{
          {{i, j}, {i + 1, j}, {i + 1, j + 1}, {i, j + 1}}};
      std::vector<Pixel> ends;
      for (std::size_t k = 0; k < 4; ++k) {
        const auto [ai, aj] = corner[k];
        const auto [bi, bj] = corner[(k + 1) % 4];
        if (in[index(ai, aj)] != in[index(bi, bj)])
          ends.push_back(crossing(point(ai, aj), point(bi, bj)));
      }
      for (std::size_t k = 0; k + 1 < ends.size(); k += 2)
        canvas.line(ends[k], ends[k + 1], color, 1.6);
    }
  }
}

// What frames the picture: the set if it is convex, its convex parts if it is an intersection.
std::vector<const Set*> convex_parts(const Set& set) {
  if (set.is_convex()) return {&set};
  std::vector<const Set*> parts;
  if (const auto* intersection = dynamic_cast<const sets::Intersection*>(&set)) {
    for (const sets::SetPtr& part : intersection->parts()) {
      if (part->is_convex()) parts.push_back(part.get());
    }
  }
  return parts;
}

void draw_plane(const sweep::Process& process, const sweep::Solution& solution,
                const std::filesystem::path& png, const SweepPictureOptions& options) {
  Bounds x;
  Bounds y;
  for (const sweep::Instant& i : solution.path) {
    x.take(i.u[0]);
    y.take(i.u[1]);
  }
  // Bounded convex sets are shown whole.
  std::vector<sets::SetPtr> shown;
  for (const double t : options.times) shown.push_back(process.set->at(t));
  const double path_size = std::max({x.size(), y.size()});
  const Vector middle = Eigen::Vector2d(0.5 * (x.low + x.high), 0.5 * (y.low + y.high));
  for (const sets::SetPtr& whole : shown) {
    for (const Set* set : convex_parts(*whole)) {
      const double most = 3.0 * (set->length() + middle.norm()) + path_size;
      for (const double angle : {0.0, 0.5, 1.0, 1.5}) {
        const double a = angle * std::numbers::pi;
        const Vector far = middle + 1e3 * most * Eigen::Vector2d(std::cos(a), std::sin(a));
        const Vector p = set->project(far).point;
        if ((p - middle).norm() > 2.0 * most) continue;  // unbounded that way
        x.take(p[0]);
        y.take(p[1]);
      }
    }
  }
  // Without anything that frames it: the path with room around.
  const bool framed =
      std::ranges::any_of(shown, [](const sets::SetPtr& s) { return !convex_parts(*s).empty(); });
  x.widen(framed ? 0.06 : 0.6);
  y.widen(framed ? 0.06 : 0.6);
  // Equal scales on both axes.
  const double plot_width = options.width - 1.6 * kMargin;
  double height = plot_width * y.size() / x.size();
  const double tallest = 1.1 * plot_width;
  const double flattest = 0.35 * plot_width;
  if (height > tallest) {
    const double extra = 0.5 * (y.size() * plot_width / tallest - x.size());
    x.low -= extra;
    x.high += extra;
    height = tallest;
  } else if (height < flattest) {
    const double extra = 0.5 * (x.size() * flattest / plot_width - y.size());
    y.low -= extra;
    y.high += extra;
    height = flattest;
  }
  Canvas canvas = titled_canvas(options, static_cast<int>(height + kTitle + 1.1 * kMargin));
  Plot plot(canvas, x, y, /*down=*/false);
  plot.clip();
  for (std::size_t k = 0; k < shown.size(); ++k) {
    const Color color = shade(k, shown.size());
    if (shown[k]->is_convex()) {
      const double reach = 1e3 * (shown[k]->length() + middle.norm() + x.size() + y.size());
      std::vector<Pixel> outline;
      for (const Vector& p : convex_outline(*shown[k], middle, reach)) {
        outline.push_back(plot.at(p[0], p[1]));
      }
      canvas.fill_polygon(outline, color.faded(0.10));
      canvas.polyline(outline, color, 1.6, true);
    } else {
      draw_boundary(canvas, plot, *shown[k], x, y, color);
    }
  }
  std::vector<Pixel> path;
  for (const sweep::Instant& i : solution.path) path.push_back(plot.at(i.u[0], i.u[1]));
  canvas.polyline(path, kPath, 2.5);
  canvas.disc(path.front(), 5.0, palette::ink);
  for (std::size_t k = 0; k < options.times.size(); ++k) {
    const Vector u = solution.at(options.times[k]);
    canvas.disc(plot.at(u[0], u[1]), 4.0, kPath);
  }
  plot.release();
  plot.axes("x", "y");
  if (!options.times.empty()) {
    canvas.text({canvas.width() - kMargin * 0.6, kTitle * 0.75},
                fmt::format("set at t = {:.4g} (pale) … {:.4g} (dark)", options.times.front(),
                            options.times.back()),
                palette::ink, 14.0, Align::right);
  }
  canvas.write(png);
}

// ---- More dimensions ----

Color coordinate_color(Eigen::Index k, Eigen::Index count) {
  return mix(kPath, kLate, static_cast<double>(k) / static_cast<double>(count - 1));
}

void draw_coordinates(const sweep::Process& process, const sweep::Solution& solution,
                      const std::filesystem::path& png, const SweepPictureOptions& options) {
  Bounds y;
  for (const sweep::Instant& i : solution.path) {
    for (const double u : i.u) y.take(u);
  }
  y.widen(0.08);
  const Bounds t{process.time_start, process.time_end};
  Canvas canvas = titled_canvas(options, options.width * 5 / 8);
  Plot plot(canvas, t, y, /*down=*/false);
  const auto n = solution.path.front().u.size();
  plot.clip();
  for (Eigen::Index k = 0; k < n; ++k) {
    std::vector<Pixel> line;
    for (const sweep::Instant& i : solution.path) line.push_back(plot.at(i.time, i.u[k]));
    canvas.polyline(line, coordinate_color(k, n), 2.0);
  }
  plot.release();
  for (Eigen::Index k = 0; k < n; ++k) {
    canvas.text(
        {canvas.width() - kMargin * (0.6 + 0.6 * static_cast<double>(n - 1 - k)), kTitle * 0.75},
        fmt::format("u{}", k + 1), coordinate_color(k, n), 15.0, Align::right);
  }
  plot.axes("t", "u");
  canvas.write(png);
}

}  // namespace

void draw_sweep(const sweep::Process& process, const sweep::Solution& solution,
                const std::filesystem::path& png, const SweepPictureOptions& options) {
  const auto n = solution.path.front().u.size();
  if (n == 1) return draw_line(process, solution, png, options);
  if (n == 2) return draw_plane(process, solution, png, options);
  draw_coordinates(process, solution, png, options);
}

}  // namespace galet
