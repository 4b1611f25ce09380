// Steps of dem in worlds built by hand.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "support/hand_built.hpp"

#include "galet/scheme/dem.hpp"

namespace galet::test {

// Steps of a hand-built world, with the tools kept or made anew in every step.
template <int D>
struct DemStepper {
  World<D> world;
  double h;
  DemSettings scheme = {};
  bool new_tools = false;
  Bodies<D> bodies = {};
  ContactMemory<D> memory = {};
  std::vector<LoadedMotion> loaded = {};
  std::unique_ptr<Workers> workers;
  StepTools<D> tools{*workers};
  int steps = 0;

  DemStepper(World<D> surroundings, double step, int threads = 1)
      : world(std::move(surroundings)), h(step), workers(std::make_unique<Workers>(threads)) {}

  StepOutcome<D> step() {
    if (new_tools) {
      tools.pairs = PairList<D>();
      tools.dem = nullptr;
    }
    loaded.resize(world.boundaries.size());
    return step_dem<D>(world, scheme, h * steps++, h, tools, bodies, memory, loaded);
  }
};

}  // namespace galet::test
