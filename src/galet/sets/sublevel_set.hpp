// {x : c_k(x) <= 0} for smooth functions.
#pragma once

#include "galet/sets/constrained_projection.hpp"

namespace galet::sets {

class SublevelSet final : public Set {
 public:
  // `length`: what tolerances are relative to. `prox_radius`: infinity when the functions are
  // convex; r when r-prox-regularity is known; nothing when it is not. One function with |∇c| >= m
  // on the boundary and an L-Lipschitz gradient gives r = m/L [Nguyen2024, Prop. 6.13, γ = 1/m].
  SublevelSet(int dimension, ConstraintsAt constraints, double length,
              std::optional<double> prox_radius);

  std::string_view kind() const override { return "sublevel"; }
  int dimension() const override { return dimension_; }
  double length() const override { return length_; }
  Projection project(const Vector& x) const override;
  std::optional<ConeGenerators> normal_generators(const Vector& x,
                                                  double tolerance = kTouching) const override;
  std::optional<double> prox_radius() const override { return prox_radius_; }
  std::optional<Constraints> constraints(const Vector& x) const override { return constraints_(x); }

 private:
  int dimension_;
  ConstraintsAt constraints_;
  double length_;
  std::optional<double> prox_radius_;
};

}  // namespace galet::sets
