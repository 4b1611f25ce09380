#include "galet/draw/walls.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "galet/draw/palette.hpp"
#include "galet/draw/polygon.hpp"

namespace galet {
namespace {

constexpr int ring_sides = 180;
constexpr int drum_ticks = 12;
constexpr double edge_on = 1e-3;  // |n · view direction| of a face that is seen as a line

// Line and hatching share these.
template <int D>
struct Pen {
  Canvas& canvas;
  const View<D>& view;
  double strength;

  Color color() const { return palette::ink.faded(strength); }
  double thickness() const { return 2.2 * view.unit(); }

  void edge(const Vec<D>& a, const Vec<D>& b) const {
    canvas.line(view.to_pixel(a), view.to_pixel(b), color(), thickness());
  }

  // From a to b, with strokes on the side `outward` (pixels).
  void hatched(const Pixel& a, const Pixel& b, const Pixel& outward) const {
    const double length = (b - a).norm();
    if (length == 0.0) return;
    const Pixel t = (b - a) / length;
    const Pixel n = outward.normalized();
    const double spacing = 11.0 * view.unit();
    const double depth = 8.0 * view.unit();
    const Color hatch = palette::pale_ink.faded(strength);
    for (double s = 0.5 * spacing; s < length; s += spacing) {
      const Pixel from = a + s * t;
      canvas.line(from, from + depth * (n - t) / std::sqrt(2.0), hatch, view.unit());
    }
    canvas.line(a, b, color(), thickness());
  }
};

// The part of a plane seen edge-on that may show: both ends outside the picture.
template <int D>
struct EdgeLine {
  Pixel a;
  Pixel b;
  Pixel outward;

