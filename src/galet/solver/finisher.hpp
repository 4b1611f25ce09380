// Newton's method for a frictional contact problem that sweeps do not solve to the tolerance asked
// for: proximal points [Rockafellar1976] around semismooth Newton steps [AlartCurnier1991].
//
// In variables z = √w p, w = trace(W_cc)/D by contact, so that the diagonal blocks of W have trace
// D and nothing depends on units, a step from the centre z₀ solves the problem with
//   u = (W + α) z − α z₀ + q
// which a singular W does not disturb. The law is written as F(z, u) = 0 with, by contact, a = z_n
// − u_n, b = z_t − u_t, t = b/|b|, r = mu a,
//   gap    a <= 0       F = z
//   stick  |b| < r      F = u
//   slip   otherwise    F = (u_n, z_t − r t)
// and solved by Newton steps, halved until |F| falls, until |F| is three tenths. α begins with 0.01
// and follows their number: up to 6, × 0.3; more than 12, × 2; none of 20 enough, × 4 and back to
// the centre.
// Differs from [AlartCurnier1991]: proximal points; the step length of the law is 1 in the scaled
// variables; contacts with a gap are eliminated.
// The end is decided by the common residual of the impulses brought into their cones; the best are
// kept. For Coulomb's law without moments, pulls or the convex model.
// Cost: W is assembled; a step is a sparse LU of D unknowns for every contact that touches, some
// ms for a thousand discs.
// Fails: on heaps of much friction that start from no impulses (docs/theory/nlgs.md), and on
// problems without a solution; it was not tried on dense packings in 3D.
#pragma once

#include <span>

#include "galet/problem/contact_problem.hpp"
#include "galet/solver/nlgs_settings.hpp"
#include "galet/solver/report.hpp"

namespace galet {

// Whether all laws are of the kind it knows.
template <int D>
bool can_finish(const ContactProblem<D>& problem);

// p: the start, then the best impulses; `report` is that of the start, then of these.
template <int D>
void finish(const ContactProblem<D>& problem, const NlgsSettings& settings, std::span<Vec<D>> p,
            NodeMotion& motion, SolveReport& report);

}  // namespace galet
