// The sizes of the bodies that can move, as a sieve analysis gives them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "galet/model/bodies.hpp"

namespace galet {

// Diameters in m. D10 is the smallest one such that bodies of at most this diameter make up a tenth
// of the mass, and so on.
struct BodySizes {
  std::size_t count = 0;
  double smallest = 0.0;
  double d10 = 0.0;
  double d50 = 0.0;
  double d90 = 0.0;
  double largest = 0.0;
};

template <int D>
BodySizes compute_sizes(const Bodies<D>& bodies) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!bodies.is_fixed(i)) order.push_back(i);
  }
  if (order.empty()) return {};
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return bodies.radius[i]; });
  std::vector<double> mass(order.size());
  std::ranges::transform(order, mass.begin(), [&](std::size_t i) { return bodies.mass[i]; });
  std::partial_sum(mass.begin(), mass.end(), mass.begin());
  const auto diameter = [&](std::size_t k) { return 2.0 * bodies.radius[order[k]]; };
  const auto passing = [&](double share) {
    // Sums of equal masses must not miss their share by round-off.
    const double wanted = share * mass.back() * (1.0 - 1e-12);
    return diameter(
        static_cast<std::size_t>(std::ranges::lower_bound(mass, wanted) - mass.begin()));
  };
  return {order.size(), diameter(0),  passing(0.1),
          passing(0.5), passing(0.9), diameter(order.size() - 1)};
}

}  // namespace galet
