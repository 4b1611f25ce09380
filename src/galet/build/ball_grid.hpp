// Balls that are added one by one, and the search for those near a place.
//
// One grid of cells for each power of two of the radius, cells as wide as two of its largest balls,
// kept in a hash table: neither the extent of the scene nor the spread of the radii matters.
// Cost: O(1) to add and to look around a ball for balls of its size or larger; looking for much
// smaller ones visits at most all cells in use.
// In a periodic cell the balls are kept inside, and a place looks around from those of its images
// that are near the cell.
// (collision/broad_phase.hpp finds all pairs of a given set; here the set grows during the search.)
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "galet/geometry/periodic_cell.hpp"
#include "galet/math/vec.hpp"

namespace galet {

template <int D>
class BallGrid {
 public:
  BallGrid() = default;
  explicit BallGrid(const PeriodicCell<D>& cell) : cell_(cell) {}

  void add(const Vec<D>& center, double radius);

  // Calls f(index) for the balls whose surface may be within `reach` of the ball (center, radius),
  // in no particular order, until f returns false. Indices count from 0 in the order of adding.
  template <class F>
  void for_each_near(const Vec<D>& center, double radius, double reach, F&& f) const;

  const PeriodicCell<D>& cell() const { return cell_; }
  // In the order of adding.
  const std::vector<Vec<D>>& centers() const { return centers_; }
  const std::vector<double>& radii() const { return radii_; }

  // Whether a ball put there would come closer than `separation` to one of the grid.
  bool is_free(const Vec<D>& center, double radius, double separation) const;

 private:
  using Cell = std::array<std::int64_t, D>;
  struct CellHash {
    std::size_t operator()(const Cell& cell) const {
      std::uint64_t hash = 0;
      for (const std::int64_t x : cell) {
        hash = (hash ^ static_cast<std::uint64_t>(x)) * 0x9e3779b97f4a7c15ULL;
        hash ^= hash >> 32;
      }
      return static_cast<std::size_t>(hash);
    }
  };
  struct Level {
    int exponent = 0;  // radii in [2^exponent, 2^(exponent + 1))
    std::unordered_map<Cell, std::int32_t, CellHash> first;  // ball of each cell

    double largest_radius() const { return std::ldexp(1.0, exponent + 1); }
    Cell cell_of(const Vec<D>& x) const {
      // Beyond these bounds (and where the quotient is no number) cells merge, which is correct if
      // slow.
      constexpr double bound = 0x1p60;
      Cell cell;
      for (int k = 0; k < D; ++k) {
        const double index = std::floor(x[k] / (2.0 * largest_radius()));
        cell[k] = static_cast<std::int64_t>(index > -bound ? std::min(index, bound) : -bound);
      }
      return cell;
    }
  };

  Level& level_of(double radius);
  template <class F>
  bool visit_cell(std::int32_t ball, F&& f) const {
    for (; ball >= 0; ball = next_[static_cast<std::size_t>(ball)]) {
      if (!f(static_cast<std::size_t>(ball))) return false;
    }
    return true;
  }
  template <class F>
  bool visit_level(const Level& level, const Vec<D>& center, double distance, F&& f) const;

  PeriodicCell<D> cell_;
  std::vector<Level> levels_;
  std::vector<Vec<D>> centers_;
  std::vector<double> radii_;
  std::vector<std::int32_t> next_;  // in the same cell, −1 at the end
};

template <int D>
template <class F>
void BallGrid<D>::for_each_near(const Vec<D>& center, double radius, double reach, F&& f) const {
  for (const Level& level : levels_) {
    const double distance = radius + reach + level.largest_radius();
    if (!cell_.any()) {
      if (!visit_level(level, center, distance, f)) return;
      continue;
    }
    const Vec<D> range = Vec<D>::Constant(distance);
    bool go_on = true;
    cell_.for_each_shift(center - range, center + range, cell_.low, cell_.high(),
                         [&](const Vec<D>& shift) {
                           const Vec<D> image = center + shift;
                           // A ball that several images find is left to the nearest.
                           const auto if_nearest = [&](std::size_t k) {
                             const Vec<D> away = centers_[k] - image;
                             return cell_.nearest(away) != away || f(k);
                           };
                           go_on = go_on && visit_level(level, image, distance, if_nearest);
                         });
    if (!go_on) return;
  }
}

template <int D>
template <class F>
bool BallGrid<D>::visit_level(const Level& level, const Vec<D>& center, double distance,
                              F&& f) const {
  const Cell low = level.cell_of(center - Vec<D>::Constant(distance));
  const Cell high = level.cell_of(center + Vec<D>::Constant(distance));
  double cells = 1.0;
  for (int k = 0; k < D; ++k) cells *= static_cast<double>(high[k] - low[k]) + 1.0;
  if (cells > static_cast<double>(level.first.size())) {
    for (const auto& [cell, ball] : level.first) {
      bool inside = true;
      for (int k = 0; k < D; ++k) inside = inside && cell[k] >= low[k] && cell[k] <= high[k];
      if (inside && !visit_cell(ball, f)) return false;
    }
    return true;
  }
  Cell cell = low;
  while (true) {
    if (const auto found = level.first.find(cell); found != level.first.end()) {
      if (!visit_cell(found->second, f)) return false;
    }
    int k = 0;
    while (k < D && cell[k] == high[k]) {
      cell[k] = low[k];
      ++k;
    }
    if (k == D) return true;
    ++cell[k];
  }
}

}  // namespace galet
