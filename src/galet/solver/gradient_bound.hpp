// How long a gradient step may be: numbers L_c with W ≼ diag(L_c), from the listed contacts alone.
//
// Through a node i that contact c touches, an impulse p_c gives the motion M_i⁻¹ H_ic p_c. Let w_ic
// be the norm of H_icᵀ M_i⁻¹ H_ic: what an impulse of unit size at c does to the velocity there
// through that node. By Cauchy and Schwarz, with weights √w_ic,
//   p·W p = Σ_i |Σ_c M_i^(−1/2) H_ic p_c|² <= Σ_i (Σ_c √w_ic |p_c|)²
//        <= Σ_i (Σ_d √w_id) Σ_c √w_ic |p_c|² = Σ_c L_c |p_c|²,
//   L_c = √w_ac S_a + √w_bc S_b,   S_i = Σ over the contacts d of node i of √w_id.
// So steps 1/L_c, contact by contact, are below 2/‖W‖ in the metric of the L_c: always, whatever
// the sizes and masses and however many contacts a body has. Contacts without friction count with
// their normal part alone, (H_icᵀ M_i⁻¹ H_ic)_nn. For equal spheres without friction that have k
// contacts each, L_c = 2k/m. For a matrix L_c = Σ_d ‖W_cd‖ (Gershgorin by blocks, with Frobenius'
// norm).
//
// [Maury2006, Remark 8] has one number for all contacts, ‖W‖ <= 2 κ √D/min m, κ = 6 (2D) or 12 (3D)
// being the most contacts of a body: true for equal spheres that touch, where it is 2κ√D/m against
// our 2κ/m. It fails where bodies have more contacts than κ: small spheres on a large one, or pairs
// listed that do not touch.
// Differs from the paper: the paper's bound on the step is half of what its own bound on the norm
// gives.
// Cost: two passes over the contacts.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "galet/problem/contact_problem.hpp"

namespace galet {

// √w_ic on both sides of a contact; 0 on a side that cannot move.
struct ContactRoots {
  std::size_t a = 0;  // nodes
  std::size_t b = 0;
  double root_a = 0.0;
  double root_b = 0.0;
};

// L_c from roots(c).
template <class F>
std::vector<double> majorant_by_nodes(std::size_t contacts, std::size_t nodes, F&& roots) {
  std::vector<double> sum(nodes, 0.0);
  for (std::size_t c = 0; c < contacts; ++c) {
    const ContactRoots r = roots(c);
    sum[r.a] += r.root_a;
    sum[r.b] += r.root_b;
  }
  std::vector<double> L(contacts);
  for (std::size_t c = 0; c < contacts; ++c) {
    const ContactRoots r = roots(c);
    L[c] = r.root_a * sum[r.a] + r.root_b * sum[r.b];
  }
  return L;
}

// L_c, 1/kg, of any problem.
template <int D>
std::vector<double> majorant(const ContactProblem<D>& problem);

// Bounds on ‖W‖, or on that of its normal part where there is no friction, in 1/kg.
struct NormBounds {
  double guaranteed = 0.0;  // the largest L_c
  double maury = 0.0;       // 2 κ √D/min m; 0 for a matrix
};
template <int D>
NormBounds norm_bounds(const ContactProblem<D>& problem);

}  // namespace galet
