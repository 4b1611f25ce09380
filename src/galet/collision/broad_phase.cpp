#include "galet/collision/broad_phase.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <numeric>

#include "galet/collision/collect.hpp"

namespace galet {
namespace {

template <int D>
using Cell = std::array<std::int64_t, D>;

template <int D>
std::uint64_t hash_cell(const Cell<D>& cell) {
  constexpr std::array<std::uint64_t, 3> odd{0x9e3779b97f4a7c15ULL, 0xc2b2ae3d27d4eb4fULL,
                                             0x165667b19e3779f9ULL};
  std::uint64_t h = 0;
  for (int k = 0; k < D; ++k) h += static_cast<std::uint64_t>(cell[k]) * odd[k];
  return h ^ (h >> 32);
}

// The bodies of one size class in a hash table of cells, as one array sorted by bucket.
template <int D>
class GridLevel {
 public:
  GridLevel(std::span<const Vec<D>> position, std::vector<std::int32_t> members, double cell_size,
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
    std::vector<std::int32_t> next(start_.begin(), start_.end() - 1);
    for (const std::int32_t i : members) {
      const Cell<D> cell = cell_of(position[place(i)]);
      entries_[place(next[bucket(cell)]++)] = {cell, i};
    }
  }

  // Calls f(j) for every member in the cells around x.
  template <class F>
  void for_each_near(const Vec<D>& x, F&& f) const {
    const Cell<D> centre = cell_of(x);
    constexpr int cells = D == 2 ? 9 : 27;
    for (int k = 0; k < cells; ++k) {
      Cell<D> cell = centre;
      for (int d = 0, digits = k; d < D; ++d, digits /= 3) cell[d] += digits % 3 - 1;
      if (any_ && !wrap_neighbour(centre, cell)) continue;
      const std::size_t b = bucket(cell);
      for (std::int32_t e = start_[b]; e < start_[b + 1]; ++e) {
        if (same(entries_[place(e)].cell, cell)) f(entries_[place(e)].body);
      }
    }
  }

 private:
  struct Entry {
    Cell<D> cell;
    std::int32_t body;
  };

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
  const auto level_of = [&](double r) { return static_cast<std::size_t>(std::log2(largest / r)); };

  std::vector<std::vector<std::int32_t>> members;
  for (std::size_t i = 0; i < position.size(); ++i) {
    const std::size_t level = level_of(radius[i]);
    if (members.size() <= level) members.resize(level + 1);
    members[level].push_back(static_cast<std::int32_t>(i));
  }
  std::vector<GridLevel<D>> levels;
  for (std::size_t k = 0; k < members.size(); ++k) {
    // A trifle wider than needed, so that rounding in level_of loses no pair.
    const double widest = std::ldexp(largest, -static_cast<int>(k));
    levels.emplace_back(position, members[k], (2.0 * widest + reach) * (1.0 + 1e-12), cell);
  }

  std::vector<BodyPair> found;
  with_nearest(cell, [&](const auto& nearest) {
    collect(workers, position.size(), found, [&](std::size_t i, std::vector<BodyPair>& out) {
      const auto me = static_cast<std::int32_t>(i);
      const std::size_t own = level_of(radius[i]);
      for (std::size_t k = 0; k <= own; ++k) {
        if (members[k].empty()) continue;
        levels[k].for_each_near(position[i], [&](std::int32_t j) {
          if (k == own && j <= me) return;  // partners of one's own size are found twice
          const auto other = static_cast<std::size_t>(j);
          const double touch = radius[i] + radius[other] + reach;
          if (nearest(position[i] - position[other]).squaredNorm() <= touch * touch) {
            out.push_back({std::min(me, j), std::max(me, j)});
          }
        });
      }
    });
  });

  // Sort by a with counts, then each short run by b.
  std::vector<std::int64_t> start(position.size() + 1, 0);
  for (const BodyPair& pair : found) ++start[static_cast<std::size_t>(pair.a) + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<BodyPair> sorted(found.size());
  std::vector<std::int64_t> next(start.begin(), start.end() - 1);
  for (const BodyPair& pair : found) {
    sorted[static_cast<std::size_t>(next[static_cast<std::size_t>(pair.a)]++)] = pair;
  }
  for (std::size_t i = 0; i + 1 < start.size(); ++i) {
    std::sort(sorted.begin() + start[i], sorted.begin() + start[i + 1]);
  }
  return sorted;
}

template <int D>
void PairList<D>::update(std::span<const Vec<D>> position, std::span<const double> radius,
                         std::span<const double> margin, Workers& workers) {
  const auto still_valid = [&] {
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
  };
  if (still_valid()) return;

  // List so much more that bodies may move on for several updates (a margin is of the order of the
  // way of one step), within a fraction of the radius that keeps the list short.
  listed_.resize(position.size());
  std::vector<double> inflated(position.size());
  for (std::size_t i = 0; i < position.size(); ++i) {
    listed_[i] = margin[i] + std::clamp(8.0 * margin[i], 0.1 * radius[i], 0.3 * radius[i]);
    inflated[i] = radius[i] + listed_[i];
  }
  pairs_ = find_pairs<D>(position, inflated, 0.0, workers, cell_);
  built_at_.assign(position.begin(), position.end());
  ++rebuilds_;
}

template <int D>
void PairList<D>::update(std::span<const Vec<D>> position, std::span<const double> radius,
                         double margin, Workers& workers) {
  uniform_.assign(position.size(), margin);
  update(position, radius, uniform_, workers);
}

template std::vector<BodyPair> find_pairs<2>(std::span<const Vec<2>>, std::span<const double>,
                                             double, Workers&, const PeriodicCell<2>&);
template std::vector<BodyPair> find_pairs<3>(std::span<const Vec<3>>, std::span<const double>,
                                             double, Workers&, const PeriodicCell<3>&);
template class PairList<2>;
template class PairList<3>;

}  // namespace galet
