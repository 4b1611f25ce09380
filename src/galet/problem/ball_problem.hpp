// The contact problem of balls (discs in 2D, spheres in 3D) in the form the time-stepping schemes
// pose it: find an impulse P_c on b for every contact (world components) such that with
//   v = M⁻¹ Σ (impulses and their moments),   û_c = v_b − v_a − (r_a ω_a + r_b ω_b) × n + q_c
// the law of the contact holds between P_c and û_c. No tangents are needed: the normal part of a
// vector is its product with n, the tangential one the rest. A view: the arrays live elsewhere.
#pragma once

#include <span>

#include "galet/problem/contact.hpp"
#include "galet/problem/contact_problem.hpp"

namespace galet {

template <int D>
struct BallProblem {
  // By body; boundaries do not move (their motion is in q).
  std::span<const Vec<D>> inverse_mass;  // per direction, 0 where locked
  std::span<const double> inverse_inertia;
  std::span<const double> radius;
  // By contact.
  std::span<const Contact<D>> contacts;
  std::span<const Vec<D>> q;  // world components, m/s
  std::span<const double> mu;

  bool can_move(std::size_t body) const {
    return inverse_inertia[body] > 0.0 || !inverse_mass[body].isZero(0.0);
  }
};

// The same problem in contact components, for the solvers that need blocks; the last node is the
// ground.
template <int D>
ContactProblem<D> in_contact_components(const BallProblem<D>& balls);

}  // namespace galet
