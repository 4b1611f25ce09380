// How long a gradient step may be: numbers L_c = (L_n, L_t) by contact, one for the normal and one
// for the tangential part of its impulse, with W ≼ diag(L_c), from the listed contacts alone.
//
// Through a node i that contact c touches, an impulse p_c gives the motion M_i⁻¹ H_ic p_c. Let B_ic
// = H_icᵀ M_i⁻¹ H_ic be what an impulse at c does to the velocity there through that node. It is at
// most diag(b_n, b_t):
//   b_n = (1 + κ) B_nn,   b_t = (1 + κ) λ_t,   κ = |B_nt|/√(B_nn λ_t) <= 1,
// λ_t being the largest eigenvalue of B_tt. κ is 0 for balls: their normals do not turn them. With
// w_ic = max(b_n, b_t), Cauchy and Schwarz with weights √w_ic give
//   p·W p = Σ_i |Σ_c M_i^(−1/2) H_ic p_c|² <= Σ_i (Σ_c √(p_c·B_ic p_c))²
//        <= Σ_i (Σ_d √w_id) Σ_c p_c·B_ic p_c/√w_ic <= Σ_c L_n p_n² + L_t |p_t|²,
//   L_n = b_n,ac/√w_ac S_a + b_n,bc/√w_bc S_b,   S_i = Σ over the contacts d of node i of √w_id,
// and L_t likewise. So steps 1/L_c are below 2/‖W‖ in the metric of the L_c: always, whatever the
// sizes and masses and however many contacts a body has. Contacts without friction have a normal
// part alone. For equal spheres that have k contacts each L_n = 2k/m, and L_t = 7k/m: tangential
// impulses turn a sphere, too, and one number for both would make the steps along the normals, by
// which weight is carried, 3.5 times as short. For a matrix L_n = L_t = Σ_d ‖W_cd‖ (Gershgorin by
// blocks, with Frobenius' norm).
//
// [Maury2006, Remark 8] has one number for all contacts, ‖W‖ <= 2 κ √D/min m, κ = 6 (2D) or 12 (3D)
// being the most contacts of a body: true for equal spheres that touch, where it is 2κ√D/m against
// our 2κ/m. It fails where bodies have more contacts than κ: small spheres on a large one, or pairs
// listed that do not touch.
// Differs from the paper: the paper's bound on the step is half of what its own bound on the norm
// gives.
// Cost: two passes over the contacts.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "galet/problem/contact_problem.hpp"

namespace galet {

// L_c, 1/kg; 0 where nothing can move.
struct ContactBound {
  double n = 0.0;
  double t = 0.0;
};

// diag(b_n, b_t) of one side of a contact; 0 where it cannot move.
struct SideBound {
  std::size_t node = 0;
  double n = 0.0;
  double t = 0.0;

  double root() const { return std::sqrt(std::max(n, t)); }
};

// L_c from sides(c), a pair of SideBound.
template <class F>
std::vector<ContactBound> majorant_by_nodes(std::size_t contacts, std::size_t nodes, F&& sides) {
  std::vector<double> sum(nodes, 0.0);
  for (std::size_t c = 0; c < contacts; ++c) {
    const auto [a, b] = sides(c);
    sum[a.node] += a.root();
    sum[b.node] += b.root();
  }
  // Where one of the two is far smaller, it is taken larger: cones become neither needles nor
  // discs.
  constexpr double kMostUneven = 16.0;
  std::vector<ContactBound> L(contacts);
  for (std::size_t c = 0; c < contacts; ++c) {
    const auto [a, b] = sides(c);
    for (const SideBound& side : {a, b}) {
      if (side.root() == 0.0) continue;
      L[c].n += side.n / side.root() * sum[side.node];
      L[c].t += side.t / side.root() * sum[side.node];
    }
    L[c] = {std::max(L[c].n, L[c].t / kMostUneven), std::max(L[c].t, L[c].n / kMostUneven)};
  }
  return L;
}

// L_c, 1/kg, of any problem.
template <int D>
std::vector<ContactBound> majorant(const ContactProblem<D>& problem);

// Bounds on ‖W‖, or on that of its normal part where there is no friction, in 1/kg.
struct NormBounds {
  double guaranteed = 0.0;  // the largest L_n or L_t
  double maury = 0.0;       // 2 κ √D/min m; 0 for a matrix
};
template <int D>
NormBounds norm_bounds(const ContactProblem<D>& problem);

}  // namespace galet
