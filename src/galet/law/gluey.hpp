// Gluey contact: the limit of lubrication by a fluid film whose viscosity tends to zero
// [Maury2007; Lefebvre2009]. Problem of one contact with gap g:
//   γ <= 0,  g >= 0,  g γ = 0,  γ' = −(normal force):
// a push is remembered as γ (N s), and the contact opens only when pulls have taken γ back to 0.
// With a threshold γ* < 0, where the surfaces' asperities meet, γ >= γ*: what would push γ further
// down is carried by a solid impulse β, which no pull has to take back.
//
// In a step the impulse p_n makes γ⁺ = γ − p_n, so γ⁺ <= 0 is p_n >= γ: the contact is one that
// pulls with no more than −γ (pull of contact_law.hpp),
//   0 <= p_n − γ ⊥ û_n >= 0,
// implicit in γ. Momentum is exact: m v + γ + β = m v₀ + Σ h f at every step.
// Differs from the papers: they hold with whatever pull is needed while γⁿ < 0 and then cut γ off
// at 0, which loses up to a step of force at take-off. β is counted like γ, negative, so that the
// equation holds with the signs printed; the slides [LefebvreLepot2024] print β' >= 0 beside it.
// With friction a push has Coulomb's, a pull none: a set that is not convex (law/coulomb.hpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace galet {

struct Gluey {
  bool on = false;
  double gamma_star = -std::numeric_limits<double>::infinity();  // N s, or from
  double viscosity = 0.0;                                        // Pa s
  double roughness = 0.0;                                        // m, of both surfaces together

  // γ* of a contact, N s: ν ln(roughness/r_eff) with ν = 6π η r_eff², of spheres.
  double threshold(double effective_radius) const {
    if (viscosity == 0.0) return gamma_star;
    const double nu = 6.0 * std::numbers::pi * viscosity * effective_radius * effective_radius;
    return nu * std::log(roughness / effective_radius);
  }
};

// γ and β, N s.
struct GlueyState {
  double gamma = 0.0;
  double beta = 0.0;
};

// After a step with the normal impulse p_n.
inline GlueyState gluey_after(const GlueyState& before, double p_n, double threshold) {
  const double sum = before.gamma - p_n;
  // A pull that has taken all back leaves no trifle of rounding.
  constexpr double rounding = 1e-14;
  if (sum > rounding * before.gamma) return {0.0, before.beta};
  const double gamma = std::max(sum, threshold);
  return {gamma, before.beta + (sum - gamma)};
}

}  // namespace galet
