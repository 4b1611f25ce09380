#include "galet/sim/exchange.hpp"

#include <algorithm>
#include <cmath>

#include "galet/base/near_miss.hpp"
#include "galet/collision/narrow_phase.hpp"
#include "galet/sim/ball_grid.hpp"
#include "galet/sim/fill.hpp"
#include "galet/sim/radius_draw.hpp"
#include "galet/sim/size_limits.hpp"
#include "galet/sim/take_up.hpp"
#include "galet/sim/vectors.hpp"

namespace galet {
namespace {

double largest_radius(const RadiusDistribution& radius) {
  return radius.max ? *radius.max : *std::ranges::max_element(radius.values.values);
}

double smallest_radius(const RadiusDistribution& radius) {
  return radius.min ? *radius.min : *std::ranges::min_element(radius.values.values);
}

template <int D>
Feed<D> build_feed(const std::string& key, const FeedSettings& s, const MaterialList& materials,
                   std::uint64_t derived_seed, const PeriodicCell<D>& cell,
                   std::vector<std::string>& groups) {
  Feed<D> feed{.region = Region<D>(key + ".region", s.region, cell),
               .maker = BodyMaker<D>(key, s.common, materials, group_index(groups, s.common.group)),
               .radius = s.radius};
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

  Random trial(feed.seed);
  draw_radii(key + ".radius", s.radius, 1, trial);
  if (largest_radius(s.radius) > feed.region.largest_radius()) {
    refuse(key + ".region",
           fmt::format("a body of radius {:.4g} does not fit into it", largest_radius(s.radius)));
  }
  for (const double radius : {smallest_radius(s.radius), largest_radius(s.radius)}) {
    BodySeed<D> body;
    body.radius = radius;
    body.velocity = feed.velocity;
    feed.maker.make(body, 0, 1);
  }
  return feed;
}

template <int D>
double energy_of(const Body<D>& body, const Vec<D>& gravity) {
  return 0.5 * (body.mass * body.velocity.squaredNorm() + body.inertia * body.spin.squaredNorm()) -
         body.mass * body.free.cwiseProduct(gravity).dot(body.position);
}

template <int D>
bool take_out(const std::vector<Removal<D>>& removals, const World<D>& world, State<D>& state) {
  const Vec<D> gravity = world.gravity_at(state.time);
  Bodies<D>& bodies = state.bodies;
  const auto leaves = [&](std::size_t i) {
    return !bodies.is_fixed(i) && std::ranges::any_of(removals, [&](const Removal<D>& removal) {
      return (!removal.group || *removal.group == bodies.group[i]) &&
             removal.region.contains(bodies.position[i]) == (removal.where == RegionSide::inside);
    });
  };
  const std::size_t count = bodies.size();
  std::vector<std::int32_t> kept;
  kept.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (!leaves(i)) {
      kept.push_back(static_cast<std::int32_t>(i));
      continue;
    }
    state.energy.work.exchanged -=
        0.5 * (bodies.mass[i] * bodies.velocity[i].squaredNorm() +
               bodies.inertia[i] * bodies.spin[i].squaredNorm()) -
        bodies.mass[i] * bodies.mass[i] *
            bodies.inverse_mass[i].cwiseProduct(gravity).dot(bodies.path(i, world.cell));
  }
  if (kept.size() == count) return false;
  state.removed += static_cast<std::int64_t>(count - kept.size());
  std::vector<std::int32_t> new_place(count, -1);
  for (std::size_t k = 0; k < kept.size(); ++k) {
    new_place[static_cast<std::size_t>(kept[k])] = static_cast<std::int32_t>(k);
  }
  rearrange<D>(bodies, kept);
  rearrange<D>(state.memory, new_place);
  return true;
}

// The bodies that a new one in the region might touch.
template <int D>
BallGrid<D> neighbourhood(const Feed<D>& feed, const PeriodicCell<D>& cell,
                          const Bodies<D>& bodies) {
  BallGrid<D> grid(cell);
  const auto [low, high] = feed.region.bounds();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const double reach = bodies.radius[i] + feed.separation;
    const Vec<D> range = Vec<D>::Constant(reach);
    bool near = false;
    cell.for_each_shift(bodies.position[i] - range, bodies.position[i] + range, low, high,
                        [&](const Vec<D>& shift) {
                          const Vec<D> x = bodies.position[i] + shift;
                          const Vec<D> nearest = x.cwiseMax(low).cwiseMin(high);
                          near = near || (x - nearest).squaredNorm() <= reach * reach;
                        });
    if (near) grid.add(bodies.position[i], bodies.radius[i]);
  }
  return grid;
}

template <int D>
bool put_in(const Feed<D>& feed, const World<D>& world, double h, FeedState& own, State<D>& state) {
  const std::int64_t due = feed.due(state.time + h);
  if (own.inserted >= due) return false;
  const std::int64_t before = own.inserted;
  BallGrid<D> grid = neighbourhood(feed, world.cell, state.bodies);
  const Vec<D> gravity = world.gravity_at(state.time);
  const std::vector<Placement<D>> places = placements(world, state.time, state.loaded);
  while (own.inserted < due) {
    if (!own.radius) own.radius = draw_radii("", feed.radius, 1, own.random).front();
    BodySeed<D> seed;
    seed.radius = *own.radius;
    bool placed = false;
    for (std::int64_t attempt = 0; attempt < feed.attempts && !placed; ++attempt) {
      seed.position = feed.region.draw(seed.radius, own.random);
      placed =
          grid.is_free(seed.position, seed.radius, feed.separation) &&
          clears_boundaries<D>(world.cell, world.boundaries, places, seed.position, seed.radius);
    }
    if (!placed) break;
    seed.velocity = feed.velocity + draw_jitter<D>(feed.velocity_jitter, own.random);
    grid.add(seed.position, seed.radius);
    const Body<D> body = feed.maker.make(seed, 0, 1);
    if (state.next_id == std::numeric_limits<std::int32_t>::max()) {
      throw NumericalError("a feed has used up all numbers of bodies");
    }
    state.bodies.add(body, BodyId::body(state.next_id++));
    state.energy.work.exchanged += energy_of(body, gravity);
    own.radius.reset();
    ++own.inserted;
    ++state.inserted;
  }
  return own.inserted > before;
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
double Feed<D>::largest_radius() const {
  return galet::largest_radius(radius);
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
    if (!s.group.empty()) {
      const auto found = std::ranges::find(groups, s.group);
      if (found == groups.end()) {
        const std::vector<std::string_view> named(groups.begin() + 1, groups.end());
        refuse(key + ".group",
               fmt::format("unknown group \"{}\"; {}", s.group, suggestion(s.group, named)));
      }
      removal.group = static_cast<GroupIndex>(found - groups.begin());
    }
    exchange.removals.push_back(std::move(removal));
  }
  return exchange;
}

template <int D>
bool exchange_bodies(const Exchange<D>& exchange, const World<D>& world, double h,
                     State<D>& state) {
  bool changed = !exchange.removals.empty() && take_out<D>(exchange.removals, world, state);
  for (std::size_t k = 0; k < exchange.feeds.size(); ++k) {
    changed |= put_in<D>(exchange.feeds[k], world, h, state.feeds[k], state);
  }
  return changed;
}

#define GALET_INSTANTIATE(D)                                                                 \
  template struct Feed<D>;                                                                   \
  template Exchange<D> build_exchange<D>(const Scene&, const MaterialList&, std::size_t,     \
                                         const PeriodicCell<D>&, std::vector<std::string>&); \
  template bool exchange_bodies(const Exchange<D>&, const World<D>&, double, State<D>&)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
