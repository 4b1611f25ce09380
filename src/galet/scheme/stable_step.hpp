// The longest stable step of explicit springs, estimated.
//
// An oscillation with ω and, by its dashpots, γ = c/m leaves velocity-Verlet with dashpots that act
// on foreseen velocities (scheme/dem.hpp) at z = −1 of
//   2z(z − 1)² + 2(ω h)² z² + 2γh z(z − 1) + γh (z − 1)² = 0:   (ω h)² = 4 − 4 γ h,
// that is h = (2/ω²)(√(γ² + ω²) − γ), 2/ω without dashpots. Tangential dashpots, which act on the
// velocities themselves at the start of a step, leave at (ω h)² = 4 − 2γh + (γh)² or γh = 2, which
// is later; they are counted as if they were normal ones.
//
// Largest ω of many bodies: the springs of a body share its mass. With z contacts of normals n in
// directions spread evenly, Σ n nᵀ = (z/D) I; few may lie on one line, so s = z for z <= 2 and
// max(2 + (z − 2)/(D + 2), z/D) above. Then, by Cauchy's inequality for every spring,
//   ω² <= k (N_a + N_b) + k_t (T_a + T_b),
//   N = s/m,   T = min(z, (D − 1) s)/m + q r²/I,   q = z in 2D, min(z, 2s) in 3D,
//   γ = c (N_a + N_b) + c_t (T_a + T_b)
// for the stiffest pair. Springs against rolling and twisting hold
//   Σ k_r |ω_b − ω_a|² <= Σ k_r (z_a/I_a + z_b/I_b) (I_a |ω_a|²/z_a + I_b |ω_b|²/z_b),
// by the same inequality, and the last factors of the z contacts of a body add up to I |ω|²: they
// add k_r (R_a + R_b), R = z/I, to ω², where k_r = k_t ℓ² is that of the largest ℓ the body can
// have. The sum is what the three kinds of springs have at most together; a stiff one alone sets
// the step exactly. Boundaries add nothing, but for planes under load: one of mass M on z bodies
// moves along its normal only, so that all of its z springs share its mass alike, N = z/M, T = 0. z
// is what fits side by side, on discs 2 r_min apart or spheres in a triangular lattice, on the
// extent that bodies, boxes and the periodic cell have along the plane, and not more than there are
// bodies. For bodies z is what fits around a body, given the smallest radius: 6 discs of the same
// size, 13 spheres (caps that do not overlap cover at most 0.907 of a sphere), and not more than
// there are others. The estimate is exact for a triangular packing of discs, ω² = 6k/m.
//
// Elastic spheres (law/hertz.hpp) grow stiffer with their overlap d: the step is stable up to d =
// r/100, r the smaller radius; beyond, the limit falls with d^(−1/4). At r/100, with r_eff <= r,
//   √(r_eff d) <= r/10,   k = 2 E* √(r_eff d) (the tangent),   k_t = 8 G* √(r_eff d),
//   c = ζ √(10 k m/3) <= ζ √(10 k m_a/3),   c_t = 2ζ_t √(k_t m),
// so that each body adds E* r N/5 + 4 G* r T/5 to ω² and, with N = s/m, ζ √(2 E* r N s/3) +
// 2ζ_t √(4 G* r T² m/5) to γ; k_r = k_t ℓ² adds 4 G* r R ℓ²/5, ℓ <= r.
//
// Fails: it is an estimate. Unusual arrangements, and bodies pressed into each other so that more
// of them meet, may be stiffer; mixtures are mostly softer.
#pragma once

#include "galet/model/world.hpp"

namespace galet {

template <int D>
struct StableStep {
  double step = 0.0;  // s; infinite if nothing is stiff
  // Of the pair that sets it; a plane under load is a or b.
  MaterialIndex a = 0;
  MaterialIndex b = 0;
};

// `more_to_come`: bodies like these will be put in later.
template <int D>
StableStep<D> stable_step(const World<D>& world, const Bodies<D>& bodies,
                          bool more_to_come = false);

}  // namespace galet
