// Which part of the world a picture shows, and where its points fall.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "galet/draw/canvas.hpp"
#include "galet/sim/records.hpp"

namespace galet {

// A box of the world.
template <int D>
struct ShownPart {
  Vec<D> low;
  Vec<D> high;
};

// The bodies without those far outside the bulk, which must not shrink everything else to a dot.
template <int D>
std::vector<std::size_t> bulk_of(const Bodies<D>& bodies);

// What there is to see: the bodies without those far outside the bulk, finite boundaries, a
// periodic cell once.
template <int D>
ShownPart<D> shown_part(const Frame<D>& frame);

// 2D: x to the right, y up. 3D: orthographic, the axis of gravity up (z without gravity), seen
// along the horizontal axis of smallest extent.
template <int D>
class View {
 public:
  View(const Frame<D>& frame, const ShownPart<D>& window, int width);

  // Pixels; the picture has a strip for the legend below the drawing.
  int width() const { return width_; }
  int height() const { return drawing_height_ + legend_height_; }
  int drawing_height() const { return drawing_height_; }
  // Thickness of a fine line; fonts and margins go with it.
  double unit() const { return unit_; }
  double scale() const { return scale_; }  // pixels per metre

  Pixel to_pixel(const Vec<D>& x) const;
  // Of a direction, in pixels per metre.
  Pixel direction(const Vec<D>& v) const;
  // Towards the viewer; 0 in 2D.
  double depth(const Vec<D>& x) const;
  // Whether a ball shows; false if its place is not a number.
  bool shows(const Vec<D>& x, double radius) const;

  // The part of the world that is shown.
  const Vec<D>& low() const { return low_; }
  const Vec<D>& high() const { return high_; }

 private:
  void choose_axes(const Frame<D>& frame);

  int width_;
  double unit_;
  int legend_height_;
  int drawing_height_ = 0;
  double scale_ = 1.0;
  Vec<D> low_;
  Vec<D> high_;
  int right_ = 0;
  int up_ = 1;
  int towards_ = -1;           // 3D only
  double towards_sign_ = 1.0;  // whether the viewer sits at the positive end
};

// Points that span a boundary which is finite; none for a plane.
template <int D>
std::vector<Vec<D>> finite_points(const Obstacle<D>& shape, const Placement<D>& at);

// Points of the circle of radius r about the drum's axis, at `along` the axis, in the frame of the
// drum.
template <int D>
std::vector<Vec<D>> ring(const Drum<D>& drum, double r, double along, int points);
// Points of the circle that a place (along the axis, from the axis) of a wall around an axis makes,
// in its own frame; in 2D there are two.
template <int D>
std::vector<Vec<D>> ring(const Revolved<D>& s, const Vec<2>& place, int points);

}  // namespace galet
