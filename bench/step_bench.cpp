// Detection, and whole steps of a settled bed.
#include <vector>

#include "bench/packing.hpp"
#include <benchmark/benchmark.h>

#include "galet/collision/narrow_phase.hpp"

namespace galet {
namespace {

int blocks_for(std::int64_t bodies) {
  return static_cast<int>(std::max<std::int64_t>(1, bodies / 1000));
}

// A new list of pairs and the contacts from it.
void detect_spheres_3d(benchmark::State& state) {
  const Bodies<3> bodies = bench::settled_bodies(blocks_for(state.range(0)));
  const Setup<3> setup = bench::box_setup(1);
  const auto walls = placements(setup.world, 0.0);
  Workers workers(1);
  const std::vector<double> margin(bodies.size(), 1e-3 * bench::kRadius);
  ContactSet<3> contacts;
  for (auto _ : state) {
    PairList<3> pairs;
    pairs.update(bodies.position, bodies.radius, margin, workers);
    detect_contacts<3>(setup.world, bodies, {bodies.position, walls}, pairs.pairs(),
                       {.margin = margin, .seconds = bench::kStep}, workers, contacts);
    benchmark::DoNotOptimize(contacts.data());
  }
  state.counters["bodies_per_second"] = benchmark::Counter(
      static_cast<double>(bodies.size()), benchmark::Counter::kIsIterationInvariantRate);
}

// A step of the whole program without output, on 1000 spheres at rest in a box.
void step_box(benchmark::State& state) {
  Setup<3> setup = bench::box_setup(1);
  setup.bodies = bench::settled_bodies(1);
  Simulation<3> simulation(bench::box_scene(), setup);
  for (int k = 0; k < 50; ++k) simulation.advance();  // impulses from zero
  for (auto _ : state) benchmark::DoNotOptimize(simulation.advance());
}

// The same while the spheres fall and collide.
void step_falling(benchmark::State& state) {
  for (auto _ : state) {
    state.PauseTiming();
    Simulation<3> simulation(bench::box_scene(), bench::box_setup(1));
    state.ResumeTiming();
    for (int k = 0; k < 200; ++k) benchmark::DoNotOptimize(simulation.advance());
  }
}

BENCHMARK(detect_spheres_3d)
    ->RangeMultiplier(10)
    ->Range(1000, 100000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(step_box)->Unit(benchmark::kMicrosecond);
BENCHMARK(step_falling)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace galet
