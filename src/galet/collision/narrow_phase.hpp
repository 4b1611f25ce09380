// Narrow phase: true gaps and frames of the pairs that are near.
#pragma once

#include <span>
#include <vector>

#include "galet/base/workers.hpp"
#include "galet/collision/broad_phase.hpp"
#include "galet/collision/contact_set.hpp"
#include "galet/model/world.hpp"

namespace galet {

// A configuration to detect at: the bodies' centres (which need not be the current ones) and the
// boundaries in their places.
template <int D>
struct Configuration {
  std::span<const Vec<D>> position;
  std::span<const Placement<D>> boundaries;
};

// Places of all boundaries at time t. One that is not present then touches nothing.
template <int D>
std::vector<Placement<D>> placements(const World<D>& world, double t);

// Which contacts are wanted: those with
//   gap <= activation · (smaller radius of the pair) + margin of a + margin of b,
// the margin of a boundary being seconds · (speed of its surface there).
struct ContactReach {
  double activation = 0.0;
  std::span<const double> margin = {};  // m, by body; none when empty
  double seconds = 0.0;
};

// All wanted contacts, sorted by key; `pairs` must list all pairs of bodies with such gaps.
// Contacts whose two sides cannot move are left out. Cost: O(pairs + bodies · boundaries).
template <int D>
ContactSet<D> detect_contacts(const World<D>& world, const Bodies<D>& bodies,
                              const Configuration<D>& at, std::span<const BodyPair> pairs,
                              const ContactReach& reach, Workers& workers);

struct Overlap {
  double length = 0.0;    // m, largest overlap
  double relative = 0.0;  // largest overlap over the smaller radius of its pair
};

// Of the true geometry, between sides that can move; `pairs` must list all pairs that overlap.
template <int D>
Overlap largest_overlap(const World<D>& world, const Bodies<D>& bodies, const Configuration<D>& at,
                        std::span<const BodyPair> pairs, Workers& workers);

}  // namespace galet
