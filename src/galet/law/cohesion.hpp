// Cohesion: a bond pulls the two sides of a contact together, up to F_c.
//
// A bond is state of its contact, 1 or 0. It is formed when the contact touches (a gap of nothing
// at the start of a step, or a push at its end), not felt across a gap, and broken in the step in
// which the contact opens against the full pull, p_n = −F_c h. With p' = p + F_c h n Signorini's
// and Coulomb's conditions hold for p', that is
//   0 <= p_n + F_c h ⊥ û_n >= 0,   |p_t| <= mu (p_n + F_c h),
// so a bond is a pull −F_c h n on the bodies before the problem is solved for p' [Radjai2011].
// Bonds store nothing; what opening against them takes is dissipated.
#pragma once

#include <numbers>

namespace galet {

struct Cohesion {
  double force = 0.0;   // N (per metre of thickness in 2D), F_c of every contact, or
  double energy = 0.0;  // J/m², Γ: F_c = 2π Γ r_eff, of spheres [Derjaguin1975]

  bool any() const { return force > 0.0 || energy > 0.0; }
  // F_c of a contact, N.
  double pull(double effective_radius) const {
    return force + 2.0 * std::numbers::pi * energy * effective_radius;
  }
};

// Whether a contact is bonded in a step: it was before, or touches at its start.
inline bool is_bonded(double state, double gap, double touching) {
  return state > 0.0 || gap <= touching;
}
// The state after a step that ended with the normal part p'_n: a contact that is pressed, or held
// by less than the whole pull, has a bond.
inline double bond_after(double shifted_normal_impulse) {
  return shifted_normal_impulse > 0.0 ? 1.0 : 0.0;
}

}  // namespace galet
