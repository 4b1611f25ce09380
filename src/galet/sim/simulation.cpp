#include "galet/sim/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "galet/base/archive.hpp"
#include "galet/base/error.hpp"
#include "galet/base/layout_hash.hpp"
#include "galet/base/memory_policy.hpp"
#include "galet/base/process_memory.hpp"
#include "galet/base/tidy_time.hpp"
#include "galet/base/timer.hpp"
#include "galet/collision/narrow_phase.hpp"
#include "galet/collision/unbounded_reach.hpp"
#include "galet/model/travel.hpp"
#include "galet/scheme/convex.hpp"
#include "galet/scheme/dem.hpp"
#include "galet/scheme/first_order.hpp"
#include "galet/scheme/moreau_jean.hpp"
#include "galet/scheme/newmark.hpp"
#include "galet/sim/exchange.hpp"
#include "galet/sim/finite_check.hpp"
#include "galet/sim/look_back.hpp"
#include "galet/sim/renumber.hpp"
#include "galet/sim/stop.hpp"

namespace galet {
namespace {

template <int D>
StepOutcome<D> step(const World<D>& world, const Scene& scene, const MoreauJeanSettings& scheme,
                    StepTools<D>& tools, double h, State<D>& state) {
  return step_moreau_jean<D>(world, scheme, scene.solver, state.time, h, tools, state.bodies,
                             state.memory, state.loaded);
}

template <int D>
StepOutcome<D> step(const World<D>& world, const Scene& scene, const ConvexSettings& scheme,
                    StepTools<D>& tools, double h, State<D>& state) {
  return step_convex<D>(world, scheme, scene.solver, state.time, h, tools, state.bodies,
                        state.memory, state.loaded);
}

template <int D>
StepOutcome<D> step(const World<D>& world, const Scene&, const NewmarkSettings& scheme,
                    StepTools<D>& tools, double h, State<D>& state) {
  return step_newmark<D>(world, scheme, state.time, h, tools, state.bodies, state.loaded);
}

template <int D>
StepOutcome<D> step(const World<D>& world, const Scene&, const DemSettings& scheme,
                    StepTools<D>& tools, double h, State<D>& state) {
  return step_dem<D>(world, scheme, state.time, h, tools, state.bodies, state.memory, state.loaded);
}

template <int D>
StepOutcome<D> step(const World<D>& world, const Scene& scene, const FirstOrderSettings&,
                    StepTools<D>& tools, double h, State<D>& state) {
  return step_first_order<D>(world, scene.solver, state.time, h, tools, state.bodies, state.memory,
                             state.loaded);
}

// What solves the equations of a step.
std::string solver_name(const Scene& scene) {
  const auto tag = [](const auto& settings) { return std::string(settings.tag); };
  if (const auto* newmark = std::get_if<NewmarkSettings>(&scene.scheme)) {
    return "newton, " + std::visit(tag, newmark->linear);
  }
  if (std::holds_alternative<DemSettings>(scene.scheme)) return "none (explicit)";
  return std::visit(tag, scene.solver);
}

// In the order of the places: the bits of further steps depend on it.
template <class S, class Archive>
void archive_state(S& state, Archive& a) {
  auto& [number, time, bodies, memory, loaded, energy, next_id, inserted, removed, feeds] = state;
  auto& [id, position, rotation, velocity, spin, radius, mass, inertia, inverse_mass,
         inverse_inertia, material, group, image, applied_force] = bodies;
  a(number, time, memory, loaded, energy, next_id, inserted, removed, feeds);
  a(id, position, rotation, velocity, spin, radius, mass, inertia, inverse_mass, inverse_inertia,
    material, group, image, applied_force);
}

template <int D>
std::uint64_t saved_layout() {
  LayoutHash layout;
  const State<D> state;
  layout(RunProgress{});
  archive_state(state, layout);
  Hash hash;
  hash.add(layout.value());
  for (const char* c = __VERSION__; *c != '\0'; ++c) hash.add(*c);
  return hash.value();
}

template <int D>
[[noreturn]] void throw_not_finite(const State<D>& state, const std::string& what) {
  throw NumericalError(
      fmt::format("step {} (t = {} s): {}; forces, masses or the time step of the scene may be out "
                  "of proportion",
                  state.step, state.time, what));
}

}  // namespace

template <int D>
Simulation<D>::Simulation(const Scene& scene, Setup<D> setup, int threads)
    : scene_(scene),
      world_(std::move(setup.world)),
      observers_(std::move(setup.observers)),
      step_length_(scene.time.step),
      exchange_(std::move(setup.exchange)),
      workers_(std::make_unique<Workers>(threads)),
      tools_(*workers_),
      foreseen_(std::move(setup.warnings)) {
  GALET_ASSERT(scene.dimension == D);
  tools_.pairs = PairList<D>(world_.cell);
  state_.bodies = std::move(setup.bodies);
  wrap_bodies();
  tools_.cold_start = setup.memory.empty();
  state_.memory = std::move(setup.memory);
  state_.loaded = std::move(setup.loaded);
  state_.loaded.resize(world_.boundaries.size());
  for (const BodyId id : state_.bodies.id) state_.next_id = std::max(state_.next_id, id.value + 1);
  for (const Feed<D>& feed : exchange_.feeds) {
    state_.feeds.push_back({.inserted = 0, .random = Random(feed.seed)});
  }
  state_.energy.open(
      kinetic_energy(state_.bodies, *workers_),
      potential_energy(state_.bodies, world_.gravity_at(0.0), *workers_, world_.cell),
      stored_energy_now());
  const EnergyBudget& energy = state_.energy;
  if (!std::isfinite(energy.kinetic + energy.potential + energy.stored)) {
    const std::string what = find_not_finite<D>(world_, state_, nullptr, *workers_);
    throw_not_finite(state_, what.empty() ? "the energies are not finite" : what);
  }
  start_hash_ = hash_of(state_).value();
  find_extent();
}

template <int D>
void Simulation<D>::find_extent() {
  low_ = Vec<D>::Constant(std::numeric_limits<double>::infinity());
  high_ = -low_;
  const auto cover = [this](const Vec<D>& x, double radius) {
    low_ = low_.cwiseMin(x - Vec<D>::Constant(radius));
    high_ = high_.cwiseMax(x + Vec<D>::Constant(radius));
  };
  for (std::size_t i = 0; i < state_.bodies.size(); ++i) {
    cover(state_.bodies.position[i], state_.bodies.radius[i]);
  }
  for (const Feed<D>& feed : exchange_.feeds) {
    const auto [low, high] = feed.region.bounds();
    cover(low, 0.0);
    cover(high, 0.0);
  }
  for (const Boundary<D>& boundary : world_.boundaries) {
    const Placement<D> at = boundary.placement(0.0);
    if (const ObstacleBox<D> bounds = bounds_of<D>(boundary.shape, at)) {
      cover(bounds->first, 0.0);
      cover(bounds->second, 0.0);
    }
    if (const auto* box = std::get_if<BoxInside<D>>(&boundary.shape)) {
      cover(at.to_world(box->low), 0.0);
      cover(at.to_world(box->high), 0.0);
    }
    if (const auto* drum = std::get_if<Drum<D>>(&boundary.shape)) {
      cover(at.position, std::isfinite(drum->length) ? std::max(drum->radius, 0.5 * drum->length)
                                                     : drum->radius);
    }
  }
}

template <int D>
void Simulation<D>::wrap_bodies() {
  if (wrap(world_.cell, state_.bodies)) return;
  throw NumericalError(fmt::format(
      "step {} (t = {} s): a body has passed through more periods of the cell than can be "
      "counted; forces or masses of the scene may be out of proportion",
      state_.step, state_.time));
}

template <int D>
void Simulation<D>::take_changes() {
  Bodies<D>& bodies = state_.bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (int k = 0; k < D; ++k) {
      const bool locked = bodies.inverse_mass[i][k] == 0.0;
      if (locked && bodies.velocity[i][k] != 0.0) bodies.velocity[i][k] = 0.0;
    }
    if (bodies.inverse_inertia[i] == 0.0 && !bodies.spin[i].isZero(0.0)) bodies.spin[i].setZero();
    if (!bodies.applied_force.empty() && !bodies.applied_force[i].allFinite()) {
      throw_not_finite(state_, describe_body(bodies, i) + ": the force on it is not finite");
    }
  }
  const double kinetic = kinetic_energy(bodies, *workers_);
  if (kinetic == state_.energy.kinetic) return;
  if (!std::isfinite(kinetic)) {
    throw_not_finite(state_, find_not_finite<D>(world_, state_, nullptr, *workers_) +
                                 ": its velocity is not finite");
  }
  const double put_in = kinetic - state_.energy.kinetic;
  state_.energy.work.external += put_in;
  state_.energy.turnover += std::abs(put_in);
  state_.energy.kinetic = kinetic;
}

