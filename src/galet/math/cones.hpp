// All projections on cones of the project.
#pragma once

#include <cmath>

#include "galet/math/vec.hpp"

namespace galet {

// Nearest point of the friction cone K = {|x_t| <= mu x_n}, mu >= 0, to a point with normal part n
// and |x_t| = t: its normal part, and what the tangential part is multiplied by.
// The three regions: inside, polar cone, and the rest, which goes to the boundary along its normal.
// Exact at mu = 0, where K is the half line x_t = 0, x_n >= 0.
struct ConePoint {
  double n = 0.0;
  double tangent_factor = 0.0;
};

inline ConePoint project_friction_cone(double n, double t, double mu) {
  if (mu * t <= -n) return {};  // first: at mu = 0, t = 0 the next would accept n < 0
  if (t <= mu * n) return {n, 1.0};
  // Here t > 0, or mu = 0 and n > 0 and t > 0: the division is safe.
  const double n_projected = (n + mu * t) / (1.0 + mu * mu);
  return {n_projected, mu * n_projected / t};
}

// The same for x = (x_n, x_t) in contact components.
template <int D>
Vec<D> project_friction_cone(const Vec<D>& x, double mu) {
  const auto tangent = x.template tail<D - 1>();
  const ConePoint point = project_friction_cone(x[0], tangent.norm(), mu);
  Vec<D> y;
  y[0] = point.n;
  y.template tail<D - 1>() = tangent * point.tangent_factor;
  return y;
}

// Nearest point of the disc |x| <= radius, radius >= 0.
template <int N>
Eigen::Matrix<double, N, 1> project_disc(const Eigen::Matrix<double, N, 1>& x, double radius) {
  const double length = x.norm();
  return length <= radius ? x : Eigen::Matrix<double, N, 1>(x * (radius / length));
}

}  // namespace galet
