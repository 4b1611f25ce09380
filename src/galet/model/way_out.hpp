// Whether a body that goes on in a direction for ever is stopped by anything that stands.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <variant>

#include "galet/model/world.hpp"

namespace galet {

// A direction counts as one towards a face when it goes there by more than this part of its length.
inline constexpr double kTowardsFace = 1e-6;

namespace way_out {

// From a point to the half-line that starts at x along the unit vector d.
template <int D>
double distance_to_way(const Vec<D>& x, const Vec<D>& d, const Vec<D>& point) {
  const Vec<D> way = point - x;
  return (way - std::max(0.0, way.dot(d)) * d).norm();
}

template <int D>
bool stops(const HalfSpace<D>& s, const Pose<D>& at, const Vec<D>&, const Vec<D>& d, double) {
  return (at.axes * s.normal).dot(d) < -kTowardsFace;
}

// The distance of the half-line to a point of the axis is a convex function of the point.
template <int D>
bool stops(const Stick<D>& s, const Pose<D>& at, const Vec<D>& x, const Vec<D>& d, double radius) {
  const Vec<D> start = at.to_world(s.start);
  const Vec<D> edge = at.to_world(s.end) - start;
  const auto distance = [&](double u) { return distance_to_way<D>(x, d, start + u * edge); };
  double low = 0.0;
  double high = 1.0;
  for (int k = 0; k < 100; ++k) {
    const double third = (high - low) / 3.0;
    if (distance(low + third) < distance(high - third)) {
      high -= third;
    } else {
      low += third;
    }
  }
  return distance(0.5 * (low + high)) < s.radius + radius;
}

template <int D>
bool stops(const Drum<D>& s, const Pose<D>& at, const Vec<D>&, const Vec<D>& d, double) {
  if constexpr (D == 2) return true;
  const double along = (at.axes * s.axis).dot(d);
  return std::isfinite(s.length) || 1.0 - along * along > kTowardsFace * kTowardsFace;
}

template <int D>
bool stops(const BoxInside<D>& s, const Pose<D>& at, const Vec<D>&, const Vec<D>& d, double) {
  for (int k = 0; k < D; ++k) {
    const double along = at.axes.col(k).dot(d);
    if (s.closed[2 * k] && along < -kTowardsFace) return true;
    if (s.closed[2 * k + 1] && along > kTowardsFace) return true;
  }
  return false;
}

// Along the half-line in steps that pass no face (sphere tracing); away from the walls they grow,
// so that so many of them lead far beyond.
template <int D, class Shape>
bool is_traced(const Shape& s, const Pose<D>& at, const Vec<D>& x, const Vec<D>& d, double radius) {
  constexpr int most = 200;
  constexpr double touch = 1.01;
  Vec<D> point = x;
  for (int step = 0; step < most; ++step) {
    double distance = std::numeric_limits<double>::infinity();
    for_each_face(s, at, point, [&](int, double face_distance, const Vec<D>&) {
      distance = std::min(distance, face_distance);
    });
    if (distance < touch * radius) return true;
    point += (distance - radius) * d;
  }
  return false;
}
template <int D>
bool stops(const Plate<D>& s, const Pose<D>& at, const Vec<D>& x, const Vec<D>& d, double radius) {
  return is_traced<D>(s, at, x, d, radius);
}
template <int D>
bool stops(const Revolved<D>& s, const Pose<D>& at, const Vec<D>& x, const Vec<D>& d,
           double radius) {
  return is_traced<D>(s, at, x, d, radius);
}

}  // namespace way_out

// Of body i along `direction`, by the boundaries that are present in their placements and by bodies
// fixed in space. Faces count as endless, as they do for contacts. Cost: O(boundaries), and where
// none of them stops it O(bodies).
template <int D>
bool is_stopped(const World<D>& world, std::span<const Placement<D>> placements,
                const Bodies<D>& bodies, std::size_t i, const Vec<D>& direction) {
  const Vec<D> d = direction.normalized();
  const double radius = bodies.radius[i];
  for (std::size_t k = 0; k < world.boundaries.size(); ++k) {
    const Placement<D>& at = placements[k];
    if (!at.present) continue;
    const Vec<D> x = world.image_at(k, at, bodies.position[i]);
    const bool stopped = std::visit(
        [&](const auto& shape) { return way_out::stops<D>(shape, Pose<D>(at), x, d, radius); },
        world.boundaries[k].shape);
    if (stopped) return true;
  }
  for (std::size_t j = 0; j < bodies.size(); ++j) {
    if (j == i || !bodies.is_fixed(j)) continue;
    const Vec<D> way = world.cell.nearest(bodies.position[j] - bodies.position[i]);
    if (way_out::distance_to_way<D>(Vec<D>::Zero(), d, way) < radius + bodies.radius[j]) {
      return true;
    }
  }
  return false;
}

}  // namespace galet
