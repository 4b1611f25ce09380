// A single point.
#pragma once

#include "galet/sets/set.hpp"

namespace galet::sets {

class Point final : public Set {
 public:
  explicit Point(Vector at) : at_(std::move(at)) {}

  std::string_view kind() const override { return "point"; }
  int dimension() const override { return static_cast<int>(at_.size()); }
  double length() const override { return at_.norm(); }
  Projection project(const Vector&) const override { return {at_}; }
  std::optional<Vector> farthest(const Vector&) const override { return at_; }
  std::optional<double> support(const Vector& d) const override { return d.dot(at_); }
  std::optional<ConeGenerators> normal_generators(const Vector&, double = kTouching) const override;
  std::optional<double> prox_radius() const override { return kInfinity; }
  std::optional<double> strong_convexity_radius() const override { return 0.0; }
  std::optional<HalfSpaces> half_spaces() const override;

 private:
  Vector at_;
};

}  // namespace galet::sets
