// The area that a plane under load presses on.
#pragma once

#include <limits>
#include <numbers>
#include <optional>
#include <span>
#include <variant>

#include "galet/model/world.hpp"

namespace galet {

namespace detail {

// Cosine of directions that count as one.
inline constexpr double kAligned = 1.0 - 1e-9;

// Between planes and faces of boxes that are normal to the axes, or periods.
template <int D>
std::optional<double> area_between_walls(const World<D>& world,
                                         std::span<const Placement<D>> placements, std::size_t k,
                                         const Vec<D>& plane_normal) {
  constexpr double none = std::numeric_limits<double>::infinity();
  int across = -1;
  for (int j = 0; j < D; ++j) {
    if (std::abs(plane_normal[j]) > kAligned) across = j;
  }
  if (across < 0) return std::nullopt;

  Vec<D> low = Vec<D>::Constant(-none);
  Vec<D> high = Vec<D>::Constant(none);
  const auto limit = [&](const Vec<D>& point, const Vec<D>& normal) {
    for (int j = 0; j < D; ++j) {
      if (normal[j] > kAligned) low[j] = std::max(low[j], point[j]);
      if (normal[j] < -kAligned) high[j] = std::min(high[j], point[j]);
    }
  };
  for (std::size_t b = 0; b < world.boundaries.size(); ++b) {
    const Placement<D>& at = placements[b];
    if (b == k || !at.present) continue;
    if (const auto* wall = std::get_if<HalfSpace<D>>(&world.boundaries[b].shape)) {
      limit(at.to_world(wall->point), at.rotation.apply(wall->normal));
    }
    if (const auto* box = std::get_if<BoxInside<D>>(&world.boundaries[b].shape)) {
      for (int j = 0; j < D; ++j) {
        const Vec<D> axis = at.rotation.apply(Vec<D>(Vec<D>::Unit(j)));
        if (box->closed[2 * j]) limit(at.to_world(box->low), axis);
        if (box->closed[2 * j + 1]) limit(at.to_world(box->high), Vec<D>(-axis));
      }
    }
  }
  double area = 1.0;
  for (int j = 0; j < D; ++j) {
    if (j == across) continue;
    area *= world.cell.repeats(j) ? world.cell.period[j] : high[j] - low[j];
  }
  return std::isfinite(area) && area > 0.0 ? std::optional(area) : std::nullopt;
}

// Within the one tube whose axis the plane is normal to.
template <int D>
std::optional<double> area_in_tube(const World<D>& world, std::span<const Placement<D>> placements,
                                   const Vec<D>& plane_normal) {
  std::optional<double> radius;
  for (std::size_t b = 0; b < world.boundaries.size(); ++b) {
    if (!placements[b].present) continue;
    const auto around = [&](const Vec<D>& axis) {
      return std::abs(placements[b].rotation.apply(axis).dot(plane_normal)) > kAligned;
    };
    std::optional<double> inner;
    if (const auto* drum = std::get_if<Drum<D>>(&world.boundaries[b].shape)) {
      if (around(drum->axis)) inner = drum->radius;
    }
    if (const auto* tube = std::get_if<Revolved<D>>(&world.boundaries[b].shape)) {
      const bool straight = tube->start[1] == tube->end[1];
      if (straight && around(tube->axis)) inner = tube->start[1] - tube->thickness;
    }
    if (inner && radius) return std::nullopt;
    if (inner) radius = inner;
  }
  if (!radius || !(*radius > 0.0)) return std::nullopt;
  return D == 2 ? 2.0 * *radius : std::numbers::pi * *radius * *radius;
}

}  // namespace detail

// Of plane k, m² (2D: the length, m): between the planes and faces of boxes that stand across it,
// or the period, where plane and walls are normal to the axes and there are walls on both sides in
// every direction; else within the one tube (a drum in 3D, a cylinder) whose axis it is normal to;
// otherwise unknown. Tubes count as endless.
template <int D>
std::optional<double> pressed_area(const World<D>& world, std::span<const Placement<D>> placements,
                                   std::size_t k) {
  const auto* plane = std::get_if<HalfSpace<D>>(&world.boundaries[k].shape);
  if (plane == nullptr) return std::nullopt;
  const auto area = detail::area_between_walls<D>(world, placements, k, plane->normal);
  return area ? area : detail::area_in_tube<D>(world, placements, plane->normal);
}

}  // namespace galet
