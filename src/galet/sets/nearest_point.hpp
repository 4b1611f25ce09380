// Nearest point of a polyhedron: the quadratic program behind the projections, normal cones,
// minimal-norm velocities, collisions and right-accelerations of this library.
#pragma once

#include "galet/sets/set.hpp"

namespace galet::sets {

struct NearestPoint {
  Vector point;        // z − Aᵀλ
  Vector multipliers;  // λ >= 0, zero where a_k·x < b_k
  bool feasible = true;
  int iterations = 0;
};

// min ½|x − z|² over {Ax <= b}.
//
// Dual active-set method [GoldfarbIdnani1983] with the identity as Hessian: starts from z, adds the
// most violated inequality and follows the piecewise linear path of the multipliers; the working
// set stays linearly independent, so repeated and redundant rows do no harm. At the end the point
// is recomputed from its working set alone. Differs from the paper: the QR factors of the working
// set are made anew in every iteration, not updated (the problems are small); rows may be of any
// length. Cost: O(n k²) per iteration, k the size of the working set; usually about as many
// iterations as active rows. Fails never for feasible problems; an empty polyhedron is reported
// (`feasible`), with the point where the method stopped.
NearestPoint nearest_point(const Matrix& A, const Vector& b, const Vector& z);

}  // namespace galet::sets
