#include "galet/sets/inflated.hpp"

#include "galet/base/error.hpp"
#include "galet/sets/ball.hpp"

namespace galet::sets {

Inflated::Inflated(SetPtr base, double radius) : base_(std::move(base)), radius_(radius) {
  GALET_ASSERT(radius >= 0.0);
}

Projection Inflated::project(const Vector& x) const {
  Projection inner = base_->project(x);
  const Vector arm = x - inner.point;
  const double distance = arm.norm();
  inner.point = distance <= radius_ ? x : Vector(inner.point + radius_ / distance * arm);
  return inner;
}

std::optional<Vector> Inflated::farthest(const Vector& x) const {
  const auto y = base_->farthest(x);
  if (!y) return std::nullopt;
  return Vector(*y + radius_ * unit_or_axis(*y - x));
}

std::optional<double> Inflated::support(const Vector& d) const {
  const auto inner = base_->support(d);
  if (!inner) return std::nullopt;
  return *inner + radius_ * d.norm();
}

std::optional<ConeGenerators> Inflated::normal_generators(const Vector& x, double tolerance) const {
  if (radius_ == 0.0) return base_->normal_generators(x, tolerance);
  const Vector arm = x - base_->project(x).point;
  if (arm.norm() < radius_ - tolerance * (length() + x.norm())) return zero_cone(dimension());
  return single_ray(arm.normalized());
}

std::optional<Vector> Inflated::project_normal_cone(const Vector& x, const Vector& v,
                                                    double tolerance) const {
  if (radius_ == 0.0) return base_->project_normal_cone(x, v, tolerance);
  return Set::project_normal_cone(x, v, tolerance);
}

std::optional<double> Inflated::prox_radius() const {
  const auto r = base_->prox_radius();
  if (!r || *r <= radius_) return std::nullopt;
  return *r - radius_;
}

std::optional<double> Inflated::strong_convexity_radius() const {
  const auto r = base_->strong_convexity_radius();
  if (!r) return std::nullopt;
  return *r + radius_;
}

}  // namespace galet::sets
