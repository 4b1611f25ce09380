// Location of a sign change.
#pragma once

#include <cmath>

namespace galet::sweep {

// Two arguments next to each other (to the last digits) around a change of sign.
struct SignChange {
  double before;  // f <= 0
  double after;   // f > 0
};

// A change of sign in [low, high], for f(low) <= 0 < f(high): regula falsi with the Illinois
// modification, bisection in every eighth step in case it stalls. If f(low) > 0 already, both are
// low.
template <class F>
SignChange find_sign_change(F&& f, double low, double f_low, double high, double f_high) {
  if (f_low > 0.0) return {low, low};
  int side = 0;
  for (int k = 0; k < 200; ++k) {
    double middle =
        k % 8 == 7 ? 0.5 * (low + high) : (low * f_high - high * f_low) / (f_high - f_low);
    if (!(middle > low && middle < high)) middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    const double value = f(middle);
    if (value <= 0.0) {
      low = middle;
      f_low = value;
      if (side == -1) f_high *= 0.5;
      side = -1;
    } else {
      high = middle;
      f_high = value;
      if (side == 1) f_low *= 0.5;
      side = 1;
    }
    if (high - low <= 4e-16 * (std::abs(low) + std::abs(high))) break;
  }
  return {low, high};
}

}  // namespace galet::sweep