template <int D>
std::vector<std::byte> Simulation<D>::save(const RunProgress& progress) const {
  constexpr std::size_t rest = 1 << 16;
  ByteWriter out(state_.bodies.size() * sizeof(Body<D>) +
                 state_.memory.size() * (sizeof(ContactPlace) + sizeof(ContactRecord<D>)) + rest);
  out(saved_layout<D>(), start_hash_, progress);
  archive_state(state_, out);
  observers_.save(out);
  return std::move(out).bytes();
}

template <int D>
RunProgress Simulation<D>::restore(std::span<const std::byte> saved) {
  ByteReader in(saved);
  std::uint64_t layout = 0;
  std::uint64_t start_hash = 0;
  RunProgress progress;
  in(layout);
  if (layout != saved_layout<D>()) {
    throw SystemError(
        "the run was saved by another build of the program; use that one, or start a new run from "
        "the last frame (bodies of kind \"run\")");
  }
  in(start_hash, progress);
  if (start_hash != start_hash_) {
    throw SystemError(
        "the scene no longer gives the bodies that the run began with: a file that it reads "
        "has changed, or the program");
  }
  archive_state(state_, in);
  observers_.load(in);
  if (!in.at_end()) throw SystemError("stored values are too many");
  last_ = {};
  tools_.pairs.clear();
  return progress;
}

