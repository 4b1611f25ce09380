#include "galet/sets/half_space.hpp"

#include <algorithm>
#include <cmath>

#include "galet/base/error.hpp"

namespace galet::sets {

HalfSpace::HalfSpace(const Vector& normal, double offset)
    : normal_(normal / normal.norm()), offset_(offset / normal.norm()) {
  GALET_ASSERT(normal.norm() > 0.0);
}

Projection HalfSpace::project(const Vector& x) const {
  return {x - std::max(0.0, normal_.dot(x) - offset_) * normal_};
}

std::optional<double> HalfSpace::support(const Vector& d) const {
  const double along = normal_.dot(d);
  const bool bounded = along >= 0.0 && (d - along * normal_).norm() <= kTouching * d.norm();
  return bounded ? along * offset_ : kInfinity;
}

std::optional<ConeGenerators> HalfSpace::normal_generators(const Vector& x,
                                                           double tolerance) const {
  if (normal_.dot(x) < offset_ - tolerance * (length() + x.norm())) return zero_cone(dimension());
  return single_ray(normal_);
}

std::optional<Constraints> HalfSpace::constraints(const Vector& x) const {
  return Constraints{Vector::Constant(1, normal_.dot(x) - offset_), normal_};
}

std::optional<Set::HalfSpaces> HalfSpace::half_spaces() const {
  return HalfSpaces{normal_.transpose(), Vector::Constant(1, offset_)};
}

}  // namespace galet::sets
