#include "galet/build/build_exchange.hpp"

#include <algorithm>

#include "galet/build/take_up.hpp"
#include "galet/model/known_group.hpp"
#include "galet/scene/size_limits.hpp"
#include "galet/scene/vectors.hpp"

namespace galet {
namespace {

template <int D>
Feed<D> build_feed(const std::string& key, const FeedSettings& s, const MaterialList& materials,
                   std::uint64_t derived_seed, const PeriodicCell<D>& cell,
                   std::vector<std::string>& groups) {
  Feed<D> feed{.region = Region<D>(key + ".region", s.region, cell),
               .maker = BodyMaker<D>(key, s.common, materials, group_index(groups, s.common.group)),
               .radius = RadiusLaw(key + ".radius", s.radius, solid_of<D>(s.common))};
  feed.velocity = vector_or_zero<D>(key + ".velocity", s.velocity);
  feed.velocity_jitter = per_direction<D>(key + ".velocity_jitter", s.velocity_jitter);
  feed.rate = s.rate;
  feed.from = s.from;
  if (s.until) feed.until = *s.until;
  if (!(feed.until > feed.from)) {
    refuse(key + ".until",
           fmt::format("must be after the feed begins (from = {}), got {}", s.from, *s.until));
  }
  if (s.count) feed.count = *s.count;
  feed.separation = s.separation;
  feed.attempts = s.attempts;
  feed.seed = s.seed ? static_cast<std::uint64_t>(*s.seed) : derived_seed;

  if (feed.radius.largest() > feed.region.largest_radius()) {
    refuse(key + ".region",
           fmt::format("a body of radius {:.4g} does not fit into it", feed.radius.largest()));
  }
  for (const double radius : {feed.radius.smallest(), feed.radius.largest()}) {
    BodySeed<D> body;
    body.radius = radius;
    body.velocity = feed.velocity;
    feed.maker.make(body, 0, 1);
  }
  return feed;
}

}  // namespace

template <int D>
std::int64_t Feed<D>::due(double t) const {
  // A body that misses its time by round-off is not late.
  const double bodies = rate * (std::min(t, until) - from) * (1.0 + 1e-12) + 1e-9;
  if (!(bodies > 0.0)) return 0;
  return bodies >= static_cast<double>(count) ? count : static_cast<std::int64_t>(bodies);
}

template <int D>
Exchange<D> build_exchange(const Scene& scene, const MaterialList& materials, std::size_t bodies,
                           const PeriodicCell<D>& cell, std::vector<std::string>& groups) {
  Exchange<D> exchange;
  // Another stream than that of the bodies at the start.
  Random seeds(~static_cast<std::uint64_t>(scene.seed));
  double total = static_cast<double>(bodies);
  for (std::size_t k = 0; k < scene.feed.size(); ++k) {
    const std::string key = fmt::format("feed[{}]", k);
    exchange.feeds.push_back(
        build_feed<D>(key, scene.feed[k], materials, seeds.bits(), cell, groups));
    // Without removals all of them stay.
    const Feed<D>& feed = exchange.feeds.back();
    total += std::min(static_cast<double>(feed.count),
                      feed.rate * std::max(0.0, std::min(scene.time.end, feed.until) - feed.from));
    if (scene.remove.empty()) check_body_count<D>(key + ".rate", total);
  }
  for (std::size_t k = 0; k < scene.remove.size(); ++k) {
    const RemoveSettings& s = scene.remove[k];
    const std::string key = fmt::format("remove[{}]", k);
    Removal<D> removal{Region<D>(key + ".region", s.region, cell), s.where, std::nullopt};
    if (!s.group.empty()) removal.group = known_group(key + ".group", groups, s.group);
    exchange.removals.push_back(std::move(removal));
  }
  return exchange;
}

#define GALET_INSTANTIATE(D)                                                             \
  template struct Feed<D>;                                                               \
  template Exchange<D> build_exchange<D>(const Scene&, const MaterialList&, std::size_t, \
                                         const PeriodicCell<D>&, std::vector<std::string>&)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
