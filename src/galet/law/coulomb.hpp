// The law of one contact: Signorini's condition with Coulomb friction,
//   0 <= p_n ⊥ û_n >= 0,   |p_t| <= mu p_n,   û_t ≠ 0 ⟹ p_t = −mu p_n û_t/|û_t|,
// between the impulse p = (p_n, p_t) and the velocity û = (û_n, û_t), in contact components; and
// its relatives, which differ in the set of impulses and in the shift s of û_n (contact_law.hpp):
// p is where the law sends x = p − û/w, for any w > 0: to the nearest point of the cone to
// x − (s/w) n. A contact that holds and has x_n < 0 goes to the pull x_n, or as far as it can pull.
//
// Cone and pulls together are not convex. The branch follows from the sign of x_n alone; "the
// nearest point of both" would send a pull at a contact that slips fast to the cone, the sooner the
// larger 1/w, so that what solves the law would depend on a parameter of the solver.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "galet/base/fields.hpp"
#include "galet/law/contact_law.hpp"
#include "galet/law/coulomb_formulas.hpp"
#include "galet/math/cones.hpp"
#include "galet/math/vec.hpp"

namespace galet {

enum class ContactStatus : std::uint8_t { gap = 0, stick = 1, slip = 2 };

template <>
struct EnumNames<ContactStatus> {
  static constexpr std::array<std::string_view, 3> names{"gap", "stick", "slip"};
};

// By how much (p, û) misses the law, in m/s: rho = w |p − P_K(p − (û + mu|û_t| n)/w)|, w > 0 being
// a typical inverse mass of the contact. The law holds if and only if rho = 0 [DeSaxce1998].
template <int D>
double coulomb_residual(const Vec<D>& p, const Vec<D>& u, double mu, double w) {
  double wp_t[D - 1];
  double u_t[D - 1];
  for (int d = 1; d < D; ++d) {
    wp_t[d - 1] = w * p[d];
    u_t[d - 1] = u[d];
  }
  // No impulse and no approach: exactly 0, where rounding in the formula would leave a trifle of
  // the slip, which has no impulse beside it to be small against.
  if (u[0] >= 0.0 && u.allFinite() && p.isZero(0.0)) return 0.0;
  return std::sqrt(
      friction_miss2<D - 1, FrictionModel::coulomb, double>(mu, w * p[0], wp_t, u[0], u_t));
}

// Where the law sends x; `shift` is s/w. Where x is not in N s, `scale` of it are 1 N s.
template <int D>
Vec<D> project_impulse(const ContactLaw& law, Vec<D> x, double shift = 0.0, double scale = 1.0) {
  if (law.holds() && x[0] < 0.0) return std::max(x[0], -scale * law.pull) * Vec<D>::Unit(0);
  x[0] -= shift;
  return project_friction_cone<D>(x, law.friction);
}

// s, m/s.
template <int D>
double normal_shift(const ContactLaw& law, const Vec<D>& u) {
  return law.model == FrictionModel::convex ? 0.0 : law.friction * u.template tail<D - 1>().norm();
}

// By how much (p, û) misses the law, in m/s.
template <int D>
double law_residual(const ContactLaw& law, const Vec<D>& p, const Vec<D>& u, double w) {
  if (law.model == FrictionModel::coulomb && !law.holds()) {
    return coulomb_residual<D>(p, u, law.friction, w);
  }
  return (w * p - project_impulse<D>(law, Vec<D>(w * p - u), normal_shift<D>(law, u), w)).norm();
}

// Status of a solved contact: no impulse is a gap; an impulse strictly inside the cone sticks, one
// on the boundary slips. `tolerance` is relative to mu p_n and decides what "on the boundary"
// means; a frictionless contact that carries an impulse slips.
inline ContactStatus coulomb_status(double p_n, double p_t, double mu, double tolerance = 1e-9) {
  // Without branches: the statuses of a heap cannot be foreseen.
  const int slips = p_t < (1.0 - tolerance) * (mu * p_n) ? 0 : 1;
  return static_cast<ContactStatus>(p_n <= 0.0 ? 0 : 1 + slips);
}
template <int D>
ContactStatus coulomb_status(const Vec<D>& p, double mu) {
  return coulomb_status(p[0], p.template tail<D - 1>().norm(), mu);
}

}  // namespace galet
