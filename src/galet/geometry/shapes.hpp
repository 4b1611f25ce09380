// Shapes: the ball (disc in 2D, sphere in 3D) and the fixed-form obstacles, with the distance from
// a point to the surface of an obstacle. Obstacles are given in their own frame; Placement puts
// them in the world.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "galet/math/rotation.hpp"
#include "galet/math/vec.hpp"

namespace galet {

// Position, orientation and rigid velocity of a body or obstacle.
template <int D>
struct Placement {
  Vec<D> position = Vec<D>::Zero();
  Rotation<D> rotation;
  Vec<D> velocity = Vec<D>::Zero();
  Spin<D> spin = Spin<D>::Zero();
  Vec<D> slide = Vec<D>::Zero();  // m/s, of the surface along itself (a belt), in the world
  bool present = true;            // an obstacle may be there only for a time

  Vec<D> to_world(const Vec<D>& x) const { return position + rotation.apply(x); }
  Vec<D> velocity_at(const Vec<D>& x) const { return velocity + cross(spin, Vec<D>(x - position)); }
};

// A placement prepared for many points: the columns of `axes` are the axes of the obstacle's frame.
template <int D>
struct Pose {
  Vec<D> position;
  Mat<D> axes;

  Pose(const Placement<D>& at) : position(at.position), axes(at.rotation.matrix()) {}
  Vec<D> to_world(const Vec<D>& x) const { return position + axes * x; }
};

// {x : (x − point)·normal >= 0}; normal is a unit vector pointing into the free domain.
template <int D>
struct HalfSpace {
  Vec<D> point;
  Vec<D> normal;
};

// Points within `radius` of the segment [start, end]: a stick with two sides (2D), a capsule (3D).
template <int D>
struct Stick {
  Vec<D> start;
  Vec<D> end;
  double radius = 0.0;
};

// Inside of a circle around the origin (2D), inside of a cylinder around the unit vector `axis`
// through the origin (3D), closed at ±length/2 along the axis when length is finite.
template <int D>
struct Drum {
  double radius = 0.0;
  Vec<D> axis = Vec<D>::Zero();  // 3D only
  double length = std::numeric_limits<double>::infinity();
};

// Inside of a box; a face is open (absent) when its half-space is not listed. The number of the
// face is its feature: 2·direction for the low side, 2·direction + 1 for the high side.
template <int D>
struct BoxInside {
  Vec<D> low;
  Vec<D> high;
  std::array<bool, 2 * D> closed;
};

// Points within `radius` of the rectangle {center + u a + v b : |u|, |v| <= 1} with a ⟂ b: a plate
// with two sides (3D).
template <int D>
struct Plate {
  Vec<D> center;
  Vec<D> a;
  Vec<D> b;
  double radius = 0.0;
};

// Points within `thickness` of the surface that the segment [start, end] makes when it turns about
// `axis`, a unit vector through the origin; its points are (place along the axis, distance from the
// axis ≥ 0). A tube, a funnel, a disc or a disc with a hole, each with two sides; in 2D the segment
// and its mirror image.
template <int D>
struct Revolved {
  Vec<D> axis;
  Vec<2> start;
  Vec<2> end;
  double thickness = 0.0;
};

template <int D>
using Obstacle = std::variant<HalfSpace<D>, Stick<D>, Drum<D>, BoxInside<D>, Plate<D>, Revolved<D>>;

// Calls f(feature, distance, normal) for every face of the placed obstacle, with the signed
// distance from x to the face (negative behind it) and the unit normal towards x's side.
template <int D, class F>
void for_each_face(const HalfSpace<D>& s, const std::type_identity_t<Pose<D>>& at, const Vec<D>& x,
                   F&& f) {
  const Vec<D> n = at.axes * s.normal;
  f(0, (x - at.to_world(s.point)).dot(n), n);
}

template <int D, class F>
void for_each_face(const Stick<D>& s, const std::type_identity_t<Pose<D>>& at, const Vec<D>& x,
                   F&& f) {
  const Vec<D> start = at.to_world(s.start);
  const Vec<D> edge = at.to_world(s.end) - start;
  const double length2 = edge.squaredNorm();
  const double along = length2 > 0.0 ? std::clamp((x - start).dot(edge) / length2, 0.0, 1.0) : 0.0;
  const Vec<D> away = x - start - along * edge;
  const double distance = away.norm();
  // On the axis itself no side is distinguished; take the side of the first tangent.
  const Vec<D> n = distance > 0.0
                       ? Vec<D>(away / distance)
                       : Vec<D>(contact_frame<D>(length2 > 0.0 ? Vec<D>(edge.normalized())
                                                               : Vec<D>(Vec<D>::Unit(0)))
                                    .row(1)
                                    .transpose());
  f(0, distance - s.radius, n);
}

template <int D, class F>
void for_each_face(const Drum<D>& s, const std::type_identity_t<Pose<D>>& at, const Vec<D>& x,
                   F&& f) {
  Vec<D> radial = x - at.position;
  if constexpr (D == 3) {
    const Vec<D> axis = at.axes * s.axis;
    const double along = radial.dot(axis);
    radial -= along * axis;
    if (std::isfinite(s.length)) {
      f(1, 0.5 * s.length + along, axis);
      f(2, 0.5 * s.length - along, Vec<D>(-axis));
    }
  }
  const double rho = radial.norm();
  if (rho > 0.0) f(0, s.radius - rho, Vec<D>(-radial / rho));
}

template <int D, class F>
void for_each_face(const BoxInside<D>& s, const std::type_identity_t<Pose<D>>& at, const Vec<D>& x,
                   F&& f) {
  for (int k = 0; k < D; ++k) {
    const Vec<D> axis = at.axes.col(k);
    const double along = (x - at.position).dot(axis);
    if (s.closed[2 * k]) f(2 * k, along - s.low[k], axis);
    if (s.closed[2 * k + 1]) f(2 * k + 1, s.high[k] - along, Vec<D>(-axis));
  }
}

template <int D, class F>
void for_each_face(const Plate<D>& s, const std::type_identity_t<Pose<D>>& at, const Vec<D>& x,
                   F&& f) {
  const Vec<D> a = at.axes * s.a;
  const Vec<D> b = at.axes * s.b;
  const Vec<D> from = x - at.to_world(s.center);
  const double u = std::clamp(from.dot(a) / a.squaredNorm(), -1.0, 1.0);
  const double v = std::clamp(from.dot(b) / b.squaredNorm(), -1.0, 1.0);
  const Vec<D> away = from - u * a - v * b;
  const double distance = away.norm();
  // On the plate itself no side is distinguished; take that of a × b.
  Vec<D> n = Vec<D>::Unit(D - 1);
  if (distance > 0.0) {
    n = away / distance;
  } else if constexpr (D == 3) {
    n = a.cross(b).normalized();
  }
  f(0, distance - s.radius, n);
}

// The side where x is, and the opposite one, which a body wider than the hole touches as well.
template <int D, class F>
void for_each_face(const Revolved<D>& s, const std::type_identity_t<Pose<D>>& at, const Vec<D>& x,
                   F&& f) {
  const Vec<D> axis = at.axes * s.axis;
  const Vec<D> from = x - at.position;
  const double along = from.dot(axis);
  const Vec<D> radial = from - along * axis;
  const double rho = radial.norm();
  const Vec<D> out =
      rho > 0.0 ? Vec<D>(radial / rho) : Vec<D>(contact_frame<D>(axis).row(1).transpose());
  const Vec<2> edge = s.end - s.start;
  for (const int side : {0, 1}) {
    const double sign = side == 0 ? 1.0 : -1.0;
    const Vec<2> place(along, sign * rho);
    const double share = std::clamp((place - s.start).dot(edge) / edge.squaredNorm(), 0.0, 1.0);
    const Vec<2> nearest = s.start + share * edge;
    // A tip on the axis belongs to both sides.
    if (side == 1 && !(nearest[1] > 0.0)) continue;
    const Vec<2> away = place - nearest;
    const double distance = away.norm();
    const Vec<2> n =
        distance > 0.0 ? Vec<2>(away / distance) : Vec<2>(Vec<2>(-edge[1], edge[0]).normalized());
    f(side, distance - s.thickness, Vec<D>(n[0] * axis + sign * n[1] * out));
  }
}

// The smallest box around a placed obstacle with edges along the axes; none where it is endless or
// bodies are inside of it.
template <int D>
using ObstacleBox = std::optional<std::pair<Vec<D>, Vec<D>>>;

template <int D>
ObstacleBox<D> bounds_of(const Stick<D>& s, const Placement<D>& at) {
  const Vec<D> start = at.to_world(s.start);
  const Vec<D> end = at.to_world(s.end);
  const Vec<D> thick = Vec<D>::Constant(s.radius);
  return std::pair<Vec<D>, Vec<D>>(start.cwiseMin(end) - thick, start.cwiseMax(end) + thick);
}
template <int D>
ObstacleBox<D> bounds_of(const Plate<D>& s, const Placement<D>& at) {
  const Vec<D> center = at.to_world(s.center);
  const Vec<D> reach = at.rotation.apply(s.a).cwiseAbs() + at.rotation.apply(s.b).cwiseAbs() +
                       Vec<D>::Constant(s.radius);
  return std::pair<Vec<D>, Vec<D>>(center - reach, center + reach);
}
template <int D>
ObstacleBox<D> bounds_of(const Revolved<D>& s, const Placement<D>& at) {
  const Vec<D> axis = at.rotation.apply(s.axis);
  // A circle of radius 1 around the axis reaches this far along each direction.
  const Vec<D> across = (1.0 - axis.array().square()).max(0.0).sqrt();
  std::pair<Vec<D>, Vec<D>> box(Vec<D>::Constant(std::numeric_limits<double>::infinity()),
                                Vec<D>::Constant(-std::numeric_limits<double>::infinity()));
  for (const Vec<2>& end : {s.start, s.end}) {
    const Vec<D> center = at.position + end[0] * axis;
    const Vec<D> reach = end[1] * across + Vec<D>::Constant(s.thickness);
    box.first = box.first.cwiseMin(center - reach);
    box.second = box.second.cwiseMax(center + reach);
  }
  return box;
}
template <int D>
ObstacleBox<D> bounds_of(const Obstacle<D>& shape, const Placement<D>& at) {
  return std::visit(
      [&at](const auto& s) {
        if constexpr (requires { bounds_of(s, at); }) {
          return bounds_of(s, at);
        } else {
          return ObstacleBox<D>();
        }
      },
      shape);
}

}  // namespace galet
