// All solutions of one contact û = W p + b with Coulomb's law, by enumeration of the statuses. In
// 3D the direction of slip is found by scanning the circle and refining every change of sign.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include <Eigen/Dense>

#include "galet/math/vec.hpp"

namespace galet::test {

// Slip along τ: p_t = mu p_n τ with û_n = 0. Returns p (p_n <= 0 when there is none).
template <int D>
Vec<D> slip_impulse(const Mat<D>& W, double mu, const Vec<D>& b,
                    const Eigen::Matrix<double, D - 1, 1>& tau) {
  Vec<D> direction;
  direction[0] = 1.0;
  direction.template tail<D - 1>() = mu * tau;
  return direction * (-b[0] / W.row(0).dot(direction));
}

template <int D>
std::vector<Vec<D>> brute_force_contact(const Mat<D>& W, double mu, const Vec<D>& b) {
  using Tangent = Eigen::Matrix<double, D - 1, 1>;
  std::vector<Vec<D>> solutions;
  if (b[0] >= 0.0) solutions.push_back(Vec<D>::Zero());
  const Vec<D> stick = W.fullPivLu().solve(-b);
  if (stick[0] > 0.0 && stick.template tail<D - 1>().norm() <= mu * stick[0]) {
    solutions.push_back(stick);
  }
  const auto keep_if_opposing = [&](const Tangent& tau) {
    const Vec<D> p = slip_impulse<D>(W, mu, b, tau);
    if (!(p[0] > 0.0)) return;
    const Tangent u_t = (W * p + b).template tail<D - 1>();
    if (u_t.dot(tau) <= 0.0) solutions.push_back(p);
  };
  if constexpr (D == 2) {
    keep_if_opposing(Tangent(1.0));
    keep_if_opposing(Tangent(-1.0));
  } else {
    // û_t must be parallel to τ: a change of sign of their cross product.
    const auto direction = [](double angle) { return Tangent(std::cos(angle), std::sin(angle)); };
    const auto across = [&](double angle) {
      const Tangent tau = direction(angle);
      const Tangent u_t = (W * slip_impulse<D>(W, mu, b, tau) + b).template tail<D - 1>();
      return tau[0] * u_t[1] - tau[1] * u_t[0];
    };
    constexpr int samples = 2880;
    constexpr double spacing = 2.0 * std::numbers::pi / samples;
    double left = across(0.0);
    for (int k = 0; k < samples; ++k) {
      double low = k * spacing, high = (k + 1) * spacing;
      const double right = across(high);
      if ((left > 0.0) != (right > 0.0)) {
        for (int j = 0; j < 60; ++j) {
          const double middle = 0.5 * (low + high);
          ((across(middle) > 0.0) == (left > 0.0) ? low : high) = middle;
        }
        keep_if_opposing(direction(low));
      }
      left = right;
    }
  }
  return solutions;
}

}  // namespace galet::test
