// Event-driven dynamics of a few frictionless bodies: the independent reference for time-stepping.
#pragma once

#include <cstdint>

#include "galet/sweep/frictionless_system.hpp"

namespace galet::sweep {

struct RightAcceleration {
  Vector acceleration;
  Vector forces;  // λ_k >= 0 of the given contacts
  bool solvable = true;
};

// The acceleration on the right of t, for the contacts `closed` that touch with zero relative
// normal velocity: curvature + ∇f·u' <= 0, λ >= 0, their product 0, A u' = F − Σ λ ∇f. A linear
// complementarity problem that is the quadratic program of Gauss' principle, min |u' − A⁻¹F|_A over
// the accelerations that do not penetrate [Moreau1999, §8.4]; solved exactly.
RightAcceleration right_acceleration(const FrictionlessSystem& system, double t, const Vector& q,
                                     const Vector& u, const std::vector<Eigen::Index>& closed);

// Velocity after an impact of all contacts `touching` together:
// u⁺ = (1 + e) prox_A(W, u⁻) − e u⁻, W = {w : rate + ∇f·w <= 0} [Moreau1999, §10].
Vector collide(const FrictionlessSystem& system, double t, const Vector& q, const Vector& u,
               const std::vector<Eigen::Index>& touching, double restitution);

struct DynamicsSettings {
  double step = 1e-3;            // largest step of the Runge–Kutta method
  std::int64_t max_events = 30;  // in one step: beyond it impacts accumulate and are made inelastic
};

struct DynamicsInstant {
  double time;
  Vector q;
  Vector u;
};

struct DynamicsReport {
  std::int64_t steps = 0;
  std::int64_t impacts = 0;
  std::int64_t releases = 0;       // contacts that opened without an impact
  std::int64_t accumulations = 0;  // steps in which impacts were made inelastic
  bool completed = true;
};

struct DynamicsSolution {
  std::vector<DynamicsInstant> path;  // two entries at an impact
  DynamicsReport report;
};

// Between events the contacts that carry a force are kept closed and the motion is an ordinary
// differential equation, integrated by the classical Runge–Kutta method of order 4 and put back on
// the contacts (positions and velocities, in the kinetic metric). Events: a gap closes (impact), a
// force vanishes (release); located by bracketing. After each the right-acceleration problem
// decides which contacts carry forces; a contact that opens need not be the one whose force has
// vanished. Differs from the paper: restitution; accumulating impacts are cut short as said at
// max_events. Fails (`completed` false) when the bodies are jammed by moving walls. For a few
// bodies: dense matrices, O(contacts³) per evaluation.
[[nodiscard]] DynamicsSolution integrate_dynamics(const FrictionlessSystem& system, const Vector& q,
                                                  const Vector& u, double from, double to,
                                                  const DynamicsSettings& settings);

}  // namespace galet::sweep
