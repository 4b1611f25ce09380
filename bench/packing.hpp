// Settled packings for the benchmarks: spheres that have fallen into a box, and copies of them.
#pragma once

#include <cstdint>
#include <numbers>

#include "galet/base/random.hpp"
#include "galet/sim/simulation.hpp"

namespace galet::bench {

constexpr double kRadius = 0.01;  // m
constexpr double kPitch = 0.0215;
constexpr double kStep = 1e-3;
constexpr int kSide = 10;  // spheres along each side of a block

inline Scene box_scene() {
  Scene scene;
  scene.dimension = 3;
  scene.time = {kStep, 1.0};
  NlgsSettings solver;
  solver.tolerance_velocity = 0.1 * 9.81 * kStep;
  scene.solver = solver;
  return scene;
}

// `blocks` boxes in a row, each with floor and walls of its own, with 1000 spheres on a disordered
// lattice above the first floor.
inline Setup<3> box_setup(int blocks) {
  Setup<3> setup;
  World<3>& world = setup.world;
  world.materials = {"glass"};
  world.groups = {""};
  world.pairs = PairTable(1);
  world.pairs.set(0, 0, {0.3, {0.0, 0.0}});
  world.gravity = VectorSeries::constant({0.0, 0.0, -9.81});
  const double edge = kSide * kPitch;
  for (int k = 0; k < blocks; ++k) {
    Boundary<3> box;
    box.shape =
        BoxInside<3>{{0.0, 0.0, 0.0}, {edge, edge, 10.0}, {true, true, true, true, true, false}};
    box.origin = {k * edge, 0.0, 0.0};
    world.boundaries.push_back(box);
  }
  Random random(1);
  const auto jitter = [&] { return random.uniform(-4e-4, 4e-4); };
  for (int n = 0; n < kSide * kSide * kSide; ++n) {
    Body<3> body;
    body.radius = kRadius;
    body.mass = 2600.0 * 4.0 / 3.0 * std::numbers::pi * kRadius * kRadius * kRadius;
    body.inertia = 0.4 * body.mass * kRadius * kRadius;
    body.position = {(n % kSide + 0.5) * kPitch + jitter(),
                     (n / kSide % kSide + 0.5) * kPitch + jitter(),
                     0.02 + n / (kSide * kSide) * kPitch + jitter()};
    setup.bodies.add(body);
  }
  return setup;
}

// 1000 spheres at rest in one box, with the contacts and impulses of the last step.
inline const Simulation<3>& settled_block() {
  static const Simulation<3> simulation = [] {
    Simulation<3> s(box_scene(), box_setup(1));
    for (int k = 0; k < 1000; ++k) s.advance();
    return s;
  }();
  return simulation;
}

// Copies of the settled block side by side, each in the place of its own box.
inline Bodies<3> settled_bodies(int blocks) {
  const Bodies<3>& one = settled_block().state().bodies;
  Bodies<3> all;
  for (int k = 0; k < blocks; ++k) {
    for (std::size_t i = 0; i < one.size(); ++i) {
      Body<3> body;
      body.position = one.position[i] + Vec<3>(k * kSide * kPitch, 0.0, 0.0);
      body.velocity = one.velocity[i];
      body.spin = one.spin[i];
      body.radius = one.radius[i];
      body.mass = one.mass[i];
      body.inertia = one.inertia[i];
      all.add(body);
    }
  }
  return all;
}

}  // namespace galet::bench
