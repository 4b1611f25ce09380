#include "galet/collision/narrow_phase.hpp"

#include <algorithm>
#include <array>

#include "galet/base/lean.hpp"
#include "galet/collision/collect.hpp"

namespace galet {

template <int D>
std::vector<Placement<D>> placements(const World<D>& world, double t) {
  std::vector<Placement<D>> at;
  at.reserve(world.boundaries.size());
  for (const Boundary<D>& boundary : world.boundaries) at.push_back(boundary.placement(t));
  return at;
}

template <int D>
std::vector<Placement<D>> placements(const World<D>& world, double t,
                                     std::span<const LoadedMotion> loaded) {
  std::vector<Placement<D>> at;
  at.reserve(world.boundaries.size());
  for (std::size_t k = 0; k < world.boundaries.size(); ++k) {
    at.push_back(world.boundaries[k].placement(t, loaded[k]));
  }
  return at;
}

namespace {

// Calls f(pair, branch from a to b) for the pairs within reach that can move. The ones within reach
// are picked first, some hundred at a time and without a branch: which they are cannot be foreseen.
template <int D, class N, class F>
void for_each_wanted(const Bodies<D>& bodies, std::span<const Vec<D>> position,
                     std::span<const BodyPair> pairs, const ContactReach& reach, const N& nearest,
                     F&& f) {
  constexpr std::size_t some = 256;
  std::array<std::size_t, some> picked;
  const auto branch = [&](const BodyPair& pair) {
    return nearest(position[static_cast<std::size_t>(pair.b)] -
                   position[static_cast<std::size_t>(pair.a)]);
  };
  const auto pick = [&](std::size_t first, std::size_t last, const auto& margin) {
    std::size_t count = 0;
    for (std::size_t k = first; k < last; ++k) {
      const auto a = static_cast<std::size_t>(pairs[k].a);
      const auto b = static_cast<std::size_t>(pairs[k].b);
      const double r_a = bodies.radius[a];
      const double r_b = bodies.radius[b];
      const double wanted =
          r_a + r_b + reach.activation * std::min(r_a, r_b) + margin(a) + margin(b);
      picked[count] = k;
      count += branch(pairs[k]).squaredNorm() <= wanted * wanted ? 1 : 0;
    }
    return count;
  };
  for (std::size_t first = 0; first < pairs.size(); first += some) {
    const std::size_t last = std::min(pairs.size(), first + some);
    const std::size_t count =
        reach.margin.empty() ? pick(first, last, [](std::size_t) { return 0.0; })
                             : pick(first, last, [&](std::size_t i) { return reach.margin[i]; });
    for (const std::size_t k : std::span(picked).first(count)) {
      const bool fixed = bodies.is_fixed(static_cast<std::size_t>(pairs[k].a)) &&
                         bodies.is_fixed(static_cast<std::size_t>(pairs[k].b));
      if (!fixed) f(pairs[k], branch(pairs[k]));
    }
  }
}

template <int D>
Contact<D> contact_between(const Bodies<D>& bodies, const BodyPair& pair, const Vec<D>& branch) {
  const double distance = branch.norm();
  // Coincident centres have no direction; any will do to push them apart.
  return {{{pair.a}, {pair.b}, 0},
          distance - bodies.radius[static_cast<std::size_t>(pair.a)] -
              bodies.radius[static_cast<std::size_t>(pair.b)],
          distance > 0.0 ? Vec<D>(branch / distance) : Vec<D>(Vec<D>::Unit(D - 1))};
}

// From the centre of a body to a face that it has a wanted contact with, at most.
double largest_reach(std::span<const double> radius, const ContactReach& reach) {
  const auto largest = [](std::span<const double> x) {
    return x.empty() ? 0.0 : std::ranges::max(x);
  };
  return (1.0 + reach.activation) * largest(radius) + largest(reach.margin);
}

}  // namespace

template <int D>
void detect_contacts(const World<D>& world, const Bodies<D>& bodies, const Configuration<D>& at,
                     std::span<const BodyPair> pairs, const ContactReach& reach, Workers& workers,
                     ContactSet<D>& contacts) {
  const auto margin = [&](std::size_t i) { return reach.margin.empty() ? 0.0 : reach.margin[i]; };
  clear_to_refill(contacts);
  // Whether its way in the step adds to the reach.
  const auto goes_far = [&](const Placement<D>& place) {
    return reach.seconds > 0.0 && !(place.velocity.isZero(0.0) && place.spin.isZero(0.0));
  };
  // Calls loop(touch), where touch(i, out) appends the contacts of boundary k with body i.
  const auto with_boundary = [&](std::size_t k, auto&& loop) {
    const Placement<D>& place = at.boundaries[k];
    const Pose<D> pose(place);
    const ImageAt<D> image_at(world.cell, world.boundaries[k].shape, place);
    const bool moves = goes_far(place);
    std::visit(
        [&](const auto& shape) {
          loop([&](std::size_t i, ContactSet<D>& out) {
            const Vec<D> x = image_at(at.position[i]);
            const double sweep = moves ? reach.seconds * place.velocity_at(x).norm() : 0.0;
            const double wanted = (1.0 + reach.activation) * bodies.radius[i] + margin(i) + sweep;
            const std::size_t first = out.size();
            for_each_face(shape, pose, x, [&](int feature, double distance, const Vec<D>& n) {
              if (distance > wanted || bodies.is_fixed(i)) return;
              out.push_back({{NodeRef::boundary(k), {static_cast<std::int32_t>(i)}, feature},
                             distance - bodies.radius[i],
                             n});
            });
            std::sort(out.begin() + static_cast<std::ptrdiff_t>(first), out.end(),
                      [](const auto& c1, const auto& c2) { return c1.place < c2.place; });
          });
        },
        world.boundaries[k].shape);
  };
  const auto near =
      near_bodies<D>(world, at.boundaries, at.position, largest_reach(bodies.radius, reach));
  std::vector<std::int32_t> found;
  // The last boundary comes first in the order of places.
  for (std::size_t k = world.boundaries.size(); k-- > 0;) {
    if (!at.boundaries[k].present) continue;
    const ObstacleBox<D> bounds = near && !goes_far(at.boundaries[k])
                                      ? bounds_of<D>(world.boundaries[k].shape, at.boundaries[k])
                                      : ObstacleBox<D>();
    if (bounds) near->find(bounds->first, bounds->second, found);
    with_boundary(k, [&](const auto& touch) {
      if (!bounds) return collect(workers, bodies.size(), contacts, touch);
      for (const std::int32_t i : found) touch(static_cast<std::size_t>(i), contacts);
    });
  }
  with_nearest(world.cell, [&](const auto& nearest) {
    collect_ranges(workers, pairs.size(), contacts,
                   [&](std::size_t begin, std::size_t end, ContactSet<D>& out) {
                     for_each_wanted(bodies, at.position, pairs.subspan(begin, end - begin), reach,
                                     nearest, [&](const BodyPair& pair, const Vec<D>& branch) {
                                       append(out, contact_between(bodies, pair, branch));
                                     });
                   });
  });
}

template <int D>
Overlap largest_overlap(const World<D>& world, const Bodies<D>& bodies, const Configuration<D>& at,
                        std::span<const BodyPair> pairs, Workers& workers) {
  return find_overlaps(
      world, bodies, at, pairs, workers, [](std::size_t) { return false; },
      [](const ContactPlace&, std::size_t) {});
}

#define GALET_INSTANTIATE(D)                                                                   \
  template std::vector<Placement<D>> placements(const World<D>&, double);                      \
  template std::vector<Placement<D>> placements(const World<D>&, double,                       \
                                                std::span<const LoadedMotion>);                \
  template void detect_contacts(const World<D>&, const Bodies<D>&, const Configuration<D>&,    \
                                std::span<const BodyPair>, const ContactReach&, Workers&,      \
                                ContactSet<D>&);                                               \
  template Overlap largest_overlap(const World<D>&, const Bodies<D>&, const Configuration<D>&, \
                                   std::span<const BodyPair>, Workers&)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
