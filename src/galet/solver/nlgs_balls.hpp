// Gauss–Seidel for discs and spheres, in batches of independent contacts and with momentum.
//
// The same fixed-point map as solver/nlgs.hpp with the exact local solver (closed form for balls),
// applied to 16 contacts (single precision) or 8 (double) at a time. With momentum
// [Nesterov1983, ODonoghue2015] every sweep starts from y = p + β (p − p_before), the velocities
// extrapolated alike, which is consistent since they are affine in p:
//   t' = (1 + √(1 + 4t²))/2,  β = min(cap, (t − 1)/t');  t = 1 again when the step turned back,
//   Σ (y − p_new)·(p_new − p) > 0.
// The cap (0.85, halved after every 400 sweeps) keeps friction, which is not associated, out of
// limit cycles. State and verdict are double: the residual is computed from the impulses alone in
// double precision; when single precision can do no better the sweeps go on in double. Cost: a few
// ns per contact and sweep. Fails where Gauss–Seidel fails, later.
#pragma once

#include <span>

#include "galet/problem/contact_problem.hpp"
#include "galet/solver/ball_problem.hpp"
#include "galet/solver/nlgs_settings.hpp"
#include "galet/solver/report.hpp"

namespace galet {

// p: the start, then the solution (contact components of the problem). `balls` must come from
// as_balls(problem).
template <int D>
SolveReport solve_nlgs_balls(const ContactProblem<D>& problem, const BallProblem<D>& balls,
                             const NlgsSettings& settings, std::span<Vec<D>> p);

}  // namespace galet
