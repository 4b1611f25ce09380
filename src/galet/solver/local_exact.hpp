// Exact solution of one contact with Coulomb friction, the others being held:
//   given W (D×D, positive semidefinite) and b, find p with û = W p + b obeying the law of
//   law/coulomb.hpp.
// Discs and spheres have W_nt = 0 and W_tt = w_t I: closed form. Otherwise
//   b_n >= 0            no impulse;
//   −W⁻¹ b in the cone  stick;
//   else slip: û_n = 0 and û_t = −λ p_t with λ > 0; eliminating p_n leaves
//     p_t(λ) = (S + λ I)⁻¹ g,  S = W_tt − W_tn W_nt/W_nn,  g = W_tn b_n/W_nn − b_t,
//     p_n(λ) = −(b_n + W_nt·p_t)/W_nn,   f(λ) = |p_t| − mu p_n = 0.
//   f > 0 at λ = 0 (stick lies outside the cone) and f → mu b_n/W_nn < 0 for λ → ∞: a root always
//   exists; in 2D it is explicit, in 3D it is found by Newton's method kept inside a bracket.
// Fails never for W_nn > 0; a contact that cannot move along its normal (W_nn = 0) gets no impulse.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Jacobi>
#include <Eigen/LU>

#include "galet/math/cones.hpp"
#include "galet/math/vec.hpp"
#include "galet/problem/residual.hpp"

namespace galet {

// What is prepared once per contact and problem.
template <int D>
struct LocalBlock {
  Mat<D> W;
  double w_n = 0.0;       // W_nn
  double w_t = 0.0;       // mean of the diagonal of W_tt
  double w = 0.0;         // trace(W)/D, the scale of the residual
  bool isotropic = true;  // W_nt = 0 and W_tt = w_t I up to round-off

