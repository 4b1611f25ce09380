// What a solved ComplianceProblem says about the contacts of a step: those that act, with impulses,
// states, work and stored energy.
//
// Energy stored at the start, less that at the end, less the work on the bodies, is dissipated: by
// friction, snc and the blend; for inc without friction nothing is, up to the residual.
#pragma once

#include "galet/scheme/account.hpp"
#include "galet/scheme/pose_compliance.hpp"

namespace galet {

// Contacts, impulses and states into `out`, the sums into `sum`. O(contacts).
template <int D>
void report_contacts(const NearContacts<D>& near, const ComplianceProblem<D>& problem,
                     const ComplianceSolution<D>& solution, StepOutcome<D>& out, Account<D>& sum);

}  // namespace galet
