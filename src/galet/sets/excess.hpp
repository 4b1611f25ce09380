// How much a set recedes.
#pragma once

#include "galet/sets/set.hpp"

namespace galet::sets {

// The excess e(A, B) = sup {d_B(a) : a in A} of [Moreau1999, eq. 20] for convex sets of dimension 1
// or 2 whose support functions σ are known: e = sup over unit vectors of (σ_A − σ_B)₊. Two
// directions in dimension 1; in dimension 2 a grid of directions, with the
// largest value refined (a lower bound, exact for one maximum per cell).
// No answer otherwise. Directions in which both sets are unbounded do not count; infinity if only A
// is.
std::optional<double> excess(const Set& A, const Set& B);

}  // namespace galet::sets
