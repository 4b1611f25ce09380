// What open balls leave over: {x : |x − c_k| >= r_k for all k}. Prox-regular, not convex.
#pragma once

#include <vector>

#include "galet/sets/set.hpp"

namespace galet::sets {

class BallComplement final : public Set {
 public:
  // One column of `centers` per radius; radii > 0.
  BallComplement(Matrix centers, Vector radii);

  std::string_view kind() const override { return "ball-complement"; }
  int dimension() const override { return static_cast<int>(centers_.rows()); }
  double length() const override;

  // Of a point inside one ball: along the radius (from the centre: any direction). Exact when the
  // closed balls are disjoint. In overlapping balls the point is pushed out of one after the other
  // and `converged` is false if that comes to no end.
  Projection project(const Vector& x) const override;
  std::optional<ConeGenerators> normal_generators(const Vector& x,
                                                  double tolerance = kTouching) const override;
  // The smallest radius when the closed balls are disjoint: at a boundary point the normal is that
  // of one ball, and the point at distance t <= r_k along it has no nearer point outside that ball
  // [Nguyen2024, after Def. 5.4]. No answer when two of them touch or overlap.
  std::optional<double> prox_radius() const override;
  std::optional<Constraints> constraints(const Vector& x) const override;

 private:
  Matrix centers_;
  Vector radii_;
  bool separated_ = true;
};

}  // namespace galet::sets
