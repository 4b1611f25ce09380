// The formulas of all projections on cones and discs of the project, for a number or for a vector
// of numbers per argument (math/lanes.hpp). math/cones.hpp has them for vectors of Eigen.
#pragma once

#include "galet/math/lanes.hpp"

namespace galet {

// Nearest point of the friction cone K = {|x_t| <= mu x_n}, mu >= 0, to a point with normal part n
// and |x_t| = t: its normal part, and what the tangential part is multiplied by.
// The three regions: inside, polar cone, and the rest, which goes to the boundary along its normal.
// Exact at mu = 0, where K is the half line x_t = 0, x_n >= 0.
template <class V>
struct ConePoint {
  V n;
  V tangent_factor;
};

template <class V>
GALET_LANES ConePoint<V> project_friction_cone(V n, V t, V mu) {
  const V zero{};
  const V on_edge = (n + mu * t) / (ones<V>() + mu * mu);
  const auto polar = mu * t <= -n;  // first: at mu = 0, t = 0 the other would accept n < 0
  const auto inside = t <= mu * n;
  // Where neither holds t > 0: the division is safe where it is used.
  return {polar    ? zero
          : inside ? n
                   : on_edge,
          polar    ? zero
          : inside ? ones<V>()
                   : mu * on_edge / t};
}

// What brings a vector of this length into the disc of the radius >= 0, as a factor.
template <class V>
GALET_LANES V disc_factor(V length, V radius) {
  return length > radius ? radius / length : ones<V>();
}

}  // namespace galet
