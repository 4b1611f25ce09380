// The scene's lists of numbers as vectors of the dimension, with errors that name their keys.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "galet/math/checked_vectors.hpp"
#include "galet/scene/scene.hpp"

namespace galet {

// One number for all directions, or one per direction; zero when left out.
template <int D>
Vec<D> per_direction(const std::string& key, const Numbers& x) {
  if (x.values.size() == 1) return Vec<D>::Constant(x.values.front());
  return vector_or_zero<D>(key, x.values);
}

// The rows of a list; where rows have one component the list may be flat.
template <int N>
std::vector<Eigen::Matrix<double, N, 1>> row_vectors(const std::string& key, const Rows& x) {
  std::vector<Eigen::Matrix<double, N, 1>> rows;
  if (N == 1 && !x.nested && x.rows.size() == 1) {
    for (const double value : x.rows.front()) rows.push_back(fixed_vector<N>(key, {value}));
    return rows;
  }
  rows.reserve(x.rows.size());
  for (std::size_t k = 0; k < x.rows.size(); ++k) {
    if (x.rows[k].size() == static_cast<std::size_t>(N)) {
      rows.emplace_back(Eigen::Map<const Eigen::Matrix<double, N, 1>>(x.rows[k].data()));
    } else {
      fixed_vector<N>(x.nested ? fmt::format("{}[{}]", key, k) : key, x.rows[k]);
    }
  }
  return rows;
}

}  // namespace galet
