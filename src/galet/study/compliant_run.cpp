#include "galet/study/compliant_run.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "galet/base/error.hpp"
#include "galet/base/timer.hpp"

namespace galet {
namespace {

void snc(Scene& scene, double R) {
  set_program(scene, {.kind = ComplianceKind::snc, .exponent = 2.0, .stiffness = 1.0 / R});
}
template <int Alpha>
void inc(Scene& scene, double R) {
  set_program(scene, {.exponent = Alpha, .stiffness = 1.0 / R});
}

void dem(Scene& scene, double R) {
  scene.scheme = DemSettings{.update = DemUpdate::thesis, .allow_unstable = true};
  PairSettings& pair = scene.pair.at(0);
  pair.friction = 0.0;
  pair.spring = SpringSettings{.normal = 1.0 / R, .tangential = std::nullopt};
}

}  // namespace

const TableMethod& table_method(const std::string& name) {
  static const std::array<TableMethod, 5> methods{
      {{"DEM", dem}, {"SNC", snc}, {"INC2", inc<2>}, {"INC3", inc<3>}, {"INC4", inc<4>}}};
  const auto found = std::ranges::find(methods, name, &TableMethod::name);
  GALET_ASSERT(found != methods.end());
  return *found;
}

void set_program(Scene& scene, const ProgramSettings& settings) {
  NewmarkSettings scheme;
  scheme.variant = NewmarkVariant::thesis;
  scheme.friction_velocity = FrictionVelocity::end;
  scheme.step_norm = settings.newton;
  scheme.linear = settings.linear;
  scheme.assembly = settings.assembly;
  scene.scheme = scheme;
  PairSettings& pair = scene.pair.at(0);
  pair.friction = settings.friction;
  ComplianceSettings law;
  law.kind = settings.kind;
  law.exponent = settings.exponent;
  law.stiffness = settings.stiffness;
  law.normalisation = settings.normalisation;
  if (settings.friction > 0.0) law.c_t = settings.c_t;
  pair.compliance = law;
}

void make_exact(Scene& scene) {
  const LinearSettings linear = newmark(scene).linear;
  scene.scheme = NewmarkSettings{};
  newmark(scene).linear = linear;
}

CompliantRun run_compliant(const Scene& scene,
                           const std::function<void(const Simulation<2>&)>& look) {
  Simulation<2> simulation = start<2>(scene);
  CompliantRun run;
  const EnergyBudget& energy = simulation.state().energy;
  const double diameter = 2.0 * *std::ranges::max_element(simulation.state().bodies.radius);
  const double first = energy.kinetic + energy.potential + energy.stored;
  run.energy_first = energy.kinetic;
  run.total_first = first;
  const double cpu_first = process_cpu_seconds();
  advance_to_end(simulation, [&](const Simulation<2>& now, const StepRecord& record) {
    run.overlap = std::max(run.overlap, record.penetration / diameter);
    run.contacts += record.contacts;
    run.iterations += record.solve.iterations;
    run.iterations_max = std::max<std::int64_t>(run.iterations_max, record.solve.iterations);
    if (record.solve.status != SolveStatus::solved) ++run.unsolved;
    run.drift =
        std::max(run.drift, std::abs(energy.kinetic + energy.potential + energy.stored - first));
    run.curve.add({now.state().time, energy.kinetic + energy.potential + energy.stored,
                   double(run.iterations), process_cpu_seconds() - cpu_first});
    if (look) look(now);
  });
  run.cpu = process_cpu_seconds() - cpu_first;
  run.energy_last = energy.kinetic;
  run.total_last = energy.kinetic + energy.potential + energy.stored;
  run.balance = energy.balance_error_relative();
  run.dissipated = energy.work.dissipated;
  run.scale = energy.largest;
  run.velocity = simulation.state().bodies.velocity;
  return run;
}

}  // namespace galet
