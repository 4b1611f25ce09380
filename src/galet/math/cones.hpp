// All projections on cones of the project.
#pragma once

#include <cmath>

#include "galet/math/vec.hpp"

namespace galet {

// Nearest point of the friction cone K = {|x_t| <= mu x_n}, x = (x_n, x_t), mu >= 0.
// The three regions: inside, polar cone, and the rest, which goes to the boundary along its normal.
// Exact at mu = 0, where K is the half line x_t = 0, x_n >= 0.
template <int D>
Vec<D> project_friction_cone(const Vec<D>& x, double mu) {
  const double n = x[0];
  const auto tangent = x.template tail<D - 1>();
  const double t = tangent.norm();
  if (mu * t <= -n) return Vec<D>::Zero();  // first: at mu = 0, t = 0 the next would accept n < 0
  if (t <= mu * n) return x;
  // Here t > 0, or mu = 0 and n > 0 and t > 0: the division is safe.
  const double n_projected = (n + mu * t) / (1.0 + mu * mu);
  Vec<D> y;
  y[0] = n_projected;
  y.template tail<D - 1>() = tangent * (mu * n_projected / t);
  return y;
}

// Nearest point of the disc |x| <= radius, radius >= 0.
template <int N>
Eigen::Matrix<double, N, 1> project_disc(const Eigen::Matrix<double, N, 1>& x, double radius) {
  const double length = x.norm();
  return length <= radius ? x : Eigen::Matrix<double, N, 1>(x * (radius / length));
}

}  // namespace galet
