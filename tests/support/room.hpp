// A closed room with balls in it, and what a step of a scheme needs besides its settings.
#pragma once

#include <vector>

#include "support/hand_built.hpp"

#include "galet/base/random.hpp"
#include "galet/scheme/step.hpp"
#include "galet/solver/nlgs_settings.hpp"

namespace galet::test {

constexpr double kRoom = 6.0;  // half its width

// A box of planes, and in 2D a rod below: convex obstacles all.
template <int D>
void add_room(World<D>& world) {
  add_boundary<D>(world, closed_box<D>(Vec<D>::Constant(-kRoom), Vec<D>::Constant(kRoom)));
  if constexpr (D == 2) {
    add_boundary<2>(world, Stick<2>{{-2.0, -0.7 * kRoom}, {2.5, -0.6 * kRoom}, 0.2});
  }
}

// Away from the walls.
template <int D>
Vec<D> place_in_room(Random& random) {
  Vec<D> x;
  for (int k = 0; k < D; ++k) x[k] = random.uniform(-kRoom + 1.1, kRoom - 1.1);
  return x;
}

// Whether a ball there overlaps no other by more than 1 − `squeeze` of the sum of the radii.
template <int D>
bool is_free(const Bodies<D>& bodies, const Vec<D>& x, double radius, double squeeze = 1.0) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if ((bodies.position[i] - x).norm() < squeeze * (bodies.radius[i] + radius)) return false;
  }
  return true;
}

template <int D>
struct SteppedRoom {
  World<D> world;
  Bodies<D> bodies;
  double h = 0.0;
  NlgsSettings solver;
  Workers workers{1};
  StepTools<D> tools{workers};
  ContactMemory<D> memory;
  std::vector<LoadedMotion> loaded;
  int steps = 0;

  // The time at which the next step begins.
  double begin_step() {
    loaded.resize(world.boundaries.size());
    return h * steps++;
  }
};

}  // namespace galet::test
