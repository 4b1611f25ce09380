// The bodies that are put in and taken out between steps, as a scene lists them.
//
// A feed owes floor(rate · (t − from)) bodies at time t.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "galet/build/body_maker.hpp"
#include "galet/build/build_materials.hpp"
#include "galet/build/fill_region.hpp"
#include "galet/build/radius_law.hpp"
#include "galet/model/world.hpp"
#include "galet/scene/scene.hpp"

namespace galet {

template <int D>
struct Feed {
  Region<D> region;
  BodyMaker<D> maker;
  RadiusLaw radius;
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

// Whether body i is where bodies are taken out.
template <int D>
bool is_removed(const Exchange<D>& exchange, const Bodies<D>& bodies, std::size_t i) {
  return std::ranges::any_of(exchange.removals, [&](const Removal<D>& removal) {
    return (!removal.group || *removal.group == bodies.group[i]) &&
           removal.region.contains(bodies.position[i]) == (removal.where == RegionSide::inside);
  });
}

// Feed k draws from a stream of its own: its seed, or by default the (k + 1)-th word of a stream
// that follows from the scene's seed. New groups are added to the list. Throws InputError.
template <int D>
Exchange<D> build_exchange(const Scene& scene, const MaterialList& materials, std::size_t bodies,
                           const PeriodicCell<D>& cell, std::vector<std::string>& groups);

// The bodies of the start and the smallest ones of the feeds.
template <int D>
Bodies<D> with_feeds(Bodies<D> bodies, const Exchange<D>& exchange) {
  for (const Feed<D>& feed : exchange.feeds) {
    BodySeed<D> seed;
    seed.radius = feed.radius.smallest();
    bodies.add(feed.maker.make(seed, 0, 1));
  }
  return bodies;
}

}  // namespace galet
