// What the bodies exert on the boundaries. Cost: O(contacts).
#pragma once

#include <vector>

#include "galet/observe/look.hpp"

namespace galet {

template <int D>
struct WallForce {
  Vec<D> force = Vec<D>::Zero();     // N, of the bodies on the boundary
  Spin<D> torque = Spin<D>::Zero();  // N m, about the origin of the boundary's frame (its pivot)
  double power = 0.0;                // W, that the boundary gives to the bodies

  WallForce& operator+=(const WallForce& other) {
    force += other.force;
    torque += other.torque;
    power += other.power;
    return *this;
  }
  WallForce& operator/=(double x) {
    force /= x;
    torque /= x;
    power /= x;
    return *this;
  }
};

// The faces of a boundary that exist.
template <int D>
std::vector<int> faces_of(const Obstacle<D>& shape);

// By boundary and face: forces[k][face] (the others stay zero). The power is that of the surface
// velocity in the middle of the step, so that over a run it sums up to the work of the boundaries
// in the energy budget: exactly for a translation or a rotation about a fixed point, up to O(h²)
// for oscillations.
template <int D>
std::vector<std::vector<WallForce<D>>> compute_wall_forces(const Look<D>& look);

}  // namespace galet
