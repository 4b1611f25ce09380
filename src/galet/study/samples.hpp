// Variants of a method compared on copies of the states of one run.
//
// Whole runs with every variant may take hours, and as trajectories of many impacts are chaotic the
// variants would soon solve different problems. Instead one run makes the trajectory, the bodies
// are copied at the middles of equal parts of it, and from each copy every variant runs a few
// steps. So all begin with the same problems, and means per step estimate those of the whole run.
#pragma once

#include <cstdint>
#include <vector>

#include "galet/study/scene_run.hpp"

namespace galet {

// The bodies at the middles of `count` equal parts of a run; look() after every step.
class Samples {
 public:
  Samples(const Scene& scene, std::int64_t count)
      : steps_(count_steps(scene.time)), count_(count) {}

  void look(const Simulation<2>& simulation) {
    const auto n = static_cast<std::int64_t>(taken_.size());
    if (n < count_ && 2 * count_ * simulation.state().step >= (2 * n + 1) * steps_) {
      taken_.push_back(simulation.state().bodies);
    }
  }
  const std::vector<Bodies<2>>& taken() const { return taken_; }

 private:
  std::int64_t steps_;
  std::int64_t count_;
  std::vector<Bodies<2>> taken_;
};

// For every sample and every variant: change(k, scene) sets variant k and the end of its run,
// run(k, simulation) runs it. Samples outside, variants inside: what else the machine does at a
// time meets all variants.
template <class Change, class Run>
void run_from_samples(Scene scene, const std::vector<Bodies<2>>& samples, std::size_t variants,
                      Change&& change, Run&& run) {
  Setup<2> setup = build<2>(scene);
  for (const Bodies<2>& sample : samples) {
    setup.bodies = sample;
    for (std::size_t k = 0; k < variants; ++k) {
      change(k, scene);
      Simulation<2> simulation(scene, setup);
      run(k, simulation);
    }
  }
}

}  // namespace galet
