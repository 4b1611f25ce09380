// {low <= x <= high}, sides parallel to the axes; bounds may be infinite.
#pragma once

#include "galet/sets/set.hpp"

namespace galet::sets {

class Box final : public Set {
 public:
  Box(Vector low, Vector high);  // low <= high

  std::string_view kind() const override { return "box"; }
  int dimension() const override { return static_cast<int>(low_.size()); }
  double length() const override;
  Projection project(const Vector& x) const override;
  std::optional<Vector> farthest(const Vector& x) const override;
  std::optional<double> support(const Vector& d) const override;
  std::optional<ConeGenerators> normal_generators(const Vector& x,
                                                  double tolerance = kTouching) const override;
  std::optional<double> prox_radius() const override { return kInfinity; }
  // In one dimension an interval is a ball.
  std::optional<double> strong_convexity_radius() const override;
  std::optional<Constraints> constraints(const Vector& x) const override;
  std::optional<HalfSpaces> half_spaces() const override;

 private:
  Vector low_;
  Vector high_;
};

}  // namespace galet::sets
