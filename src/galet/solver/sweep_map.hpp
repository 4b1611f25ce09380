// The maps whose common fixed points are the solutions of a frictional contact problem, and which
// of them sweeps are made with.
//
// Coulomb's friction is not associated: the term mu |û_t| makes a sweep rotate, so that it need not
// be contractive near a solution, and momentum makes that worse. Where the residual stalls another
// map, which has its trouble elsewhere, goes on from the last iterate:
//   momentum  sweeps with Nesterov's momentum, whose cap follows the residual
//   anderson  blocks of sweeps, mixed so that what they leave open is least [Anderson1965]
//   convex    sweeps of the convex law with s = mu |û_t| held for some sweeps, with momentum
//   damped    as the first, with a momentum of at most 0.5
// and the first again. Which of them a problem needs cannot be told beforehand.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "galet/base/fields.hpp"

namespace galet {

enum class SweepMap : std::uint8_t { momentum, anderson, convex, damped };

template <>
struct EnumNames<SweepMap> {
  static constexpr std::array<std::string_view, 4> names{"momentum", "anderson", "convex",
                                                         "damped"};
};

// Sweeps by map.
struct SweepCounts {
  std::array<std::int64_t, 4> sweeps{};
  std::int64_t newton = 0;  // steps of the finisher (solver/finisher.hpp)

  std::int64_t& of(SweepMap map) { return sweeps[static_cast<std::size_t>(map)]; }
  std::int64_t of(SweepMap map) const { return sweeps[static_cast<std::size_t>(map)]; }
  // By other maps than the first.
  std::int64_t after_stall() const {
    return of(SweepMap::anderson) + of(SweepMap::convex) + of(SweepMap::damped);
  }
  SweepCounts& operator+=(const SweepCounts& other) {
    for (std::size_t k = 0; k < sweeps.size(); ++k) sweeps[k] += other.sweeps[k];
    newton += other.newton;
    return *this;
  }
};

}  // namespace galet
