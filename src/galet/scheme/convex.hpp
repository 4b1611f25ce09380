// Contact by convex programs [Maury2006]: a step is the projection, in the metric of the masses, of
// the free velocity on the velocities that let no gap close,
//   v_free = vⁿ + h M⁻¹ f̄,   f̄ the mean of the forces over the step,
//   vⁿ⁺¹   = argmin { |v − v_free|_M : g_c(qⁿ) + h G_c(qⁿ) v >= 0 for all contacts c },
//   qⁿ⁺¹   = qⁿ + h vⁿ⁺¹,
// over every pair within reach; it is posed and solved by its impulses, as all contact problems
// here (problem/contact_problem.hpp), by any solver. Friction [LefebvreLepot2024; Anitescu2004]:
//   friction_model = "convex"   impulses in the friction cone and nothing else. Still a convex
//                               program; a contact that slips is kept at the gap mu h |u_t|, which
//                               is reported (StepOutcome::opening);
//   friction_model = "coulomb"  û_n is shifted by mu |u_t| within the iterations of the solver, so
//                               that Coulomb's law holds and nothing opens.
// Gluey contacts: law/gluey.hpp.
//
// Properties: no overlap between balls and with convex obstacles, whatever the step, up to h times
// the residual (gaps are convex functions; the inside of a drum is not convex and leaves
// (h v)²/2R); kinetic energy does not grow without forces, at fixed obstacles, from states without
// overlap; momentum is exact.
// Differs from the paper: pairs found to overlap at the end are listed and the step solved again,
// until there are none, where the paper lists all pairs; overlaps of the start are taken back by
// positions (position_stage.hpp). Without overlaps and with mean forces, friction_model =
// "coulomb" is moreau-jean on gaps without restitution [Maury2006, Remark 6].
// Cost: detection and one solve, more where bodies hit what was out of their reach.
// Fails: first order in h; all impacts are inelastic.
#pragma once

#include "galet/scheme/settings.hpp"
#include "galet/scheme/step.hpp"
#include "galet/solver/nlgs_settings.hpp"

namespace galet {

// Moves bodies, memory and planes under load (by boundary) from time t to t + h.
template <int D>
StepOutcome<D> step_convex(const World<D>& world, const ConvexSettings& scheme,
                           const SolverSettings& solver, double t, double h, StepTools<D>& tools,
                           Bodies<D>& bodies, ContactMemory<D>& memory,
                           std::vector<LoadedMotion>& loaded);

}  // namespace galet
