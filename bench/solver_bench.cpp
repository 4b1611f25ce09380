// Sweeps over a settled packing, from impulses zero: contact updates per second, batches and the
// final residual included.
#include <algorithm>
#include <vector>

#include "bench/packed_problem.hpp"
#include <benchmark/benchmark.h>

#include "galet/solver/nlgs.hpp"

namespace galet {
namespace {

void sweep_problem(benchmark::State& state, Precision precision, int threads) {
  const ProblemColumns<3> problem =
      bench::problem_of_blocks(static_cast<std::size_t>(state.range(0)));
  Workers workers(threads);
  SolverTools<3> tools(workers);
  constexpr std::int64_t sweeps = 50;
  const NlgsSettings settings{.tolerance = 1e-12, .max_iterations = sweeps, .precision = precision};
  std::vector<Vec<3>> impulse;
  NodeMotion motion;
  for (auto _ : state) {
    impulse.assign(problem.contacts.size(), Vec<3>::Zero());
    const SolveReport report = solve<3>(problem.view(), settings, tools, impulse, motion);
    benchmark::DoNotOptimize(report);
  }
  const auto loaded = static_cast<double>(
      std::ranges::count_if(impulse, [](const Vec<3>& p) { return !p.isZero(0.0); }));
  const auto contacts = static_cast<double>(impulse.size());
  state.counters["contacts"] = contacts;
  state.counters["loaded"] = loaded / contacts;
  state.counters["updates_per_second"] = benchmark::Counter(
      contacts * static_cast<double>(sweeps), benchmark::Counter::kIsIterationInvariantRate);
}

void nlgs_spheres_3d(benchmark::State& state) { sweep_problem(state, Precision::single_, 1); }
void nlgs_spheres_3d_double(benchmark::State& state) {
  sweep_problem(state, Precision::double_, 1);
}
void nlgs_spheres_3d_two_threads(benchmark::State& state) {
  sweep_problem(state, Precision::single_, 2);
}

// The sweeps over blocks, contact by contact, on the same problem.
void nlgs_spheres_3d_plain(benchmark::State& state) {
  const ProblemColumns<3> problem =
      bench::problem_of_blocks(static_cast<std::size_t>(state.range(0)));
  Workers workers(1);
  SolverTools<3> tools(workers);
  constexpr std::int64_t sweeps = 20;
  const NlgsSettings settings{.tolerance = 1e-12, .max_iterations = sweeps, .batches = false};
  std::vector<Vec<3>> impulse;
  NodeMotion motion;
  for (auto _ : state) {
    impulse.assign(problem.contacts.size(), Vec<3>::Zero());
    const SolveReport report = solve<3>(problem.view(), settings, tools, impulse, motion);
    benchmark::DoNotOptimize(report);
  }
  state.counters["updates_per_second"] =
      benchmark::Counter(static_cast<double>(impulse.size()) * static_cast<double>(sweeps),
                         benchmark::Counter::kIsIterationInvariantRate);
}

BENCHMARK(nlgs_spheres_3d)
    ->RangeMultiplier(10)
    ->Range(1000, 1000000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(nlgs_spheres_3d_double)->Arg(10000)->Arg(100000)->Unit(benchmark::kMillisecond);
BENCHMARK(nlgs_spheres_3d_two_threads)
    ->Arg(10000)
    ->Arg(100000)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(nlgs_spheres_3d_plain)->Arg(10000)->Arg(100000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace galet
