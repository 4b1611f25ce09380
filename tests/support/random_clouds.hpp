// Random clouds of balls and their pairs by brute force.
#pragma once

#include <vector>

#include "support/random_vectors.hpp"

#include "galet/collision/broad_phase.hpp"

namespace galet::test {

template <int D>
struct Cloud {
  std::vector<Vec<D>> position;
  std::vector<double> radius;
};

// n balls with radii from 1/ratio to 1 (uniform in the logarithm) in a cube wide enough to give
// each a few neighbours.
template <int D>
Cloud<D> random_cloud(Random& random, std::size_t n, double ratio, const Vec<D>& centre) {
  Cloud<D> cloud;
  const double half = std::pow(static_cast<double>(n), 1.0 / D) * (ratio > 20.0 ? 0.4 : 0.7);
  for (std::size_t i = 0; i < n; ++i) {
    Vec<D> x;
    for (int k = 0; k < D; ++k) x[k] = centre[k] + random.uniform(-half, half);
    cloud.position.push_back(x);
    cloud.radius.push_back(1.0 / random_log(random, 1.0, ratio));
  }
  return cloud;
}

// All pairs with |x_a − x_b| <= r_a + r_b + reach, every pair looked at.
template <int D>
std::vector<BodyPair> brute_force_pairs(const Cloud<D>& cloud, double reach) {
  std::vector<BodyPair> pairs;
  for (std::size_t i = 0; i < cloud.position.size(); ++i) {
    for (std::size_t j = i + 1; j < cloud.position.size(); ++j) {
      const double touch = cloud.radius[i] + cloud.radius[j] + reach;
      if ((cloud.position[i] - cloud.position[j]).squaredNorm() <= touch * touch) {
        pairs.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(j)});
      }
    }
  }
  return pairs;
}

}  // namespace galet::test
