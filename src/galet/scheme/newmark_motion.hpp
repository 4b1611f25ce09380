// The motion of a step of Newmark's scheme as its unknown, the increments Δq, tells it:
//   a⁺ = (Δq − h v − h² (1/2 − β) a)/(β h²),   v⁺ = v + h ((1 − γ) a + γ a⁺).
// With β = 1/2 and γ = 1 the acceleration a at the start drops out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "galet/model/world.hpp"
#include "galet/scheme/settings.hpp"

namespace galet {

// A plane under load in a step.
template <int D>
struct MovedPlane {
  std::size_t boundary = 0;
  Vec<D> normal;
  double mass = 0.0;       // kg
  double force = 0.0;      // N along the normal, with its weight
  double velocity = 0.0;   // m/s at the start, along the normal
  double a_start = 0.0;    // m/s², where the scheme needs it
  double increment = 0.0;  // m
  double reach = 0.0;      // m, that it may move before the contacts must be listed again
};

template <int D>
struct NewmarkMotion {
  // Of the bodies, by place.
  std::vector<Vec<D>> force;  // external, N, without the locked directions
  std::vector<Vec<D>> dx;     // increments
  std::vector<Spin<D>> dr;    // rotation vectors
  std::vector<Vec<D>> a_start;
  std::vector<Spin<D>> w_start;
  std::vector<MovedPlane<D>> planes;
  std::vector<std::int32_t> plane_of;  // by boundary, −1 for others

  double h = 0.0;
  bool midpoint = true;        // β = 1/2, γ = 1: no acceleration at the start
  double mass_rate = 0.0;      // da⁺/dΔq, 1/s²
  double velocity_rate = 0.0;  // dv⁺/dΔq, 1/s
  double velocity_kept = 0.0;  // of v in v⁺
  double start_weight = 0.0;   // of a in v⁺, s
  double start_square = 0.0;   // of a in Δq, s²

  void set_rates(double beta, double gamma, double step) {
    h = step;
    midpoint = beta == 0.5 && gamma == 1.0;
    mass_rate = 1.0 / (beta * h * h);
    velocity_rate = gamma / (beta * h);
    velocity_kept = 1.0 - gamma / beta;
    start_weight = h * (1.0 - gamma - gamma * (0.5 - beta) / beta);
    start_square = (0.5 - beta) * h * h;
  }

  // Increments without contacts.
  void set_free(const Bodies<D>& bodies, double beta) {
    const std::size_t n = bodies.size();
    dx.resize(n);
    dr.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      const Vec<D> a = force[i] / bodies.mass[i];
      dx[i] = h * bodies.velocity[i] + beta * h * h * a;
      dr[i] = h * bodies.spin[i];
      if (!midpoint) {
        dx[i] += start_square * a_start[i];
        dr[i] += start_square * w_start[i];
      }
    }
    for (MovedPlane<D>& plane : planes) {
      plane.increment = h * plane.velocity + beta * h * h * plane.force / plane.mass +
                        start_square * plane.a_start;
    }
  }

  // Increments of these bodies and the planes at the velocities of the start.
  void set_unforced(const Bodies<D>& bodies, std::span<const std::size_t> which) {
    for (const std::size_t i : which) {
      dx[i] = h * bodies.velocity[i];
      dr[i] = h * bodies.spin[i];
    }
    for (MovedPlane<D>& plane : planes) plane.increment = h * plane.velocity;
  }

  Vec<D> velocity_end(const Bodies<D>& bodies, std::size_t i) const {
    Vec<D> v = velocity_kept * bodies.velocity[i] + velocity_rate * dx[i];
    if (!midpoint) v += start_weight * a_start[i];
    return v;
  }
  Spin<D> spin_end(const Bodies<D>& bodies, std::size_t i) const {
    Spin<D> w = velocity_kept * bodies.spin[i] + velocity_rate * dr[i];
    if (!midpoint) w += start_weight * w_start[i];
    return w;
  }
  double velocity_end(const MovedPlane<D>& plane) const {
    return velocity_kept * plane.velocity + velocity_rate * plane.increment +
           (midpoint ? 0.0 : start_weight * plane.a_start);
  }

  // Accelerations at the end.
  Vec<D> acceleration(const Bodies<D>& bodies, std::size_t i) const {
    Vec<D> inertial = dx[i] - h * bodies.velocity[i];
    if (!midpoint) inertial -= start_square * a_start[i];
    return mass_rate * inertial;
  }
  Spin<D> angular_acceleration(const Bodies<D>& bodies, std::size_t i) const {
    Spin<D> inertial = dr[i] - h * bodies.spin[i];
    if (!midpoint) inertial -= start_square * w_start[i];
    return mass_rate * inertial;
  }
  double acceleration(const MovedPlane<D>& plane) const {
    return mass_rate * (plane.increment - h * plane.velocity - start_square * plane.a_start);
  }
};

}  // namespace galet
