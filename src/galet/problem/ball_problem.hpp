// The contact problem of balls (discs in 2D, spheres in 3D) in the form the time-stepping schemes
// pose it: find an impulse P_c on b for every contact (world components) such that with
//   v = M⁻¹ Σ (impulses and their moments),   û_c = v_b − v_a − (r_a ω_a + r_b ω_b) × n + q_c
// the law of the contact holds between P_c and û_c. No tangents are needed: the normal part of a
// vector is its product with n, the tangential one the rest. A view: the arrays live elsewhere.
#pragma once

#include <span>
#include <vector>

#include "galet/problem/ball_row.hpp"
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

// The motion of the bodies as rows, and one row more for all that cannot move.
using BallMotion = std::vector<BallRow<double>>;

template <int D>
Vec<D> velocity_of(const BallRow<double>& row) {
  return Eigen::Map<const Vec<D>>(row.v);
}
// r ω; in 2D the spin is about z.
template <int D>
Spin<D> rim_velocity_of(const BallRow<double>& row) {
  return Eigen::Map<const Spin<D>>(row.s + (D == 2 ? 2 : 0));
}

template <int D>
void set_motion(const Vec<D>& velocity, const Spin<D>& rim_velocity, BallRow<double>& row) {
  Eigen::Map<Vec<D>>(row.v) = velocity;
  Eigen::Map<Spin<D>>(row.s + (D == 2 ? 2 : 0)) = rim_velocity;
}

// Velocity of b relative to a, boundaries apart, in the world.
template <int D>
[[gnu::always_inline]] inline Vec<D> relative_velocity(const Contact<D>& contact,
                                                       std::span<const BallRow<double>> motion) {
  const BallRow<double>& b = motion[contact.b().body()];
  if (contact.a().is_boundary()) {
    return velocity_of<D>(b) - cross(rim_velocity_of<D>(b), contact.n);
  }
  const BallRow<double>& a = motion[contact.a().body()];
  return velocity_of<D>(b) - velocity_of<D>(a) -
         cross(Spin<D>(rim_velocity_of<D>(a) + rim_velocity_of<D>(b)), contact.n);
}

// The same problem in contact components, for the solvers that need blocks; the last node is the
// ground.
template <int D>
ContactProblem<D> in_contact_components(const BallProblem<D>& balls);

}  // namespace galet
