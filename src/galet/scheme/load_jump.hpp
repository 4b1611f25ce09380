// Whether the load of a step changed abruptly a few steps ago: at the start of a run, in gravity,
// in the forces on bodies or planes, or because a boundary came or went. The impulses of smooth
// loads are then far from what they must become, and the residual alone says little about them.
#pragma once

#include <algorithm>

#include "galet/model/world.hpp"

namespace galet {

// After a jump so many steps count as near it.
inline constexpr int kJumpSteps = 10;
// Relative change of a load in a step that is a jump.
inline constexpr double kLoadJump = 0.1;

// Of a quantity in one of the last steps, beside `other` loads of its kind.
template <class F>
bool jumped_lately(double t, double h, double other, F&& at) {
  for (int k = 0; k < kJumpSteps; ++k) {
    const auto after = at(t + h - k * h), before = at(t - k * h);
    if ((after - before).norm() > kLoadJump * (other + std::max(after.norm(), before.norm()))) {
      return true;
    }
  }
  return false;
}

// Of the force on the bodies of a group, beside their weight.
template <int D>
bool group_force_jumped(const World<D>& world, const Bodies<D>& bodies, double t, double h) {
  for (const GroupForce& f : world.forces) {
    if (f.force.is_constant()) continue;
    double mass = 0.0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (bodies.group[i] != f.group) continue;
      mass += bodies.mass[i];
      ++count;
    }
    if (count == 0) continue;
    const double weight = mass / static_cast<double>(count) * world.gravity_at(t).norm();
    if (jumped_lately(t, h, weight,
                      [&](double time) { return World<D>::value_at(f.force, time); })) {
      return true;
    }
  }
  return false;
}

// Of the force or the pressure on a plane, or because it is driven for a time.
inline bool plane_load_jumped(const Load& load, double t, double h) {
  const auto series_jumped = [&](const VectorSeries& series) {
    return jumped_lately(t, h, 0.0, [&](double time) { return Vec<1>(series.component(time, 0)); });
  };
  if (series_jumped(load.force) || (load.pressure && series_jumped(*load.pressure))) return true;
  return load.drive_at(t) != load.drive_at(t - kJumpSteps * h);
}

template <int D>
bool load_jumped(const World<D>& world, const Bodies<D>& bodies, double t, double h) {
  if (t < kJumpSteps * h) return true;
  const auto recent = [&](double time) {
    return time > 0.0 && time > t - kJumpSteps * h && time <= t + h;
  };
  for (const Boundary<D>& boundary : world.boundaries) {
    if (recent(boundary.from) || recent(boundary.until)) return true;
    if (boundary.load && plane_load_jumped(*boundary.load, t, h)) return true;
  }
  return jumped_lately(t, h, 0.0, [&](double time) { return world.gravity_at(time); }) ||
         group_force_jumped(world, bodies, t, h);
}

}  // namespace galet
