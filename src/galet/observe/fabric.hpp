// Fabric tensor: the mean of n ⊗ n over the contacts that carry an impulse, n being their normals
// [Satake1982]. Its trace is 1; it is 1/D times the unit matrix where contacts point alike in all
// directions. Cost: O(contacts).
#pragma once

#include <cstdint>

#include "galet/observe/look.hpp"

namespace galet {

template <int D>
struct Fabric {
  std::int64_t contacts = 0;
  Mat<D> tensor = Mat<D>::Zero();

  // Largest minus smallest eigenvalue.
  double anisotropy() const;
  // Unit eigenvector of the largest eigenvalue, its last component not negative.
  Vec<D> direction() const;
};

template <int D>
Fabric<D> compute_fabric(const Look<D>& look, const Part<D>& part);

}  // namespace galet
