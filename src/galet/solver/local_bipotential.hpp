// One contact by the projections of the bipotential [DeSaxce1998]: predictor
//   s = p − r (û + mu |û_t| n)      and corrector   p⁺ = projection of s on the friction cone.
// Solves the problem of local_exact.hpp; p⁺ = p is the vanishing of the residual of
// law/coulomb.hpp, so the fixed points are the solutions for every r > 0.
//
// SBP repeats it with one r; by default r = 1/‖W_cc‖ as for SAL.
// IBP does it once per visit. [Abide2021, Remark 3] says no more of it, and the following is our
// choice: r adapted to the contact, to its directions and to what it does. With T = diag(1, τ I),
// τ² = W_nn/w_t, and
//   p = T p',  û' = T û,  W' = T W T,  mu' = mu/τ
// the law keeps its form (mu'|û'_t| = mu |û_t|) and W' of a disc or sphere is W_nn I; the
// projection is done in these variables, with
//   r = 1/‖W'‖             where p' − û'/‖W'‖ lies in the cone (stick),
//   r = (1 + mu'²)/‖W'‖    where not, the factor being at most kLongest.
// For W_nt = 0 and p on the edge of the cone, opposite to the slip, the projection gives
//   p_n⁺ = p_n − r û_n/(1 + mu'²):
// the second r solves a slipping contact in one visit, the first one multiplies its error by
// mu'²/(1 + mu'²). It is bounded because an error across the slip has the factor 1 − r W_nn in 3D
// where |û_t| is small, and because longer steps of many contacts disturb each other. A contact
// that had û_t = 0 before and sticks is solved in one visit, others that stick mostly in two.
//
// Differs from the paper: r for impulses (r = m/dt belongs to forces).
// Cost: O(D²) per projection. Fails: a given r above 2/‖W_cc‖ does not converge; both are slow
// where mu² w_t/W_nn is large or W_nt is not small.
#pragma once

#include <algorithm>
#include <cmath>

#include "galet/math/cones.hpp"
#include "galet/math/vec.hpp"
#include "galet/solver/local_augmented_lagrangian.hpp"
#include "galet/solver/local_exact.hpp"
#include "galet/solver/local_iterate.hpp"
#include "galet/solver/nlgs_settings.hpp"

namespace galet {

template <int D>
Vec<D> project_bipotential(double r, double mu, const Vec<D>& p, const Vec<D>& u) {
  Vec<D> s = p - r * u;
  s[0] -= r * mu * u.template tail<D - 1>().norm();
  if (mu == 0.0) return std::max(0.0, s[0]) * Vec<D>::Unit(0);  // the cone is a half line
  return project_friction_cone<D>(s, mu);
}

template <int D>
Vec<D> solve_local(const SbpLocal& s, const LocalBlock<D>& block, double mu, const Vec<D>& p,
                   const Vec<D>& u) {
  if (!(block.w_n > 0.0)) return Vec<D>::Zero();
  const double r = s.r.value_or(1.0 / row_sum_norm<D>(block.W));
  return iterate_local<D>(block.W, s.inner_iterations, p, u,
                          [&](const Vec<D>& p_now, const Vec<D>& u_now) {
                            return project_bipotential<D>(r, mu, p_now, u_now);
                          });
}

inline constexpr double kLongest = 1.5;  // times 1/‖W'‖

template <int D>
Vec<D> solve_local(const IbpLocal& s, const LocalBlock<D>& block, double mu, const Vec<D>& p,
                   const Vec<D>& u) {
  if (!(block.w_n > 0.0)) return Vec<D>::Zero();
  const double tau = !s.r && block.w_t > 0.0 ? std::sqrt(block.w_n / block.w_t) : 1.0;
  Vec<D> T = Vec<D>::Constant(tau);
  T[0] = 1.0;
  const Mat<D> scaled = T.asDiagonal() * block.W * T.asDiagonal();
  const double mu_scaled = mu / tau;
  const double shortest = s.r.value_or(1.0 / row_sum_norm<D>(scaled));
  const double longest = s.r ? 1.0 : std::min(1.0 + mu_scaled * mu_scaled, kLongest);
  const auto step = [&](const Vec<D>& p_now, const Vec<D>& u_now) {
    const Vec<D> p_scaled = p_now.cwiseQuotient(T), u_scaled = u_now.cwiseProduct(T);
    const Vec<D> free = p_scaled - shortest * u_scaled;
    const bool sticks = free.template tail<D - 1>().norm() <= mu_scaled * free[0];
    const double r = sticks ? shortest : longest * shortest;
    return Vec<D>(project_bipotential<D>(r, mu_scaled, p_scaled, u_scaled).cwiseProduct(T));
  };
  return iterate_local<D>(block.W, 1, p, u, step);
}

}  // namespace galet
