// The Moreau–Jean time-stepping scheme, in two forms. In both
//   v_free = vⁿ + h M⁻¹ (θ Fⁿ⁺¹ + (1−θ) Fⁿ),   vⁿ⁺¹ = v_free + M⁻¹ H p,
//   qⁿ⁺¹   = qⁿ + h (θ vⁿ⁺¹ + (1−θ) vⁿ),
// and p obeys Signorini's and Coulomb's laws with a velocity û.
//
// normal = "velocity" [Moreau1999, §8.3, §9.2; Jean1999]: contacts and frames at q_m = qⁿ + (h/2)
// vⁿ;
//   û = u⁺ + E u⁻ for contacts with gap(q_m) <= activation · radius. θ = 1/2 by default: free
//   flight in uniform gravity is exact, and so is the energy balance. Differs from the papers:
//   restitution without the division by 1 + e (law/restitution.hpp). Fails: an impact is felt only
//   once the gap at mid-step has closed, so overlaps of the order of h × approach speed appear and
//   stay (they are measured and reported, not corrected).
//
// normal = "gap": θ = 1; contacts and frames at qⁿ, every pair that its free motion may bring into
//   contact; û_n = u_n + g/h (assembly/pose.hpp). Keeps overlaps of a settled bed at the order of
//   tolerance · h. Pairs that overlap at the end although they were not listed are listed and the
//   step is solved again. Inside a drum, where gaps are concave, an overlap of (h v)²/2R is left.
//   Fails: free flight is first order in h (θ = 1); a rebound starts from the gap it had.
#pragma once

#include "galet/scheme/settings.hpp"
#include "galet/scheme/step.hpp"
#include "galet/solver/nlgs_settings.hpp"

namespace galet {

// Moves bodies, memory and planes under load (by boundary) from time t to t + h.
template <int D>
StepOutcome<D> step_moreau_jean(const World<D>& world, const MoreauJeanSettings& scheme,
                                const SolverSettings& solver, double t, double h,
                                StepTools<D>& tools, Bodies<D>& bodies, ContactMemory<D>& memory,
                                std::vector<LoadedMotion>& loaded);

}  // namespace galet
