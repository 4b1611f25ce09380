#include "galet/collision/narrow_phase.hpp"

#include <algorithm>

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

template <int D>
void detect_contacts(const World<D>& world, const Bodies<D>& bodies, const Configuration<D>& at,
                     std::span<const BodyPair> pairs, const ContactReach& reach, Workers& workers,
                     ContactSet<D>& contacts) {
  const auto margin = [&](std::size_t i) { return reach.margin.empty() ? 0.0 : reach.margin[i]; };
  contacts.clear();
  // The last boundary comes first in the order of places.
  for (std::size_t k = world.boundaries.size(); k-- > 0;) {
    const Placement<D>& place = at.boundaries[k];
    if (!place.present) continue;
    const Pose<D> pose(place);
    const ImageAt<D> image_at(world.cell, world.boundaries[k].shape, place);
    const bool moves =
        reach.seconds > 0.0 && !(place.velocity.isZero(0.0) && place.spin.isZero(0.0));
    std::visit(
        [&](const auto& shape) {
          collect(workers, bodies.size(), contacts, [&](std::size_t i, ContactSet<D>& out) {
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
  }
  with_nearest(world.cell, [&](const auto& nearest) {
    collect(workers, pairs.size(), contacts, [&](std::size_t k, ContactSet<D>& out) {
      const auto a = static_cast<std::size_t>(pairs[k].a);
      const auto b = static_cast<std::size_t>(pairs[k].b);
      const double r_a = bodies.radius[a];
      const double r_b = bodies.radius[b];
      const double wanted =
          r_a + r_b + reach.activation * std::min(r_a, r_b) + margin(a) + margin(b);
      const Vec<D> branch = nearest(at.position[b] - at.position[a]);
      const double distance2 = branch.squaredNorm();
      if (distance2 > wanted * wanted || (bodies.is_fixed(a) && bodies.is_fixed(b))) return;
      const double distance = std::sqrt(distance2);
      // Coincident centres have no direction; any will do to push them apart.
      out.push_back({{{pairs[k].a}, {pairs[k].b}, 0},
                     distance - r_a - r_b,
                     distance > 0.0 ? Vec<D>(branch / distance) : Vec<D>(Vec<D>::Unit(D - 1))});
    });
  });
}

template <int D>
Overlap largest_overlap(const World<D>& world, const Bodies<D>& bodies, const Configuration<D>& at,
                        std::span<const BodyPair> pairs, Workers& workers) {
  std::vector<Overlap> parts(workers.count());
  for_each_overlap(world, bodies, at, pairs, workers,
                   [&](const ContactPlace&, double depth, double radius, std::size_t part) {
                     parts[part].note(depth, radius);
                   });
  for (const Overlap& part : parts) parts.front().note(part);
  return parts.front();
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
