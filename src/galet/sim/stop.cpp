#include "galet/sim/stop.hpp"

#include "galet/build/build_cell.hpp"
#include "galet/model/boundary.hpp"

namespace galet {
namespace {

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
std::optional<EndedBy> StopCondition<D>::look(const State<D>& state) {
  if (!reached(state.time, settings_.after)) return std::nullopt;
  if (settings_.kinetic_energy) {
    const bool quiet = state.energy.kinetic < *settings_.kinetic_energy;
    quiet_steps_ = quiet ? quiet_steps_ + 1 : 0;
    if (quiet && reached(static_cast<double>(quiet_steps_) * step_, settings_.lasting)) {
      return EndedBy::kinetic_energy;
    }
  }
  if (empty_ && !holds_a_free_body(*empty_, state.bodies)) return EndedBy::empty_region;
  return std::nullopt;
}

template class StopCondition<2>;
template class StopCondition<3>;

}  // namespace galet
