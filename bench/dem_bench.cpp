// One step of explicit soft spheres: dem_step/<discs>/threads:<n>.
//
// A triangular packing of equal discs that overlap by 1 % of the radius, in random order, with
// friction. Counters: milliseconds in the search for contacts, in their forces, and in the sums and
// motions of the bodies (medians).
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <benchmark/benchmark.h>

#include "galet/base/random.hpp"
#include "galet/scheme/dem.hpp"

namespace galet {
namespace {

double median_ms(std::vector<double> seconds) {
  if (seconds.empty()) return 0.0;
  const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::ranges::nth_element(seconds, middle);
  return 1e3 * *middle;
}

void dem_step(benchmark::State& state) {
  const auto discs = static_cast<int>(state.range(0));
  World<2> world;
  world.materials = {"disc"};
  world.groups = {""};
  world.pairs = PairTable(1);
  PairLaw law;
  law.friction = 0.5;
  law.spring = {.normal = 1e5, .tangential = 5e4, .damping = 10.0};
  world.pairs.set(0, 0, law);
  world.gravity = VectorSeries::constant({0.0, -9.81});
  const double r = 0.01;
  const double pitch = 1.99 * r;
  const int side = static_cast<int>(std::ceil(std::sqrt(discs)));
  Random random(1);
  std::vector<int> order(static_cast<std::size_t>(discs));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = order.size(); i > 1; --i) {
    const auto j = static_cast<std::size_t>(random.uniform() * static_cast<double>(i));
    std::swap(order[i - 1], order[j]);
  }
  Bodies<2> bodies;
  for (const int i : order) {
    Body<2> body;
    const int row = i / side;
    body.position = {pitch * (i % side + 0.5 * (row % 2)), std::sqrt(0.75) * pitch * row};
    body.velocity = {0.01 * random.normal(), 0.01 * random.normal()};
    body.radius = r;
    body.mass = 0.5;
    body.inertia = 0.5 * body.mass * r * r;
    bodies.add(body);
  }
  Workers workers(static_cast<int>(state.range(1)));
  StepTools<2> tools{workers};
  ContactMemory<2> memory;
  std::vector<LoadedMotion> loaded;
  std::vector<double> search;
  std::vector<double> forces;
  std::vector<double> sums;
  constexpr double h = 1e-6;
  double t = 0.0;
  for (auto _ : state) {
    StepOutcome<2> out = step_dem<2>(world, {}, t, h, tools, bodies, memory, loaded);
    t += h;
    search.push_back(out.seconds.detect);
    forces.push_back(out.seconds.solve);
    sums.push_back(out.seconds.advance);
    tools.recycled = std::move(out);
  }
  state.counters["search"] = median_ms(search);
  state.counters["forces"] = median_ms(forces);
  state.counters["sums"] = median_ms(sums);
}
BENCHMARK(dem_step)
    ->ArgNames({"", "threads"})
    ->ArgsProduct({{20000}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace galet
