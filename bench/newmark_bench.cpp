// One step of Newmark's scheme: newmark_step/<particles>/<linear solver>, without friction, and
// newmark_step_friction/… with it.
//
// A triangular packing of equal discs that overlap by 1 % of the radius and move at random, with
// the step, masses and stiffness of the 1225 discs of [Nguyen2024, Tab. 4.23]: every disc has six
// loaded contacts. The state is the same at the start of every timed step. Counters: seconds per
// step in the search for contacts, in forces and assembly, and in the linear solves; Newton
// iterations.
#include <cmath>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "galet/base/random.hpp"
#include "galet/scheme/newmark.hpp"

namespace galet {
namespace {

struct Packing {
  World<2> world;
  Bodies<2> bodies;
};

Packing packing(int discs, double mu) {
  Packing p;
  p.world.materials = {"disc"};
  p.world.groups = {""};
  p.world.pairs = PairTable(1);
  PairLaw law;
  law.friction = mu;
  law.compliance = {.exponent = 3.0, .factor = 1e8, .c_t = 1e4};
  p.world.pairs.set(0, 0, law);
  p.world.gravity = VectorSeries::constant({0.0, -9.80665});
  const double r = 0.17;
  const double pitch = 1.99 * r;
  const int side = static_cast<int>(std::ceil(std::sqrt(discs)));
  Random random(1);
  for (int i = 0; i < discs; ++i) {
    Body<2> body;
    const int row = i / side;
    body.position = {pitch * (i % side + 0.5 * (row % 2)), std::sqrt(0.75) * pitch * row};
    body.velocity = {random.normal(), random.normal()};
    body.radius = r;
    body.mass = 1.0;
    body.inertia = 1.0;
    p.bodies.add(body);
  }
  return p;
}

void newmark_step(benchmark::State& state, const LinearSettings& linear, double mu) {
  const Packing p = packing(static_cast<int>(state.range(0)), mu);
  NewmarkSettings scheme;
  scheme.linear = linear;
  Workers workers(1);
  StepTools<2> tools{workers};
  std::vector<LoadedMotion> loaded(p.world.boundaries.size());
  {
    Bodies<2> bodies = p.bodies;  // the list of pairs and the pattern of the matrix are made once
    static_cast<void>(step_newmark<2>(p.world, scheme, 0.0, 1e-4, tools, bodies, loaded));
  }
  PhaseSeconds seconds;
  double iterations = 0.0;
  for (auto _ : state) {
    state.PauseTiming();
    Bodies<2> bodies = p.bodies;
    state.ResumeTiming();
    const StepOutcome<2> out = step_newmark<2>(p.world, scheme, 0.0, 1e-4, tools, bodies, loaded);
    if (out.solve.status != SolveStatus::solved) state.SkipWithError("not solved");
    seconds += out.seconds;
    iterations += out.solve.iterations;
  }
  const auto mean = benchmark::Counter::kAvgIterations;
  state.counters["search"] = {seconds.predict + seconds.detect, mean};
  state.counters["assembly"] = {seconds.pose, mean};
  state.counters["linear"] = {seconds.solve, mean};
  state.counters["newton"] = {iterations, mean};
}

const bool registered = [] {
  struct Method {
    LinearSettings settings;
    int most;  // discs; beyond this a step takes minutes or the memory is short
  };
  const std::vector<Method> methods{
      {AutoLinear{}, 100000},     {DenseLu{}, 1225},    {SuperLu{}, 10000}, {SparseLu{}, 10000},
      {SparseCholesky{}, 100000}, {GmresIlut{}, 10000}, {PcgIc{}, 100000},  {PcgJacobi{}, 100000}};
  for (const int discs : {4, 16, 81, 529, 1225, 10000, 100000}) {
    for (const Method& method : methods) {
      const std::string tag =
          std::visit([](const auto& s) { return std::string(s.tag); }, method.settings);
      const auto add = [&](const std::string& name, double mu, int most) {
        if (discs > most) return;
        benchmark::RegisterBenchmark((name + "/" + std::to_string(discs) + "/" + tag).c_str(),
                                     [settings = method.settings, mu](benchmark::State& state) {
                                       newmark_step(state, settings, mu);
                                     })
            ->Arg(discs)
            ->Unit(benchmark::kMillisecond)
            ->MinTime(0.2);
      };
      add("newmark_step", 0.0, method.most);
      if (!needs_symmetry(method.settings)) {
        add("newmark_step_friction", 0.5, std::min(method.most, 10000));
      }
    }
  }
  return true;
}();

}  // namespace
}  // namespace galet
