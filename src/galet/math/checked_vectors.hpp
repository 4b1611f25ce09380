// Lists of numbers as vectors of a dimension, with errors that name the keys of the lists.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "galet/base/refuse.hpp"
#include "galet/math/vec.hpp"

namespace galet {

// Exactly N numbers.
template <int N>
Eigen::Matrix<double, N, 1> fixed_vector(const std::string& key, const std::vector<double>& x) {
  if (x.size() != static_cast<std::size_t>(N)) {
    refuse(key, fmt::format("expected {} number{}, got {}", N, N == 1 ? "" : "s", x.size()));
  }
  return Eigen::Map<const Eigen::Matrix<double, N, 1>>(x.data());
}

// Zero when left out.
template <int N>
Eigen::Matrix<double, N, 1> vector_or_zero(const std::string& key, const std::vector<double>& x) {
  if (x.empty()) return Eigen::Matrix<double, N, 1>::Zero();
  return fixed_vector<N>(key, x);
}

// A vector scaled to length 1.
template <int D>
Vec<D> direction(const std::string& key, const std::vector<double>& x) {
  const Vec<D> v = fixed_vector<D>(key, x);
  const double length = v.stableNorm();
  if (!(length > 0.0)) refuse(key, "must not be zero; expected a direction");
  return v / length;
}

}  // namespace galet
