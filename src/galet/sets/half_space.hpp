// {x : n·x <= b}
#pragma once

#include "galet/sets/set.hpp"

namespace galet::sets {

class HalfSpace final : public Set {
 public:
  HalfSpace(const Vector& normal, double offset);  // normal != 0, of any length

  std::string_view kind() const override { return "half-space"; }
  int dimension() const override { return static_cast<int>(normal_.size()); }
  double length() const override { return std::abs(offset_); }
  Projection project(const Vector& x) const override;
  std::optional<double> support(const Vector& d) const override;
  std::optional<ConeGenerators> normal_generators(const Vector& x,
                                                  double tolerance = kTouching) const override;
  std::optional<double> prox_radius() const override { return kInfinity; }
  std::optional<Constraints> constraints(const Vector& x) const override;
  std::optional<HalfSpaces> half_spaces() const override;

 private:
  Vector normal_;  // unit
  double offset_;
};

}  // namespace galet::sets
