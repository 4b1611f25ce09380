// Boundaries: obstacles with prescribed motion. In the equations a boundary is a body of zero
// inverse mass.
#pragma once

#include <cmath>
#include <numbers>
#include <string>

#include "galet/geometry/shapes.hpp"
#include "galet/model/materials.hpp"

namespace galet {

// Rigid motion in closed form: uniform translation, oscillation and uniform rotation about the
// (moving) origin of the obstacle's frame. Also a surface velocity, which moves the material of the
// surface but not the shape (a conveyor belt).
template <int D>
struct Motion {
  Vec<D> velocity = Vec<D>::Zero();  // m/s
  Spin<D> spin = Spin<D>::Zero();    // rad/s
  Vec<D> amplitude = Vec<D>::Zero();  // m, of amplitude · sin(2π f t + phase) − its value at t = 0
  double frequency = 0.0;             // Hz
  double phase = 0.0;                 // rad
  Vec<D> surface_velocity = Vec<D>::Zero();  // m/s, in the frame of the obstacle

  Placement<D> at(double t, const Vec<D>& origin) const {
    const double omega = 2.0 * std::numbers::pi * frequency;
    const double swing = std::sin(omega * t + phase) - std::sin(phase);
    Placement<D> p;
    p.position = origin + t * velocity + swing * amplitude;
    p.rotation = Rotation<D>::by(t * spin);
    p.velocity = velocity + omega * std::cos(omega * t + phase) * amplitude;
    p.spin = spin;
    return p;
  }
};

template <int D>
struct Boundary {
  std::string name;
  Obstacle<D> shape;
  Vec<D> origin = Vec<D>::Zero();  // of the shape's frame at t = 0
  MaterialIndex material = 0;
  Motion<D> motion;

  Placement<D> placement(double t) const { return motion.at(t, origin); }
  // Velocity of the surface material at the world point x.
  Vec<D> surface_velocity_at(const Placement<D>& at, const Vec<D>& x) const {
    return at.velocity_at(x) + at.rotation.apply(motion.surface_velocity);
  }
};

}  // namespace galet