template <int D>
double Simulation<D>::stored_energy_now() {
  if (std::holds_alternative<NewmarkSettings>(scene_.scheme)) {
    return stored_contact_energy(world_, state_.bodies, state_.time, state_.loaded, tools_);
  }
  if (std::holds_alternative<DemSettings>(scene_.scheme)) {
    return stored_spring_energy<D>(world_, state_.bodies, state_.memory, state_.loaded, state_.time,
                                   scene_.time.step, tools_);
  }
  return 0.0;
}

template <int D>
StepRecord Simulation<D>::advance() {
  prepare_step();
  return scene_.time.on_trouble == OnTrouble::halve_step ? advance_halving() : advance_in(1);
}

template <int D>
void Simulation<D>::prepare_step() {
  if (exchange_bodies(exchange_, world_, scene_.time.step, state_)) {
    tools_.pairs.clear();
    wrap_bodies();
    // What bodies that were taken out had stored in their contacts goes with them.
    const double stored = stored_energy_now();
    state_.energy.work.exchanged += stored - state_.energy.stored;
    state_.energy.stored = stored;
  }
  if (state_.step % kStepsToRenumber == 0) {
    tools_.release();
    renumber<D>(world_.gravity_at(state_.time), state_);
    tools_.pairs.clear();
  }
}

template <int D>
StepRecord Simulation<D>::advance_halving() {
  start_ = state_;
  std::optional<double> overlap_before;
  for (std::int64_t parts = 1;; parts *= 2) {
    const bool is_finest = parts == kMostParts;
    try {
      StepRecord record = advance_in(parts);
      if (!has_large_overlap(record)) return record;
      if (!overlap_before) {
        State<D> end = std::exchange(state_, start_);
        overlap_before = largest_overlap_now();
        state_ = std::move(end);
      }
      if (record.penetration_relative <= *overlap_before) return record;
      record.troubled = true;
      if (is_finest) return record;
    } catch (const NumericalError&) {
      if (is_finest) throw;
    }
    undo_step();
  }
}

