// Newmark's scheme with compliant contacts, implicit [Nguyen2024, §3.4, §4.2 to §4.5, app. A]:
//   M a⁺ = F + Q(Δq),   Δq = h v + h² ((1/2 − β) a + β a⁺),   v⁺ = v + h ((1 − γ) a + γ a⁺),
// Q being the forces of the contacts (problem/compliant_contact.hpp) over the step. With β = 1/2
// and γ = 1, the default, the acceleration a at the start drops out, Δq = h (v + v⁺)/2, and the
// scheme is the mid-point rule with a force of the whole step: second order with inc, first with
// snc.
//
// The unknown is the increment Δq: v⁺ = −v + 2 Δq/h and the overlaps at the end follow from it, not
// from differences of positions, whose round-off would cost |q|/h times more. Only bodies near a
// contact are unknowns, of a ComplianceProblem (problem/compliance_problem.hpp) that Newton's
// method solves (solver/newton.hpp); the others move in closed form. Contacts are listed with a
// margin; a step in which a body moves further than that is done again with wider margins. A plane
// under load is one more body that moves along its normal only.
//
// variant = "exact": kinetic + potential + stored energy changes by nothing but friction, snc and
// the blend, and linear and angular momentum by nothing but boundaries and external forces, up to
// the residual of the solve; for any step, stiffness and exponent.
// variant = "thesis": the loop of the program.
//
// Cost per step: linear in bodies and contacts, and the linear solves.
// Fails: as Newton's method does, which is reported; a step so large that a body passes through
// another is not noticed.
#pragma once

#include <span>
#include <vector>

#include "galet/scheme/settings.hpp"
#include "galet/scheme/step.hpp"

namespace galet {

// Moves bodies from time t to t + h. Every pair of materials that can meet must have a compliance.
// Planes under load are where `loaded` (by boundary) says. Contacts of the outcome are those that
// act; impulses are h times their forces.
template <int D>
StepOutcome<D> step_newmark(const World<D>& world, const NewmarkSettings& scheme, double t,
                            double h, StepTools<D>& tools, Bodies<D>& bodies,
                            std::vector<LoadedMotion>& loaded);

// Energy stored in the overlaps of a configuration at time t, J.
template <int D>
double stored_contact_energy(const World<D>& world, const Bodies<D>& bodies, double t,
                             std::span<const LoadedMotion> loaded, StepTools<D>& tools);

}  // namespace galet
