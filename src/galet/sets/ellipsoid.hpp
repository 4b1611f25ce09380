// {c + y : Σ (y_k/a_k)² <= 1}, axes parallel to the coordinates; turn it by Moved.
#pragma once

#include "galet/sets/set.hpp"

namespace galet::sets {

class Ellipsoid final : public Set {
 public:
  Ellipsoid(Vector center, Vector semi_axes);  // semi-axes > 0

  std::string_view kind() const override { return "ellipsoid"; }
  int dimension() const override { return static_cast<int>(center_.size()); }
  double length() const override { return center_.norm() + axes_.maxCoeff(); }

  // The nearest point of an outer point y (relative to the centre) is z_k = a_k² y_k/(a_k² + t)
  // with t > 0 the root of Σ (a_k y_k/(a_k² + t))² = 1. Newton's method on the reciprocal of the
  // root of that sum, which is nearly linear in t, inside a bracket that only shrinks: a handful of
  // steps to the last digit. O(n) each.
  Projection project(const Vector& x) const override;

  // As above with the largest stationary value: z_k = −a_k² y_k/(t − a_k²), t >= a_max². When y has
  // no component along the longest axes the root may not exist; then t = a_max² and the longest
  // axis makes up the rest: two farthest points, of which one is returned.
  std::optional<Vector> farthest(const Vector& x) const override;
  std::optional<double> support(const Vector& d) const override;
  std::optional<ConeGenerators> normal_generators(const Vector& x,
                                                  double tolerance = kTouching) const override;
  std::optional<double> prox_radius() const override { return kInfinity; }
  // Largest radius of curvature, a_max²/a_min.
  std::optional<double> strong_convexity_radius() const override;
  std::optional<Constraints> constraints(const Vector& x) const override;

 private:
  double gauge(const Vector& y) const { return y.cwiseQuotient(axes_).norm(); }

  Vector center_;
  Vector axes_;
};

}  // namespace galet::sets
