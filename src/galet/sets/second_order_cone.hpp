// {(x_n, x_t) : |x_t| <= mu x_n}, the first coordinate being x_n; mu >= 0.
#pragma once

#include "galet/sets/set.hpp"

namespace galet::sets {

class SecondOrderCone final : public Set {
 public:
  SecondOrderCone(int dimension, double mu);

  std::string_view kind() const override { return "cone"; }
  int dimension() const override { return dimension_; }
  double length() const override { return 0.0; }  // a cone has no length of its own
  Projection project(const Vector& x) const override;
  std::optional<double> support(const Vector& d) const override;
  // No answer at the apex, where the normal cone (the polar cone) is round.
  std::optional<ConeGenerators> normal_generators(const Vector& x,
                                                  double tolerance = kTouching) const override;
  std::optional<Vector> project_normal_cone(const Vector& x, const Vector& v,
                                            double tolerance = kTouching) const override;
  std::optional<double> prox_radius() const override { return kInfinity; }
  std::optional<Constraints> constraints(const Vector& x) const override;

  // {d : d·x <= 0 for all x of the cone}
  bool polar_contains(const Vector& d, double tolerance = kTouching) const;

 private:
  int dimension_;
  double mu_;
};

}  // namespace galet::sets
