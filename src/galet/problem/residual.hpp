// THE error measure, the same for every solver. Per contact, with w = trace(W_cc)/D,
//   rho = w |p − P_K(p − (û + mu |û_t| n)/w)|                                       in m/s.
// `velocity` is the largest rho; `relative` divides it by the scale of the problem,
//   v_ref = max over contacts of max([−q_n]₊, |q_t| where q_n < 0 or p ≠ 0, w|p|)
// (a problem of scale 0 is solved by p = 0). So the verdict depends neither on units, nor on the
// number of contacts, nor on the scale of W.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "galet/law/coulomb.hpp"
#include "galet/problem/contact_problem.hpp"

namespace galet {

// W_nn of a block; 0 where it is the rounding of one that cannot move along the normal. What is not
// a number stays what it is.
template <int D>
double normal_mobility(const Mat<D>& W) {
  return W(0, 0) <= 1e-14 * W.trace() ? 0.0 : W(0, 0);
}

struct Residual {
  double velocity = 0.0;   // m/s
  double reference = 0.0;  // v_ref, m/s

  double relative() const {
    if (!std::isfinite(velocity)) return std::numeric_limits<double>::infinity();
    return reference > 0.0 ? velocity / reference : 0.0;
  }

  // Takes one contact into account, in contact components. One that nothing can move along its
  // normal has none: no impulse could change what it misses.
  template <int D>
  void add(const Vec<D>& p, const Vec<D>& u, const Vec<D>& q, const ContactLaw& law, double w,
           double w_n) {
    if (w_n == 0.0) return;
    add_rho(coulomb_residual<D>(p, u, law.friction, w), p.allFinite() && u.allFinite());
    reference =
        std::max(reference, std::sqrt(contact_scale2<double>(
                                q[0], q.template tail<D - 1>().squaredNorm(), p.squaredNorm(), w)));
  }
  void add(const Residual& other) {
    velocity = std::max(velocity, other.velocity);
    reference = std::max(reference, other.reference);
  }
  // std::max would lose a NaN, and the projection can hide an infinite velocity; neither may pass.
  void add_rho(double rho, bool finite) {
    const bool good = finite && std::isfinite(rho);
    velocity = std::max(velocity, good ? rho : std::numeric_limits<double>::infinity());
  }
};

// From scratch: û is recomputed from p, which is in the components of the operator.
template <int D>
Residual compute_residual(const ContactProblem<D>& problem, std::span<const Vec<D>> p) {
  const std::vector<Vec<D>> u = compute_velocities(problem, p);
  const std::vector<Mat<D>> blocks = diagonal_blocks(problem);
  Residual residual;
  for (std::size_t c = 0; c < u.size(); ++c) {
    const Mat<D> frame = problem.frame(c);
    residual.add<D>(frame * p[c], frame * u[c], frame * problem.q[c], problem.law_of(c),
                    blocks[c].trace() / D, normal_mobility<D>(blocks[c]));
  }
  return residual;
}

}  // namespace galet
