// The soft contact of explicit schemes: a linear spring and dashpot along the normal, and the same
// with Coulomb's limit along the tangent [Cundall1979].
//   λ_n = max(0, k d + c ḋ),   d = −gap > 0: pushes only;
//   λ_t = −k_t ξ − c_t u_t, ξ the stretch of the tangential spring, u_t the velocity along the
//         tangent. First ξ is cut so that k_t |ξ| <= mu λ_n: what is cut off is slip. Then the sum
//         is, so that the dashpot gives no more than the spring leaves of Coulomb's limit.
// Rolling and twisting friction [Iwashita1998]: a spring of the angle θ by which b has turned
// against a, of the length ℓ = r_eff of the contact, with the moment on b
//   M = −k_r θ,   θ cut so that k_r |θ_t| <= mu_r ℓ λ_n and k_r |θ_n| <= mu_tw ℓ λ_n
// across (rolling; in 2D all of θ) and along the normal (twisting). What is cut off is slip.
// k_r = k_t ℓ² unless it is given. Differs from the paper: no dashpot; one stiffness for both
// parts. Stored energy: k d²/2 + k_t |ξ|²/2 + k_r |θ|²/2. The dashpot λ_d = λ_t + k_t ξ always
// takes energy: λ_t being the point of the disc |λ| <= mu λ_n next to −k_t ξ − c_t u_t, and −k_t ξ
// in it, λ_d·(−c_t u_t − λ_d) >= 0.
//
// An undamped head-on impact of the effective mass m at the approach speed v lasts π √(m/k),
// reaches the overlap v √(m/k) and returns all of v. With β = c/2m and ω = √(k/m − β²) > 0 the
// force vanishes at t* = (π − χ)/ω, χ in (0, π) the angle of the point (ω² − β², 2βω), before the
// overlap does, and the part exp(−β t*) of v returns [Schwager2007].
#pragma once

#include <algorithm>

#include "galet/math/cones.hpp"
#include "galet/math/vec.hpp"

namespace galet {

struct Spring {
  double normal = 0.0;              // k, N/m; 0 for no spring
  double tangential = 0.0;          // k_t, N/m
  double damping = 0.0;             // c, N s/m
  double tangential_damping = 0.0;  // c_t, N s/m
  double rolling = 0.0;             // k_r, N m/rad; 0 for k_t ℓ²
  double energy_share = 0.5;        // stored energy over k d²

  double normal_force(double overlap, double rate) const {
    return std::max(0.0, normal * overlap + damping * rate);
  }
  double normal_energy(double overlap) const { return energy_share * normal * overlap * overlap; }
  template <int D>
  double tangential_energy(const Vec<D>& stretch) const {
    return 0.5 * tangential * stretch.squaredNorm();
  }
  // k_r of a contact with the length ℓ.
  double rolling_stiffness(double length) const {
    return rolling > 0.0 ? rolling : tangential * length * length;
  }
};

// The part of a stretch that Coulomb's limit leaves; `most` = mu λ_n.
template <int D>
Vec<D> cut_stretch(const Spring& spring, const Vec<D>& stretch, double most) {
  const double force = spring.tangential * stretch.norm();
  if (force <= most) return stretch;
  return most / force * stretch;
}

// λ_d for a stretch that has been cut.
template <int D>
Vec<D> dashpot_force(const Spring& spring, const Vec<D>& stretch, const Vec<D>& velocity,
                     double most) {
  const Vec<D> held = -spring.tangential * stretch;
  return project_disc<D>(held - spring.tangential_damping * velocity, most) - held;
}

}  // namespace galet
