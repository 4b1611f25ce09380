// Simulations of hand-built worlds.
#pragma once

#include <utility>

#include "support/hand_built.hpp"

#include "galet/sim/simulation.hpp"

namespace galet::test {

// A scene holds only what the loop reads: dimension, step, scheme and solver. Plain sweeps, which
// solve a single contact exactly (batched ones stop as soon as the tolerance is met).
template <int D>
Scene scene_of(double step, double tolerance = 1e-10, double theta = 0.5, bool batches = false) {
  Scene scene;
  scene.dimension = D;
  scene.time = {.step = step, .end = 1e9 * step};
  MoreauJeanSettings scheme;
  scheme.normal = NormalContact::velocity;
  scheme.theta = theta;
  scene.scheme = scheme;
  NlgsSettings solver;
  solver.tolerance = tolerance;
  solver.batches = batches;
  scene.solver = solver;
  return scene;
}

template <int D>
Simulation<D> simulate(World<D> world, Bodies<D> bodies, const Scene& scene, int threads = 1) {
  return Simulation<D>(scene, Setup<D>{std::move(world), std::move(bodies)}, threads);
}

}  // namespace galet::test
