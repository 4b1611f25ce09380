// Projected gradients on a settled packing: time of a step per contact, and the steps of each
// solver to a residual, from nothing and from the impulses before gravity was tilted.
#include <vector>

#include "bench/packed_problem.hpp"
#include <benchmark/benchmark.h>

#include "galet/solver/nlgs.hpp"

namespace galet {
namespace {

constexpr double kTilt = 2.0 * 3.14159265358979 / 180.0;
constexpr double kNever = 1e-300;

ProblemColumns<3> packed_problem(std::size_t contacts, const ContactLaw& law, double tilt = 0.0) {
  ProblemColumns<3> problem = bench::problem_of_blocks(contacts, tilt);
  problem.laws = {law};
  return problem;
}

constexpr ContactLaw kSmooth{};
constexpr ContactLaw kConvex{.friction = 0.3, .model = FrictionModel::convex};
constexpr ContactLaw kCoulomb{.friction = 0.3};

// Time of one step per contact.
void steps_of(benchmark::State& state, SolverSettings settings, const ContactLaw& law,
              int threads) {
  const ProblemColumns<3> problem = packed_problem(static_cast<std::size_t>(state.range(0)), law);
  constexpr std::int64_t steps = 50;
  std::visit(
      [](auto& s) {
        s.tolerance = kNever;
        s.max_iterations = steps;
      },
      settings);
  Workers workers(threads);
  SolverTools<3> tools(workers);
  std::vector<Vec<3>> impulse;
  NodeMotion motion;
  for (auto _ : state) {
    impulse.assign(problem.contacts.size(), Vec<3>::Zero());
    const SolveReport report = solve<3>(problem.view(), settings, tools, impulse, motion);
    benchmark::DoNotOptimize(report);
  }
  const auto contacts = static_cast<double>(impulse.size());
  state.counters["contacts"] = contacts;
  state.counters["per_contact_and_step"] = benchmark::Counter(
      contacts * static_cast<double>(steps),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void uzawa_steps(benchmark::State& state) { steps_of(state, UzawaSettings{}, kSmooth, 1); }
void pgd_steps(benchmark::State& state) { steps_of(state, PgdSettings{}, kCoulomb, 1); }
void apgd_steps(benchmark::State& state) { steps_of(state, ApgdSettings{}, kCoulomb, 1); }
void apgd_steps_two_threads(benchmark::State& state) {
  steps_of(state, ApgdSettings{}, kCoulomb, 2);
}

// Steps (of nlgs: sweeps) to the residual of the settings.
void solve_packing(benchmark::State& state, SolverSettings settings, const ContactLaw& law,
                   bool warm) {
  const auto wanted = static_cast<std::size_t>(state.range(0));
  std::visit([](auto& s) { s.max_iterations = 20000; }, settings);
  const ProblemColumns<3> level = packed_problem(wanted, law);
  const ProblemColumns<3> tilted = packed_problem(wanted, law, kTilt);
  const ProblemColumns<3>& problem = warm ? tilted : level;
  Workers workers(2);
  SolverTools<3> tools(workers);
  NodeMotion motion;
  std::vector<Vec<3>> start(problem.contacts.size(), Vec<3>::Zero());
  if (warm) {
    const SolverSettings before = NlgsSettings{.tolerance = 1e-5};
    benchmark::DoNotOptimize(solve<3>(level.view(), before, tools, start, motion));
  }
  std::vector<Vec<3>> impulse;
  SolveReport report;
  for (auto _ : state) {
    impulse = start;
    report = solve<3>(problem.view(), settings, tools, impulse, motion);
  }
  state.counters["contacts"] = static_cast<double>(impulse.size());
  state.counters["steps"] = report.iterations;
  state.counters["residual"] = report.residual_relative;
}

template <class Settings>
SolverSettings to_relative(double tolerance) {
  Settings settings;
  settings.tolerance = tolerance;
  return settings;
}
// To a tenth of what gravity does in a step.
template <class Settings>
SolverSettings to_gravity() {
  Settings settings;
  settings.tolerance = kNever;
  settings.tolerance_velocity = 0.1 * 9.81 * bench::kStep;
  return settings;
}

template <class Settings>
void add_solves(const std::string& name, const ContactLaw& law, const std::string& law_name) {
  for (const bool warm : {false, true}) {
    const std::string from = warm ? "/tilted" : "/cold";
    const auto add = [&](const std::string& goal, const SolverSettings& settings) {
      benchmark::RegisterBenchmark(
          (name + "_solves/" + law_name + from + goal).c_str(),
          [=](benchmark::State& state) { solve_packing(state, settings, law, warm); })
          ->Arg(2500)
          ->Arg(25000)
          ->UseRealTime()
          ->Iterations(1)
          ->Unit(benchmark::kMillisecond);
    };
    add("/1e-4", to_relative<Settings>(1e-4));
    add("/0.1gh", to_gravity<Settings>());
  }
}

const bool kSolves = [] {
  add_solves<UzawaSettings>("uzawa", kSmooth, "no_friction");
  add_solves<ApgdSettings>("apgd", kSmooth, "no_friction");
  add_solves<NlgsSettings>("nlgs", kSmooth, "no_friction");
  for (const auto& [law, name] : {std::pair{kConvex, "convex"}, std::pair{kCoulomb, "coulomb"}}) {
    add_solves<PgdSettings>("pgd", law, name);
    add_solves<ApgdSettings>("apgd", law, name);
    add_solves<NlgsSettings>("nlgs", law, name);
  }
  return true;
}();

BENCHMARK(uzawa_steps)->RangeMultiplier(10)->Range(1000, 1000000)->Unit(benchmark::kMillisecond);
BENCHMARK(pgd_steps)->RangeMultiplier(10)->Range(1000, 1000000)->Unit(benchmark::kMillisecond);
BENCHMARK(apgd_steps)->RangeMultiplier(10)->Range(1000, 1000000)->Unit(benchmark::kMillisecond);
BENCHMARK(apgd_steps_two_threads)
    ->Arg(10000)
    ->Arg(100000)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace galet
