#include "galet/build/build_desires.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "galet/model/known_group.hpp"
#include "galet/scene/series_check.hpp"
#include "galet/scene/vectors.hpp"

namespace galet {
namespace {

// Nodes of a grid that a scene may ask for: some hundred megabytes.
constexpr double kMostNodes = 1e7;

// The way of walkers to their exits, in the plane.
class ExitBuilder {
 public:
  ExitBuilder(std::string key, const TowardsExits& settings, const World<2>& world,
              const Bodies<2>& bodies, const Exchange<2>& exchange,
              std::span<const GroupIndex> groups)
      : key_(std::move(key)),
        settings_(settings),
        world_(world),
        bodies_(bodies),
        exchange_(exchange),
        groups_(groups) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (bodies.is_fixed(i)) fixed_.push_back(i);
    }
  }

  ExitDesire build() const {
    if (world_.cell.any()) {
      refuse(key_ + ".kind",
             "\"exits\" are not built into periodic scenes; use kind = \"velocity\", or leave "
             "[periodic] out");
    }
    refuse_moving();
    const double radius = largest_radius();
    std::vector<Exit> exits = build_exits(radius);
    std::vector<Segment> aims;
    for (const Exit& exit : exits) aims.push_back(exit.narrowed);
    Geodesic ways(
        grid(radius, exits), [&](const Vec<2>& x) { return distance_to_obstacles(x) - radius; },
        aims);
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (walks(i) && !ways.leads_from(bodies_.position[i])) refuse_lost(i, radius);
    }
    return {std::move(exits), settings_.speed, std::move(ways)};
  }

 private:
  bool is_meant(GroupIndex group) const {
    return std::ranges::find(groups_, group) != groups_.end();
  }
  bool walks(std::size_t i) const { return is_meant(bodies_.group[i]) && !bodies_.is_fixed(i); }

  double largest_radius() const {
    double radius = 0.0;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (walks(i)) radius = std::max(radius, bodies_.radius[i]);
    }
    for (const Feed<2>& feed : exchange_.feeds) {
      BodySeed<2> seed;
      seed.radius = feed.radius.largest();
      if (is_meant(feed.maker.make(seed, 0, 1).group)) radius = std::max(radius, seed.radius);
    }
    if (radius > 0.0) return radius;
    refuse(key_ + ".group", "has no bodies that can move, and no feed");
  }

  void refuse_moving() const {
    for (const Boundary<2>& boundary : world_.boundaries) {
      const Motion<2>& motion = boundary.motion;
      if (motion.velocity.isZero(0.0) && motion.amplitude.isZero(0.0) && motion.spin.isZero(0.0)) {
        continue;
      }
      refuse(key_ + ".exits",
             fmt::format("the ways to exits are those around obstacles that stay, and boundary "
                         "\"{}\" has a motion; leave it out, or use kind = \"point\" or "
                         "\"velocity\"",
                         boundary.name));
    }
  }

  std::vector<Exit> build_exits(double radius) const {
    if (settings_.exits.empty()) refuse(key_ + ".exits", "must have at least one exit");
    std::vector<Exit> exits;
    for (std::size_t k = 0; k < settings_.exits.size(); ++k) {
      const std::string key = fmt::format("{}.exits[{}]", key_, k);
      const Segment whole{fixed_vector<2>(key + ".start", settings_.exits[k].start),
                          fixed_vector<2>(key + ".end", settings_.exits[k].end)};
      if (!(whole.length() > 2.0 * radius)) {
        refuse(key, fmt::format("is {:.4g} m wide; must be wider than the largest body of the "
                                "group, {:.4g} m",
                                whole.length(), 2.0 * radius));
      }
      exits.push_back({whole, whole.narrowed(radius)});
    }
    return exits;
  }

  // Over everything that ends somewhere, with a margin.
  SquareGrid grid(double radius, std::span<const Exit> exits) const {
    const double spacing = settings_.cell.value_or(radius / 3.0);
    if (spacing > radius) {
      refuse(key_ + ".cell", fmt::format("must be at most the largest radius of the group, {:.4g} "
                                         "m, got {}; walls would leak",
                                         radius, spacing));
    }
    Vec<2> low = exits.front().whole.start;
    Vec<2> high = low;
    const auto cover = [&](const Vec<2>& x, double reach) {
      low = low.cwiseMin(Vec<2>(x.array() - reach));
      high = high.cwiseMax(Vec<2>(x.array() + reach));
    };
    const double margin = 2.0 * radius;
    for (const Exit& exit : exits) {
      cover(exit.whole.start, margin);
      cover(exit.whole.end, margin);
    }
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (walks(i) || bodies_.is_fixed(i)) cover(bodies_.position[i], bodies_.radius[i] + margin);
    }
    for (const Feed<2>& feed : exchange_.feeds) {
      cover(feed.region.bounds().first, margin);
      cover(feed.region.bounds().second, margin);
    }
    for (const Boundary<2>& boundary : world_.boundaries) {
      const Placement<2> at = boundary.placement(0.0);
      std::visit([&](const auto& shape) { cover_shape(shape, at, margin, cover); }, boundary.shape);
    }
    const Vec<2> cells = (high - low) / spacing;
    const double nodes = (cells.x() + 2.0) * (cells.y() + 2.0);
    if (nodes > kMostNodes) {
      refuse(key_ + ".cell",
             fmt::format("{:.4g} m makes a grid of {:.2g} nodes over a scene of {:.4g} m by {:.4g} "
                         "m; at most {:.0e} are allowed",
                         spacing, nodes, high.x() - low.x(), high.y() - low.y(), kMostNodes));
    }
    return SquareGrid::over(low, high, spacing);
  }

  template <class F>
  static void cover_shape(const HalfSpace<2>&, const Placement<2>&, double, F&&) {}
  template <class Shape, class F>
  static void cover_shape(const Shape& s, const Placement<2>& at, double margin, F&& cover) {
    const auto bounds = bounds_of(s, at);
    cover(bounds->first, margin);
    cover(bounds->second, margin);
  }
  template <class F>
  static void cover_shape(const Drum<2>& s, const Placement<2>& at, double margin, F&& cover) {
    cover(at.position, s.radius + margin);
  }
  template <class F>
  static void cover_shape(const BoxInside<2>& s, const Placement<2>& at, double margin, F&& cover) {
    cover(at.to_world(s.low), margin);
    cover(at.to_world(s.high), margin);
  }

  // Boundaries that come or go later are doors: the way leads through.
  double distance_to_obstacles(const Vec<2>& x) const {
    double nearest = std::numeric_limits<double>::infinity();
    for (const Boundary<2>& boundary : world_.boundaries) {
      if (boundary.from > 0.0 || std::isfinite(boundary.until)) continue;
      const Placement<2> at = boundary.placement(0.0);
      std::visit(
          [&](const auto& shape) {
            for_each_face(shape, Pose<2>(at), x, [&](int, double distance, const Vec<2>&) {
              nearest = std::min(nearest, distance);
            });
          },
          boundary.shape);
    }
    for (const std::size_t i : fixed_) {
      nearest = std::min(nearest, (x - bodies_.position[i]).norm() - bodies_.radius[i]);
    }
    return nearest;
  }

  [[noreturn]] void refuse_lost(std::size_t i, double radius) const {
    refuse(key_ + ".exits",
           fmt::format("no way leads from body {} at ({:.6g}, {:.6g}) to an exit; gaps must be "
                       "wider than the largest body of the group, {:.4g} m, by some cells",
                       bodies_.id[i].value, bodies_.position[i].x(), bodies_.position[i].y(),
                       2.0 * radius));
  }

  std::string key_;
  const TowardsExits& settings_;
  const World<2>& world_;
  const Bodies<2>& bodies_;
  const Exchange<2>& exchange_;
  std::span<const GroupIndex> groups_;
  std::vector<std::size_t> fixed_;  // bodies that stand in the way
};

