// Intersection of finitely many sets, not empty.
#pragma once

#include <vector>

#include "galet/sets/set.hpp"

namespace galet::sets {

// How an intersection is projected on.
//   active_set    all parts are polyhedral: exact, by nearest_point
//   dykstra       all parts are convex: alternating projections with corrections
//                 [BoyleDykstra1986]. Linear convergence where the parts cross at an angle, slow
//                 where they are tangent; O(parts) projections per cycle
//   constraints   all parts are given by smooth functions: project_on_constraints, the only way for
//                 parts that are not convex
//   automatic     the first of active_set, constraints (if all parts are smooth there), dykstra
//   that
//                 applies
enum class IntersectionMethod { automatic, active_set, dykstra, constraints };

class Intersection final : public Set {
 public:
  // At least one part; a method that the parts do not allow is our bug.
  explicit Intersection(std::vector<SetPtr> parts,
                        IntersectionMethod method = IntersectionMethod::automatic);

  std::string_view kind() const override { return "intersection"; }
  int dimension() const override { return parts_.front()->dimension(); }
  double length() const override;
  Projection project(const Vector& x) const override;
  std::optional<double> support(const Vector& d) const override;   // polyhedra only
  std::optional<Vector> farthest(const Vector& x) const override;  // polyhedra only
  // Sum of the cones of the parts: right when their interiors meet, or all are polyhedral.
  std::optional<ConeGenerators> normal_generators(const Vector& x,
                                                  double tolerance = kTouching) const override;
  // Infinity if all parts are convex; otherwise it depends on the angles at which they meet
  // [Nguyen2024, §6.3]: no answer.
  std::optional<double> prox_radius() const override;
  std::optional<double> strong_convexity_radius() const override;
  std::optional<Constraints> constraints(const Vector& x) const override;
  std::optional<HalfSpaces> half_spaces() const override;

  IntersectionMethod method() const { return method_; }
  const std::vector<SetPtr>& parts() const { return parts_; }

 private:
  Projection dykstra(const Vector& x) const;

  std::vector<SetPtr> parts_;
  IntersectionMethod method_;
};

}  // namespace galet::sets
