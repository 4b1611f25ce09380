// A body as an entry of the scene gives it, before material, mass and locks are applied.
#pragma once

#include <optional>

#include "galet/math/vec.hpp"

namespace galet {

template <int D>
struct BodySeed {
  Vec<D> position = Vec<D>::Zero();
  double radius = 0.0;
  Vec<D> velocity = Vec<D>::Zero();
  Spin<D> spin = Spin<D>::Zero();
  std::optional<double> mass;
};

}  // namespace galet
