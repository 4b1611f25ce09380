// The Moreau–Jean time-stepping scheme [Moreau1999, §8.3, §9.2; Jean1999]:
//   q_m    = qⁿ + (h/2) vⁿ                                     contacts are detected here
//   v_free = vⁿ + h M⁻¹ (θ Fⁿ⁺¹ + (1−θ) Fⁿ)
//   vⁿ⁺¹   = v_free + M⁻¹ H p,   contact law between p and û = u⁺ + E u⁻, for contacts with
//            gap(q_m) <= activation · radius
//   qⁿ⁺¹   = qⁿ + h (θ vⁿ⁺¹ + (1−θ) vⁿ)
// θ = 1/2: free flight in uniform gravity is exact, and so is the energy balance.
// Differs from the papers: restitution without the division by 1 + e (law/restitution.hpp).
// Fails: an impact is felt only once the gap at mid-step has closed, so overlaps of the order of
// h × approach speed appear and stay (they are measured and reported, not corrected).
#pragma once

#include "galet/scheme/settings.hpp"
#include "galet/scheme/step.hpp"
#include "galet/solver/nlgs_settings.hpp"

namespace galet {

// Moves bodies and memory from time t to t + h.
template <int D>
StepOutcome<D> step_moreau_jean(const World<D>& world, const MoreauJeanSettings& scheme,
                                const SolverSettings& solver, double t, double h,
                                StepTools<D>& tools, Bodies<D>& bodies, ContactMemory<D>& memory);

}  // namespace galet
