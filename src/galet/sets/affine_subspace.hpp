// {p + Bz}: the affine subspace through p along the columns of B.
#pragma once

#include "galet/sets/set.hpp"

namespace galet::sets {

class AffineSubspace final : public Set {
 public:
  // The columns may be any; none gives a point. They are made orthonormal.
  AffineSubspace(Vector point, const Matrix& directions);

  std::string_view kind() const override { return "affine"; }
  int dimension() const override { return static_cast<int>(point_.size()); }
  double length() const override { return point_.norm(); }
  Projection project(const Vector& x) const override;
  std::optional<double> support(const Vector& d) const override;
  std::optional<ConeGenerators> normal_generators(const Vector& x,
                                                  double tolerance = kTouching) const override;
  std::optional<double> prox_radius() const override { return kInfinity; }
  std::optional<Constraints> constraints(const Vector& x) const override;
  std::optional<HalfSpaces> half_spaces() const override;

 private:
  Vector point_;
  Matrix along_;   // orthonormal basis
  Matrix normal_;  // of the complement
};

}  // namespace galet::sets
