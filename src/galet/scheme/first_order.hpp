// Motion without inertia: bodies go as they want as far as the others and the obstacles let them
// [Maury2011],
//   uⁿ⁺¹ = argmin { |u − U(qⁿ)| : g_c(qⁿ) + h G_c(qⁿ) u >= 0 for all contacts c },
//   qⁿ⁺¹ = qⁿ + h uⁿ⁺¹,
// U the desired velocities (model/desire.hpp), zero for bodies that have none. The norm counts all
// bodies alike: they must have mass 1 (as build/ makes them). A step is one of the scheme "convex"
// from the velocities U, without forces and friction, posed on the whole gap: what takes an overlap
// back leaves no momentum. The velocity of a body is u of its last step.
//
// Properties: no overlap at the end of any step, whatever the start, up to h times the residual
// (balls and convex obstacles; the inside of a drum leaves (h u)²/2R). The impulses are the
// multipliers of the program, times 1 kg.
// Work: `external` is what the bodies put in by wanting to go, ½ Σ (|U|² − |uⁿ|²) × 1 kg,
// `dissipated` what the contacts take of it.
// Differs from the paper: pairs as in the scheme "convex"; obstacles may move.
// Cost: that of the scheme "convex".
// Fails: first order in h; U is explicit, so a step must be short against the way on which it
// turns.
#pragma once

#include "galet/scheme/step.hpp"
#include "galet/solver/nlgs_settings.hpp"

namespace galet {

// Moves bodies and memory from time t to t + h; there are no planes under load.
template <int D>
StepOutcome<D> step_first_order(const World<D>& world, const SolverSettings& solver, double t,
                                double h, StepTools<D>& tools, Bodies<D>& bodies,
                                ContactMemory<D>& memory, std::vector<LoadedMotion>& loaded);

}  // namespace galet
