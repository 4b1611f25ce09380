// Newmark's formulas, solved for the increment Δq of a step, which is the unknown:
//   a⁺ = (Δq − h v − h² (1/2 − β) a)/(β h²),   v⁺ = v + h ((1 − γ) a + γ a⁺).
// With β = 1/2 and γ = 1 the acceleration a at the start drops out.
#pragma once

namespace galet {

struct NewmarkRates {
  double h = 0.0;              // s
  bool midpoint = true;        // β = 1/2, γ = 1: no acceleration at the start
  double mass_rate = 0.0;      // da⁺/dΔq, 1/s²
  double velocity_rate = 0.0;  // dv⁺/dΔq, 1/s
  double velocity_kept = 0.0;  // of v in v⁺
  double start_weight = 0.0;   // of a in v⁺, s
  double start_square = 0.0;   // of a in Δq, s²
  double end_square = 0.0;     // of a⁺ in Δq, s²

  static NewmarkRates of(double beta, double gamma, double h) {
    return {.h = h,
            .midpoint = beta == 0.5 && gamma == 1.0,
            .mass_rate = 1.0 / (beta * h * h),
            .velocity_rate = gamma / (beta * h),
            .velocity_kept = 1.0 - gamma / beta,
            .start_weight = h * (1.0 - gamma - gamma * (0.5 - beta) / beta),
            .start_square = (0.5 - beta) * h * h,
            .end_square = beta * h * h};
  }

  // V is a vector, a spin or a number; a_start does not count for the midpoint rule.
  template <class V>
  V velocity_end(const V& v, const V& increment, const V& a_start) const {
    V end = velocity_kept * v + velocity_rate * increment;
    if (!midpoint) end += start_weight * a_start;
    return end;
  }
  template <class V>
  V acceleration_end(const V& v, const V& increment, const V& a_start) const {
    V inertial = increment - h * v;
    if (!midpoint) inertial -= start_square * a_start;
    return mass_rate * inertial;
  }
  // The increment with the acceleration a at the end, or with none.
  template <class V>
  V increment(const V& v, const V& a, const V& a_start) const {
    V increment = h * v + end_square * a;
    if (!midpoint) increment += start_square * a_start;
    return increment;
  }
  template <class V>
  V increment(const V& v, const V& a_start) const {
    V increment = h * v;
    if (!midpoint) increment += start_square * a_start;
    return increment;
  }
};

}  // namespace galet
