// Closed ball.
#pragma once

#include "galet/sets/set.hpp"

namespace galet::sets {

class Ball final : public Set {
 public:
  Ball(Vector center, double radius);  // radius >= 0

  std::string_view kind() const override { return "ball"; }
  int dimension() const override { return static_cast<int>(center_.size()); }
  double length() const override { return center_.norm() + radius_; }
  Projection project(const Vector& x) const override;
  std::optional<Vector> farthest(const Vector& x) const override;
  std::optional<double> support(const Vector& d) const override;
  std::optional<ConeGenerators> normal_generators(const Vector& x,
                                                  double tolerance = kTouching) const override;
  std::optional<double> prox_radius() const override { return kInfinity; }
  std::optional<double> strong_convexity_radius() const override { return radius_; }
  std::optional<Constraints> constraints(const Vector& x) const override;

 private:
  Vector center_;
  double radius_;
};

// x/|x|, and the first axis for 0: any unit vector will do there.
Vector unit_or_axis(const Vector& x);

}  // namespace galet::sets
