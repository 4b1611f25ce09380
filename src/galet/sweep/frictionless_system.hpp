// A few rigid bodies with frictionless unilateral contacts, in generalised coordinates:
// A u' = F(t, q, u) − Σ λ_k ∇f_k,  q' = u,  f_k(t, q) <= 0  [Moreau1999, §7–8].
#pragma once

#include <functional>
#include <vector>

#include "galet/sets/set.hpp"

namespace galet::sweep {

using sets::Matrix;
using sets::Vector;

// The overlaps f_k (negative when separated) with what their first and second derivatives in time
// need: d/dt f = rate + ∇f·u, d²/dt² f = curvature + ∇f·u'.
struct Contacts {
  Vector value;
  Matrix gradient;   // columns
  Vector rate;       // ∂f/∂t
  Vector curvature;  // ∂²f/∂t² + 2 u·∂∇f/∂t + u·(∇²f)u
};

struct FrictionlessSystem {
  Matrix mass;  // constant, positive definite
  std::function<Vector(double t, const Vector& q, const Vector& u)> force;
  std::function<Contacts(double t, const Vector& q, const Vector& u)> contacts;
  double restitution = 0.0;
  double length = 1.0;  // what tolerances of positions are relative to
};

// A plane that moves along its normal: n·x >= offset(t) for the surface of every ball.
struct MovingPlane {
  Vector normal;  // unit, towards the balls
  std::function<double(double t)> offset;
  std::function<double(double t)> velocity;
  std::function<double(double t)> acceleration;

  static MovingPlane at_rest(const Vector& normal, double offset);
};

// Balls without rotation in a uniform field, all pairs and all planes; q lists the centres.
struct BallsAndPlanes {
  int dimension = 2;
  Vector masses;
  Vector radii;
  Vector gravity;
  std::vector<MovingPlane> planes;

  FrictionlessSystem system() const;
};

}  // namespace galet::sweep
