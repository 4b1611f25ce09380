// Bodies that are put in and taken out between steps.
//
// A feed owes floor(rate · (t − from)) bodies at time t. Before a step the bodies that are due at
// its end are put at random free places of the region, in the manner of a fill (sim/fill.hpp); one
// that finds no place keeps its radius and waits for the next step. Bodies are taken out before
// others are put in. Their energy is counted as exchanged. Ids count on and are never used again.
// Cost: O(bodies) in a step that looks at regions or puts a body in.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "galet/model/world.hpp"
#include "galet/sim/body_maker.hpp"
#include "galet/sim/build_materials.hpp"
#include "galet/sim/fill_region.hpp"
#include "galet/sim/scene.hpp"
#include "galet/sim/state.hpp"

namespace galet {

template <int D>
struct Feed {
  Region<D> region;
  BodyMaker<D> maker;
  RadiusDistribution radius;
  Vec<D> velocity = Vec<D>::Zero();
  Vec<D> velocity_jitter = Vec<D>::Zero();
  double rate = 0.0;  // 1/s
  double from = 0.0;  // s
  double until = std::numeric_limits<double>::infinity();
  std::int64_t count = std::numeric_limits<std::int64_t>::max();
  double separation = 0.0;  // m
  std::int64_t attempts = 1;
  std::uint64_t seed = 0;

  // Bodies that should have been put in by time t.
  std::int64_t due(double t) const;
  double largest_radius() const;  // m, that may be drawn
};

template <int D>
struct Removal {
  Region<D> region;
  RegionSide where = RegionSide::outside;
  std::optional<GroupIndex> group;  // all without one
};

template <int D>
struct Exchange {
  std::vector<Feed<D>> feeds;
  std::vector<Removal<D>> removals;
};

// Feed k draws from a stream of its own: its seed, or by default the (k + 1)-th word of a stream
// that follows from the scene's seed. New groups are added to the list. Throws InputError.
template <int D>
Exchange<D> build_exchange(const Scene& scene, const MaterialList& materials, std::size_t bodies,
                           const PeriodicCell<D>& cell, std::vector<std::string>& groups);

// Takes bodies out and puts bodies in before the step of length h that starts now; tells whether
// there were any.
template <int D>
bool exchange_bodies(const Exchange<D>& exchange, const World<D>& world, double h, State<D>& state);

}  // namespace galet
