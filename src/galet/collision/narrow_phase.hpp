// Narrow phase: true gaps and normals of the pairs that are near.
#pragma once

#include <cmath>
#include <span>
#include <variant>
#include <vector>

#include "galet/base/workers.hpp"
#include "galet/collision/broad_phase.hpp"
#include "galet/collision/contact_set.hpp"
#include "galet/collision/near_bodies.hpp"
#include "galet/model/world.hpp"

namespace galet {

// A configuration to detect at: the bodies' centres (which need not be the current ones) and the
// boundaries in their places.
template <int D>
struct Configuration {
  std::span<const Vec<D>> position;
  std::span<const Placement<D>> boundaries;
};

// Places of all boundaries at time t. One that is not present then touches nothing.
template <int D>
std::vector<Placement<D>> placements(const World<D>& world, double t);
// The same with planes under load where `loaded` (by boundary) has them.
template <int D>
std::vector<Placement<D>> placements(const World<D>& world, double t,
                                     std::span<const LoadedMotion> loaded);

// Which contacts are wanted: those with
//   gap <= activation · (smaller radius of the pair) + margin of a + margin of b,
// the margin of a boundary being seconds · (speed of its surface there).
struct ContactReach {
  double activation = 0.0;
  std::span<const double> margin = {};  // m, by body; none when empty
  double seconds = 0.0;
};

// All wanted contacts, sorted by place, into `contacts`; `pairs` must list all pairs of bodies with
// such gaps. Contacts whose two sides cannot move are left out. Cost: O(pairs + bodies · boundaries
// without bounds + boundaries with bounds).
template <int D>
void detect_contacts(const World<D>& world, const Bodies<D>& bodies, const Configuration<D>& at,
                     std::span<const BodyPair> pairs, const ContactReach& reach, Workers& workers,
                     ContactSet<D>& contacts);

template <int D>
ContactSet<D> detect_contacts(const World<D>& world, const Bodies<D>& bodies,
                              const Configuration<D>& at, std::span<const BodyPair> pairs,
                              const ContactReach& reach, Workers& workers) {
  ContactSet<D> contacts;
  detect_contacts(world, bodies, at, pairs, reach, workers, contacts);
  return contacts;
}

struct Overlap {
  double length = 0.0;    // m, largest overlap
  double relative = 0.0;  // largest overlap over the smaller radius of its pair

  bool is_exceeded_by(double overlap, double smaller_radius) const {
    return overlap > length || overlap > relative * smaller_radius;
  }
  void note(double overlap, double smaller_radius) {
    length = std::max(length, overlap);
    relative = std::max(relative, overlap / smaller_radius);
  }
  void note(const Overlap& other) {
    length = std::max(length, other.length);
    relative = std::max(relative, other.relative);
  }
};

// The largest overlap in the true geometry of what can move; `pairs` must list all pairs that
// overlap. Calls f(place, part) for every overlap with a boundary, and for those between two bodies
// of which one is suspect(i). Called by all threads, `part` telling which.
template <int D, class Suspect, class F>
Overlap find_overlaps(const World<D>& world, const Bodies<D>& bodies, const Configuration<D>& at,
                      std::span<const BodyPair> pairs, Workers& workers, Suspect&& suspect, F&& f) {
  std::vector<Overlap> parts(workers.count());
  with_nearest(world.cell, [&](const auto& nearest) {
    workers.for_range(pairs.size(), [&](std::size_t begin, std::size_t end, std::size_t part) {
      Overlap largest;
      for (std::size_t k = begin; k < end; ++k) {
        const auto a = static_cast<std::size_t>(pairs[k].a);
        const auto b = static_cast<std::size_t>(pairs[k].b);
        const double r_a = bodies.radius[a];
        const double r_b = bodies.radius[b];
        const double depth = r_a + r_b - nearest(at.position[b] - at.position[a]).norm();
        // Half of the contacts of a packing overlap by a trifle: no branch for that alone.
        const bool asked = (depth > 0.0) & (suspect(a) | suspect(b));
        if (!asked && !largest.is_exceeded_by(depth, std::min(r_a, r_b))) continue;
        if (bodies.is_fixed(a) && bodies.is_fixed(b)) continue;
        largest.note(depth, std::min(r_a, r_b));
        if (asked) f(ContactPlace{{pairs[k].a}, {pairs[k].b}, 0}, part);
      }
      parts[part] = largest;
    });
  });
  const auto near =
      near_bodies<D>(world, at.boundaries, at.position,
                     bodies.size() == 0 ? 0.0 : *std::ranges::max_element(bodies.radius));
  std::vector<std::int32_t> found;
  for (std::size_t k = 0; k < world.boundaries.size(); ++k) {
    if (!at.boundaries[k].present) continue;
    const ObstacleBox<D> bounds =
        near ? bounds_of<D>(world.boundaries[k].shape, at.boundaries[k]) : ObstacleBox<D>();
    if (bounds) near->find(bounds->first, bounds->second, found);
    const Pose<D> pose(at.boundaries[k]);
    const ImageAt<D> image_at(world.cell, world.boundaries[k].shape, at.boundaries[k]);
    std::visit(
        [&](const auto& shape) {
          const auto look_at = [&](std::size_t i, std::size_t part) {
            const double r = bodies.radius[i];
            for_each_face(
                shape, pose, image_at(at.position[i]),
                [&](int face, double distance, const Vec<D>&) {
                  if (distance >= r || bodies.is_fixed(i)) return;
                  parts[part].note(r - distance, r);
                  f(ContactPlace{NodeRef::boundary(k), {static_cast<std::int32_t>(i)}, face}, part);
                });
          };
          if (bounds) {
            for (const std::int32_t i : found) look_at(static_cast<std::size_t>(i), 0);
            return;
          }
          workers.for_range(bodies.size(),
                            [&](std::size_t begin, std::size_t end, std::size_t part) {
                              for (std::size_t i = begin; i < end; ++i) look_at(i, part);
                            });
        },
        world.boundaries[k].shape);
  }
  for (const Overlap& part : parts) parts.front().note(part);
  return parts.front();
}

// The same without asking where.
template <int D>
Overlap largest_overlap(const World<D>& world, const Bodies<D>& bodies, const Configuration<D>& at,
                        std::span<const BodyPair> pairs, Workers& workers);

}  // namespace galet
