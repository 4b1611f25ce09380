// The area that a plane under load presses on.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <variant>

#include "galet/model/world.hpp"

namespace galet {

// Between the walls beside plane k, m² (2D: the length, m): planes and faces of boxes that stand
// across it, or the period. Only where plane and walls are normal to the axes and there are walls
// on both sides in every direction; otherwise unknown.
template <int D>
std::optional<double> pressed_area(const World<D>& world, std::span<const Placement<D>> placements,
                                   std::size_t k) {
  constexpr double aligned = 1.0 - 1e-9;
  constexpr double none = std::numeric_limits<double>::infinity();
  const auto* plane = std::get_if<HalfSpace<D>>(&world.boundaries[k].shape);
  if (plane == nullptr) return std::nullopt;
  int across = -1;
  for (int j = 0; j < D; ++j) {
    if (std::abs(plane->normal[j]) > aligned) across = j;
  }
  if (across < 0) return std::nullopt;

  Vec<D> low = Vec<D>::Constant(-none);
  Vec<D> high = Vec<D>::Constant(none);
  const auto limit = [&](const Vec<D>& point, const Vec<D>& normal) {
    for (int j = 0; j < D; ++j) {
      if (normal[j] > aligned) low[j] = std::max(low[j], point[j]);
      if (normal[j] < -aligned) high[j] = std::min(high[j], point[j]);
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

}  // namespace galet
