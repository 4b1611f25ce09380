// One contact under the relatives of Coulomb's law (law/coulomb.hpp), the others being held:
//   convex friction   p is the nearest point of the cone, in the metric of W, to −W⁻¹ b: for balls
//                     (W_nt = 0, W_tt = w_t I) a projection on a cone of another slope, closed
//                     form;
//   holds             p_n with û_n = 0 and p_t = 0 decides: a pull stays, up to the largest one, a
//                     push is Coulomb's. At a contact that neither must push nor pull, p = 0.
// Convex friction of other bodies: steps of projected gradients with the largest stable step, which
// leave the solution where it is.
#pragma once

#include "galet/law/coulomb.hpp"
#include "galet/solver/local_exact.hpp"

namespace galet {

template <int D>
Vec<D> project_in_metric(const LocalBlock<D>& block, double mu, const Vec<D>& x) {
  // With y = √W x the metric is the usual one, and the cone has the slope mu √(w_t/w_n).
  const double n = std::sqrt(block.w_n);
  const double t = std::sqrt(block.w_t);
  Vec<D> y = t * x;
  y[0] = n * x[0];
  y = project_friction_cone<D>(y, mu * t / n);
  Vec<D> p = y / t;
  p[0] = y[0] / n;
  return p;
}

// The new impulse of a contact that has the velocity u with the impulse p.
template <int D>
Vec<D> solve_other(const LocalBlock<D>& block, const ContactLaw& law, const Vec<D>& p,
                   const Vec<D>& u) {
  if (!(block.w_n > 0.0)) return Vec<D>::Zero();
  const bool convex = law.model == FrictionModel::convex;
  if (law.holds()) {
    // Without friction: what p_t does to û_n goes with it.
    const double coupled =
        block.isotropic ? 0.0 : block.W.row(0).template tail<D - 1>().dot(p.template tail<D - 1>());
    const double p_n = p[0] - (u[0] - coupled) / block.w_n;
    if (p_n < 0.0) return std::max(p_n, -law.pull) * Vec<D>::Unit(0);
  }
  if (!convex || law.friction == 0.0) return solve_exact<D>(block, law.friction, p, u);
  if (block.isotropic && block.w_t > 0.0) {
    Vec<D> x = p - u / block.w_t;
    x[0] = p[0] - u[0] / block.w_n;
    return project_in_metric<D>(block, law.friction, x);
  }
  constexpr int kSteps = 100;
  const double step = 1.0 / block.W.trace();
  Vec<D> now = p;
  for (int k = 0; k < kSteps; ++k) {
    const Vec<D> next =
        project_friction_cone<D>(now - step * (u + block.W * (now - p)), law.friction);
    if (next == now) break;
    now = next;
  }
  return now;
}

}  // namespace galet
