// One step of Newmark's scheme.
//   newmark_step/<particles>/<linear solver>           without friction
//   newmark_step_friction/<particles>/<linear solver>  with it
//   newmark_compare/<particles>, newmark_compare_friction/<particles>
//     every linear solver in turns, several rounds: how many times slower than the fastest auto is,
//     and how many times slower than the others dense-lu is. Medians of CPU times.
//
// A triangular packing of equal discs that overlap by 1 % of the radius and move at random, with
// the step, masses and stiffness of the 1225 discs of [Nguyen2024, Tab. 4.23]: every disc has six
// loaded contacts. The state is the same at the start of every timed step. Counters of a step:
// milliseconds in the search for contacts, in the forces of the contacts with residual and
// assembly, and in the linear solves (medians); Newton iterations.
#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <map>
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

double cpu_seconds() {
  std::timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

double median(std::vector<double> values) {
  if (values.empty()) return 0.0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

// The same step again and again.
class Steps {
 public:
  Steps(int discs, double mu, const LinearSettings& linear) : start_(packing(discs, mu)) {
    scheme_.linear = linear;
    loaded_.resize(start_.world.boundaries.size());
    reset();  // the list of pairs and the pattern of the matrix are made once
    step();
    search.clear();
    assembly.clear();
    solve.clear();
    newton.clear();
  }

  void reset() { bodies_ = start_.bodies; }

  void step() {
    StepOutcome<2> out =
        step_newmark<2>(start_.world, scheme_, 0.0, 1e-4, tools_, bodies_, loaded_);
    failed = failed || out.solve.status != SolveStatus::solved;
    search.push_back(1e3 * (out.seconds.predict + out.seconds.detect));
    assembly.push_back(1e3 * out.seconds.pose);
    solve.push_back(1e3 * out.seconds.solve);
    newton.push_back(out.solve.iterations);
    tools_.recycled = std::move(out);
  }

  // Of each step: milliseconds, and Newton iterations.
  std::vector<double> search;
  std::vector<double> assembly;
  std::vector<double> solve;
  std::vector<double> newton;
  bool failed = false;

 private:
  Packing start_;
  NewmarkSettings scheme_;
  Workers workers_{1};
  StepTools<2> tools_{workers_};
  Bodies<2> bodies_;
  std::vector<LoadedMotion> loaded_;
};

void newmark_step(benchmark::State& state, int discs, double mu, const LinearSettings& linear) {
  Steps steps(discs, mu, linear);
  for (auto _ : state) {
    state.PauseTiming();
    steps.reset();
    state.ResumeTiming();
    steps.step();
  }
  if (steps.failed) state.SkipWithError("not solved");
  state.counters["search"] = median(steps.search);
  state.counters["assembly"] = median(steps.assembly);
  state.counters["linear"] = median(steps.solve);
  state.counters["newton"] = median(steps.newton);
}

struct Method {
  LinearSettings settings;
  int most;  // discs; beyond this a step takes minutes or the memory is short

  std::string name() const {
    return std::visit([](const auto& s) { return std::string(s.tag); }, settings);
  }
};

const std::vector<Method>& methods() {
  static const std::vector<Method> all{
      {AutoLinear{}, 100000},     {DenseLu{}, 1225},    {SuperLu{}, 10000}, {SparseLu{}, 10000},
      {SparseCholesky{}, 100000}, {GmresIlut{}, 10000}, {PcgIc{}, 100000},  {PcgJacobi{}, 100000}};
  return all;
}

// Seconds of a step, from so many of them that the clock can tell.
double sample(Steps& steps) {
  constexpr double enough = 2e-3;
  double spent = 0.0;
  int count = 0;
  while (spent < enough) {
    steps.reset();
    const double begin = cpu_seconds();
    steps.step();
    spent += cpu_seconds() - begin;
    ++count;
  }
  return spent / count;
}

void newmark_compare(benchmark::State& state, int discs, double mu) {
  constexpr int rounds = 15;
  constexpr double most_seconds = 5.0;  // with one method
  std::map<std::string, Steps> steps;
  for (const Method& method : methods()) {
    if (discs > method.most || (mu > 0.0 && needs_symmetry(method.settings))) continue;
    steps.try_emplace(method.name(), discs, mu, method.settings);
  }
  std::map<std::string, std::vector<double>> seconds;
  for (auto _ : state) {
    for (int round = 0; round < rounds; ++round) {
      for (auto& [name, of_method] : steps) {
        const double spent = static_cast<double>(seconds[name].size()) * median(seconds[name]);
        if (spent < most_seconds) seconds[name].push_back(sample(of_method));
      }
    }
  }
  double best = std::numeric_limits<double>::infinity();
  for (const auto& [name, of_method] : steps) {
    if (of_method.failed) state.SkipWithError(("not solved by " + name).c_str());
    best = std::min(best, median(seconds[name]));
  }
  state.counters["auto/best"] = median(seconds["auto"]) / best;
  if (!seconds.contains("dense-lu")) return;
  for (const auto& [name, values] : seconds) {
    if (name == "dense-lu") continue;
    state.counters["dense-lu/" + name] = median(seconds["dense-lu"]) / median(values);
  }
}

const bool registered = [] {
  const auto add = [](const std::string& name, auto&& run) {
    return benchmark::RegisterBenchmark(name.c_str(), run)->Unit(benchmark::kMillisecond);
  };
  for (const int discs : {4, 16, 81, 529, 1225, 10000, 100000}) {
    const std::string count = std::to_string(discs);
    for (const Method& method : methods()) {
      const auto add_step = [&](const std::string& name, double mu) {
        const auto run = [=, settings = method.settings](benchmark::State& state) {
          newmark_step(state, discs, mu, settings);
        };
        add(name + "/" + count + "/" + method.name(), run)->MinTime(0.2);
      };
      if (discs > method.most) continue;
      add_step("newmark_step", 0.0);
      if (discs <= 10000 && !needs_symmetry(method.settings))
        add_step("newmark_step_friction", 0.5);
    }
    const auto add_compare = [&](const std::string& name, double mu) {
      add(name + "/" + count, [=](benchmark::State& state) {
        newmark_compare(state, discs, mu);
      })->Iterations(1);
    };
    if (discs > 10000) continue;
    add_compare("newmark_compare", 0.0);
    add_compare("newmark_compare_friction", 0.5);
  }
  return true;
}();

}  // namespace
}  // namespace galet
