// The moving bodies, as arrays. All arrays have the same length; a body's place in them may change,
// its id does not.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "galet/base/ids.hpp"
#include "galet/geometry/periodic_cell.hpp"
#include "galet/geometry/shapes.hpp"
#include "galet/model/materials.hpp"

namespace galet {

using GroupIndex = std::int32_t;

// One body, for adding to and looking into the arrays.
template <int D>
struct Body {
  Vec<D> position = Vec<D>::Zero();
  Rotation<D> rotation;
  Vec<D> velocity = Vec<D>::Zero();
  Spin<D> spin = Spin<D>::Zero();
  double radius = 0.0;
  double mass = 0.0;
  double inertia = 0.0;
  // 1 where the body can move, 0 where it is locked.
  Vec<D> free = Vec<D>::Ones();
  bool free_rotation = true;
  MaterialIndex material = 0;
  GroupIndex group = 0;
  Image<D> image = Image<D>::Zero();
};

template <int D>
struct Bodies {
  std::vector<BodyId> id;
  std::vector<Vec<D>> position;
  std::vector<Rotation<D>> rotation;
  std::vector<Vec<D>> velocity;
  std::vector<Spin<D>> spin;
  std::vector<double> radius;
  std::vector<double> mass;
  std::vector<double> inertia;
  // Inverse mass per direction (0 where locked) and inverse inertia (0 where locked).
  std::vector<Vec<D>> inverse_mass;
  std::vector<double> inverse_inertia;
  std::vector<MaterialIndex> material;
  std::vector<GroupIndex> group;
  // Periods by which the body has been put back into a periodic cell. Empty where none is counted,
  // which stands for zero.
  std::vector<Image<D>> image;
  // N, forces that whoever drives the run has set between steps; they stay until set anew. Empty
  // where none was ever set, which stands for zero.
  std::vector<Vec<D>> applied_force;

  std::size_t size() const { return id.size(); }
  bool is_fixed(std::size_t i) const {
    return inverse_inertia[i] == 0.0 && inverse_mass[i].isZero(0.0);
  }
  // Where it would be, had it not been put back into the cell.
  Vec<D> path(std::size_t i, const PeriodicCell<D>& cell) const {
    return position[i] + cell.offset(image_of(i));
  }
  Image<D> image_of(std::size_t i) const {
    return image.empty() ? Image<D>(Image<D>::Zero()) : image[i];
  }
  void count_images() { image.resize(size(), Image<D>::Zero()); }
  void count_applied_forces() { applied_force.resize(size(), Vec<D>::Zero()); }

  // Adds a body at rest in its locked directions; its id is the number of bodies so far.
  void add(const Body<D>& body) { add(body, BodyId::body(static_cast<std::int32_t>(size()))); }
  // The same with an id that no other body has.
  void add(const Body<D>& body, BodyId own_id) {
    id.push_back(own_id);
    position.push_back(body.position);
    rotation.push_back(body.rotation);
    velocity.push_back(body.velocity.cwiseProduct(body.free));
    spin.push_back(body.free_rotation ? body.spin : Spin<D>(Spin<D>::Zero()));
    radius.push_back(body.radius);
    mass.push_back(body.mass);
    inertia.push_back(body.inertia);
    inverse_mass.push_back(body.free / body.mass);
    inverse_inertia.push_back(body.free_rotation ? 1.0 / body.inertia : 0.0);
    material.push_back(body.material);
    group.push_back(body.group);
    if (!applied_force.empty()) count_applied_forces();
    if (image.empty() && body.image.isZero()) return;
    count_images();
    image.back() = body.image;
  }
};

// The places of the bodies in the order of their ids.
template <int D>
std::vector<std::size_t> places_by_id(const Bodies<D>& bodies) {
  std::vector<std::size_t> places(bodies.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::ranges::sort(places, {}, [&](std::size_t k) { return bodies.id[k]; });
  return places;
}

// Calls f(array of a, array of b) for every array of two sets of bodies.
template <class A, class B, class F>
void for_each_array(A& a, B& b, F&& f) {
  f(a.id, b.id);
  f(a.position, b.position);
  f(a.rotation, b.rotation);
  f(a.velocity, b.velocity);
  f(a.spin, b.spin);
  f(a.radius, b.radius);
  f(a.mass, b.mass);
  f(a.inertia, b.inertia);
  f(a.inverse_mass, b.inverse_mass);
  f(a.inverse_inertia, b.inverse_inertia);
  f(a.material, b.material);
  f(a.group, b.group);
  f(a.image, b.image);
  f(a.applied_force, b.applied_force);
}

// Makes room for so many bodies.
template <int D>
void reserve(Bodies<D>& bodies, std::size_t count) {
  for_each_array(bodies, bodies, [count](auto& array, const auto&) { array.reserve(count); });
}

// Puts all bodies back into the cell; false when one is too many periods away to be counted.
template <int D>
[[nodiscard]] bool wrap(const PeriodicCell<D>& cell, Bodies<D>& bodies) {
  bool done = true;
  if (!cell.any()) return done;
  bodies.count_images();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    done &= cell.wrap(bodies.position[i], bodies.image[i]);
  }
  return done;
}

// Adds all of `others`, with their ids, which no body may have yet.
template <int D>
void append(Bodies<D>& bodies, const Bodies<D>& others) {
  const bool counted = !bodies.image.empty() || !others.image.empty();
  const bool forced = !bodies.applied_force.empty() || !others.applied_force.empty();
  if (counted) bodies.count_images();
  if (forced) bodies.count_applied_forces();
  for_each_array(bodies, others, [](auto& mine, const auto& theirs) {
    mine.insert(mine.end(), theirs.begin(), theirs.end());
  });
  if (counted) bodies.count_images();
  if (forced) bodies.count_applied_forces();
}

// Puts bodies into another order and leaves some out: place k then holds what was at order[k].
template <int D>
void rearrange(Bodies<D>& bodies, std::span<const std::int32_t> order) {
  Bodies<D> arranged;
  for_each_array(arranged, bodies, [order](auto& to, const auto& from) {
    if (from.empty()) return;  // images and forces that are not counted
    to.reserve(order.size());
    for (const std::int32_t place : order) to.push_back(from[static_cast<std::size_t>(place)]);
  });
  bodies = std::move(arranged);
}

}  // namespace galet
