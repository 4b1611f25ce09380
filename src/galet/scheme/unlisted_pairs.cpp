#include "galet/scheme/unlisted_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace galet {
namespace {

// By how much a pair was beyond the reach; 0 where it was listed.
template <int D>
double distance_beyond(const ListReach<D>& reach, std::span<const double> margin,
                       const ContactPlace& place) {
  const Bodies<D>& bodies = reach.bodies;
  const std::size_t b = place.b.body();
  const Vec<D>& x_b = reach.start[b];
  const double listed_b = bodies.radius[b] + margin[b];
  if (!place.a.is_boundary()) {
    const std::size_t a = place.a.body();
    const double listed = listed_b + bodies.radius[a] + margin[a];
    const double distance2 = reach.world.cell.nearest(x_b - reach.start[a]).squaredNorm();
    return distance2 <= listed * listed ? 0.0 : std::sqrt(distance2) - listed;
  }
  const std::size_t k = place.a.boundary();
  const Placement<D>& wall = reach.walls[k];
  if (!wall.present) return 0.0;  // it is felt from the next step on
  const Vec<D> x = reach.world.image_at(k, wall, x_b);
  const double listed = listed_b + reach.h * wall.velocity_at(x).norm();
  double missing = 0.0;
  std::visit(
      [&](const auto& shape) {
        for_each_face(shape, wall, x, [&](int face, double distance, const Vec<D>&) {
          if (face == place.feature) missing = std::max(missing, distance - listed);
        });
      },
      reach.world.boundaries[k].shape);
  return missing;
}

// Generously, since rounding may not leave it out again.
void widen(const ContactPlace& place, double distance, std::span<double> margin) {
  if (!place.a.is_boundary()) margin[place.a.body()] += distance;
  margin[place.b.body()] += place.a.is_boundary() ? 2.0 * distance : distance;
}

}  // namespace

template <int D>
void widen_for(const ListReach<D>& reach, const ContactPlace& place, std::span<double> margin) {
  const double distance = distance_beyond<D>(reach, margin, place);
  if (distance > 0.0) widen(place, distance, margin);
}

template <int D>
UnlistedPairs widen_for_unlisted(const ListReach<D>& reach, std::span<const Placement<D>> walls_end,
                                 std::span<const BodyPair> pairs,
                                 std::span<const std::uint8_t> went_far, Workers& workers,
                                 std::span<double> margin) {
  using Unlisted = std::vector<std::pair<ContactPlace, double>>;
  std::vector<Unlisted> parts(workers.count());
  UnlistedPairs found;
  found.overlap = find_overlaps<D>(
      reach.world, reach.bodies, {reach.bodies.position, walls_end}, pairs, workers,
      [far = went_far.data()](std::size_t i) { return far[i] != 0; },
      [&](const ContactPlace& place, std::size_t part) {
        const double distance = distance_beyond<D>(reach, margin, place);
        if (distance > 0.0) parts[part].emplace_back(place, distance);
      });
  for (const Unlisted& part : parts) {
    for (const auto& [place, distance] : part) {
      widen(place, distance, margin);
      found.all_listed = false;
    }
  }
  return found;
}

#define GALET_INSTANTIATE(D)                                                            \
  template void widen_for(const ListReach<D>&, const ContactPlace&, std::span<double>); \
  template UnlistedPairs widen_for_unlisted(                                            \
      const ListReach<D>&, std::span<const Placement<D>>, std::span<const BodyPair>,    \
      std::span<const std::uint8_t>, Workers&, std::span<double>)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
