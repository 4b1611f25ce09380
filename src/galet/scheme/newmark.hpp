// Newmark's scheme with compliant contacts, implicit [Nguyen2024, §3.4, §4.2 to §4.5, app. A]:
//   M a⁺ = F + Q(Δq),   Δq = h v + h² ((1/2 − β) a + β a⁺),   v⁺ = v + h ((1 − γ) a + γ a⁺),
// Q being the forces of the contacts (scheme/compliant_contact.hpp) over the step. With β = 1/2 and
// γ = 1, the default, the acceleration a at the start drops out, Δq = h (v + v⁺)/2, and the scheme
// is the mid-point rule with a force of the whole step: second order with inc, first with snc.
//
// The unknown is the increment Δq: v⁺ = −v + 2 Δq/h and the overlaps at the end follow from it, not
// from differences of positions, whose round-off would cost |q|/h times more.
// Newton's method, semi-smooth through the states of the contacts (gap, stick, slip: an active-set
// method), with backtracking on the residual in the mass norm. Only bodies near a contact are
// unknowns; the others move in closed form. The matrix keeps its pattern while the list of near
// contacts stays. Contacts are listed with a margin; a step in which a body moves further than that
// is done again with wider margins. A plane under load is one more body that moves along its normal
// only: one unknown, coupled to all bodies that touch it.
//
// variant = "exact": kinetic + potential + stored energy changes by nothing but friction, snc and
// the blend, and linear and angular momentum by nothing but boundaries and external forces, up to
// the residual of the solve; for any step, stiffness and exponent.
// variant = "thesis": the loop of the program: start at q + h v, first iteration with a linear
// force, no backtracking, ended by the norm of the step (or of its sum with the one before, so that
// a cycle between two states is accepted).
// Without friction the symmetric linear solvers (auto mostly) get a symmetric positive definite
// tangent, which differs from the full one by the turn of the normal within the step; the solution
// is the same.
//
// Cost per step: linear in bodies and contacts, and the linear solves.
// Fails: friction with a c_t so large that sticking cannot be resolved in double precision
// (c_t h/m above some 1e9) does not converge and is reported so; a step so large that a body passes
// through another is not noticed.
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
