// Minkowski sum of a set with a ball: {x : d_C(x) <= r}.
#pragma once

#include "galet/sets/set.hpp"

namespace galet::sets {

class Inflated final : public Set {
 public:
  Inflated(SetPtr base, double radius);  // radius >= 0

  std::string_view kind() const override { return base_->kind(); }
  int dimension() const override { return base_->dimension(); }
  double length() const override { return base_->length() + radius_; }
  // On the segment from x to its nearest point in C, whether C is convex or not.
  Projection project(const Vector& x) const override;
  std::optional<Vector> farthest(const Vector& x) const override;
  std::optional<double> support(const Vector& d) const override;
  std::optional<ConeGenerators> normal_generators(const Vector& x,
                                                  double tolerance = kTouching) const override;
  std::optional<Vector> project_normal_cone(const Vector& x, const Vector& v,
                                            double tolerance = kTouching) const override;
  // r_C − r [Nguyen2024, Thm. 5.8]; no answer when that is not positive.
  std::optional<double> prox_radius() const override;
  std::optional<double> strong_convexity_radius() const override;

 private:
  SetPtr base_;
  double radius_;
};

}  // namespace galet::sets
