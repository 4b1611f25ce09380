// Random vectors for tests.
#pragma once

#include <cmath>

#include "galet/base/random.hpp"
#include "galet/math/vec.hpp"

namespace galet::test {

// Independent normal components.
template <int N>
Eigen::Matrix<double, N, 1> random_vector(Random& random, double scale = 1.0) {
  Eigen::Matrix<double, N, 1> x;
  for (int k = 0; k < N; ++k) x[k] = scale * random.normal();
  return x;
}

// Uniform on the sphere.
template <int D>
Vec<D> random_unit(Random& random) {
  return random_vector<D>(random).normalized();
}

// Uniform in the logarithm.
inline double random_log(Random& random, double low, double high) {
  return low * std::pow(high / low, random.uniform());
}

// A point of the cone |x_t| <= mu x_n; on its boundary when `boundary`.
template <int D>
Vec<D> random_in_cone(Random& random, double mu, double scale, bool boundary = false) {
  Vec<D> x;
  x[0] = scale * std::abs(random.normal());
  Eigen::Matrix<double, D - 1, 1> t = random_vector<D - 1>(random);
  x.template tail<D - 1>() = t * (mu * x[0] * (boundary ? 1.0 : random.uniform()) / t.norm());
  return x;
}

}  // namespace galet::test
