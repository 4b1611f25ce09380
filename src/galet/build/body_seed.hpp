// A body as an entry of the scene gives it, before material, mass and locks are applied.
#pragma once

#include <optional>

#include "galet/base/random.hpp"
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

// A vector with each component anywhere within ± jitter.
template <int D>
Vec<D> draw_jitter(const Vec<D>& jitter, Random& random) {
  Vec<D> x;
  for (int k = 0; k < D; ++k) x[k] = random.uniform(-jitter[k], jitter[k]);
  return x;
}

}  // namespace galet
