// Boundaries: obstacles with prescribed motion. In the equations a boundary is a body of zero
// inverse mass.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "galet/geometry/image_at.hpp"
#include "galet/model/materials.hpp"
#include "galet/model/rate.hpp"
#include "galet/model/series.hpp"

namespace galet {

// Rigid motion in closed form: translation, oscillation and rotation about the (moving) origin of
// the obstacle's frame; velocity and spin are constant or tables in time, a spin keeps its axis.
// Also a surface velocity, which moves the material of the surface but not the shape (a conveyor
// belt). The motion runs from `start` to `stop`; before and after, the obstacle rests where it is.
template <int D>
struct Motion {
  Rate<D> velocity;                   // m/s
  Rate<spin_dimension<D>> spin;       // rad/s
  Vec<D> amplitude = Vec<D>::Zero();  // m, of amplitude · sin(2π f t + phase) − its value at t = 0
  double frequency = 0.0;             // Hz
  double phase = 0.0;                 // rad
  Rate<D> surface_velocity;           // m/s, in the frame of the obstacle
  double start = 0.0;                 // s
  double stop = std::numeric_limits<double>::infinity();  // s

  // Seconds the motion has been running.
  double elapsed(double t) const { return std::clamp(t, start, stop) - start; }
  bool runs(double t) const { return reached(t, start) && !reached(t, stop); }
  // The part of the step from t to t + h in which it runs.
  double share(double t, double h) const {
    return runs(t) && t + h <= stop ? 1.0 : (elapsed(t + h) - elapsed(t)) / h;
  }
  // The mean of one of its rates over that step, which is zero while it does not run.
  template <int N>
  Vec<N> mean(const Rate<N>& rate, double t, double h) const {
    if (rate.is_constant()) return share(t, h) * rate.at(t);
    return rate.integral(std::clamp(t, start, stop), std::clamp(t + h, start, stop)) / h;
  }

  Placement<D> at(double t, const Vec<D>& origin) const {
    const double omega = 2.0 * std::numbers::pi * frequency;
    const double now = std::clamp(t, start, stop);
    const double run = now - start;
    const double swing = std::sin(omega * run + phase) - std::sin(phase);
    Placement<D> p;
    p.position = origin + velocity.integral(start, now) + swing * amplitude;
    p.rotation = Rotation<D>::by(spin.integral(start, now));
    if (!runs(t)) return p;
    p.velocity = velocity.at(t) + omega * std::cos(omega * run + phase) * amplitude;
    p.spin = spin.at(t);
    p.slide = p.rotation.apply(surface_velocity.at(t));
    return p;
  }
};

// A time in which a plane under load goes as it is told, whatever pushes it.
struct Drive {
  double from = 0.0;   // s
  double until = 0.0;  // s
  Rate<1> velocity;    // m/s along the normal

  bool runs(double t) const { return reached(t, from) && !reached(t, until); }
};

// What pushes a plane along its normal, besides gravity and the bodies that it meets. All series
// have one component, positive towards the bodies.
struct Load {
  double mass = 0.0;                                   // kg, of the plane
  VectorSeries force = VectorSeries::constant({0.0});  // N
  std::optional<VectorSeries> pressure = {};           // Pa, on the area that it presses
  std::optional<double> area = {};  // m² (2D: m), instead of that between the walls
  std::vector<Drive> drives = {};

  double force_at(double t) const { return force.component(t, 0); }
  const Drive* drive_at(double t) const {
    const auto found =
        std::ranges::find_if(drives, [t](const Drive& drive) { return drive.runs(t); });
    return found == drives.end() ? nullptr : &*found;
  }
};

// Where a plane under load is, along its normal from where its motion puts it.
struct LoadedMotion {
  double displacement = 0.0;  // m
  double velocity = 0.0;      // m/s
};

template <int D>
struct Boundary {
  std::string name;
  Obstacle<D> shape;
  Vec<D> origin = Vec<D>::Zero();  // of the shape's frame at t = 0
  MaterialIndex material = 0;
  Motion<D> motion;
  std::optional<Load> load;  // of a plane that does not turn
  // Bodies feel it from the first of these times on and no longer from the second.
  double from = 0.0;                                       // s
  double until = std::numeric_limits<double>::infinity();  // s

  bool is_present(double t) const { return reached(t, from) && !reached(t, until); }
  Placement<D> placement(double t) const {
    Placement<D> p = motion.at(t, origin);
    p.present = is_present(t);
    return p;
  }
  // The same with a plane under load where `loaded` says.
  Placement<D> placement(double t, const LoadedMotion& loaded) const {
    Placement<D> p = placement(t);
    if (!load) return p;
    p.position += loaded.displacement * load_direction();
    p.velocity += loaded.velocity * load_direction();
    return p;
  }
  // The normal of a plane under load.
  Vec<D> load_direction() const { return std::get<HalfSpace<D>>(shape).normal; }
  // Velocity of the surface material at the world point x.
  static Vec<D> surface_velocity_at(const Placement<D>& at, const Vec<D>& x) {
    return at.velocity_at(x) + at.slide;
  }
};

}  // namespace galet
