// Frames made by hand, for tests of what is written and drawn.
#pragma once

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "support/temporary_folder.hpp"

#include "galet/base/random.hpp"
#include "galet/sim/records.hpp"

namespace galet {

// Owns what a Frame looks at.
template <int D>
struct Sample {
  State<D> state;
  World<D> world;
  std::vector<Contact<D>> contacts;
  std::vector<Vec<D>> impulses;
  std::vector<ContactStatus> status;
  std::vector<Spin<D>> moments;  // empty: no law has any
  std::vector<double> states;
  double step_length = 1e-3;

  void add_body(const Vec<D>& position, double radius, const Vec<D>& velocity = Vec<D>::Zero()) {
    Body<D> body;
    body.position = position;
    body.radius = radius;
    body.velocity = velocity;
    body.mass = std::pow(radius, D);
    body.inertia = 0.4 * body.mass * radius * radius;
    state.bodies.add(body);
  }

  void add_boundary(const Obstacle<D>& shape, const Vec<D>& origin = Vec<D>::Zero(),
                    const Motion<D>& motion = {}) {
    Boundary<D> boundary;
    boundary.shape = shape;
    boundary.origin = origin;
    boundary.motion = motion;
    world.boundaries.push_back(boundary);
  }

  // Between the bodies at two places of the arrays; impulses are given in contact components.
  void add_contact(std::int32_t a, std::int32_t b, const Vec<D>& impulse) {
    const auto& x = state.bodies.position;
    const auto& r = state.bodies.radius;
    const Vec<D> branch = x[static_cast<std::size_t>(b)] - x[static_cast<std::size_t>(a)];
    const double length = branch.norm();
    const Vec<D> n = branch / length;
    add({{{a}, {b}, 0},
         length - r[static_cast<std::size_t>(a)] - r[static_cast<std::size_t>(b)],
         n},
        impulse);
  }

  // Between the body at place b and boundary k, at the point where the wall's normal n meets it.
  void add_wall_contact(std::int32_t k, std::int32_t b, const Vec<D>& n, const Vec<D>& impulse) {
    add({{NodeRef::boundary(static_cast<std::size_t>(k)), {b}, 2}, -1e-6, n}, impulse);
  }

  Frame<D> frame(std::int64_t number = 0) const {
    return {number,   state,  world,       contacts, state.bodies.position,
            impulses, status, step_length, moments,  states};
  }

 private:
  // impulse: contact components.
  void add(const Contact<D>& contact, const Vec<D>& impulse) {
    contacts.push_back(contact);
    impulses.push_back(contact.frame().transpose() * impulse);
    status.push_back(impulse[0] > 0.0 ? ContactStatus::stick : ContactStatus::gap);
  }
};

// Bodies of radius r on a square lattice with count[k] of them along direction k, touching each
// other and resting on the plane below; random velocities, spins, angles and impulses.
template <int D>
Sample<D> packed_sample(const std::vector<int>& count, double r, std::uint64_t seed = 1) {
  Random random(seed);
  Sample<D> sample;
  constexpr int up = D - 1;
  sample.world.materials = {"glass"};
  sample.world.groups = {""};
  std::vector<double> gravity(D, 0.0);
  gravity[up] = -9.81;
  sample.world.gravity = VectorSeries::constant(gravity);
  sample.add_boundary(HalfSpace<D>{Vec<D>::Zero(), Vec<D>::Unit(up)});

  const auto random_vec = [&](double size) {
    Vec<D> v;
    for (int k = 0; k < D; ++k) v[k] = random.uniform(-size, size);
    return v;
  };
  const auto random_impulse = [&] {
    Vec<D> p = random_vec(1e-4);
    p[0] = -std::log(1.0 - random.uniform()) * 1e-3;
    return p;
  };
  std::vector<int> stride(D, 1);
  for (int k = 1; k < D; ++k) stride[k] = stride[k - 1] * count[k - 1];
  const int total = stride[D - 1] * count[D - 1];
  const auto index = [&](int n, int k) { return n / stride[k] % count[k]; };
  for (int n = 0; n < total; ++n) {
    Vec<D> x;
    for (int k = 0; k < D; ++k) x[k] = (2 * index(n, k) + 1) * r;
    sample.add_body(x, r, random_vec(0.3));
    Spin<D> turn;
    for (int k = 0; k < turn.size(); ++k) turn[k] = random.uniform(-3.0, 3.0);
    sample.state.bodies.rotation.back() = Rotation<D>::by(turn);
    sample.state.bodies.spin.back() = 2.0 * turn;
  }
  for (int n = 0; n < total; ++n) {
    if (index(n, up) == 0) sample.add_wall_contact(0, n, Vec<D>::Unit(up), random_impulse());
  }
  for (int n = 0; n < total; ++n) {
    for (int k = 0; k < D; ++k) {
      if (index(n, k) + 1 < count[k]) sample.add_contact(n, n + stride[k], random_impulse());
    }
  }
  return sample;
}

}  // namespace galet