template <int D>
void Simulation<D>::undo_step() {
  state_ = start_;
  last_ = {};
  tools_.release();
  tools_.pairs.clear();
  tools_.newmark.reset();
  tools_.dem.reset();
}

template <int D>
bool Simulation<D>::has_large_overlap(const StepRecord& record) const {
  return record.penetration_relative >
         (has_rigid_contacts(scene_.scheme) ? kLargeOverlap : kLargeSoftOverlap);
}

template <int D>
double Simulation<D>::largest_overlap_now() {
  const Bodies<D>& bodies = state_.bodies;
  tools_.pairs.update(bodies.position, bodies.radius, 0.0, *workers_);
  return largest_overlap<D>(world_, bodies,
                            {bodies.position, placements(world_, state_.time, state_.loaded)},
                            tools_.pairs.pairs(), *workers_)
      .relative;
}

// Parts are as many as a power of two, so that nothing is rounded. Without inertia, impulses are
// velocities.
template <int D>
void Simulation<D>::scale_memory(double factor) {
  if (std::holds_alternative<FirstOrderSettings>(scene_.scheme)) return;
  for (Vec<D>& impulse : state_.memory.impulses) impulse *= factor;
  for (Spin<D>& moment : state_.memory.moments) moment *= factor;
  // It keeps the same impulses.
  tools_.dem.reset();
}

template <int D>
StepRecord Simulation<D>::advance_in(std::int64_t parts) {
  const std::int64_t number = state_.step + 1;
  const double step = scene_.time.step;
  if (parts == 1) return advance_by(step, number, static_cast<double>(number) * step);
  const auto count = static_cast<double>(parts);
  scale_memory(1.0 / count);
  StepRecord record;
  for (std::int64_t part = 1; part <= parts; ++part) {
    // The last one ends where the whole step would, to the bit.
    const std::int64_t done = (number - 1) * parts + part;
    const StepRecord next =
        advance_by(step / count, number, static_cast<double>(done) * (step / count));
    if (part == 1) {
      record = next;
    } else {
      record.add(next);
    }
  }
  scale_memory(count);
  return record;
}

template <int D>
StepRecord Simulation<D>::advance_by(double h, std::int64_t number, double end) {
  step_length_ = h;
  tools_.recycled = std::move(last_);
  last_ = {};
  try {
    last_ = std::visit(
        [&](const auto& scheme) { return step<D>(world_, scene_, scheme, tools_, h, state_); },
        scene_.scheme);
  } catch (const UnboundedReach& body) {
    throw_not_finite(state_,
                     describe_body(state_.bodies, body.place()) + ", goes beyond all bounds");
  }
  state_.step = number;
  state_.time = end;
  const bool is_squeezed = last_.solve.status == SolveStatus::no_solution;
  if (is_squeezed && scene_.time.on_trouble != OnTrouble::warn) throw_squeezed();

  const Stopwatch watch;
  const double kinetic = kinetic_energy(state_.bodies, *workers_);
  // An impulse that is no number moves a body and does work.
  const bool sums_are_finite =
      std::isfinite(kinetic + last_.work.dissipated + last_.work.boundaries + last_.stored);
  if (const std::string what =
          find_not_finite<D>(world_, state_, sums_are_finite ? nullptr : &last_, *workers_);
      !what.empty()) {
    throw_not_finite(state_, what + ": its values are not finite");
  }
  wrap_bodies();
  state_.energy.add(
      last_.work, kinetic,
      potential_energy(state_.bodies, world_.gravity_at(state_.time), *workers_, world_.cell),
      last_.stored);
  const double numbers = kinetic + state_.energy.potential + last_.stored +
                         last_.solve.residual_relative + last_.solve.residual_velocity +
                         last_.overlap.length;
  if (!std::isfinite(numbers))
    throw_not_finite(state_, "the energies or the residual are not finite");
  last_.seconds.observe += watch.seconds();
  StepRecord record = record_of_last();
  record.troubled = is_squeezed;
  return record;
}

