#include "galet/build/fill.hpp"

#include <algorithm>
#include <numeric>

#include "galet/build/fill_region.hpp"
#include "galet/scene/vectors.hpp"

namespace galet {
namespace {

template <int D>
[[noreturn]] void report_jam(const std::string& key, const FillBodies& settings,
                             const Region<D>& region, std::span<const double> radii,
                             std::span<const std::size_t> placed, double next_radius) {
  const BallSolid solid = D == 2 ? BallSolid::disc : BallSolid::sphere;
  double volume = 0.0;
  for (const std::size_t k : placed) volume += ball_volume(solid, radii[k]);
  refuse(key, fmt::format("jammed after placing {} of {} bodies, solid fraction {:.3g}: no room "
                          "found for a body of radius {:.4g} in {} attempts; use fewer or smaller "
                          "bodies, a larger region, or more attempts (random insertion seldom goes "
                          "beyond a solid fraction of {})",
                          placed.size(), radii.size(), volume / region.volume(), next_radius,
                          settings.attempts, D == 2 ? 0.5 : 0.35));
}

}  // namespace

template <int D>
bool clears_boundaries(const PeriodicCell<D>& cell, std::span<const Boundary<D>> boundaries,
                       std::span<const Placement<D>> places, const Vec<D>& center, double radius) {
  bool clear = true;
  for (std::size_t k = 0; k < boundaries.size(); ++k) {
    if (!places[k].present) continue;
    const Vec<D> x = ImageAt<D>(cell, boundaries[k].shape, places[k])(center);
    std::visit(
        [&](const auto& shape) {
          for_each_face(shape, places[k], x, [&](int, double distance, const Vec<D>&) {
            clear = clear && distance >= radius;
          });
        },
        boundaries[k].shape);
    if (!clear) return false;
  }
  return true;
}

template <int D>
std::vector<Vec<D>> fill(const std::string& key, const FillBodies& settings,
                         std::span<const double> radii, std::span<const Boundary<D>> boundaries,
                         BallGrid<D>& grid, Random& random) {
  const Region<D> region(key + ".region", settings.region, grid.cell());
  std::vector<std::size_t> order(radii.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater{}, [radii](std::size_t k) { return radii[k]; });

  std::vector<Placement<D>> places;
  for (const Boundary<D>& boundary : boundaries) places.push_back(boundary.placement(0.0));
  std::vector<Vec<D>> centers(radii.size());
  for (std::size_t n = 0; n < order.size(); ++n) {
    const double radius = radii[order[n]];
    if (radius > region.largest_radius()) {
      refuse(key + ".region", fmt::format("a body of radius {:.4g} does not fit into it", radius));
    }
    bool placed = false;
    for (std::int64_t attempt = 0; attempt < settings.attempts && !placed; ++attempt) {
      const Vec<D> center = region.draw(radius, random);
      placed = grid.is_free(center, radius, settings.separation) &&
               clears_boundaries<D>(grid.cell(), boundaries, places, center, radius);
      if (placed) centers[order[n]] = center;
    }
    if (!placed) {
      report_jam(key + ".count", settings, region, radii, std::span(order).first(n), radius);
    }
    grid.add(centers[order[n]], radius);
  }
  return centers;
}

template bool clears_boundaries(const PeriodicCell<2>&, std::span<const Boundary<2>>,
                                std::span<const Placement<2>>, const Vec<2>&, double);
template bool clears_boundaries(const PeriodicCell<3>&, std::span<const Boundary<3>>,
                                std::span<const Placement<3>>, const Vec<3>&, double);
template std::vector<Vec<2>> fill(const std::string&, const FillBodies&, std::span<const double>,
                                  std::span<const Boundary<2>>, BallGrid<2>&, Random&);
template std::vector<Vec<3>> fill(const std::string&, const FillBodies&, std::span<const double>,
                                  std::span<const Boundary<3>>, BallGrid<3>&, Random&);

}  // namespace galet
