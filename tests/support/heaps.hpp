// Heaps of balls, as contact problems.
#pragma once

#include <cmath>

#include "support/random_vectors.hpp"

#include "galet/problem/contact_problem.hpp"

namespace galet::test {

// The neighbours of a lattice touch in slightly disordered directions, the lowest layer touches the
// ground, and all balls fall. q = Hᵀ v, so that a solution exists. In 2D and 3D rows run along x,
// so that consecutive places are neighbours.
template <int D>
ProblemColumns<D> heap_of_balls(int side, double friction, std::uint64_t seed) {
  Random random(seed);
  ProblemColumns<D> heap;
  heap.laws = {{friction}};
  const int count = D == 2 ? side * side : side * side * side;
  for (int k = 0; k < count; ++k) {
    const double r = random.uniform(0.5, 1.5);
    const double mass = std::pow(r, D);
    heap.radius.push_back(r);
    heap.inverse_mass.push_back(Vec<D>::Constant(1.0 / mass));
    heap.inverse_inertia.push_back(2.5 / (mass * r * r));
  }
  const auto add = [&](int a, int b, const Vec<D>& direction) {
    Vec<D> n = direction;
    for (int d = 0; d < D; ++d) n[d] += random.uniform(-0.3, 0.3);
    heap.contacts.push_back({{{a}, {b}, 0}, 0.0, n.normalized()});
    heap.law.push_back(0);
  };
  for (int k = 0; k < count; ++k) {
    if (k / (count / side) == 0) add(-1, k, Vec<D>(Vec<D>::Unit(D - 1)));
  }
  for (int k = 0; k < count; ++k) {
    int stride = 1;
    for (int d = 0; d < D; ++d, stride *= side) {
      if (k / stride % side + 1 < side) add(k, k + stride, Vec<D>(Vec<D>::Unit(d)));
    }
  }
  std::vector<Vec<D>> v;
  for (int k = 0; k < count; ++k) {
    v.push_back(random_vector<D>(random) - Vec<D>(Vec<D>::Unit(D - 1)));
  }
  for (const Contact<D>& c : heap.contacts) {
    heap.q.push_back(v[c.b().body()] -
                     (c.a().is_boundary() ? Vec<D>(Vec<D>::Zero()) : v[c.a().body()]));
  }
  return heap;
}

// A plane that presses on the top layer of a heap from above, with the given mass: boundary 1.
template <int D>
void add_lid(int side, double mass, double speed, ProblemColumns<D>& heap) {
  const Vec<D> down = -Vec<D>(Vec<D>::Unit(D - 1));
  heap.planes.push_back({down, 1.0 / mass});
  heap.plane_of = {-1, 0};
  const auto count = static_cast<int>(heap.radius.size());
  const int layer = count / side;
  for (int k = count - layer; k < count; ++k) {
    heap.contacts.push_back({{NodeRef::boundary(1), {k}, 0}, 0.0, down});
    heap.law.push_back(0);
    // Free, the balls stand still beside the lid, which comes down.
    heap.q.push_back(-speed * down);
  }
}

}  // namespace galet::test
