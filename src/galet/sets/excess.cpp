#include "galet/sets/excess.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace galet::sets {
namespace {

constexpr int kDirections = 120;

std::optional<double> difference(const Set& A, const Set& B, const Vector& d) {
  const auto a = A.support(d);
  const auto b = B.support(d);
  if (!a || !b) return std::nullopt;
  if (*b == kInfinity) return -kInfinity;
  return *a - *b;
}

}  // namespace

std::optional<double> excess(const Set& A, const Set& B) {
  const int n = A.dimension();
  if (n > 2 || !A.is_convex() || !B.is_convex()) return std::nullopt;
  double largest = 0.0;
  if (n == 1) {
    for (const double sign : {1.0, -1.0}) {
      const auto x = difference(A, B, Vector::Constant(1, sign));
      if (!x) return std::nullopt;
      largest = std::max(largest, *x);
    }
    return largest;
  }
  const auto along = [&](double angle) {
    return difference(A, B, Eigen::Vector2d(std::cos(angle), std::sin(angle)));
  };
  const double spacing = 2.0 * std::numbers::pi / kDirections;
  double best = 0.0;
  for (int k = 0; k < kDirections; ++k) {
    const auto x = along(k * spacing);
    if (!x) return std::nullopt;
    if (*x == kInfinity) return kInfinity;
    if (*x > largest) {
      largest = *x;
      best = k * spacing;
    }
  }
  if (largest == 0.0) return 0.0;
  // Golden section in the two cells around the best direction.
  const double golden = 0.5 * (std::sqrt(5.0) - 1.0);
  double low = best - spacing;
  double high = best + spacing;
  for (int k = 0; k < 40; ++k) {
    const double left = high - golden * (high - low);
    const double right = low + golden * (high - low);
    const double at_left = *along(left);
    const double at_right = *along(right);
    largest = std::max({largest, at_left, at_right});
    (at_left > at_right ? high : low) = at_left > at_right ? right : left;
  }
  return largest;
}

}  // namespace galet::sets
