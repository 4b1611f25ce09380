// Broad phase: the pairs of bodies that may touch, in O(N) for any distribution of radii.
//
// Hashed hierarchical grid [Ericson2005, §7.2]: level k holds the bodies with radius in
// (r_max/2^(k+1), r_max/2^k] in cells as wide as two such bodies; a body looks for partners in its
// own level and in the coarser ones, 3^D cells each. Cells are kept in a hash table, so the extent
// of the scene does not matter. The pairs are kept as long as no body has moved far enough to make
// them incomplete (a Verlet list). Cost: O(N · levels) when rebuilt, O(N) for the test of the
// displacements otherwise. In a periodic cell the grids are too: a whole number of cells, at least
// as wide, fills the period, and the last is a neighbour of the first.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "galet/base/workers.hpp"
#include "galet/geometry/periodic_cell.hpp"
#include "galet/math/vec.hpp"

namespace galet {

struct BodyPair {
  std::int32_t a = 0;  // places in the arrays of bodies, a < b
  std::int32_t b = 0;

  friend constexpr auto operator<=>(const BodyPair&, const BodyPair&) = default;
};

// All pairs with |x_a − x_b| <= r_a + r_b + reach (the nearest images in a periodic cell), sorted.
// Positions must be finite; they may lie outside of the cell.
template <int D>
std::vector<BodyPair> find_pairs(std::span<const Vec<D>> position, std::span<const double> radius,
                                 double reach, Workers& workers, const PeriodicCell<D>& cell = {});

// How far around a body others are listed, m: by body, or the same for all.
class PairMargin {
 public:
  PairMargin(double same) : same_(same) {}                            // NOLINT: stands for itself
  PairMargin(std::span<const double> by_body) : by_body_(by_body) {}  // NOLINT
  PairMargin(const std::vector<double>& by_body) : by_body_(by_body) {}  // NOLINT
  double operator[](std::size_t i) const { return by_body_.empty() ? same_ : by_body_[i]; }

 private:
  std::span<const double> by_body_;
  double same_ = 0.0;
};

// A list of pairs that stays valid while the bodies move little (a Verlet list).
template <int D>
class PairList {
 public:
  PairList() = default;
  explicit PairList(const PeriodicCell<D>& cell) : cell_(cell) {}
  // Lists at least all pairs with gap <= margin_a + margin_b, sorted. Which further pairs it holds
  // depends on the history; whoever uses it must look at the true gaps.
  void build(std::span<const Vec<D>> position, std::span<const double> radius,
             const PairMargin& margin, Workers& workers);
  // Whether it still does, for the same bodies with the same radii (see clear).
  bool covers(std::span<const Vec<D>> position, const PairMargin& margin, Workers& workers) const;
  // Builds it where it does not.
  void update(std::span<const Vec<D>> position, std::span<const double> radius,
              const PairMargin& margin, Workers& workers) {
    if (!covers(position, margin, workers)) build(position, radius, margin, workers);
  }
  // Forgets the pairs: the places of the bodies have changed.
  void clear() { built_at_.clear(); }
  std::span<const BodyPair> pairs() const { return pairs_; }
  std::int64_t rebuilds() const { return rebuilds_; }

 private:
  PeriodicCell<D> cell_;
  std::vector<BodyPair> pairs_;
  std::vector<Vec<D>> built_at_;
  // Body i may move by listed_[i] less its margin before a pair can be missing.
  std::vector<double> listed_;
  std::int64_t rebuilds_ = 0;
};

}  // namespace galet
