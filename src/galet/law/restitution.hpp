// Newton's restitution as a shift of the velocity the contact law acts on: the law is posed on
// û = u⁺ + E u⁻ with E = diag(e_n, e_t) [Moreau1999, §10].
// Differs from the paper: Moreau averages, (u⁺ + e u⁻)/(1 + e); the law is unchanged when û_n and
// û_t are scaled by positive numbers, so the division is left out and W stays symmetric.
#pragma once

#include "galet/math/vec.hpp"

namespace galet {

struct Restitution {
  double normal = 0.0;      // e_n in [0, 1]
  double tangential = 0.0;  // e_t in [-1, 1]
};

// E u: the parts of u along the unit normal n and across it, times their coefficients.
template <int D>
Vec<D> restituted(const Restitution& e, const Vec<D>& n, const Vec<D>& u) {
  const double u_n = u.dot(n);
  return e.tangential * (u - u_n * n) + (e.normal * u_n) * n;
}

}  // namespace galet
