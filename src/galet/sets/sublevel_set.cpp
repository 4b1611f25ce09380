#include "galet/sets/sublevel_set.hpp"

namespace galet::sets {

SublevelSet::SublevelSet(int dimension, ConstraintsAt constraints, double length,
                         std::optional<double> prox_radius)
    : dimension_(dimension),
      constraints_(std::move(constraints)),
      length_(length),
      prox_radius_(prox_radius) {}

Projection SublevelSet::project(const Vector& x) const {
  return project_on_constraints(constraints_, x, length_);
}

std::optional<ConeGenerators> SublevelSet::normal_generators(const Vector& x,
                                                             double tolerance) const {
  const Constraints c = constraints_(x);
  // A value is a length only where the gradient is a unit vector.
  const double steepness = c.gradient.colwise().norm().maxCoeff();
  return active_gradients(c, tolerance * (length_ + x.norm()) * steepness);
}

}  // namespace galet::sets