// One entry of the scene.
template <int D>
class DesireBuilder {
 public:
  DesireBuilder(std::string key, const World<D>& world, const Bodies<D>& bodies,
                const Exchange<D>& exchange, std::span<const GroupIndex> groups)
      : key_(std::move(key)),
        world_(world),
        bodies_(bodies),
        exchange_(exchange),
        groups_(groups) {}

  Desire<D> operator()(const VelocityDesire& s) const {
    check_series<D>(key_ + ".velocity", s.velocity);
    return {SteadyDesire{s.velocity}};
  }
  Desire<D> operator()(const TowardsPoint& s) const {
    if (world_.cell.any()) {
      refuse(key_ + ".kind",
             "\"point\" has many images in a periodic scene; use kind = \"velocity\", or leave "
             "[periodic] out");
    }
    return {PointDesire<D>{fixed_vector<D>(key_ + ".point", s.point), s.speed}};
  }
  Desire<D> operator()(const TowardsExits& s) const {
    if constexpr (D == 2) {
      return {ExitBuilder(key_, s, world_, bodies_, exchange_, groups_).build()};
    } else {
      refuse(key_ + ".kind",
             "\"exits\" are of 2D, where shortest ways are computed; in 3D use kind = \"point\" or "
             "\"velocity\"");
    }
  }

 private:
  std::string key_;
  const World<D>& world_;
  const Bodies<D>& bodies_;
  const Exchange<D>& exchange_;
  std::span<const GroupIndex> groups_;
};

}  // namespace

template <int D>
void build_desires(const Scene& scene, const Bodies<D>& bodies, const Exchange<D>& exchange,
                   World<D>& world) {
  if (scene.desire.empty()) return;
  std::vector<std::int32_t> desire_of(world.groups.size(), -1);
  for (std::size_t k = 0; k < scene.desire.size(); ++k) {
    const std::string key = fmt::format("desire[{}]", k);
    const std::string& name =
        std::visit([](const auto& s) -> const std::string& { return s.group; }, scene.desire[k]);
    const std::vector<GroupIndex> groups = groups_meant(key + ".group", world.groups, name);
    for (const GroupIndex group : groups) {
      std::int32_t& desire = desire_of[static_cast<std::size_t>(group)];
      if (desire >= 0) {
        refuse(key + ".group",
               fmt::format("desire[{}] says already what these bodies want; name another group",
                           desire));
      }
      desire = static_cast<std::int32_t>(k);
    }
    world.desires.push_back(
        std::visit(DesireBuilder<D>(key, world, bodies, exchange, groups), scene.desire[k]));
  }
  world.desire_of_group = std::move(desire_of);
}

template void build_desires(const Scene&, const Bodies<2>&, const Exchange<2>&, World<2>&);
template void build_desires(const Scene&, const Bodies<3>&, const Exchange<3>&, World<3>&);

}  // namespace galet
