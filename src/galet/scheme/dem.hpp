// Soft spheres, explicit [Cundall1979]: contacts are springs and dashpots (law/spring.hpp).
//   update = "velocity-verlet" [Swope1982]:
//     v½ = v + (h/2) a,   q⁺ = q + h v½,   a⁺ = M⁻¹ (F + λ)(q⁺),   v⁺ = v½ + (h/2) a⁺;
//   update = "thesis" [Nguyen2024, §4.1.2]: the same q⁺, but v⁺ = v + h a.
// The forces λ of the start are those found at the end of the step before, out of the memory of the
// contacts (impulses h λ); contacts that it does not know are evaluated anew. The stretch of a
// tangential spring is the tangential part of the remembered force over −k_t. It turns with the
// normal and with the mean spin about it, grows by the relative motion h u½ at the contact and is
// cut to Coulomb's cone. Dashpots act on the velocities v + h a that the start of the step
// foresees. Tangential dashpots are not remembered, since the stretch could not be told from them:
// at the start of a step they act on the velocities there. Springs against rolling and twisting
// keep their angle as their moment in the same way. Arms are the shares r_a/(r_a + r_b), r_b/(r_a +
// r_b) of the distance of the centres, so that tangential forces make no angular momentum.
//
// velocity-verlet: second order while contacts last; both momenta are conserved to round-off. For
// undamped springs K + φ − Σ h² |f|²/8m stays, so that the energy of a loaded step is wrong by
// O((ω h)²) and an impact, whose first and last steps are partly loaded, loses or makes as much. A
// dashpot jumps at touch: an impact is then first order.
// thesis: for convex energies (h/2) more work is taken from springs than they hold in every step:
// an impact multiplies the energy by exp(π ω h/2). To compare with, not to use. The energy balance
// closes to the order of the method, not to round-off: its error is that of the step. Dashpots and
// slip take energy by their mean force over the step and the motion of the step.
//
// Differs from [Cundall1979]: no global damping; the normal force never pulls.
//
// Cost: one detection and one pass over the contacts per step; O(bodies · boundaries + pairs).
// Fails: above the largest stable step (scheme/stable_step.hpp) energy explodes; bodies that pass
// through each other within a step are not noticed.
#pragma once

#include "galet/scheme/settings.hpp"
#include "galet/scheme/spring_contacts.hpp"
#include "galet/scheme/step.hpp"

namespace galet {

// Moves bodies, memory and planes under load (`loaded`, by boundary) from time t to t + h; bodies
// that leave a periodic cell are put back into it before the contacts of the end are found. Every
// pair of materials that can meet must have a spring. Contacts of the outcome are those that
// overlap at the end, with their impulses h λ there.
template <int D>
StepOutcome<D> step_dem(const World<D>& world, const DemSettings& scheme, double t, double h,
                        StepTools<D>& tools, Bodies<D>& bodies, ContactMemory<D>& memory,
                        std::vector<LoadedMotion>& loaded);

}  // namespace galet
