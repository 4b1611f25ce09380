// Pairs that overlap at the end of a step on gaps although they were beyond the reach of its list
// of contacts: bodies went farther than their margins.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "galet/base/workers.hpp"
#include "galet/collision/broad_phase.hpp"
#include "galet/collision/narrow_phase.hpp"
#include "galet/model/world.hpp"

namespace galet {

// What the list of contacts of a step reached: bodies at `start`, `walls` with their mean
// velocities over the step of length h, margins by body.
template <int D>
struct ListReach {
  const World<D>& world;
  const Bodies<D>& bodies;  // at the end of the step
  std::span<const Vec<D>> start;
  std::span<const Placement<D>> walls;
  double h = 0.0;
};

// The largest overlap with the walls of the end. What overlaps beyond the reach gets wider margins,
// so that it will be listed; `all_listed` tells whether there was nothing of the kind. `went_far`
// (by body) are those that moved by more than their margins: two others cannot overlap without
// having been listed.
struct UnlistedPairs {
  Overlap overlap;
  bool all_listed = true;
};

template <int D>
UnlistedPairs widen_for_unlisted(const ListReach<D>& reach, std::span<const Placement<D>> walls_end,
                                 std::span<const BodyPair> pairs,
                                 std::span<const std::uint8_t> went_far, Workers& workers,
                                 std::span<double> margin);

// Margins with which the pair of a contact is listed.
template <int D>
void widen_for(const ListReach<D>& reach, const ContactPlace& place, std::span<double> margin);

}  // namespace galet
