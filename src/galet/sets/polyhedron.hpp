// {x : Ax <= b}, not empty.
#pragma once

#include "galet/sets/set.hpp"

namespace galet::sets {

class Polyhedron final : public Set {
 public:
  // Rows of A are not 0, of any length. The caller sees to it that the set is not empty
  // (is_feasible).
  Polyhedron(const Matrix& A, const Vector& b);

  // The convex polygon with these corners (columns, counter-clockwise), 2D.
  static Polyhedron polygon(const Matrix& corners);

  static bool is_feasible(const Matrix& A, const Vector& b);

  std::string_view kind() const override { return "polyhedron"; }
  int dimension() const override { return static_cast<int>(A_.cols()); }
  double length() const override { return length_; }
  // Exact, by nearest_point.
  Projection project(const Vector& x) const override;
  // Over all vertices, which are enumerated: no answer for unbounded sets and beyond 10^5 choices
  // of n rows (to maximise a convex function over a polyhedron is hard).
  std::optional<Vector> farthest(const Vector& x) const override;
  // A linear program by projection: prox(C, x0 + s d) maximises d·x as soon as s is large enough,
  // and that it does is seen from the normal cone. Infinity if the recession cone {Aw <= 0} has a
  // direction with d·w > 0.
  std::optional<double> support(const Vector& d) const override;
  std::optional<ConeGenerators> normal_generators(const Vector& x,
                                                  double tolerance = kTouching) const override;
  std::optional<double> prox_radius() const override { return kInfinity; }
  std::optional<Constraints> constraints(const Vector& x) const override;
  std::optional<HalfSpaces> half_spaces() const override { return HalfSpaces{A_, b_}; }

 private:
  Matrix A_;  // rows of length 1
  Vector b_;
  double length_;
};

}  // namespace galet::sets
