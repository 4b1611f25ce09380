#include "galet/collision/narrow_phase.hpp"

#include <algorithm>

#include "galet/collision/collect.hpp"

namespace galet {
namespace {

template <int D>
bool is_fixed(const Bodies<D>& bodies, std::size_t i) {
  return bodies.inverse_mass[i].isZero(0.0) && bodies.inverse_inertia[i] == 0.0;
}

template <int D>
Contact<D> boundary_contact(const Bodies<D>& bodies, const Vec<D>& x, const Placement<D>& at,
                            std::size_t boundary, std::size_t body, int feature, double distance,
                            const Vec<D>& n) {
  Contact<D> c;
  c.key = {BodyId::boundary(static_cast<std::int32_t>(boundary)), bodies.id[body], feature};
  c.a = {-1 - static_cast<std::int32_t>(boundary)};
  c.b = {static_cast<std::int32_t>(body)};
  c.gap = distance - bodies.radius[body];
  c.frame = contact_frame<D>(n);
  c.point = x - distance * n;
  c.arm_a = c.point - at.position;
  c.arm_b = -bodies.radius[body] * n;
  c.length = bodies.radius[body];
  return c;
}

template <int D>
Contact<D> pair_contact(const Bodies<D>& bodies, const BodyPair& pair, const Vec<D>& x_a,
                        const Vec<D>& x_b, double distance) {
  const auto a = static_cast<std::size_t>(pair.a);
  const auto b = static_cast<std::size_t>(pair.b);
  // Coincident centres have no direction; any will do to push them apart.
  const Vec<D> n = distance > 0.0 ? Vec<D>((x_b - x_a) / distance) : Vec<D>(Vec<D>::Unit(D - 1));
  Contact<D> c;
  c.key = {bodies.id[a], bodies.id[b], 0};
  c.a = {pair.a};
  c.b = {pair.b};
  c.gap = distance - bodies.radius[a] - bodies.radius[b];
  c.frame = contact_frame<D>(n);
  c.arm_a = bodies.radius[a] * n;
  c.arm_b = -bodies.radius[b] * n;
  c.point = x_a + c.arm_a + 0.5 * c.gap * n;
  c.length = std::min(bodies.radius[a], bodies.radius[b]);
  return c;
}

}  // namespace

template <int D>
std::vector<Placement<D>> placements(const World<D>& world, double t) {
  std::vector<Placement<D>> at;
  at.reserve(world.boundaries.size());
  for (const Boundary<D>& boundary : world.boundaries) at.push_back(boundary.placement(t));
  return at;
}

template <int D>
ContactSet<D> detect_contacts(const World<D>& world, const Bodies<D>& bodies,
                              const Configuration<D>& at, std::span<const BodyPair> pairs,
                              const ContactReach& reach, Workers& workers) {
  const auto margin = [&](std::size_t i) { return reach.margin.empty() ? 0.0 : reach.margin[i]; };
  ContactSet<D> contacts;
  // Boundary k has the id −1 − k: in the order of the keys the last boundary comes first.
  for (std::size_t k = world.boundaries.size(); k-- > 0;) {
    const Placement<D>& place = at.boundaries[k];
    if (!place.present) continue;
    const ContactSet<D> found = std::visit(
        [&](const auto& shape) {
          return collect<Contact<D>>(
              workers, bodies.size(), [&](std::size_t i, ContactSet<D>& out) {
                const Vec<D>& x = at.position[i];
                const double speed = reach.seconds > 0.0 ? place.velocity_at(x).norm() : 0.0;
                const double wanted =
                    (1.0 + reach.activation) * bodies.radius[i] + margin(i) + reach.seconds * speed;
                const std::size_t first = out.size();
                for_each_face(shape, place, x, [&](int feature, double distance, const Vec<D>& n) {
                  if (distance > wanted || is_fixed(bodies, i)) return;
                  out.push_back(boundary_contact(bodies, x, place, k, i, feature, distance, n));
                });
                std::sort(out.begin() + static_cast<std::ptrdiff_t>(first), out.end(),
                          [](const auto& c1, const auto& c2) { return c1.key < c2.key; });
              });
        },
        world.boundaries[k].shape);
    contacts.insert(contacts.end(), found.begin(), found.end());
  }
  const ContactSet<D> found =
      collect<Contact<D>>(workers, pairs.size(), [&](std::size_t k, ContactSet<D>& out) {
        const auto a = static_cast<std::size_t>(pairs[k].a);
        const auto b = static_cast<std::size_t>(pairs[k].b);
        const double r_a = bodies.radius[a];
        const double r_b = bodies.radius[b];
        const double wanted =
            r_a + r_b + reach.activation * std::min(r_a, r_b) + margin(a) + margin(b);
        const double distance2 = (at.position[b] - at.position[a]).squaredNorm();
        if (distance2 > wanted * wanted || (is_fixed(bodies, a) && is_fixed(bodies, b))) return;
        out.push_back(
            pair_contact(bodies, pairs[k], at.position[a], at.position[b], std::sqrt(distance2)));
      });
  contacts.insert(contacts.end(), found.begin(), found.end());
  return contacts;
}

template <int D>
Overlap largest_overlap(const World<D>& world, const Bodies<D>& bodies, const Configuration<D>& at,
                        std::span<const BodyPair> pairs, Workers& workers) {
  std::vector<Overlap> parts(workers.count());
  const auto note = [](Overlap& worst, double overlap, double smaller_radius) {
    worst.length = std::max(worst.length, overlap);
    worst.relative = std::max(worst.relative, overlap / smaller_radius);
  };
  workers.for_range(pairs.size(), [&](std::size_t begin, std::size_t end, std::size_t part) {
    for (std::size_t k = begin; k < end; ++k) {
      const auto a = static_cast<std::size_t>(pairs[k].a);
      const auto b = static_cast<std::size_t>(pairs[k].b);
      const double touch = bodies.radius[a] + bodies.radius[b];
      const double distance2 = (at.position[b] - at.position[a]).squaredNorm();
      if (distance2 < touch * touch && !(is_fixed(bodies, a) && is_fixed(bodies, b))) {
        note(parts[part], touch - std::sqrt(distance2),
             std::min(bodies.radius[a], bodies.radius[b]));
      }
    }
  });
  for (std::size_t k = 0; k < world.boundaries.size(); ++k) {
    if (!at.boundaries[k].present) continue;
    std::visit(
        [&](const auto& shape) {
          workers.for_range(bodies.size(), [&](std::size_t begin, std::size_t end,
                                               std::size_t part) {
            for (std::size_t i = begin; i < end; ++i) {
              for_each_face(shape, at.boundaries[k], at.position[i],
                            [&](int, double distance, const Vec<D>&) {
                              if (distance < bodies.radius[i] && !is_fixed(bodies, i)) {
                                note(parts[part], bodies.radius[i] - distance, bodies.radius[i]);
                              }
                            });
            }
          });
        },
        world.boundaries[k].shape);
  }
  Overlap worst;
  for (const Overlap& part : parts) {
    worst.length = std::max(worst.length, part.length);
    worst.relative = std::max(worst.relative, part.relative);
  }
  return worst;
}

template std::vector<Placement<2>> placements(const World<2>&, double);
template std::vector<Placement<3>> placements(const World<3>&, double);
template ContactSet<2> detect_contacts(const World<2>&, const Bodies<2>&, const Configuration<2>&,
                                       std::span<const BodyPair>, const ContactReach&, Workers&);
template ContactSet<3> detect_contacts(const World<3>&, const Bodies<3>&, const Configuration<3>&,
                                       std::span<const BodyPair>, const ContactReach&, Workers&);
template Overlap largest_overlap(const World<2>&, const Bodies<2>&, const Configuration<2>&,
                                 std::span<const BodyPair>, Workers&);
template Overlap largest_overlap(const World<3>&, const Bodies<3>&, const Configuration<3>&,
                                 std::span<const BodyPair>, Workers&);

}  // namespace galet
