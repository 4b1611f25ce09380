#include "galet/sim/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/base/timer.hpp"
#include "galet/collision/narrow_phase.hpp"
#include "galet/scheme/moreau_jean.hpp"
#include "galet/sim/stop.hpp"

namespace galet {
namespace {

template <int D>
StepOutcome<D> step(const World<D>& world, const Scene& scene, StepTools<D>& tools,
                    State<D>& state) {
  return std::visit(
      [&](const MoreauJeanSettings& scheme) {
        return step_moreau_jean<D>(world, scheme, scene.solver, state.time, scene.time.step, tools,
                                   state.bodies, state.memory);
      },
      scene.scheme);
}

}  // namespace

std::int64_t count_steps(const TimeSettings& time) {
  return std::max<std::int64_t>(1,
                                static_cast<std::int64_t>(std::ceil(time.end / time.step - 1e-9)));
}

std::int64_t output_stride(const Scene& scene) {
  const double every = scene.output.every.value_or(
      0.01 * static_cast<double>(count_steps(scene.time)) * scene.time.step);
  return std::max<std::int64_t>(1, std::llround(every / scene.time.step));
}

template <int D>
Simulation<D>::Simulation(const Scene& scene, Setup<D> setup, int threads)
    : scene_(scene),
      world_(std::move(setup.world)),
      exchange_(std::move(setup.exchange)),
      workers_(std::make_unique<Workers>(threads)),
      tools_{*workers_, {}} {
  GALET_ASSERT(scene.dimension == D);
  state_.bodies = std::move(setup.bodies);
  state_.memory = std::move(setup.memory);
  for (const BodyId id : state_.bodies.id) state_.next_id = std::max(state_.next_id, id.value + 1);
  for (const Feed<D>& feed : exchange_.feeds) {
    state_.feeds.push_back({.inserted = 0, .random = Random(feed.seed)});
  }
  state_.energy.open(kinetic_energy(state_.bodies),
                     potential_energy(state_.bodies, world_.gravity_at(0.0)));
}

template <int D>
StepRecord Simulation<D>::advance() {
  exchange_bodies(exchange_, world_, scene_.time.step, state_);
  last_ = step(world_, scene_, tools_, state_);
  ++state_.step;
  state_.time = static_cast<double>(state_.step) * scene_.time.step;

  const Stopwatch watch;
  const double kinetic = kinetic_energy(state_.bodies);
  if (!std::isfinite(kinetic)) {
    throw NumericalError(
        fmt::format("step {} (t = {} s): velocities are no longer finite; forces or masses of the "
                    "scene may be out of proportion",
                    state_.step, state_.time));
  }
  state_.energy.add(last_.work, kinetic,
                    potential_energy(state_.bodies, world_.gravity_at(state_.time)));
  tools_.pairs.update(state_.bodies.position, state_.bodies.radius, 0.0, *workers_);
  const Overlap overlap = largest_overlap<D>(
      world_, state_.bodies, {state_.bodies.position, placements(world_, state_.time)},
      tools_.pairs.pairs(), *workers_);
  last_.seconds.observe += watch.seconds();

  StepRecord record;
  record.step = state_.step;
  record.time = state_.time;
  record.contacts = static_cast<std::int64_t>(last_.contacts.size());
  record.contacts_active =
      std::ranges::count_if(last_.status, [](ContactStatus s) { return s != ContactStatus::gap; });
  record.solve = last_.solve;
  record.penetration = overlap.length;
  record.penetration_relative = overlap.relative;
  record.seconds = last_.seconds;
  return record;
}

template <int D>
Frame<D> Simulation<D>::frame(std::int64_t number) const {
  return {number, state_, world_, last_.contacts, last_.impulses, last_.status, scene_.time.step};
}

template <int D>
RunSummary run(Simulation<D>& simulation, const RunHooks<D>& hooks) {
  const Stopwatch watch;
  const double cpu_start = process_cpu_seconds();
  const std::int64_t steps = count_steps(simulation.scene().time);
  const std::int64_t stride = output_stride(simulation.scene());

  RunSummary summary;
  std::int64_t outputs = 0;
  std::int64_t contacts_sum = 0;
  SeriesRow total;  // over the whole run
  SeriesRow row;    // since the last output
  const auto output = [&] {
    row.step = simulation.state().step;
    row.time = simulation.state().time;
    row.bodies = static_cast<std::int64_t>(simulation.state().bodies.size());
    row.inserted = simulation.state().inserted;
    row.removed = simulation.state().removed;
    row.energy = simulation.state().energy;
    if (hooks.on_output) hooks.on_output(simulation.frame(outputs), row);
    ++outputs;
    row = {};
  };

  output();
  StopCondition<D> condition(simulation.scene());
  bool stopped = false;
  while (simulation.state().step < steps && !stopped) {
    const StepRecord record = simulation.advance();
    row.add(record);
    total.add(record);
    contacts_sum += record.contacts;
    summary.contacts_max = std::max(summary.contacts_max, record.contacts);
    if (hooks.on_step) hooks.on_step(record);
    if (const auto reason = condition.look(simulation.state()); reason && record.step < steps) {
      stopped = true;
      summary.ended_by = *reason;
    }
    if (hooks.stop_requested && hooks.stop_requested() && !stopped && record.step < steps) {
      stopped = true;
      summary.ended_by = EndedBy::interruption;
    }
    if (record.step % stride == 0 || record.step == steps || stopped) output();
  }

  const State<D>& state = simulation.state();
  summary.title = simulation.scene().title;
  summary.dimension = D;
  summary.bodies = static_cast<std::int64_t>(state.bodies.size());
  summary.inserted = state.inserted;
  summary.removed = state.removed;
  summary.steps = state.step;
  summary.time_end = state.time;
  summary.wall_seconds = watch.seconds();
  summary.cpu_seconds = process_cpu_seconds() - cpu_start;
  summary.phases = total.seconds;
  summary.contacts_mean =
      state.step > 0 ? static_cast<double>(contacts_sum) / static_cast<double>(state.step) : 0.0;
  summary.contacts_last = total.contacts;
  summary.solver_name =
      std::visit([](const auto& s) { return std::string(s.tag); }, simulation.scene().solver);
  summary.iterations_total = total.iterations;
  summary.iterations_max = total.iterations_max;
  summary.residual_velocity_max = total.residual_velocity_max;
  summary.residual_relative_max = total.residual_relative_max;
  summary.unconverged_steps = total.unconverged_steps;
  summary.energy = state.energy;
  summary.penetration_max = total.penetration_max;
  summary.penetration_relative_max = total.penetration_relative_max;
  summary.state_hash = hash_of(state).hex();
  summary.threads = simulation.threads();
  summary.interrupted = summary.ended_by == EndedBy::interruption;
  return summary;
}

template class Simulation<2>;
template class Simulation<3>;
template RunSummary run(Simulation<2>&, const RunHooks<2>&);
template RunSummary run(Simulation<3>&, const RunHooks<3>&);

}  // namespace galet
