// Runs of scenes with the velocity-level scheme and what the tables of [Nguyen2024] say about them.
#pragma once

#include <cmath>
#include <cstdint>

#include "galet/study/scene_run.hpp"

namespace galet {

struct NscdRun {
  double energy_first = 0.0;  // kinetic, J
  double energy_last = 0.0;
  double total_first = 0.0;  // kinetic and potential, J
  double total_last = 0.0;
  double dissipated = 0.0;    // J
  double mid = 0.0;           // largest overlap at mid-step over 2 max r
  double end = 0.0;           // and at the end of a step
  double speed = 0.0;         // largest of a body at the end of a step, m/s
  double energy_bound = 0.0;  // what residuals and round-off can do to the energy, J
  double residual = 0.0;      // largest relative residual
  std::int64_t unsolved = 0;
  std::int64_t contacts = 0;        // sum over the steps ("N.C.")
  std::int64_t iterations = 0;      // sweeps, sum ("N.L.")
  std::int64_t iterations_max = 0;  // of a step
  double cpu = 0.0;                 // s, of the steps

  double loss() const { return std::abs(energy_last - energy_first) / energy_first; }
};

// Steps to the end of the scene.
NscdRun run_nscd(Simulation<2>& simulation);

}  // namespace galet
