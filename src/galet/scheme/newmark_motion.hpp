// The motion of all bodies in a step of Newmark's scheme: in closed form where no contact is near,
// from the solution of the ComplianceProblem elsewhere.
#pragma once

#include <cstddef>
#include <vector>

#include "galet/problem/compliance_problem.hpp"
#include "galet/scheme/near_contacts.hpp"

namespace galet {

template <int D>
struct NewmarkMotion {
  NewmarkRates rates;
  // By body.
  std::vector<Vec<D>> force;  // external, N, without the locked directions
  std::vector<Vec<D>> dx;     // increments
  std::vector<Spin<D>> dr;    // rotation vectors
  // Accelerations at the start; not used by the midpoint rule.
  std::vector<Vec<D>> a_start;
  std::vector<Spin<D>> w_start;

  // From `force` and the solution.
  void set(const Bodies<D>& bodies, const NearContacts<D>& near,
           const ComplianceProblem<D>& problem, const ComplianceSolution<D>& solution) {
    set_free(bodies);
    for (std::size_t k = 0; k < near.unknowns; ++k) {
      const std::size_t i = near.body_of[k];
      dx[i] = solution.dx[k];
      dr[i] = solution.dr[k];
      a_start[i] = problem.acceleration_start(k);
      w_start[i] = problem.angular_acceleration_start(k);
    }
  }

  Vec<D> velocity_end(const Bodies<D>& bodies, std::size_t i) const {
    return rates.velocity_end<Vec<D>>(bodies.velocity[i], dx[i], a_start[i]);
  }
  Spin<D> spin_end(const Bodies<D>& bodies, std::size_t i) const {
    return rates.velocity_end<Spin<D>>(bodies.spin[i], dr[i], w_start[i]);
  }
  // What the scheme itself does, J: kinetic energy receives more or less than M a⁺·Δq, unless it is
  // the midpoint rule.
  double own_work(const Bodies<D>& bodies, std::size_t i) const {
    const Vec<D> v = velocity_end(bodies, i);
    const Spin<D> w = spin_end(bodies, i);
    const Vec<D> a = rates.acceleration_end<Vec<D>>(bodies.velocity[i], dx[i], a_start[i]);
    const Spin<D> alpha = rates.acceleration_end<Spin<D>>(bodies.spin[i], dr[i], w_start[i]);
    return 0.5 * bodies.mass[i] * (v - bodies.velocity[i]).dot(v + bodies.velocity[i]) +
           0.5 * bodies.inertia[i] * (w - bodies.spin[i]).dot(w + bodies.spin[i]) -
           bodies.mass[i] * a.dot(dx[i]) - bodies.inertia[i] * alpha.dot(dr[i]);
  }

 private:
  void set_free(const Bodies<D>& bodies) {
    const std::size_t n = bodies.size();
    dx.resize(n);
    dr.resize(n);
    a_start.resize(n);
    w_start.assign(n, Spin<D>::Zero());
    for (std::size_t i = 0; i < n; ++i) {
      a_start[i] = force[i] / bodies.mass[i];
      dx[i] = rates.increment<Vec<D>>(bodies.velocity[i], a_start[i], a_start[i]);
      dr[i] = rates.increment<Spin<D>>(bodies.spin[i], w_start[i]);
    }
  }
};

}  // namespace galet
