// One contact by steps of the primal–dual active set method, which is a semi-smooth Newton method
// on the law written as two equations [Abide2021, eqs. 3.1–3.2 and section 5; Hueber2008]. Solves
// the same problem as local_exact.hpp, û = W p + b with Coulomb's law, but only by one step:
//   z_n = p_n − gamma_n û_n,   z_t = p_t − gamma_t û_t,   e = z_t/|z_t|;
//   gap    z_n <= 0             p⁺ = 0
//   slip   |z_t| >= mu p_n      û_n⁺ = 0,  p_t⁺ = mu p_n⁺ e in 2D; 3D: the step for the equation
//                               |z_t| p_t = mu p_n z_t, see slip_row
//   stick  otherwise            û_n⁺ = 0  and  IPDAS: û_t⁺ = 0,
//                                              EPDAS: p_n û_t = 0 linearised,
//                               W_tt dp_t + (W_tn + û_t/p_n) dp_n = −û_t.
// û_n⁺ = 0 gives dp_n = −(û_n + W_nt·dp_t)/W_nn; what is left is a system for dp_t, (D − 1)².
//
// Differs from the paper:
//   – general blocks W; the paper writes W_nt = 0;
//   – stick row of EPDAS as it follows from eq. 3.41; eq. 3.43 loses a division by p_n, eq. 5.4 has
//     gamma_t mu in the place of W_tt;
//   – slip with p_n⁺; eq. 5.3 has the p_n of before, that is, drops eq. 3.21;
//   – û_t⁺ = (1 − p_n⁺/p_n) û_t in EPDAS: where p_n grows by more than `ratio_limit` = 2 the slip
//     would grow, and the row of IPDAS is used;
//   – p_t⁺ is brought back to the disc |p_t| <= mu p_n⁺. This adds no fixed point: a new one of the
//     stick row would have p_n⁺ = p_n, |p_t| = mu p_n and dp_t = k p_t with k > 0 before, so
//     û_t = −k W_tt p_t and p_t·z_t = |p_t|² + gamma_t k p_t·W_tt p_t >= (mu p_n)², which is slip.
//     For the slip row in 3D there are such points where gamma_t W_tt is far from I, so it is used
//     only if at least half of its step is left;
//   – in the derivative of the slip equation p_t is shortened to mu p_n, after [Hueber2008];
//     nothing changes at a solution, and the system cannot become singular from that side;
//   – the order of resort when a system is near singular or gives p_n⁺ <= 0: 3D slip row, 2D slip
//     row, and for either status last `decoupled`, the step with W_nt left out;
//   – contact or gap at z_n = 0: gap (the paper has both); it makes no difference to a solution;
//   – a singular stick system gets the mobility w_t added to its diagonal: a shorter step towards
//     the same points.
// Fixed points: exactly the solutions of the law, for all gamma > 0 (tested in
// tests/unit/solver/local_solvers_test.cpp).
// Cost: one 1×1 or 2×2 system per step.
// Fails: gamma_t > 2/w_t may alternate between the two directions of slip where the contact sticks;
// mu |W_nt| > W_nn may cycle between statuses. Blocks that cannot move are treated as in
// local_exact.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include <Eigen/LU>

#include "galet/math/cones.hpp"
#include "galet/math/vec.hpp"
#include "galet/solver/local_exact.hpp"
#include "galet/solver/local_iterate.hpp"
#include "galet/solver/nlgs_settings.hpp"

namespace galet {

template <int D>
class PdasStep {
 public:
  using Tangent = Eigen::Matrix<double, D - 1, 1>;
  using Block = Eigen::Matrix<double, D - 1, D - 1>;

  // ratio_limit 0: IPDAS. mu > 0, W_nn > 0, w_t > 0.
  PdasStep(const LocalBlock<D>& block, double mu, double gamma_t, double ratio_limit)
      : mu_(mu),
        gamma_t_(gamma_t),
        ratio_limit_(ratio_limit),
        w_n_(block.w_n),
        w_t_(block.w_t),
        w_nt_(block.W.template block<1, D - 1>(0, 1).transpose()),
        w_tn_(block.W.template block<D - 1, 1>(1, 0)),
        w_tt_(block.W.template block<D - 1, D - 1>(1, 1)) {}