  EdgeLine(const View<D>& view, const Vec<D>& point, const Vec<D>& normal) {
    outward = -view.direction(normal).normalized();
    const Pixel t(-outward.y(), outward.x());
    const Pixel center(0.5 * view.width(), 0.5 * view.drawing_height());
    const Pixel on_line = view.to_pixel(point);
    const Pixel nearest = on_line + (center - on_line).dot(t) * t;
    const double reach = view.width() + view.drawing_height();
    a = nearest - reach * t;
    b = nearest + reach * t;
  }
};

template <int D>
bool seen_edge_on(const View<D>& view, const Vec<D>& normal) {
  if constexpr (D == 2) return true;
  return std::abs(view.depth(normal)) < edge_on;
}

// The part of the plane {x : (x − point)·normal = 0} in the box, as a polygon.
std::vector<Vec<3>> plane_in_box(const Vec<3>& point, const Vec<3>& normal, const Vec<3>& low,
                                 const Vec<3>& high) {
  const Mat<3> frame = contact_frame<3>(normal);
  const Vec<3> center = 0.5 * (low + high);
  const Vec<3> middle = center - (center - point).dot(normal) * normal;
  const Vec<3> e1 = (high - low).norm() * frame.row(1).transpose();
  const Vec<3> e2 = (high - low).norm() * frame.row(2).transpose();
  return cut_to_box({middle - e1 - e2, middle + e1 - e2, middle + e1 + e2, middle - e1 + e2}, low,
                    high);
}

template <int D>
void outline(const Pen<D>& pen, const HalfSpace<D>& plane, const Placement<D>& at) {
  const Vec<D> point = at.to_world(plane.point);
  const Vec<D> normal = at.rotation.apply(plane.normal);
  if (seen_edge_on(pen.view, normal)) {
    const EdgeLine<D> line(pen.view, point, normal);
    pen.hatched(line.a, line.b, line.outward);
    return;
  }
  if constexpr (D == 3) {
    const Vec<3> margin = 0.02 * (pen.view.high() - pen.view.low());
    std::vector<Pixel> pixels;
    for (const Vec<3>& x :
         plane_in_box(point, normal, pen.view.low() - margin, pen.view.high() + margin)) {
      pixels.push_back(pen.view.to_pixel(x));
    }
    if (!pixels.empty()) {
      pen.canvas.polyline(pixels, pen.color().faded(0.5), pen.view.unit(), true);
    }
  }
}

template <int D>
void outline(const Pen<D>& pen, const Stick<D>& stick, const Placement<D>& at) {
  const double thickness = std::max(2.0 * stick.radius * pen.view.scale(), pen.thickness());
  pen.canvas.line(pen.view.to_pixel(at.to_world(stick.start)),
                  pen.view.to_pixel(at.to_world(stick.end)), pen.color(), thickness);
}

// Circle with ticks that turn with the drum; the first is longer, so that whole turns are seen.
template <int D>
void drum_ring(const Pen<D>& pen, const Drum<D>& drum, const Placement<D>& at, double along) {
  std::vector<Pixel> circle;
  for (const Vec<D>& x : ring<D>(drum, drum.radius, along, ring_sides)) {
    circle.push_back(pen.view.to_pixel(at.to_world(x)));
  }
  pen.canvas.polyline(circle, pen.color(), pen.thickness(), true);
  const double pixel = pen.view.unit() / pen.view.scale();
  const auto inner = ring<D>(drum, drum.radius, along, drum_ticks);
  const auto outer = ring<D>(drum, drum.radius + 8.0 * pixel, along, drum_ticks);
  const auto longer = ring<D>(drum, drum.radius + 18.0 * pixel, along, drum_ticks);
  for (std::size_t k = 0; k < inner.size(); ++k) {
    pen.edge(at.to_world(inner[k]), at.to_world(k == 0 ? longer[k] : outer[k]));
  }
}

void outline(const Pen<2>& pen, const Drum<2>& drum, const Placement<2>& at) {
  drum_ring(pen, drum, at, 0.0);
}

void outline(const Pen<3>& pen, const Drum<3>& drum, const Placement<3>& at) {
  // An endless drum is drawn as far as the picture shows something.
  const double half = std::isfinite(drum.length)
                          ? 0.5 * drum.length
                          : 0.5 * (pen.view.high() - pen.view.low())
                                      .cwiseProduct(at.rotation.apply(drum.axis))
                                      .lpNorm<1>();
  drum_ring(pen, drum, at, -half);
  drum_ring(pen, drum, at, half);
  const auto front = ring<3>(drum, drum.radius, half, drum_ticks);
  const auto back = ring<3>(drum, drum.radius, -half, drum_ticks);
  for (std::size_t k = 0; k < front.size(); ++k) {
    pen.canvas.line(pen.view.to_pixel(at.to_world(back[k])),
                    pen.view.to_pixel(at.to_world(front[k])), pen.color().faded(0.35),
                    pen.view.unit());
  }
}

template <int D>
void outline(const Pen<D>& pen, const Plate<D>& plate, const Placement<D>& at) {
  std::vector<Pixel> corners;
  for (const Vec<D>& x : finite_points<D>(plate, at)) corners.push_back(pen.view.to_pixel(x));
  pen.canvas.polyline(corners, pen.color(), pen.thickness(), true);
}

// The two segments in 2D; in 3D the rings at both ends and lines between them.
template <int D>
void outline(const Pen<D>& pen, const Revolved<D>& s, const Placement<D>& at) {
  const auto start = ring<D>(s, s.start, D == 2 ? 2 : drum_ticks);
  const auto end = ring<D>(s, s.end, D == 2 ? 2 : drum_ticks);
  const double thickness = std::max(2.0 * s.thickness * pen.view.scale(), pen.thickness());
  for (std::size_t k = 0; k < start.size(); ++k) {
    pen.canvas.line(
        pen.view.to_pixel(at.to_world(start[k])), pen.view.to_pixel(at.to_world(end[k])),
        D == 2 ? pen.color() : pen.color().faded(0.35), D == 2 ? thickness : pen.view.unit());
  }
  if constexpr (D == 3) {
    for (const Vec<2>& place : {s.start, s.end}) {
      std::vector<Pixel> circle;
      for (const Vec<D>& x : ring<D>(s, place, ring_sides)) {
        circle.push_back(pen.view.to_pixel(at.to_world(x)));
      }
      pen.canvas.polyline(circle, pen.color(), pen.thickness(), true);
    }
  }
}

void outline(const Pen<2>& pen, const BoxInside<2>& box, const Placement<2>& at) {
  for (int face = 0; face < 4; ++face) {
    if (!box.closed[static_cast<std::size_t>(face)]) continue;
    const int k = face / 2;
    Vec<2> a = box.low;
    Vec<2> b = box.high;
    a[k] = b[k] = face % 2 == 0 ? box.low[k] : box.high[k];
    const Vec<2> outward =
        at.rotation.apply(Vec<2>((face % 2 == 0 ? -1.0 : 1.0) * Vec<2>::Unit(k)));
    pen.hatched(pen.view.to_pixel(at.to_world(a)), pen.view.to_pixel(at.to_world(b)),
                pen.view.direction(outward));
  }
}

void outline(const Pen<3>& pen, const BoxInside<3>& box, const Placement<3>& at) {
  // An edge along direction k lies between a face of each of the other two directions.
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3;
    const int j = (k + 2) % 3;
    for (int side = 0; side < 4; ++side) {
      const int high_i = side & 1;
      const int high_j = side >> 1;
      if (!box.closed[static_cast<std::size_t>(2 * i + high_i)] &&
          !box.closed[static_cast<std::size_t>(2 * j + high_j)]) {
        continue;
      }
      Vec<3> a;
      a[i] = high_i != 0 ? box.high[i] : box.low[i];
      a[j] = high_j != 0 ? box.high[j] : box.low[j];
      Vec<3> b = a;
      a[k] = box.low[k];
      b[k] = box.high[k];
      pen.edge(at.to_world(a), at.to_world(b));
    }
  }
}

}  // namespace

