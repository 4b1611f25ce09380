// THE error measure, the same for every solver. Per contact, with w = trace(W_cc)/D,
//   rho = w |p − P_K(p − (û + mu |û_t| n)/w)|                                       in m/s.
// `velocity` is the largest rho; `relative` divides it by the scale of the problem,
//   v_ref = max over contacts of max([−q_n]₊, |q_t| where q_n < 0 or p ≠ 0, w|p|)
// (a problem of scale 0 is solved by p = 0). P_K and the shift mu |û_t| are those of Coulomb's law;
// another law has its own (law/coulomb.hpp), and one with moments adds, with M = m/ℓ and w_r = ℓ²
// (1/I_a + 1/I_b), rho_r = w_r |M − P(M − ℓ ω/w_r)| and the scale w_r |M| (law/rolling.hpp). So the
// verdict depends neither on units, nor on the number of contacts, nor on the scale of W.
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
    add_rho(law_residual<D>(law, p, u, w), p.allFinite() && u.allFinite());
    reference =
        std::max(reference, std::sqrt(contact_scale2<double>(
                                q[0], q.template tail<D - 1>().squaredNorm(), p.squaredNorm(), w)));
  }
  // The same of a contact without friction or pull, with an impulse p >= 0 along its normal, where
  // u is the velocity along it and q_n, q_t that without impulses; w_n > 0.
  void add_normal(double p, double u, double q_n, double q_t, double w) {
    add_rho(std::abs(std::min(w * p, u)), std::isfinite(p) && std::isfinite(u));
    const double scale2 = contact_scale2<double>(q_n, q_t * q_t, p * p, w);
    if (scale2 > reference * reference) reference = std::sqrt(scale2);
  }
  // The moment of a contact, by M = m/ℓ and ℓ ω, in world components; w_r = 0 where none can turn.
  template <int D>
  void add_moment(const Vec<D>& n, double p_n, const Spin<D>& M, const Spin<D>& l_omega,
                  const ContactLaw& law, double w_r) {
    if (w_r == 0.0) return;
    add_rho(rolling_residual<D>(law, n, p_n, M, l_omega, w_r),
            M.allFinite() && l_omega.allFinite());
    reference = std::max(reference, w_r * M.norm());
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

template <int D>
Residual compute_residual_with_moments(const ContactProblem<D>& problem, std::span<const Vec<D>> p,
                                       std::span<const Spin<D>> m) {
  const auto& bodies = std::get<BodiesOperator<D>>(problem.W);
  const std::vector<Twist<D>> v = node_velocities<D>(bodies, p, m);
  Residual residual;
  for (std::size_t c = 0; c < p.size(); ++c) {
    const Edge<D> e = bodies.edge(c);
    const Mat<D> frame = problem.frame(c);
    const Mat<D> W = bodies.diagonal_block(e, frame);
    const double p_n = p[c].dot(bodies.contacts[c].n);
    const double l = bodies.moment_length(c);
    const Vec<D> u = problem.q[c] + bodies.relative_velocity(e, v);
    residual.add<D>(frame * p[c], frame * u, frame * problem.q[c], problem.law_of(c), W.trace() / D,
                    normal_mobility<D>(W));
    residual.add_moment<D>(bodies.contacts[c].n, p_n, m[c] / l,
                           l * (problem.q_spin[c] + bodies.relative_spin(e, v)), problem.law_of(c),
                           l * l * bodies.spin_mobility(e));
  }
  return residual;
}

// From scratch: û is recomputed from p, which is in the components of the operator.
template <int D>
Residual compute_residual(const ContactProblem<D>& problem, std::span<const Vec<D>> p,
                          std::span<const Spin<D>> m = {}) {
  if (problem.has_moments()) return compute_residual_with_moments<D>(problem, p, m);
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
