// Whether the load of a step changed abruptly a few steps ago: at a start without impulses, in
// gravity, or because a boundary came or went. The impulses of smooth loads are then far from what
// they must become, and the residual alone says little about them.
#pragma once

#include <algorithm>

#include "galet/model/world.hpp"

namespace galet {

// After a jump so many steps count as near it.
inline constexpr int kJumpSteps = 10;
// Relative change of gravity in a step that is a jump.
inline constexpr double kLoadJump = 0.1;

template <int D>
bool load_jumped(const World<D>& world, double t, double h, bool cold_start) {
  if (cold_start && t < kJumpSteps * h) return true;
  const auto recent = [&](double time) {
    return time > 0.0 && time > t - kJumpSteps * h && time <= t + h;
  };
  for (const Boundary<D>& boundary : world.boundaries) {
    if (recent(boundary.from) || recent(boundary.until)) return true;
  }
  for (int k = 0; k < kJumpSteps; ++k) {
    const Vec<D> after = world.gravity_at(t + h - k * h);
    const Vec<D> before = world.gravity_at(t - k * h);
    if ((after - before).norm() > kLoadJump * std::max(after.norm(), before.norm())) return true;
  }
  return false;
}

}  // namespace galet
