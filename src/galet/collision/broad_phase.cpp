#include "galet/collision/broad_phase.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <numeric>

#include "galet/base/lean.hpp"
#include "galet/collision/collect.hpp"
#include "galet/collision/unbounded_reach.hpp"

namespace galet {
namespace {

template <int D>
using Cell = std::array<std::int64_t, D>;

// Neighbours along the first direction are neighbours in the table, and so in the cache.
template <int D>
std::uint64_t hash_cell(const Cell<D>& cell) {
  constexpr std::array<std::uint64_t, 2> odd{0x9e3779b97f4a7c15ULL, 0xc2b2ae3d27d4eb4fULL};
  std::uint64_t h = 0;
  for (int k = 1; k < D; ++k) h += static_cast<std::uint64_t>(cell[k]) * odd[k - 1];
  return (h ^ (h >> 32)) + static_cast<std::uint64_t>(cell[0]);
}

// A cell and its neighbours: three steps per direction, the cell itself in the middle.
template <int D>
constexpr auto kAround = [] {
  std::array<std::array<std::int64_t, D>, D == 2 ? 9 : 27> steps{};
  for (std::size_t k = 0; k < steps.size(); ++k) {
    for (std::size_t d = 0, digits = k; d < D; ++d, digits /= 3) {
      steps[k][d] = static_cast<std::int64_t>(digits % 3) - 1;
    }
  }
  return steps;
}();

// The bodies of one size class in a hash table of cells, as one array sorted by bucket.
template <int D>
class GridLevel {
 public:
  GridLevel(std::span<const Vec<D>> position, std::span<const double> radius,
            std::span<const std::int32_t> members, double cell_size,
            const PeriodicCell<D>& periodic)
      : inverse_size_(Vec<D>::Constant(1.0 / cell_size)), low_(periodic.low), any_(periodic.any()) {
    for (int k = 0; k < D; ++k) {
      if (!periodic.repeats(k)) continue;
      const double count = std::clamp(std::floor(periodic.period[k] / cell_size), 1.0, 1e15);
      count_[k] = static_cast<std::int64_t>(count);
      inverse_size_[k] = count / periodic.period[k];
    }
    const std::size_t buckets = std::bit_ceil(2 * members.size());
    mask_ = buckets - 1;
    start_.assign(buckets + 1, 0);
    for (const std::int32_t i : members) ++start_[bucket(cell_of(position[place(i)])) + 1];
    std::partial_sum(start_.begin(), start_.end(), start_.begin());
    entries_.resize(members.size());
    // From the last member on, each bucket from its end: its end becomes its start.
    for (std::size_t k = members.size(); k-- > 0;) {
      const std::int32_t i = members[k];
      const Vec<D>& x = position[place(i)];
      const Cell<D> cell = cell_of(x);
      entries_[place(--start_[bucket(cell) + 1])] = {x, radius[place(i)], cell, i};
    }
    start_.erase(start_.begin());
    start_.push_back(static_cast<std::int32_t>(members.size()));
  }

  struct Entry {
    Vec<D> x;
    double radius;
    Cell<D> cell;
    std::int32_t body;
  };

  // Calls f(entry) for every member in the cells around x; with `half` only in one of two opposite
  // cells, and in the cell of x itself.
  template <class F>
  void for_each_near(const Vec<D>& x, bool half, F&& f) const {
    const Cell<D> centre = cell_of(x);
    constexpr int cells = D == 2 ? 9 : 27;
    for (int k = half ? cells / 2 : 0; k < cells; ++k) {
      Cell<D> cell = centre;
      for (int d = 0; d < D; ++d) cell[d] += kAround<D>[k][d];
      if (any_ && !wrap_neighbour(centre, cell)) continue;
      const std::size_t b = bucket(cell);
      for (std::int32_t e = start_[b]; e < start_[b + 1]; ++e) {
        const Entry& entry = entries_[place(e)];
        if (same(entry.cell, cell)) f(entry, k == cells / 2);
      }
    }
  }

 private:
  // Three comparisons in line; the array's own would call memcmp.
  static bool same(const Cell<D>& x, const Cell<D>& y) {
    bool equal = true;
    for (int d = 0; d < D; ++d) equal &= x[d] == y[d];
    return equal;
  }
  // Takes a neighbour of `centre` across the seam; false if another neighbour is the same cell.
  bool wrap_neighbour(const Cell<D>& centre, Cell<D>& cell) const {
    for (int d = 0; d < D; ++d) {
      if (count_[d] == 0) continue;
      const std::int64_t way = cell[d] - centre[d];
      if ((count_[d] < 3 && way < 0) || (count_[d] < 2 && way > 0)) return false;
      cell[d] = in_period(d, cell[d]);
    }
    return true;
  }
  std::int64_t in_period(int d, std::int64_t index) const {
    const std::int64_t rest = index % count_[d];
    return rest < 0 ? rest + count_[d] : rest;
  }
  static std::size_t place(std::int32_t i) { return static_cast<std::size_t>(i); }
  std::size_t bucket(const Cell<D>& cell) const { return hash_cell<D>(cell) & mask_; }
  Cell<D> cell_of(const Vec<D>& x) const {
    // Far beyond any scene the cells merge, which costs time, never a pair.
    constexpr double limit = 4e18;
    Cell<D> cell;
    for (int k = 0; k < D; ++k) {
      const double along = (x[k] - low_[k]) * inverse_size_[k];
      cell[k] = static_cast<std::int64_t>(std::clamp(std::floor(along), -limit, limit));
      if (count_[k] > 0) cell[k] = in_period(k, cell[k]);
    }
    return cell;
  }

