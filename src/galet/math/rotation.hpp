// Orientations: an angle in 2D (not reduced, so that turns can be counted), a unit quaternion in
// 3D.
#pragma once

#include <cmath>

#include <Eigen/Geometry>

#include "galet/math/vec.hpp"

namespace galet {

template <int D>
class Rotation;

template <>
class Rotation<2> {
 public:
  Rotation() = default;
  explicit Rotation(double angle) : angle_(angle) {}
  // Rotation by the rotation vector (angle) w.
  static Rotation by(const Spin<2>& w) { return Rotation(w[0]); }

  Vec<2> apply(const Vec<2>& x) const {
    const double c = std::cos(angle_);
    const double s = std::sin(angle_);
    return {c * x[0] - s * x[1], s * x[0] + c * x[1]};
  }
  Mat<2> matrix() const {
    const double c = std::cos(angle_);
    const double s = std::sin(angle_);
    Mat<2> m;
    m << c, -s, s, c;
    return m;
  }
  // This rotation followed by the rotation vector w (in world axes).
  Rotation turned(const Spin<2>& w) const { return Rotation(angle_ + w[0]); }
  double angle() const { return angle_; }

 private:
  double angle_ = 0.0;
};

template <>
class Rotation<3> {
 public:
  Rotation() = default;
  explicit Rotation(const Eigen::Quaterniond& q) : q_(q) {}
  static Rotation by(const Spin<3>& w) {
    // cos x and sin(x)/x of half the angle. Small angles, those of nearly all steps, by the series:
    // below x² = 1e-2 what is left out is less than x¹⁰/10! < 3e-17.
    const double x2 = 0.25 * w.squaredNorm();
    const double x = std::sqrt(x2);
    const bool small = x2 < 1e-2;
    const double c =
        small ? 1.0 - x2 * (0.5 - x2 * (1.0 / 24 - x2 * (1.0 / 720 - x2 * (1.0 / 40320))))
              : std::cos(x);
    const double s =
        small ? 1.0 - x2 * (1.0 / 6 - x2 * (1.0 / 120 - x2 * (1.0 / 5040 - x2 * (1.0 / 362880))))
              : std::sin(x) / x;
    const Vec<3> v = 0.5 * s * w;
    return Rotation(Eigen::Quaterniond(c, v[0], v[1], v[2]));
  }

  Vec<3> apply(const Vec<3>& x) const { return q_ * x; }
  Mat<3> matrix() const { return q_.toRotationMatrix(); }
  Rotation turned(const Spin<3>& w) const { return Rotation((by(w).q_ * q_).normalized()); }
  const Eigen::Quaterniond& quaternion() const { return q_; }

 private:
  Eigen::Quaterniond q_ = Eigen::Quaterniond::Identity();
};

}  // namespace galet
