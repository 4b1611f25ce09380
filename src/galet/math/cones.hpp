// All projections on cones and discs of the project, for x = (x_n, x_t) in contact components.
#pragma once

#include "galet/math/cone_formulas.hpp"
#include "galet/math/vec.hpp"

namespace galet {

// Nearest point of the friction cone K = {|x_t| <= mu x_n}.
template <int D>
Vec<D> project_friction_cone(const Vec<D>& x, double mu) {
  const auto tangent = x.template tail<D - 1>();
  const ConePoint<double> point = project_friction_cone<double>(x[0], tangent.norm(), mu);
  Vec<D> y;
  y[0] = point.n;
  y.template tail<D - 1>() = tangent * point.tangent_factor;
  return y;
}

// Nearest point of the disc |x| <= radius, radius >= 0.
template <int N>
Eigen::Matrix<double, N, 1> project_disc(const Eigen::Matrix<double, N, 1>& x, double radius) {
  return x * disc_factor<double>(x.norm(), radius);
}

}  // namespace galet