template <int D>
StepRecord Simulation<D>::record_of_last() const {
  StepRecord record;
  record.step = state_.step;
  record.time = state_.time;
  record.contacts = static_cast<std::int64_t>(last_.contacts.size());
  record.contacts_active =
      std::ranges::count_if(last_.status, [](ContactStatus s) { return s != ContactStatus::gap; });
  record.solve = last_.solve;
  record.penetration = last_.overlap.length;
  record.penetration_relative = last_.overlap.relative;
  record.opening = last_.opening;
  if (looks_at_places_alone(scene_.scheme)) {
    record.travel = largest_travel(state_.bodies, step_length_);
  }
  const double weight = last_.momentum.weight.norm();
  if (weight > 0.0) {
    const Vec<D> up = -last_.momentum.weight / weight;
    record.weight = weight;
    record.support = up.dot(last_.momentum.support);
    record.momentum = up.dot(last_.momentum.change);
  }
  record.seconds = last_.seconds;
  return record;
}

template <int D>
void Simulation<D>::throw_squeezed() const {
  const ContactPlace& place =
      last_.contacts[static_cast<std::size_t>(last_.solve.squeeze.contact)].place;
  const std::string sides = describe_sides(world_, state_.bodies, place);
  throw NumericalError(fmt::format(
      "step {} (t = {} s): nothing can keep {} apart: they are driven together at {:.3g} m/s and "
      "have nowhere to go. Leave them room, or push by a load instead of a motion",
      state_.step, state_.time, sides, last_.solve.squeeze.speed));
}

template <int D>
Frame<D> Simulation<D>::frame(std::int64_t number) const {
  return {number,         state_,       world_,       last_.contacts, last_.detected_at,
          last_.impulses, last_.status, step_length_, last_.moments,  last_.states,
          last_.solids};
}

template <int D>
void Simulation<D>::release() {
  tools_.release();
  // The next step finds the pairs again.
  if (state_.bodies.size() >= kLargeScene) tools_.pairs = PairList<D>(world_.cell);
}

template <int D>
Look<D> Simulation<D>::look() const {
  return {world_,      state_.bodies, last_.contacts, last_.detected_at, last_.impulses,
          state_.time, step_length_,  state_.energy,  state_.loaded};
}

namespace {

SavePoint last_save_point(EndedBy reason) {
  if (reason == EndedBy::interruption) return SavePoint::stop;
  return reason == EndedBy::time ? SavePoint::end : SavePoint::condition;
}

}  // namespace

