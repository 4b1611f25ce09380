#include "galet/collision/near_bodies.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace galet {

template <int D>
NearBodies<D>::NearBodies(std::span<const Vec<D>> position, double reach,
                          const PeriodicCell<D>& cell)
    : position_(position),
      reach_(reach),
      side_(4.0 * reach),
      cell_(cell),
      mask_(std::bit_ceil(std::max<std::size_t>(position.size(), 1)) - 1) {
  if (!position.empty()) low_ = high_ = position.front();
  for (const Vec<D>& x : position) {
    low_ = low_.cwiseMin(x);
    high_ = high_.cwiseMax(x);
  }
  std::vector<std::int32_t> slot(position.size());
  start_.assign(mask_ + 2, 0);
  for (std::size_t i = 0; i < position.size(); ++i) {
    slot[i] = static_cast<std::int32_t>(slot_of(cube_of(position[i])));
    ++start_[static_cast<std::size_t>(slot[i]) + 1];
  }
  std::partial_sum(start_.begin(), start_.end(), start_.begin());
  std::vector<std::int32_t> next(start_.begin(), start_.end() - 1);
  sorted_.resize(position.size());
  for (std::size_t i = 0; i < position.size(); ++i) {
    sorted_[static_cast<std::size_t>(next[static_cast<std::size_t>(slot[i])]++)] =
        static_cast<std::int32_t>(i);
  }
}

template <int D>
typename NearBodies<D>::Cube NearBodies<D>::cube_of(const Vec<D>& x) const {
  // Bodies far away, which any cube will do for, must not leave the range of integers.
  constexpr double farthest = 1e15;
  Cube cube;
  for (int k = 0; k < D; ++k) {
    // In this order it is an integer also where x is no number.
    cube[static_cast<std::size_t>(k)] = static_cast<std::int64_t>(
        std::max(-farthest, std::min(std::floor(x[k] / side_), farthest)));
  }
  return cube;
}

template <int D>
std::size_t NearBodies<D>::slot_of(const Cube& cube) const {
  std::uint64_t hash = 0;
  for (const std::int64_t c : cube) {
    hash = (hash ^ static_cast<std::uint64_t>(c)) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29;
  }
  return hash & mask_;
}

template <int D>
void NearBodies<D>::find(const Vec<D>& low, const Vec<D>& high,
                         std::vector<std::int32_t>& found) const {
  found.clear();
  const Vec<D> around = Vec<D>::Constant(reach_);
  cell_.for_each_shift(low - around, high + around, low_, high_, [&](const Vec<D>& shift) {
    find_shifted(low + shift, high + shift, found);
  });
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
}

template <int D>
void NearBodies<D>::find_shifted(const Vec<D>& low, const Vec<D>& high,
                                 std::vector<std::int32_t>& found) const {
  const Cube first = cube_of(low - Vec<D>::Constant(reach_));
  const Cube last = cube_of(high + Vec<D>::Constant(reach_));
  double cubes = 1.0;
  for (std::size_t k = 0; k < D; ++k) cubes *= static_cast<double>(last[k] - first[k]) + 1.0;
  if (!(cubes <= static_cast<double>(position_.size()))) {
    found.resize(position_.size());
    std::iota(found.begin(), found.end(), 0);
    return;
  }
  Cube cube = first;
  while (true) {
    const std::size_t slot = slot_of(cube);
    for (std::int32_t s = start_[slot]; s < start_[slot + 1]; ++s) {
      const std::int32_t i = sorted_[static_cast<std::size_t>(s)];
      // Other cubes may share the slot.
      if (cube_of(position_[static_cast<std::size_t>(i)]) == cube) found.push_back(i);
    }
    std::size_t k = 0;
    while (k < D && cube[k] == last[k]) {
      cube[k] = first[k];
      ++k;
    }
    if (k == D) return;
    ++cube[k];
  }
}

template <int D>
std::optional<NearBodies<D>> near_bodies(const World<D>& world,
                                         std::span<const Placement<D>> places,
                                         std::span<const Vec<D>> position, double reach) {
  // Sorting the bodies costs as much as some boundaries that ask all of them.
  constexpr std::size_t worth_it = 16;
  std::size_t finite = 0;
  for (std::size_t k = 0; k < world.boundaries.size() && finite < worth_it; ++k) {
    if (places[k].present && bounds_of<D>(world.boundaries[k].shape, places[k])) ++finite;
  }
  if (finite < worth_it || !(reach > 0.0)) return std::nullopt;
  return NearBodies<D>(position, reach, world.cell);
}

#define GALET_INSTANTIATE(D)                         \
  template class NearBodies<D>;                      \
  template std::optional<NearBodies<D>> near_bodies( \
      const World<D>&, std::span<const Placement<D>>, std::span<const Vec<D>>, double)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
