// Vectors, matrices and spins of dimension D = 2 or 3.
#pragma once

#include <Eigen/Core>

namespace galet {

template <int D>
using Vec = Eigen::Matrix<double, D, 1>;
template <int D>
using Mat = Eigen::Matrix<double, D, D>;

// Angular velocity, moment or rotation vector: one component in 2D (counter-clockwise), three in
// 3D.
template <int D>
inline constexpr int spin_dimension = D == 2 ? 1 : 3;
template <int D>
using Spin = Eigen::Matrix<double, spin_dimension<D>, 1>;

// ω × r: velocity of the tip of r.
inline Vec<2> cross(const Spin<2>& w, const Vec<2>& r) { return {-w[0] * r[1], w[0] * r[0]}; }
inline Vec<3> cross(const Spin<3>& w, const Vec<3>& r) {
  return {w[1] * r[2] - w[2] * r[1], w[2] * r[0] - w[0] * r[2], w[0] * r[1] - w[1] * r[0]};
}

// r × f: moment of f applied at the tip of r.
inline Spin<2> moment(const Vec<2>& r, const Vec<2>& f) {
  return Spin<2>{r[0] * f[1] - r[1] * f[0]};
}
inline Spin<3> moment(const Vec<3>& r, const Vec<3>& f) { return cross(r, f); }

// Contact frame: rows n, t (2D: t is n turned by +90°) or n, t1, t2 = n × t1 (3D).
// `frame * x` has the components (x_n, x_t), `frame.transpose() * y` goes back to the world.
template <int D>
Mat<D> contact_frame(const Vec<D>& n);

template <>
inline Mat<2> contact_frame<2>(const Vec<2>& n) {
  Mat<2> f;
  f << n[0], n[1], -n[1], n[0];
  return f;
}

template <>
inline Mat<3> contact_frame<3>(const Vec<3>& n) {
  // Start from the axis least aligned with n, so that the cross product never vanishes.
  int axis = 0;
  n.cwiseAbs().minCoeff(&axis);
  const Vec<3> t1 = cross(n, Vec<3>(Vec<3>::Unit(axis))).normalized();
  Mat<3> f;
  f.row(0) = n;
  f.row(1) = t1;
  f.row(2) = cross(n, t1);
  return f;
}

}  // namespace galet
