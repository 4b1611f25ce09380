// Worlds and bodies built by hand, for tests of the steps and of whole runs.
#pragma once

#include <cmath>
#include <utility>

#include "galet/model/world.hpp"

namespace galet::test {

// One material, one group, the given law between all.
template <int D>
World<D> world_of(const PairLaw& law, const Vec<D>& gravity = Vec<D>::Zero()) {
  World<D> world;
  world.materials = {"stone"};
  world.groups = {""};
  world.pairs = PairTable(1);
  world.pairs.set(0, 0, law);
  world.gravity = VectorSeries::constant(std::vector<double>(gravity.begin(), gravity.end()));
  return world;
}

template <int D>
Boundary<D>& add_boundary(World<D>& world, Obstacle<D> shape) {
  Boundary<D> boundary;
  boundary.shape = std::move(shape);
  world.boundaries.push_back(boundary);
  return world.boundaries.back();
}

// Disc in 2D, sphere in 3D.
template <int D>
Body<D> ball(const Vec<D>& position, double radius, double mass = 1.0,
             const Vec<D>& velocity = Vec<D>::Zero()) {
  Body<D> body;
  body.position = position;
  body.velocity = velocity;
  body.radius = radius;
  body.mass = mass;
  body.inertia = (D == 2 ? 0.5 : 0.4) * mass * radius * radius;
  return body;
}

template <int D>
BoxInside<D> closed_box(const Vec<D>& low, const Vec<D>& high) {
  BoxInside<D> box{low, high, {}};
  box.closed.fill(true);
  return box;
}

// Plane through the origin that falls along +x at the angle a: downhill (cos a, −sin a), normal
// (sin a, cos a).
inline HalfSpace<2> incline(double a) { return {Vec<2>::Zero(), Vec<2>(std::sin(a), std::cos(a))}; }
inline Vec<2> downhill(double a) { return {std::cos(a), -std::sin(a)}; }

}  // namespace galet::test
