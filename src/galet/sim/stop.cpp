#include "galet/sim/stop.hpp"

#include "galet/build/build_cell.hpp"
#include "galet/model/boundary.hpp"
#include "galet/observe/unbalanced.hpp"

namespace galet {
namespace {

template <int D>
double count_movable(const Bodies<D>& bodies) {
  double count = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) count += bodies.is_fixed(i) ? 0.0 : 1.0;
  return count;
}

template <int D>
bool holds_a_free_body(const Region<D>& region, const Bodies<D>& bodies) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const bool fixed = bodies.inverse_mass[i].isZero(0.0) && bodies.inverse_inertia[i] == 0.0;
    if (!fixed && region.contains(bodies.position[i])) return true;
  }
  return false;
}

}  // namespace

template <int D>
StopCondition<D>::StopCondition(const Scene& scene, std::int64_t quiet_steps)
    : settings_(scene.stop), step_(scene.time.step), quiet_steps_(quiet_steps) {
  if (settings_.empty) {
    empty_.emplace("stop.empty", *settings_.empty, build_cell<D>(scene.periodic));
  }
}

template <int D>
bool StopCondition<D>::is_at_rest(const State<D>& state, const Look<D>& look) const {
  const StopSettings& s = settings_;
  const double kinetic = state.energy.kinetic;
  if (s.kinetic_energy && !(kinetic < *s.kinetic_energy)) return false;
  if (s.kinetic_energy_per_body &&
      !(kinetic < *s.kinetic_energy_per_body * count_movable(state.bodies))) {
    return false;
  }
  return !s.unbalanced || compute_unbalanced<D>(look, {}).ratio() < *s.unbalanced;
}

template <int D>
std::optional<EndedBy> StopCondition<D>::look(const State<D>& state, const Look<D>& look) {
  if (!reached(state.time, settings_.after)) return std::nullopt;
  if (asks_for_rest()) {
    const bool quiet = is_at_rest(state, look);
    quiet_steps_ = quiet ? quiet_steps_ + 1 : 0;
    if (quiet && reached(static_cast<double>(quiet_steps_) * step_, settings_.lasting)) {
      return settings_.unbalanced ? EndedBy::unbalanced : EndedBy::kinetic_energy;
    }
  }
  if (empty_ && !holds_a_free_body(*empty_, state.bodies)) return EndedBy::empty_region;
  return std::nullopt;
}

template class StopCondition<2>;
template class StopCondition<3>;

}  // namespace galet
