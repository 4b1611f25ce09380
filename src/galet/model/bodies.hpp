// The moving bodies, as arrays. All arrays have the same length; a body's place in them may change,
// its id does not.
#pragma once

#include <cstdint>
#include <vector>

#include "galet/base/ids.hpp"
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

  std::size_t size() const { return id.size(); }

  // Adds a body at rest in its locked directions; its id is the number of bodies so far.
  void add(const Body<D>& body) {
    const auto k = static_cast<std::int32_t>(size());
    id.push_back(BodyId::body(k));
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
  }
};

}  // namespace galet
