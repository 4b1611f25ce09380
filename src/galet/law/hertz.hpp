// The elastic contact of two spheres [Hertz1882], with the tangential stiffness of surfaces that do
// not slip [Mindlin1949] and a dashpot that gives every impact the same restitution [Tsuji1992].
// For an overlap d, the effective radius r, the effective mass m and K = (4/3) E* √r:
//   λ_n = max(0, K d^{3/2} + ζ √(5 m K) d^{1/4} ḋ),   1/E* = (1 − ν_a²)/E_a + (1 − ν_b²)/E_b;
//   k_t = 8 G* √(r d),   1/G* = (2 − ν_a)/G_a + (2 − ν_b)/G_b,   G = E/2(1 + ν);
//   c_t = 2 ζ_t √(m k_t).
// At one overlap it is a spring (law/spring.hpp): `at` gives that of a contact, with secant
// stiffness along the normal.
//
// With x = d^{5/4} and the time τ, dτ = d^{1/4} dt, a head-on impact is the damped oscillator
// x'' + 2ζω x' + ω² x = 0, ω² = 5K/4m, whose force vanishes with x'': of the approach speed the
// part
//   e = exp(−2ζ arccos ζ/√(1 − ζ²))   (ζ < 1)
// returns, whatever it was. Without dashpot the impact lasts 2.868 (m²/(r E*² v))^{1/5}.
//
// The remembered tangential force F follows the overlap so that its energy F²/2k_t never grows by
// it: it stays while k_t grows and falls in proportion with k_t [Thornton2013]. Differs from
// [Mindlin1953]: no partial slip below Coulomb's limit.
#pragma once

#include <algorithm>
#include <cmath>

#include "galet/law/spring.hpp"

namespace galet {

struct Hertz {
  double normal = 0.0;              // E*, Pa; 0 for no law of this kind
  double tangential = 0.0;          // G*, Pa
  double damping = 0.0;             // ζ
  double tangential_damping = 0.0;  // ζ_t

  bool on() const { return normal > 0.0; }
  // The spring of a contact with the effective radius `length`.
  Spring at(double overlap, double length, double mass) const {
    const double secant = 4.0 / 3.0 * normal * std::sqrt(length * std::max(overlap, 0.0));
    // Stretches are forces over this: a contact that just touches has a stiffness, too.
    const double along = 8.0 * tangential * std::sqrt(length * std::max(overlap, 1e-15 * length));
    return {.normal = secant,
            .tangential = along,
            .damping = damping * std::sqrt(5.0 * mass * secant),
            .tangential_damping = 2.0 * tangential_damping * std::sqrt(mass * along),
            .energy_share = 0.4};
  }
};

// e of the share ζ >= 0 of the critical damping. With α = arccos ζ, or i arcosh ζ above 1, it is
// exp(−2 α/tan α).
inline double restitution_of_damping(double zeta) {
  if (zeta < 1.0) {
    const double root = std::sqrt((1.0 - zeta) * (1.0 + zeta));
    return std::exp(-2.0 * zeta * std::acos(zeta) / root);
  }
  if (zeta == 1.0) return std::exp(-2.0);
  const double root = std::sqrt((zeta - 1.0) * (zeta + 1.0));
  return std::exp(-2.0 * zeta * std::acosh(zeta) / root);
}

// The inverse, for 1e-12 <= e <= 1; by bisection, since e falls as ζ grows.
inline double damping_of_restitution(double e) {
  double low = 0.0;
  double high = 1.0;
  while (restitution_of_damping(high) > e && high < 1e6) high *= 2.0;
  for (int halvings = 0; halvings < 60; ++halvings) {
    const double middle = 0.5 * (low + high);
    (restitution_of_damping(middle) > e ? low : high) = middle;
  }
  return e < 1.0 ? 0.5 * (low + high) : 0.0;
}

// 1/(1/x + 1/y).
inline double in_series(double x, double y) { return x * y / (x + y); }

// E* and G* of two materials.
inline double contact_modulus(double young_a, double poisson_a, double young_b, double poisson_b) {
  return in_series(young_a / (1.0 - poisson_a * poisson_a),
                   young_b / (1.0 - poisson_b * poisson_b));
}
inline double contact_shear_modulus(double young_a, double poisson_a, double young_b,
                                    double poisson_b) {
  const auto half_space = [](double young, double poisson) {
    return young / (2.0 * (1.0 + poisson) * (2.0 - poisson));
  };
  return in_series(half_space(young_a, poisson_a), half_space(young_b, poisson_b));
}

}  // namespace galet
