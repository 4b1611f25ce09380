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

// Places of all boundaries at time t.
template <int D>
std::vector<Placement<D>> placements(const World<D>& world, double t);

// All contacts with gap <= activation · (smaller radius of the pair), sorted by key; `pairs` must
// list all pairs of bodies with such gaps. Contacts whose two sides cannot move are left out.
// Cost: O(pairs + bodies · boundaries).
template <int D>
ContactSet<D> detect_contacts(const World<D>& world, const Bodies<D>& bodies,
                              const Configuration<D>& at, std::span<const BodyPair> pairs,
                              double activation, Workers& workers);

struct Overlap {
  double length = 0.0;    // m, largest overlap
  double relative = 0.0;  // largest overlap over the smaller radius of its pair
};

// Of the true geometry; `pairs` must list all pairs that overlap.
template <int D>
Overlap largest_overlap(const World<D>& world, const Bodies<D>& bodies, const Configuration<D>& at,
                        std::span<const BodyPair> pairs, Workers& workers);

}  // namespace galet
