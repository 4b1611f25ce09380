// From the contacts near in a step of Newmark's scheme to its ComplianceProblem.
// O(boundaries + materials² + nodes + contacts).
#pragma once

#include <span>

#include "galet/problem/compliance_problem.hpp"
#include "galet/scheme/loaded_planes.hpp"
#include "galet/scheme/near_contacts.hpp"

namespace galet {

// What a problem is posed from, in the step from t to t + h.
template <int D>
struct ComplianceInput {
  const World<D>& world;
  const Bodies<D>& bodies;
  const NearContacts<D>& near;
  std::span<const Vec<D>> force;  // external, by body, N, without the locked directions
  std::span<const LoadedPlane<D>> planes;
  Vec<D> gravity;  // mean of the step
  double t = 0.0;
  NewmarkRates rates;
  FrictionVelocity friction_velocity = FrictionVelocity::mean;
  double speed = 0.0;  // largest velocity of the step, m/s
};

// Accelerations at the start are left out if the scheme needs none. `problem` may be an earlier
// one, whose memory is used again.
template <int D>
void pose_compliance(const ComplianceInput<D>& input, ComplianceProblem<D>& problem);

}  // namespace galet
