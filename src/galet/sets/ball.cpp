#include "galet/sets/ball.hpp"

#include "galet/base/error.hpp"

namespace galet::sets {

Vector unit_or_axis(const Vector& x) {
  const double length = x.stableNorm();
  if (length > 0.0) return x / length;
  return Vector::Unit(x.size(), 0);
}

Ball::Ball(Vector center, double radius) : center_(std::move(center)), radius_(radius) {
  GALET_ASSERT(radius >= 0.0);
}

Projection Ball::project(const Vector& x) const {
  const Vector arm = x - center_;
  if (arm.norm() <= radius_) return {x};
  return {center_ + radius_ * unit_or_axis(arm)};
}

std::optional<Vector> Ball::farthest(const Vector& x) const {
  return Vector(center_ - radius_ * unit_or_axis(x - center_));
}

std::optional<double> Ball::support(const Vector& d) const {
  return d.dot(center_) + radius_ * d.norm();
}

std::optional<ConeGenerators> Ball::normal_generators(const Vector& x, double tolerance) const {
  const Vector arm = x - center_;
  if (radius_ == 0.0) {
    return ConeGenerators{Matrix(x.size(), 0), Matrix::Identity(x.size(), x.size())};
  }
  if (arm.norm() < radius_ - tolerance * (length() + x.norm())) return zero_cone(dimension());
  return single_ray(unit_or_axis(arm));
}

std::optional<Constraints> Ball::constraints(const Vector& x) const {
  const Vector arm = x - center_;
  return Constraints{Vector::Constant(1, arm.norm() - radius_), unit_or_axis(arm)};
}

}  // namespace galet::sets