  // The step of a contact that is not a gap.
  Vec<D> operator()(const Vec<D>& p, const Vec<D>& u) const {
    const Tangent z = p.template tail<D - 1>() - gamma_t_ * u.template tail<D - 1>();
    const double length = z.norm();
    // z_t = 0 where mu p_n = 0 has no direction to slip in: the contact tries to stick.
    const bool slip = length >= mu_ * p[0] && length > 0.0;
    const std::optional<Vec<D>> next = slip ? slip_step(p, u, z / length, length) : stick(p, u);
    return next ? *next : decoupled(p, u, slip, z);
  }

 private:
  std::optional<Vec<D>> slip_step(const Vec<D>& p, const Vec<D>& u, const Tangent& e,
                                  double length) const {
    if constexpr (D == 3) {
      if (p.template tail<D - 1>().dot(e) >= 0.0) {
        if (const auto raw = slip_row(p, u, e, length);
            raw && raw->template tail<D - 1>().dot(e) >= 0.0) {
          const Vec<D> next = combined((*raw)[0], raw->template tail<D - 1>());
          if ((next - p).norm() >= 0.5 * (*raw - p).norm()) return next;
        }
      }
    }
    // p_t⁺ = mu p_n⁺ e in û_n⁺ = 0.
    const double coupled = w_n_ + mu_ * w_nt_.dot(e);
    if (!(coupled > kSingular * w_n_)) return std::nullopt;
    const double p_n = (w_n_ * p[0] + w_nt_.dot(p.template tail<D - 1>()) - u[0]) / coupled;
    if (!(p_n > 0.0)) return std::nullopt;
    return combined(p_n, mu_ * p_n * e);
  }

  // Newton's step for |z_t| p_t − mu p_n z_t = 0, divided by |z_t|. M = (p_t eᵀ − mu p_n I)/|z_t|:
  //   (I + M (I − gamma_t W_tt)) dp_t − (gamma_t M W_tn + mu e) dp_n = mu p_n e − p_t.
  // The paper multiplies by (I + M)⁻¹, which does not exist at grazing slip; the whole matrix has
  // an inverse there: across e it is 1 − s (1 − gamma_t w_t), s = mu p_n/|z_t| <= 1.
  std::optional<Vec<D>> slip_row(const Vec<D>& p, const Vec<D>& u, const Tangent& e,
                                 double length) const {
    const Tangent p_t = p.template tail<D - 1>();
    const double limit = mu_ * p[0];
    const Block M =
        (project_disc<D - 1>(p_t, limit) * e.transpose() - limit * Block::Identity()) / length;
    const Tangent c = (gamma_t_ * (M * w_tn_) + mu_ * e) / w_n_;
    const Block A = Block::Identity() + M - gamma_t_ * (M * w_tt_) + c * w_nt_.transpose();
    return closed(p, u, solve_tangent(A, limit * e - p_t - c * u[0]));
  }

  std::optional<Vec<D>> stick(const Vec<D>& p, const Vec<D>& u) const {
    const Tangent u_t = u.template tail<D - 1>();
    const auto row = [&](const Tangent& column, double mobility) {
      const Block A =
          (w_tt_ - column * w_nt_.transpose() / w_n_) / w_t_ + mobility * Block::Identity();
      const auto raw = closed(p, u, solve_tangent(A, (column * (u[0] / w_n_) - u_t) / w_t_));
      return raw ? std::optional(combined((*raw)[0], raw->template tail<D - 1>())) : std::nullopt;
    };
    const Block S = (w_tt_ - w_tn_ * w_nt_.transpose() / w_n_) / w_t_;
    if (is_singular(S)) return row(w_tn_, 1.0);
    if (p[0] > 0.0 && ratio_limit_ > 0.0) {
      const auto next = row(w_tn_ + u_t / p[0], 0.0);
      if (next && (*next)[0] <= ratio_limit_ * p[0]) return next;
    }
    return row(w_tn_, 0.0);
  }

