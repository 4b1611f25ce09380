// Conditions that end a run before its time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "galet/build/fill_region.hpp"
#include "galet/observe/look.hpp"
#include "galet/scene/scene.hpp"
#include "galet/sim/records.hpp"
#include "galet/sim/state.hpp"

namespace galet {

template <int D>
class StopCondition {
 public:
  // The scene must have passed build().
  explicit StopCondition(const Scene& scene, std::int64_t quiet_steps = 0);

  // Looks at the state after a step: whether the run should end, and why.
  std::optional<EndedBy> look(const State<D>& state, const Look<D>& look);
  // How many steps the conditions of rest have held.
  std::int64_t quiet_steps() const { return quiet_steps_; }

 private:
  bool asks_for_rest() const {
    return settings_.kinetic_energy || settings_.kinetic_energy_per_body || settings_.unbalanced;
  }
  bool is_at_rest(const State<D>& state, const Look<D>& look) const;

  StopSettings settings_;
  double step_;
  std::optional<Region<D>> empty_;
  std::int64_t quiet_steps_;
};

}  // namespace galet
