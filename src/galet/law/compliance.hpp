// Normal compliance of one contact: a force that grows with the overlap d = −gap, from the stored
// energy φ(d) = C [d]₊^α, α >= 2 real, [x]₊ = max(x, 0).
//
//   snc  force at the end of a step, φ'(d'): standard normal compliance. Takes energy in every
//        loaded step, because φ is convex.
//   inc  divided difference of the energy, C S(d', d) with
//          S(d', d) = ([d']₊^α − [d]₊^α)/(d' − d),   S(d, d) = α [d]₊^(α−1):
//        improved normal compliance [Nguyen2024, §3.4]. With signed overlaps at both ends, not cut
//        off at 0, its work over the step is exactly −(φ(d') − φ(d)).
//
// Which number "stiffness" is differs from place to place in [Nguyen2024]: the factor of the force
// (§3.4, c_ν), twice the factor of the energy (§4.3, 1/R) or the factor of the energy (the program
// and §4.6, c_ν); see Normalisation.
//
// Blend with the parameter e [Nguyen2024, §4.4]: (C S + e C [d']₊)/(1 + e), for snc likewise. It is
// called restitution there, but is no Newton coefficient: e = 0 is the most elastic, e > 0 mixes in
// a linear spring evaluated at the end of the step, which takes energy in proportion to the step;
// for α ≠ 2 the mixture depends on the unit of length.
//
// Friction, penalised: λ_t = −c_t u_t while c_t |u_t| <= mu λ_n, else −mu λ_n u_t/|u_t|.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "galet/base/fields.hpp"

namespace galet {

enum class ComplianceKind { snc, inc };

template <>
struct EnumNames<ComplianceKind> {
  static constexpr std::array<std::string_view, 2> names{"snc", "inc"};
};

// What the given stiffness k is:
//   force           φ = (k/α) d^α, force k d^(α−1)
//   half_potential  φ = (k/2) d^α, force (α/2) k d^(α−1)
//   potential       φ = k d^α,     force α k d^(α−1)
enum class Normalisation { force, half_potential, potential };

template <>
struct EnumNames<Normalisation> {
  static constexpr std::array<std::string_view, 3> names{"force", "half-potential", "potential"};
};

// C of φ = C [d]₊^α.
constexpr double energy_factor(Normalisation normalisation, double stiffness, double exponent) {
  switch (normalisation) {
    case Normalisation::force:
      return stiffness / exponent;
    case Normalisation::half_potential:
      return 0.5 * stiffness;
    case Normalisation::potential:
      return stiffness;
  }
  return stiffness;
}

struct Compliance {
  ComplianceKind kind = ComplianceKind::inc;
  double exponent = 2.0;  // α
  double factor = 0.0;    // C, N/m^(α−1); 0 for no compliance
  double c_t = 0.0;       // N s/m
  double blend = 0.0;     // e
};

// All that a compliant contact obeys.
struct CompliantLaw {
  double friction = 0.0;  // mu
  Compliance compliance;
};

// A function of d' and its derivative.
struct ValueSlope {
  double value = 0.0;
  double slope = 0.0;
};

// S(x, y) and ∂S/∂x without cancellation: relative errors stay at a few dozen units of round-off
// for any x − y. Entering (y <= 0 < x), leaving (x <= 0 < y) and whole α are sums of positive terms
// already. Otherwise, with w = (x − y)/y,
//   S = m^(α−1) expm1(α log1p(v))/v, m the larger of x and y, v = (smaller − m)/m,
//   ∂S/∂x = y^(α−2) Σ_{j>=2} (j − 1) binom(α, j) w^(j−2)   for |w| < 1/4,
//   ∂S/∂x = (α x^(α−1) − S)/(x − y)                         elsewhere.
inline ValueSlope divided_power(double x, double y, double alpha) {
  if (x <= 0.0 && y <= 0.0) return {};
  if (y <= 0.0) {  // entering
    const double power = std::pow(x, alpha - 1.0);
    const double part = x / (x - y);  // in (0, 1]
    return {power * part, power * (alpha - part) / (x - y)};
  }
  if (x <= 0.0) {  // leaving
    const double s = std::pow(y, alpha) / (y - x);
    return {s, s / (y - x)};
  }
  constexpr double largest_whole = 8.0;
  if (alpha <= largest_whole && alpha == std::floor(alpha)) {
    // S = Σ x^k y^(α−1−k), by Horner in x; its derivative alongside.
    ValueSlope s{1.0, 0.0};
    double power = 1.0;  // of y
    for (double k = 1.0; k < alpha; k += 1.0) {
      power *= y;
      s.slope = s.slope * x + s.value;
      s.value = s.value * x + power;
    }
    return s;
  }
  ValueSlope s;
  const double m = std::max(x, y);
  const double v = (std::min(x, y) - m) / m;  // in (−1, 0]
  s.value = std::pow(m, alpha - 1.0) * (v == 0.0 ? alpha : std::expm1(alpha * std::log1p(v)) / v);
  const double w = (x - y) / y;
  if (std::abs(w) < 0.25) {
    double term = 0.5 * alpha * (alpha - 1.0);  // binom(α, j) w^(j−2)
    double sum = term;
    for (double j = 3.0; std::abs(term) * j > 1e-17 * sum && j < 60.0; j += 1.0) {
      term *= (alpha - j + 1.0) / j * w;
      sum += (j - 1.0) * term;
    }
    s.slope = std::pow(y, alpha - 2.0) * sum;
  } else {
    s.slope = (alpha * std::pow(x, alpha - 1.0) - s.value) / (x - y);
  }
  return s;
}

// φ(d), with the part of the blend, J.
inline double stored_energy(const Compliance& law, double d) {
  if (d <= 0.0) return 0.0;
  const double e = law.blend;
  return law.factor * (std::pow(d, law.exponent) + 0.5 * e * d * d) / (1.0 + e);
}

// φ'(d), the force of an overlap that does not change, and its derivative.
inline ValueSlope static_force(const Compliance& law, double d) {
  if (d <= 0.0) return {};
  const double a = law.exponent;
  const double e = law.blend;
  return {law.factor * (a * std::pow(d, a - 1.0) + e * d) / (1.0 + e),
          law.factor * (a * (a - 1.0) * std::pow(d, a - 2.0) + e) / (1.0 + e)};
}

// Normal force of a step in which the overlap goes from d to d', and its derivative by d'.
inline ValueSlope step_force(const Compliance& law, double d_end, double d_start) {
  if (law.kind == ComplianceKind::snc) return static_force(law, d_end);
  ValueSlope s = divided_power(d_end, d_start, law.exponent);
  const double e = law.blend;
  if (e == 0.0) return {law.factor * s.value, law.factor * s.slope};
  if (d_end > 0.0) {
    s.value += e * d_end;
    s.slope += e;
  }
  return {law.factor * s.value / (1.0 + e), law.factor * s.slope / (1.0 + e)};
}

}  // namespace galet
