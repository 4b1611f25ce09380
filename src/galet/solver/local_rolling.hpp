// One contact with rolling and twisting friction, the others being held: impulse p and moment m
// together (law/rolling.hpp).
//
// For balls the normal parts stand alone: p_n as without moments, the twist a clamped number. What
// is left lies in the tangent plane. With M = m/ℓ, R = M × n and V = ℓ ω × n,
//   u_t = w_t p_t − c R + b_t,   V = −c p_t + w_r R + b_r,
//   w_r = ℓ² (1/I_a + 1/I_b),   c = ℓ (r_b/I_b − r_a/I_a),
// and |p_t| <= f = mu p_n, |R| <= g = mu_r p_n, each opposite to its velocity where it slips: the
// minimum of a convex quadratic on the product of two discs. For a multiplier κ >= 0 of |R| <= g,
//   R(κ) = (c p_t − b_r)/(w_r + κ),  p_t(κ) = the nearest point of its disc to −b'/w',
//   w' = w_t − c²/(w_r + κ),  b' = b_t + c b_r/(w_r + κ),
// and |R(κ)| falls as κ grows (it is the slope of the concave dual function): κ = 0 if |R(0)| <= g,
// else the root of |R(κ)| = g, found within a bracket to the last digit.
// Other bodies: impulse and moment in turn, each with the other held, until they rest.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "galet/law/rolling.hpp"
#include "galet/solver/local_exact.hpp"

namespace galet {

// What is prepared once per contact, besides its LocalBlock.
struct RollingBlock {
  double length = 0.0;    // ℓ
  double w_r = 0.0;       // 1/kg
  double coupling = 0.0;  // c, 1/kg
};

// Impulse and moment of one contact; the moment as M = m/ℓ in world components.
template <int D>
struct Wrench {
  Vec<D> p;   // contact components
  Spin<D> M;  // world components
};

// x × n and back, n × y, between spins and vectors of the tangent plane, all in world components.
inline Vec<2> spin_across(const Spin<2>& x, const Vec<2>& n) { return cross(x, n); }
inline Vec<3> spin_across(const Spin<3>& x, const Vec<3>& n) { return cross(x, n); }
inline Spin<2> spin_about(const Vec<2>& n, const Vec<2>& y) { return moment(n, y); }
inline Spin<3> spin_about(const Vec<3>& n, const Vec<3>& y) { return cross(n, y); }

template <int N>
struct TangentialPair {
  Eigen::Matrix<double, N, 1> p_t;
  Eigen::Matrix<double, N, 1> R;
};

// The minimum in the tangent plane; see the head of the file. w_t > 0, w_r > 0.
template <int N>
TangentialPair<N> solve_tangential_pair(double w_t, double w_r, double c, double f, double g,
                                        const Eigen::Matrix<double, N, 1>& b_t,
                                        const Eigen::Matrix<double, N, 1>& b_r) {
  TangentialPair<N> x;
  if (g <= 0.0) {
    x.p_t = project_disc<N>(-b_t / w_t, f);
    x.R.setZero();
    return x;
  }
  const auto evaluate = [&](double kappa) {
    const double share = c / (w_r + kappa);
    const double w = std::max(w_t - c * share, std::numeric_limits<double>::min());
    x.p_t = project_disc<N>(-(b_t + share * b_r) / w, f);
    x.R = (c * x.p_t - b_r) / (w_r + kappa);
    return x.R.norm() - g;
  };
  if (evaluate(0.0) <= 0.0) return x;
  double low = 0.0;
  double high = (std::abs(c) * f + b_r.norm()) / g;  // there |R| < g
  double at_low = evaluate(low);
  double at_high = evaluate(high);
  // False position, the end that stays weighted down, and halving where that is slow.
  for (int k = 0; k < 200 && high - low > 2.0 * std::numeric_limits<double>::epsilon() * high;
       ++k) {
    double kappa = (low * at_high - high * at_low) / (at_high - at_low);
    if (k % 3 == 2 || !(kappa > low && kappa < high)) kappa = 0.5 * (low + high);
    const double value = evaluate(kappa);
    if (value == 0.0) break;
    if (value > 0.0) {
      low = kappa;
      at_low = value;
      at_high *= 0.5;
    } else {
      high = kappa;
      at_high = value;
      at_low *= 0.5;
    }
  }
  x.R = project_disc<N>(x.R, g);
  return x;
}

// The new impulse and moment of a contact that has the velocity u and ℓ ω = v_r with the old ones.
template <int D>
Wrench<D> solve_rolling(const LocalBlock<D>& block, const RollingBlock& rolling,
                        const ContactLaw& law, const Mat<D>& frame, const Wrench<D>& old,
                        const Vec<D>& u, const Spin<D>& v_r) {
  const double mu = law.friction;
  const Vec<D> n = frame.row(0).transpose();
  Wrench<D> result{solve_exact<D>(block, mu, old.p, u), old.M};
  if (rolling.w_r <= 0.0) {
    result.M.setZero();
    return result;
  }
  if (!block.isotropic || block.w_t <= 0.0) {
    // What the moment does to u is left to the next visits: a fixed point is a solution all the
    // same.
    result.M = project_moment<D>(law, n, result.p[0], old.M - v_r / rolling.w_r);
    return result;
  }
  // What the old moment and impulse leave to others, in world components.
  const double p_n = result.p[0];
  Vec<D> p_old = old.p;
  p_old[0] = 0.0;
  Vec<D> u_t = u;
  u_t[0] = 0.0;
  const Vec<D> p_t = frame.transpose() * p_old;
  const Vec<D> R_old = spin_across(old.M, n);
  const Vec<D> b_t = frame.transpose() * u_t - block.w_t * p_t + rolling.coupling * R_old;
  const Vec<D> b_r = spin_across(v_r, n) + rolling.coupling * p_t - rolling.w_r * R_old;
  const TangentialPair<D> x = solve_tangential_pair<D>(block.w_t, rolling.w_r, rolling.coupling,
                                                       mu * p_n, law.rolling * p_n, b_t, b_r);
  result.p = frame * x.p_t;
  result.p[0] = p_n;
  result.M = spin_about(n, x.R);
  if constexpr (D == 3) {
    const double limit = law.twisting * p_n;
    const double twist = old.M.dot(n) - v_r.dot(n) / rolling.w_r;
    result.M += std::clamp(twist, -limit, limit) * n;
  }
  return result;
}

}  // namespace galet