  // The step with W_nt = 0: never singular, same fixed points.
  Vec<D> decoupled(const Vec<D>& p, const Vec<D>& u, bool slip, const Tangent& z) const {
    const double p_n = std::max(0.0, p[0] - u[0] / w_n_);
    const Tangent trial = slip
                              ? Tangent(z * (mu_ * p_n / z.norm()))
                              : Tangent(p.template tail<D - 1>() - u.template tail<D - 1>() / w_t_);
    return combined(p_n, trial);
  }

  // The step for a given dp_t, not yet brought back to the disc.
  std::optional<Vec<D>> closed(const Vec<D>& p, const Vec<D>& u,
                               const std::optional<Tangent>& dp_t) const {
    if (!dp_t) return std::nullopt;
    Vec<D> next;
    next[0] = p[0] - (u[0] + w_nt_.dot(*dp_t)) / w_n_;
    next.template tail<D - 1>() = p.template tail<D - 1>() + *dp_t;
    if (!(next[0] > 0.0)) return std::nullopt;
    return next;
  }

  Vec<D> combined(double p_n, const Tangent& p_t) const {
    Vec<D> next;
    next[0] = p_n;
    next.template tail<D - 1>() = project_disc<D - 1>(p_t, mu_ * p_n);
    return next;
  }

  static constexpr double kSingular = 1e-7;

  static bool is_singular(const Block& A) {
    const double size = A.template lpNorm<Eigen::Infinity>();
    return !(std::abs(A.determinant()) > kSingular * (D == 2 ? 1.0 : size * size));
  }
  // A has no unit and entries of order 1.
  static std::optional<Tangent> solve_tangent(const Block& A, const Tangent& b) {
    if (is_singular(A)) return std::nullopt;
    if constexpr (D == 2) {
      return Tangent(b / A(0, 0));
    } else {
      const double d = A.determinant();
      return Tangent((A(1, 1) * b[0] - A(0, 1) * b[1]) / d, (A(0, 0) * b[1] - A(1, 0) * b[0]) / d);
    }
  }

  double mu_, gamma_t_, ratio_limit_, w_n_, w_t_;
  Tangent w_nt_, w_tn_;
  Block w_tt_;
};

template <int D>
Vec<D> solve_pdas(const LocalBlock<D>& block, double mu, std::optional<double> gamma_n,
                  std::optional<double> gamma_t, double ratio_limit, std::int64_t iterations,
                  const Vec<D>& p, const Vec<D>& u) {
  if (!(block.w_n > 0.0)) return Vec<D>::Zero();
  const double g_n = gamma_n.value_or(1.0 / block.w_n);
  const double g_t = block.w_t > 0.0 ? gamma_t.value_or(1.0 / block.w_t) : 0.0;
  const PdasStep<D> contact(block, mu, g_t, ratio_limit);
  return iterate_local<D>(block.W, iterations, p, u, [&](const Vec<D>& p_now, const Vec<D>& u_now) {
    if (p_now[0] - g_n * u_now[0] <= 0.0) return Vec<D>(Vec<D>::Zero());
    // Nothing to choose between: no friction, or no tangential motion.
    if (mu == 0.0 || !(block.w_t > 0.0)) return solve_exact<D>(block, mu, p_now, u_now);
    return contact(p_now, u_now);
  });
}

template <int D>
Vec<D> solve_local(const EpdasLocal& s, const LocalBlock<D>& block, double mu, const Vec<D>& p,
                   const Vec<D>& u) {
  return solve_pdas<D>(block, mu, s.gamma_n, s.gamma_t, s.ratio_limit, s.inner_iterations, p, u);
}

template <int D>
Vec<D> solve_local(const IpdasLocal& s, const LocalBlock<D>& block, double mu, const Vec<D>& p,
                   const Vec<D>& u) {
  return solve_pdas<D>(block, mu, s.gamma_n, s.gamma_t, 0.0, s.inner_iterations, p, u);
}

}  // namespace galet
