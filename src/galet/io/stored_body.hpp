// A body of a stored frame.
#pragma once

#include <cstddef>
#include <vector>

#include "galet/io/stored_frame.hpp"
#include "galet/model/bodies.hpp"

namespace galet {

// Row k of an array of rows of N numbers.
template <int N>
Eigen::Matrix<double, N, 1> stored_row(const std::vector<double>& values, std::size_t k) {
  return Eigen::Map<const Eigen::Matrix<double, N, 1>>(&values[k * N]);
}

inline Rotation<2> stored_rotation(const StoredFrame& frame, std::size_t k, Rotation<2>) {
  return Rotation<2>(frame.orientation[k]);
}
inline Rotation<3> stored_rotation(const StoredFrame& frame, std::size_t k, Rotation<3>) {
  const double* q = &frame.orientation[4 * k];
  return Rotation<3>(Eigen::Quaterniond(q[0], q[1], q[2], q[3]));
}

template <int D>
Body<D> stored_body(const StoredFrame& frame, std::size_t k) {
  Body<D> body;
  body.position = stored_row<D>(frame.position, k);
  body.rotation = stored_rotation(frame, k, Rotation<D>());
  body.velocity = stored_row<D>(frame.velocity, k);
  body.spin = stored_row<spin_dimension<D>>(frame.spin, k);
  body.radius = frame.radius[k];
  body.mass = frame.mass[k];
  body.inertia = frame.inertia[k];
  for (int i = 0; i < D; ++i) body.free[i] = frame.free[k] >> i & 1;
  body.free_rotation = (frame.free[k] & stored_free_rotation) != 0;
  body.material = frame.material[k];
  body.group = frame.group[k];
  if (!frame.image.empty()) body.image = Eigen::Map<const Image<D>>(&frame.image[k * D]);
  return body;
}

}  // namespace galet