  Vec<D> inverse_size_;
  Vec<D> low_;
  bool any_;                                // whether a direction repeats
  std::array<std::int64_t, D> count_ = {};  // cells in a period, 0 in directions that do not repeat
  std::size_t mask_ = 0;
  std::vector<std::int32_t> start_;
  std::vector<Entry> entries_;
};

}  // namespace

template <int D>
std::vector<BodyPair> find_pairs(std::span<const Vec<D>> position, std::span<const double> radius,
                                 double reach, Workers& workers, const PeriodicCell<D>& cell) {
  if (position.size() < 2) return {};
  const double largest = *std::ranges::max_element(radius);
  const auto level_of = [&](double r) { return static_cast<std::size_t>(std::ilogb(largest / r)); };

  std::vector<std::vector<std::int32_t>> members;
  std::vector<std::uint16_t> level(position.size());
  for (std::size_t i = 0; i < position.size(); ++i) {
    const std::size_t k = level_of(radius[i]);
    level[i] = static_cast<std::uint16_t>(k);
    if (members.size() <= k) members.resize(k + 1);
    members[k].push_back(static_cast<std::int32_t>(i));
  }
  std::vector<GridLevel<D>> levels;
  for (std::size_t k = 0; k < members.size(); ++k) {
    // A trifle wider than needed, so that rounding in level_of loses no pair.
    const double widest = std::ldexp(largest, -static_cast<int>(k));
    levels.emplace_back(position, radius, members[k], (2.0 * widest + reach) * (1.0 + 1e-12), cell);
  }

  std::vector<BodyPair> found;
  with_nearest(cell, [&](const auto& nearest) {
    collect(workers, position.size(), found, [&](std::size_t i, std::vector<BodyPair>& out) {
      const auto me = static_cast<std::int32_t>(i);
      for (std::size_t k = 0; k <= level[i]; ++k) {
        if (members[k].empty()) continue;
        // Partners of one's own size look for each other, and each pair is taken once. In a
        // periodic cell opposite neighbours may be the same, so that all of them are visited.
        const bool own = k == level[i];
        const bool half = own && !cell.any();
        levels[k].for_each_near(position[i], half, [&](const auto& other, bool same_cell) {
          const double touch = radius[i] + other.radius + reach;
          if (nearest(position[i] - other.x).squaredNorm() > touch * touch) return;
          if (own && (same_cell || !half) && other.body <= me) return;
          append(out, {std::min(me, other.body), std::max(me, other.body)});
        });
      }
    });
  });

  // Sort by a with counts, then each short run by b.
  std::vector<std::int64_t> start(position.size() + 1, 0);
  for (const BodyPair& pair : found) ++start[static_cast<std::size_t>(pair.a) + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<BodyPair> sorted(found.size());
  levels.clear();
  for (const BodyPair& pair : found) {
    sorted[static_cast<std::size_t>(--start[static_cast<std::size_t>(pair.a) + 1])] = pair;
  }
  start.erase(start.begin());
  start.push_back(static_cast<std::int64_t>(found.size()));
  workers.for_range(position.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) {
      std::sort(sorted.begin() + start[i], sorted.begin() + start[i + 1]);
    }
  });
  return sorted;
}

template <int D>
bool PairList<D>::covers(std::span<const Vec<D>> position, const PairMargin& margin,
                         Workers& workers) const {
  if (built_at_.size() != position.size()) return false;
  std::atomic<bool> valid = true;
  with_nearest(cell_, [&](const auto& nearest) {
    workers.for_range(position.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t i = begin; i < end; ++i) {
        const double room = listed_[i] - margin[i];
        if (room < 0.0 || nearest(position[i] - built_at_[i]).squaredNorm() > room * room) {
          valid.store(false, std::memory_order_relaxed);
          return;
        }
      }
    });
  });
  return valid.load();
}

template <int D>
void PairList<D>::build(std::span<const Vec<D>> position, std::span<const double> radius,
                        const PairMargin& margin, Workers& workers) {
  // List so much more that bodies may move on for several updates (a margin is of the order of the
  // way of one step), within a fraction of the radius that keeps the list short.
  listed_.resize(position.size());
  std::vector<double> inflated(position.size());
  for (std::size_t i = 0; i < position.size(); ++i) {
    listed_[i] = margin[i] + std::clamp(8.0 * margin[i], 0.1 * radius[i], 0.3 * radius[i]);
    inflated[i] = radius[i] + listed_[i];
    if (!std::isfinite(inflated[i]) || !position[i].allFinite()) throw UnboundedReach(i);
  }
  give_back(pairs_);
  pairs_ = find_pairs<D>(position, inflated, 0.0, workers, cell_);
  built_at_.assign(position.begin(), position.end());
  ++rebuilds_;
}

template std::vector<BodyPair> find_pairs<2>(std::span<const Vec<2>>, std::span<const double>,
                                             double, Workers&, const PeriodicCell<2>&);
template std::vector<BodyPair> find_pairs<3>(std::span<const Vec<3>>, std::span<const double>,
                                             double, Workers&, const PeriodicCell<3>&);
template class PairList<2>;
template class PairList<3>;

}  // namespace galet
