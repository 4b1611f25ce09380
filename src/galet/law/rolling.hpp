// Rolling and twisting friction: besides the impulse p a contact has a moment impulse m, +m on b
// and −m on a, against the relative spin ω = ω_b − ω_a. With a length ℓ of the contact, M = m/ℓ is
// an impulse and ℓ ω a velocity, and
//   |M_t| <= mu_r p_n,   ℓ ω_t ≠ 0 ⟹ M_t = −mu_r p_n ω_t/|ω_t|,
// the part along the normal (twist, 3D only) likewise with mu_tw [Iwashita1998, there with a
// spring]. In 2D a spin has no part along the normal: all of it rolls.
// Of a moving contact it dissipates −m·ω >= 0; nothing is stored.
#pragma once

#include <algorithm>
#include <cmath>

#include "galet/law/contact_law.hpp"
#include "galet/math/cones.hpp"
#include "galet/math/vec.hpp"

namespace galet {

// ℓ of two balls, and of a ball at a wall.
inline double effective_radius(double r_a, double r_b) { return r_a * r_b / (r_a + r_b); }

// The nearest point to x that a contact with the normal impulse p_n >= 0 allows; world components.
template <int D>
Spin<D> project_moment(const ContactLaw& law, const Vec<D>& n, double p_n, const Spin<D>& x) {
  const double rolls = law.rolling * std::max(p_n, 0.0);
  if constexpr (D == 2) {
    return project_disc<1>(x, rolls);
  } else {
    const double x_n = x.dot(n);
    const double twist = law.twisting * std::max(p_n, 0.0);
    const Vec<3> x_t = x - x_n * n;
    return project_disc<3>(x_t, rolls) + std::clamp(x_n, -twist, twist) * n;
  }
}

// By how much (M, ℓ ω) misses the law, in m/s; w > 0 is ℓ² (1/I_a + 1/I_b).
template <int D>
double rolling_residual(const ContactLaw& law, const Vec<D>& n, double p_n, const Spin<D>& M,
                        const Spin<D>& l_omega, double w) {
  return (w * M - project_moment<D>(law, n, w * p_n, w * M - l_omega)).norm();
}

}  // namespace galet
