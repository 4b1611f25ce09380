#include "galet/sim/state.hpp"

#include <algorithm>
#include <vector>

namespace galet {
namespace {

template <class Vector>
void add_vector(Hash& hash, const Vector& x) {
  for (const double component : x) hash.add(component);
}

void add_rotation(Hash& hash, const Rotation<2>& r) { hash.add(r.angle()); }
void add_rotation(Hash& hash, const Rotation<3>& r) { add_vector(hash, r.quaternion().coeffs()); }

template <int D>
std::vector<NamedRecord<D>> named_records(const State<D>& state) {
  std::vector<NamedRecord<D>> named;
  named.reserve(state.memory.size());
  for (std::size_t k = 0; k < state.memory.size(); ++k) {
    const NamedContact name = name_of(state.bodies, state.memory.places[k]);
    const ContactRecord<D> record = state.memory.record(k);
    named.push_back({name.key, name.swapped ? record.swapped() : record});
  }
  std::ranges::sort(named, {}, &NamedRecord<D>::key);
  return named;
}

}  // namespace

template <int D>
Hash hash_of(const State<D>& state) {
  Hash hash;
  hash.add(state.step);
  hash.add(state.time);
  const Bodies<D>& b = state.bodies;
  // In the order of the ids, so that two arrangements of the same bodies are equal.
  for (const std::size_t i : places_by_id(b)) {
    hash.add(b.id[i].value);
    add_vector(hash, b.position[i]);
    add_rotation(hash, b.rotation[i]);
    add_vector(hash, b.velocity[i]);
    add_vector(hash, b.spin[i]);
    hash.add(b.radius[i]);
    hash.add(b.mass[i]);
    hash.add(b.inertia[i]);
    add_vector(hash, b.inverse_mass[i]);
    hash.add(b.inverse_inertia[i]);
    hash.add(b.material[i]);
    hash.add(b.group[i]);
    // Zero in scenes that are not periodic.
    if (!b.image_of(i).isZero()) {
      for (const std::int32_t periods : b.image_of(i)) hash.add(periods);
    }
    // Zero unless somebody drives the run.
    if (!b.applied_force.empty() && !b.applied_force[i].isZero(0.0)) {
      add_vector(hash, b.applied_force[i]);
    }
  }
  for (const auto& [key, record] : named_records(state)) {
    hash.add(key.a.value);
    hash.add(key.b.value);
    hash.add(key.feature);
    add_vector(hash, record.impulse);
    // Zero in scenes whose laws have none.
    if (!record.moment.isZero(0.0)) add_vector(hash, record.moment);
    if (record.state != 0.0) hash.add(record.state);
    if (record.solid != 0.0) hash.add(record.solid);
  }
  const EnergyBudget& e = state.energy;
  for (const double x : {e.kinetic_first, e.potential_first, e.kinetic, e.potential,
                         e.work.external, e.work.boundaries, e.work.dissipated, e.work.correction,
                         e.work.exchanged, e.turnover, e.largest, e.stored_first, e.stored}) {
    hash.add(x);
  }
  for (const LoadedMotion& plane : state.loaded) {
    hash.add(plane.displacement);
    hash.add(plane.velocity);
  }
  hash.add(state.next_id);
  hash.add(state.inserted);
  hash.add(state.removed);
  for (const FeedState& feed : state.feeds) {
    hash.add(feed.inserted);
    hash.add(feed.random.state());
    hash.add(feed.radius.value_or(0.0));
  }
  return hash;
}

template Hash hash_of(const State<2>&);
template Hash hash_of(const State<3>&);

}  // namespace galet