  LocalBlock() = default;
  explicit LocalBlock(const Mat<D>& block)
      : W(0.5 * (block + block.transpose())),  // imported blocks may be a little asymmetric
        w_n(normal_mobility<D>(block)),
        w_t((block.trace() - block(0, 0)) / (D - 1)),
        w(block.trace() / D) {
    Mat<D> ideal = Mat<D>::Identity() * w_t;
    ideal(0, 0) = w_n;
    // All formulas are fixed-point maps on the true velocity, so their fixed points are exact
    // whatever is made of the block here; it only decides how good one visit is.
    isotropic = (block - ideal).template lpNorm<Eigen::Infinity>() <= 1e-12 * block.trace();
  }
};

// Tangential impulse of an isotropic contact whose normal impulse is p_n, from the velocity u it
// has with impulse p. A contact that cannot move tangentially (w_t = 0) slips where u_t says so.
template <int D>
auto isotropic_tangential(const LocalBlock<D>& block, double mu, double p_n, const Vec<D>& p,
                          const Vec<D>& u) {
  using Tangent = Eigen::Matrix<double, D - 1, 1>;
  const Tangent u_t = u.template tail<D - 1>();
  const Tangent p_t = p.template tail<D - 1>();
  const double limit = mu * p_n;
  if (block.w_t > 0.0) return project_disc<D - 1>(Tangent(p_t - u_t / block.w_t), limit);
  const double speed = u_t.norm();
  const double rounding = 1e-12 * block.w_n * p_n;  // is no direction to slip in
  return speed > rounding ? Tangent(u_t * (-limit / speed)) : project_disc<D - 1>(p_t, limit);
}

// Slip root in λ; see the head of the file. mu > 0, W_nn > 0, b_n < 0.
template <int D>
Vec<D> solve_general_contact(const Mat<D>& W, double mu, const Vec<D>& b) {
  using Tangent = Eigen::Matrix<double, D - 1, 1>;
  using Block = Eigen::Matrix<double, D - 1, D - 1>;
  const double w_n = W(0, 0);
  const Tangent w_tn = W.template block<D - 1, 1>(1, 0);
  Block S = W.template block<D - 1, D - 1>(1, 1) - w_tn * w_tn.transpose() / w_n;

  // Principal axes of S: there (S + λ)⁻¹ is accurate however small an eigenvalue is (S is singular
  // for bodies with locked directions), which an inverse by cofactors is not.
  Block axes = Block::Identity();
  if constexpr (D == 3) {
    Eigen::JacobiRotation<double> rotation;
    rotation.makeJacobi(S(0, 0), 0.5 * (S(0, 1) + S(1, 0)), S(1, 1));
    S.applyOnTheLeft(0, 1, rotation.adjoint());
    S.applyOnTheRight(0, 1, rotation);
    axes.applyOnTheRight(0, 1, rotation);
  }
  const Tangent s = S.diagonal().cwiseMax(0.0);
  const Tangent w = axes.transpose() * w_tn;
  const Tangent g = w * (b[0] / w_n) - axes.transpose() * b.template tail<D - 1>();

  Tangent p_t;  // along the axes
  double p_n = 0.0;
  const auto evaluate = [&](double lambda) {
    p_t = g.array() / (s.array() + lambda);
    p_n = -(b[0] + w.dot(p_t)) / w_n;
    return p_t.norm() - mu * p_n;
  };
  const auto solution = [&] {
    Vec<D> p;
    p[0] = p_n;
    p.template tail<D - 1>() = axes * p_t;
    return p;
  };

  // Directions in which S cannot move are given a vanishing mobility: if g has no part along them
  // this changes nothing, otherwise the contact slips.
  const double scale = std::max(s.sum(), w_n);
  double low = s.minCoeff() > 1e-14 * scale ? 0.0 : 1e-14 * scale;
  if (evaluate(low) <= 0.0) return solution();

  double root = 0.0;
  if constexpr (D == 2) {
    // |g|/(S + λ) = −mu (b_n + W_nt g/(S + λ))/W_nn is linear in S + λ.
    root = (g.norm() * w_n / mu + w.dot(g)) / (-b[0]) - s[0];
  } else {
    double high = scale;
    while (evaluate(high) > 0.0) high *= 4.0;
    root = low;
    for (int k = 0; k < 200 && high - low > 4.0 * std::numeric_limits<double>::epsilon() * high;
         ++k) {
      const double f = evaluate(root);
      (f > 0.0 ? low : high) = root;
      const Tangent slope = -p_t.array() / (s.array() + root);
      const double derivative = p_t.dot(slope) / p_t.norm() + mu * w.dot(slope) / w_n;
      double next = root - f / derivative;
      if (next == root) break;
      if (!(next > low && next < high)) next = 0.5 * (low + high);
      root = next;
    }
  }
  evaluate(std::max(root, low));
  // On the cone exactly, whatever the last digits of the root.
  p_n = std::max(p_n, 0.0);
  p_t = project_disc<D - 1>(p_t, mu * p_n);
  return solution();
}

// The new impulse of a contact that has the velocity u with the impulse p.
template <int D>
Vec<D> solve_exact(const LocalBlock<D>& block, double mu, const Vec<D>& p, const Vec<D>& u) {
  if (!(block.w_n > 0.0)) return Vec<D>::Zero();
  Vec<D> result = Vec<D>::Zero();
  if (block.isotropic || mu == 0.0) {
    // Without friction p_t = 0 before and after, unless a warm start brought some: take its effect
    // on û_n away with it.
    const double u_n =
        block.isotropic
            ? u[0]
            : u[0] - block.W.row(0).template tail<D - 1>().dot(p.template tail<D - 1>());
    result[0] = std::max(0.0, p[0] - u_n / block.w_n);
    if (mu > 0.0) {
      result.template tail<D - 1>() = isotropic_tangential<D>(block, mu, result[0], p, u);
    }
    return result;
  }
  const Vec<D> b = u - block.W * p;
  return b[0] >= 0.0 ? result : solve_general_contact<D>(block.W, mu, b);
}

}  // namespace galet
