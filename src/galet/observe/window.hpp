// The part of space an observer looks at, and how much of a body or of a branch between two bodies
// lies in it.
#pragma once

#include <optional>
#include <variant>

#include "galet/model/bodies.hpp"

namespace galet {

template <int D>
struct BoxWindow {
  Vec<D> low;
  Vec<D> high;
};

template <int D>
struct BallWindow {
  Vec<D> center;
  double radius = 0.0;
};

template <int D>
using Window = std::variant<BoxWindow<D>, BallWindow<D>>;

// Points of the surface belong to it.
template <int D>
bool contains(const Window<D>& window, const Vec<D>& x);

// Area in 2D.
template <int D>
double volume_of(const Window<D>& window);

// Part of the segment from x to y that lies in the window, between 0 and 1 (exact).
template <int D>
double fraction_inside(const Window<D>& window, const Vec<D>& x, const Vec<D>& y);

// Volume (area in 2D) of the part of a ball that lies in the window. In closed form, except for a
// sphere cut by more than one face of a box: there the area of its cross-sections, in closed form,
// is integrated over the third direction by Gauss quadrature between the heights at which the
// area is not smooth, to 1e-8 of the sphere's volume (mostly far better). Cost: O(1).
template <int D>
double ball_inside(const Window<D>& window, const Vec<D>& center, double radius);

// The smallest box that holds all of these bodies; `wanted(place)` tells which. None if there are
// none.
template <int D, class F>
std::optional<BoxWindow<D>> box_around(const Bodies<D>& bodies, F&& wanted) {
  std::optional<BoxWindow<D>> box;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!wanted(i)) continue;
    const Vec<D> r = Vec<D>::Constant(bodies.radius[i]);
    const Vec<D> low = bodies.position[i] - r;
    const Vec<D> high = bodies.position[i] + r;
    if (!box) {
      box = {low, high};
    } else {
      box->low = box->low.cwiseMin(low);
      box->high = box->high.cwiseMax(high);
    }
  }
  return box;
}

// The box around a window.
template <int D>
BoxWindow<D> bounds_of(const Window<D>& window);

// The bodies an observer looks at. In a periodic cell the window stands in every period; it must
// not be wider than one.
template <int D>
struct Part {
  std::optional<GroupIndex> group;  // all when empty
  std::optional<Window<D>> window;  // everywhere when empty
  PeriodicCell<D> cell = {};

  bool has_member(const Bodies<D>& bodies, std::size_t i) const {
    return !group || bodies.group[i] == *group;
  }
  bool has_point(const Vec<D>& x) const {
    if (!window) return true;
    if (!cell.any()) return contains<D>(*window, x);
    const BoxWindow<D> box = bounds_of<D>(*window);
    bool found = false;
    cell.for_each_shift(x, x, box.low, box.high, [&](const Vec<D>& shift) {
      found = found || contains<D>(*window, x + shift);
    });
    return found;
  }
  bool has(const Bodies<D>& bodies, std::size_t i) const {
    return has_member(bodies, i) && has_point(bodies.position[i]);
  }
  // Where it looks: its window, or the box around its bodies, which is a whole period wide where
  // the cell repeats.
  std::optional<Window<D>> extent(const Bodies<D>& bodies) const {
    if (window) return window;
    auto box = box_around(bodies, [&](std::size_t i) { return has_member(bodies, i); });
    if (!box) return std::nullopt;
    for (int k = 0; k < D; ++k) {
      if (!cell.repeats(k)) continue;
      box->low[k] = cell.low[k];
      box->high[k] = cell.low[k] + cell.period[k];
    }
    return *box;
  }
  // As fraction_inside and ball_inside, in any of the periods; everything without a window.
  double fraction_within(const Vec<D>& x, const Vec<D>& y) const {
    if (!window) return 1.0;
    const BoxWindow<D> box = bounds_of<D>(*window);
    double sum = 0.0;
    cell.for_each_shift(x.cwiseMin(y), x.cwiseMax(y), box.low, box.high, [&](const Vec<D>& shift) {
      // One along the upper face belongs to the next window, which may be an image of this one.
      for (int k = 0; k < D; ++k) {
        if (cell.repeats(k) && x[k] == y[k] && x[k] + shift[k] >= box.high[k]) return;
      }
      sum += fraction_inside<D>(*window, x + shift, y + shift);
    });
    return sum;
  }
  double ball_within(const Window<D>& extent, const Vec<D>& center, double radius) const {
    const BoxWindow<D> box = bounds_of<D>(extent);
    const Vec<D> r = Vec<D>::Constant(radius);
    double sum = 0.0;
    cell.for_each_shift(center - r, center + r, box.low, box.high, [&](const Vec<D>& shift) {
      sum += ball_inside<D>(extent, center + shift, radius);
    });
    return sum;
  }
};

}  // namespace galet
