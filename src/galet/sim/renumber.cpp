#include "galet/sim/renumber.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "galet/solver/sweep_tasks.hpp"

namespace galet {
namespace {

constexpr int kBits = 10;  // of a coordinate on the curve

// The bits of the coordinates in turn.
template <int D>
std::uint64_t morton_code(const std::array<std::uint32_t, D>& cell) {
  std::uint64_t code = 0;
  for (int bit = kBits - 1; bit >= 0; --bit) {
    for (int d = 0; d < D; ++d) code = 2 * code + ((cell[static_cast<std::size_t>(d)] >> bit) & 1U);
  }
  return code;
}

// Layers below the highest centre, one diameter of the mean body thick; all 0 without gravity.
template <int D>
std::vector<std::uint32_t> layers_of(const Vec<D>& gravity, const Bodies<D>& bodies) {
  std::vector<std::uint32_t> layer(bodies.size(), 0);
  if (gravity.isZero(0.0)) return layer;
  const Vec<D> down = gravity.normalized();
  double top = std::numeric_limits<double>::infinity();
  double radii = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    top = std::min(top, down.dot(bodies.position[i]));
    radii += bodies.radius[i];
  }
  const double thickness = 2.0 * radii / static_cast<double>(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const double depth = (down.dot(bodies.position[i]) - top) / thickness;
    layer[i] = static_cast<std::uint32_t>(std::min(depth, 1e6));
  }
  return layer;
}

struct PlaceKey {
  std::size_t slab = 0;
  std::uint32_t layer = 0;
  std::uint64_t code = 0;

  friend auto operator<=>(const PlaceKey&, const PlaceKey&) = default;
};

}  // namespace

template <int D>
void renumber(const Vec<D>& gravity, State<D>& state) {
  Bodies<D>& bodies = state.bodies;
  const std::size_t count = bodies.size();
  const std::size_t slabs = slab_count(count);
  if (slabs == 1) return;

  Vec<D> low = bodies.position[0];
  Vec<D> high = low;
  for (const Vec<D>& x : bodies.position) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  int axis = 0;
  const double side = (high - low).maxCoeff(&axis);
  const double cells = side > 0.0 ? (1 << kBits) / side * (1.0 - 1e-9) : 0.0;

  // Equal coordinates and equal codes are told apart by the ids, so that the order does not depend
  // on the present one.
  std::vector<std::int32_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  const auto at = [](std::int32_t k) { return static_cast<std::size_t>(k); };
  std::ranges::sort(order, {}, [&](std::int32_t k) {
    return std::pair(bodies.position[at(k)][axis], bodies.id[at(k)]);
  });
  const std::vector<std::uint32_t> layer = layers_of<D>(gravity, bodies);
  std::vector<PlaceKey> key(count);
  for (std::size_t rank = 0; rank < count; ++rank) {
    const std::size_t k = at(order[rank]);
    std::array<std::uint32_t, D> cell;
    for (int d = 0; d < D; ++d) {
      cell[static_cast<std::size_t>(d)] =
          static_cast<std::uint32_t>(cells * (bodies.position[k][d] - low[d]));
    }
    key[k] = {slab_of(rank, count, slabs), layer[k], morton_code<D>(cell)};
  }
  std::ranges::sort(order, {},
                    [&](std::int32_t k) { return std::pair(key[at(k)], bodies.id[at(k)]); });

  rearrange(bodies, order);
  std::vector<std::int32_t> new_place(count);
  for (std::size_t k = 0; k < count; ++k) new_place[at(order[k])] = static_cast<std::int32_t>(k);
  rearrange(state.memory, std::span<const std::int32_t>(new_place));
}

template void renumber(const Vec<2>&, State<2>&);
template void renumber(const Vec<3>&, State<3>&);

}  // namespace galet