template <int D>
void draw_behind(Canvas& canvas, const View<D>& view, const Boundary<D>& boundary,
                 const Placement<D>& at) {
  const auto* plane = std::get_if<HalfSpace<D>>(&boundary.shape);
  if (plane == nullptr) return;
  const Vec<D> normal = at.rotation.apply(plane->normal);
  if (!at.present || !seen_edge_on(view, normal)) return;
  const EdgeLine<D> line(view, at.to_world(plane->point), normal);
  const Pixel away = 2.0 * (view.width() + view.drawing_height()) * line.outward;
  const std::array<Pixel, 4> solid_side{line.a, line.b, line.b + away, line.a + away};
  canvas.fill_polygon(solid_side, palette::solid);
}

template <int D>
void draw_outline(Canvas& canvas, const View<D>& view, const Boundary<D>& boundary,
                  const Placement<D>& at, double strength) {
  const Pen<D> pen{canvas, view, strength};
  if (!at.present) return;
  std::visit([&](const auto& shape) { outline(pen, shape, at); }, boundary.shape);
}

namespace {

template <int D>
void dashed(const Pen<D>& pen, const Vec<D>& from, const Vec<D>& to) {
  const Pixel a = pen.view.to_pixel(from);
  const Pixel b = pen.view.to_pixel(to);
  const double dash = 8.0 * pen.view.unit();
  const double length = (b - a).norm();
  for (double s = 0.0; s < length; s += 2.0 * dash) {
    pen.canvas.line(a + s / length * (b - a), a + std::min(s + dash, length) / length * (b - a),
                    palette::pale_ink, pen.view.unit());
  }
}

}  // namespace

template <int D>
void draw_seams(Canvas& canvas, const View<D>& view, const PeriodicCell<D>& cell) {
  const Pen<D> pen{canvas, view, 1.0};
  Vec<D> low = view.low();
  Vec<D> high = view.high();
  for (int k = 0; k < D; ++k) {
    if (!cell.repeats(k)) continue;
    low[k] = cell.low[k];
    high[k] = cell.high()[k];
  }
  // The edges of the box along every direction j, where a direction across them repeats.
  for (int j = 0; j < D; ++j) {
    for (int corner = 0; corner < (1 << D); ++corner) {
      if ((corner >> j & 1) != 0) continue;
      Vec<D> a = low;
      bool seam = false;
      for (int k = 0; k < D; ++k) {
        if (k == j) continue;
        if ((corner >> k & 1) != 0) a[k] = high[k];
        seam = seam || cell.repeats(k);
      }
      if (!seam) continue;
      Vec<D> b = a;
      b[j] = high[j];
      dashed<D>(pen, a, b);
    }
  }
}

#define GALET_INSTANTIATE(D)                                                                      \
  template void draw_behind<D>(Canvas&, const View<D>&, const Boundary<D>&, const Placement<D>&); \
  template void draw_outline<D>(Canvas&, const View<D>&, const Boundary<D>&, const Placement<D>&, \
                                double);                                                          \
  template void draw_seams<D>(Canvas&, const View<D>&, const PeriodicCell<D>&)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
