// One contact by the projections of the augmented Lagrangian, SAL [AlartCurnier1991]:
//   p_n⁺ = [p_n − r û_n]₊,   p_t⁺ = projection of p_t − r û_t on the disc of radius mu p_n⁺,
// repeated with û carried along. Solves the problem of local_exact.hpp; its fixed points are the
// solutions, for every r > 0.
// Differs from the paper: [Abide2021] names the method and gives r = m/dt, which belongs to forces;
// for impulses that is r = m. Here r is by default 1/‖W_cc‖ with the largest row sum as the norm,
// an upper bound of the largest eigenvalue. (1/W_nn would diverge along the tangents of spheres,
// where W_tt = 3.5 W_nn: the map multiplies tangential errors by 1 − r W_tt.)
// Cost: O(D²) per projection. Without friction and inside a status each projection multiplies the
// error by at most 1 − r × (least eigenvalue of W_cc): slow for blocks of disparate directions, and
// not convergent for r > 2/‖W_cc‖.
#pragma once

#include <algorithm>

#include "galet/math/cones.hpp"
#include "galet/math/vec.hpp"
#include "galet/solver/local_exact.hpp"
#include "galet/solver/local_iterate.hpp"
#include "galet/solver/nlgs_settings.hpp"

namespace galet {

// An upper bound of the eigenvalues of W: its largest row sum. Exact for discs and spheres.
template <int D>
double row_sum_norm(const Mat<D>& W) {
  return W.cwiseAbs().rowwise().sum().maxCoeff();
}

template <int D>
Vec<D> solve_local(const SalLocal& s, const LocalBlock<D>& block, double mu, const Vec<D>& p,
                   const Vec<D>& u) {
  if (!(block.w_n > 0.0)) return Vec<D>::Zero();
  const double r = s.r.value_or(1.0 / row_sum_norm<D>(block.W));
  return iterate_local<D>(
      block.W, s.inner_iterations, p, u, [&](const Vec<D>& p_now, const Vec<D>& u_now) {
        const Vec<D> x = p_now - r * u_now;
        Vec<D> next;
        next[0] = std::max(0.0, x[0]);
        next.template tail<D - 1>() = project_disc<D - 1>(x.template tail<D - 1>(), mu * next[0]);
        return next;
      });
}

}  // namespace galet