template <int D>
RunSummary run(Simulation<D>& simulation, const RunHooks<D>& hooks, RunProgress progress) {
  const Stopwatch watch;
  const double cpu_start = process_cpu_seconds();
  const double wall_before = progress.wall_seconds;
  const double cpu_before = progress.cpu_seconds;
  const std::int64_t steps = count_steps(simulation.scene().time);
  const std::int64_t stride = output_stride(simulation.scene());

  RunSummary summary;
  const auto output = [&] {
    SeriesRow& row = progress.row;
    row.step = simulation.state().step;
    row.time = tidy_time(simulation.state().time);
    row.bodies = static_cast<std::int64_t>(simulation.state().bodies.size());
    row.inserted = simulation.state().inserted;
    row.removed = simulation.state().removed;
    row.energy = simulation.state().energy;
    simulation.release();
    if (hooks.on_output) hooks.on_output(simulation.frame(progress.outputs), row);
    ++progress.outputs;
    row = {};
  };

  const bool observed = hooks.on_rows && simulation.observers().size() > 0;
  StopCondition<D> condition(simulation.scene(), progress.quiet_steps);
  const auto save = [&](SavePoint where) {
    if (!hooks.on_save) return;
    progress.quiet_steps = condition.quiet_steps();
    progress.wall_seconds = wall_before + watch.seconds();
    progress.cpu_seconds = cpu_before + process_cpu_seconds() - cpu_start;
    simulation.release();
    hooks.on_save(progress, where);
  };
  if (progress.outputs == 0) {
    if (observed) simulation.observers().start(simulation.look(), hooks.on_rows);
    output();
    save(SavePoint::start);
  }
  bool over = simulation.state().step >= steps;
  while (!over) {
    StepRecord record = simulation.advance();
    over = record.step == steps;
    if (!over) {
      if (const auto reason = condition.look(simulation.state(), simulation.look())) {
        over = true;
        summary.ended_by = *reason;
      }
    }
    if (observed) {
      const Stopwatch observing;
      simulation.observers().step(record.step, simulation.look(), hooks.on_rows);
      record.seconds.observe += observing.seconds();
    }
    progress.row.add(record);
    progress.total.add(record);
    progress.contacts_sum += record.contacts;
    progress.contacts_max = std::max(progress.contacts_max, record.contacts);
    progress.active_sum += record.contacts_active;
    progress.active_max = std::max(progress.active_max, record.contacts_active);
    note_carried_areas(simulation, progress.carried_area);
    if (hooks.on_step) hooks.on_step(record);
    if (!over && hooks.stop_requested && hooks.stop_requested()) {
      over = true;
      summary.ended_by = EndedBy::interruption;
    }
    const bool due = record.step % stride == 0;
    if (due) output();

    if (!over) {
      if (hooks.save_requested && hooks.save_requested()) {
        save(SavePoint::requested);
      } else if (due) {
        save(SavePoint::output);
      }
      continue;
    }
    save(last_save_point(summary.ended_by));
    if (observed) simulation.observers().finish(record.step, simulation.look(), hooks.on_rows);
    if (!due) output();
  }

  const State<D>& state = simulation.state();
  const SeriesRow& total = progress.total;
  summary.title = simulation.scene().title;
  summary.dimension = D;
  summary.bodies = static_cast<std::int64_t>(state.bodies.size());
  summary.inserted = state.inserted;
  summary.removed = state.removed;
  summary.steps = state.step;
  summary.time_end = tidy_time(state.time);
  summary.wall_seconds = wall_before + watch.seconds();
  summary.cpu_seconds = cpu_before + process_cpu_seconds() - cpu_start;
  summary.peak_memory_bytes = peak_memory_bytes();
  summary.phases = total.seconds;
  const auto mean = [&](std::int64_t sum) {
    return state.step > 0 ? static_cast<double>(sum) / static_cast<double>(state.step) : 0.0;
  };
  summary.contacts_mean = mean(progress.contacts_sum);
  summary.contacts_max = progress.contacts_max;
  summary.contacts_last = total.contacts;
  summary.active_mean = mean(progress.active_sum);
  summary.active_max = progress.active_max;
  summary.active_last = total.contacts_active;
  summary.solver_name = solver_name(simulation.scene());
  summary.iterations_total = total.iterations;
  summary.iterations_max = total.iterations_max;
  summary.sweeps = total.sweeps;
  summary.residual_velocity_max = total.residual_velocity_max;
  summary.residual_relative_max = total.residual_relative_max;
  summary.unconverged_steps = total.unconverged_steps;
  summary.energy = state.energy;
  summary.penetration_max = total.penetration_max;
  summary.penetration_relative_max = total.penetration_relative_max;
  summary.opening_max = total.opening_max;
  summary.halved_steps = total.halved_steps;
  summary.parts_max = total.parts_max;
  summary.troubled_steps = total.troubled_steps;
  summary.state_hash = hash_of(state).hex();
  summary.threads = simulation.threads();
  summary.interrupted = summary.ended_by == EndedBy::interruption;
  summary.warnings = simulation.foreseen();
  look_back(simulation, progress, summary);
  return summary;
}

template class Simulation<2>;
template class Simulation<3>;
template RunSummary run(Simulation<2>&, const RunHooks<2>&, RunProgress);
template RunSummary run(Simulation<3>&, const RunHooks<3>&, RunProgress);

}  // namespace galet
