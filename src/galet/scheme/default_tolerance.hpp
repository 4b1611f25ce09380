// The tolerance of a step whose scene names none (docs/step-and-tolerance.md).
//
// What moves the bodies in a step is the measure of what may be left open. Under loads it is the
// velocity that they would give the bodies if nothing held them,
//   v = h (Σ |F_i| + max |F_plane|) / Σ m_i
// over the bodies that can move: h g in a bed, h times pressure × area over the mass between
// plates. A tenth of it is enough: the same tenth of a body's own load for any depth of a bed.
// Where nothing but motion drives, the relative residual decides.
#pragma once

#include <algorithm>
#include <cmath>

#include "galet/base/reduce.hpp"
#include "galet/scheme/forces.hpp"
#include "galet/scheme/loaded_planes.hpp"
#include "galet/solver/tolerance.hpp"

namespace galet {

inline constexpr double kPartOfLoads = 0.1;
inline constexpr double kRelativeUnderLoads = 1e-5;
inline constexpr double kRelativeWithoutLoads = 1e-4;
// Without inertia: of the mean speed that bodies want.
inline constexpr double kPartOfDesires = 1e-3;

// m/s; 0 without loads or without bodies that can move.
template <int D>
double speed_of_loads(const StepForces<D>& forces, const LoadedPlanes<D>& planes, double theta,
                      double h, const Bodies<D>& bodies, Workers& workers) {
  struct Sum {
    double mass = 0.0;
    double force = 0.0;
    Sum& operator+=(const Sum& other) {
      mass += other.mass;
      force += other.force;
      return *this;
    }
  };
  const Sum all = sum_over<Sum>(workers, bodies.size(), [&](std::size_t begin, std::size_t end) {
    Sum sum;
    for (std::size_t i = begin; i < end; ++i) {
      if (bodies.inverse_mass[i].isZero(0.0)) continue;
      sum.mass += bodies.mass[i];
      sum.force += forces.on(bodies, i).norm();
    }
    return sum;
  });
  if (all.mass == 0.0) return 0.0;
  double largest = 0.0;
  for (const LoadedPlane<D>& plane : planes.planes()) {
    largest = std::max(largest, std::abs(plane.force(theta, forces.gravity)));
  }
  return h * (all.force + largest) / all.mass;
}

inline SolverSettings with_tolerance_of_loads(const SolverSettings& settings, double speed) {
  return speed > 0.0 ? with_tolerance(settings, kRelativeUnderLoads, kPartOfLoads * speed)
                     : with_tolerance(settings, kRelativeWithoutLoads, {});
}

}  // namespace galet
