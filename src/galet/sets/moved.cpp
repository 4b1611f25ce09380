#include "galet/sets/moved.hpp"

#include "galet/base/error.hpp"

namespace galet::sets {

Placing Placing::identity(int dimension) {
  return {Vector::Zero(dimension), Matrix::Identity(dimension, dimension), 1.0};
}

Placing Placing::translated(const Vector& by) {
  return {by, Matrix::Identity(by.size(), by.size()), 1.0};
}

Moved::Moved(SetPtr base, Placing placing)
    : base_(std::move(base)),
      translation_(std::move(placing.translation)),
      rotation_(std::move(placing.rotation)),
      scale_(placing.scale) {
  GALET_ASSERT(scale_ > 0.0 && translation_.size() == base_->dimension());
}

double Moved::inner_tolerance(const Vector& x, double tolerance) const {
  const double inner = base_->length() + inward(x).norm();
  return inner > 0.0 ? tolerance * (length() + x.norm()) / (scale_ * inner) : tolerance;
}

Projection Moved::project(const Vector& x) const {
  const Vector y = inward(x);
  Projection inner = base_->project(y);
  // A point of the set stays where it is, without the rounding of the way there and back.
  inner.point = inner.point == y ? x : outward(inner.point);
  return inner;
}

std::optional<Vector> Moved::farthest(const Vector& x) const {
  const auto y = base_->farthest(inward(x));
  if (!y) return std::nullopt;
  return outward(*y);
}

std::optional<double> Moved::support(const Vector& d) const {
  const auto inner = base_->support(rotation_.transpose() * d);
  if (!inner) return std::nullopt;
  return d.dot(translation_) + scale_ * *inner;
}

std::optional<ConeGenerators> Moved::normal_generators(const Vector& x, double tolerance) const {
  auto cone = base_->normal_generators(inward(x), inner_tolerance(x, tolerance));
  if (!cone) return std::nullopt;
  cone->rays = rotation_ * cone->rays;
  cone->lines = rotation_ * cone->lines;
  return cone;
}

std::optional<Vector> Moved::project_normal_cone(const Vector& x, const Vector& v,
                                                 double tolerance) const {
  const auto inner = base_->project_normal_cone(inward(x), rotation_.transpose() * v,
                                                inner_tolerance(x, tolerance));
  if (!inner) return std::nullopt;
  return Vector(rotation_ * *inner);
}

std::optional<double> Moved::prox_radius() const {
  const auto r = base_->prox_radius();
  if (!r) return std::nullopt;
  return scale_ * *r;
}

std::optional<double> Moved::strong_convexity_radius() const {
  const auto r = base_->strong_convexity_radius();
  if (!r) return std::nullopt;
  return scale_ * *r;
}

std::optional<Constraints> Moved::constraints(const Vector& x) const {
  auto inner = base_->constraints(inward(x));
  if (!inner) return std::nullopt;
  inner->value *= scale_;
  inner->gradient = rotation_ * inner->gradient;
  return inner;
}

std::optional<Set::HalfSpaces> Moved::half_spaces() const {
  auto h = base_->half_spaces();
  if (!h) return std::nullopt;
  h->A = h->A * rotation_.transpose();
  h->b = scale_ * h->b + h->A * translation_;
  return h;
}

}  // namespace galet::sets
