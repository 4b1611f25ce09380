// Levers, slip and stretch of the contacts of springs (scheme/dem.hpp).
#pragma once

#include <span>

#include "galet/collision/contact_set.hpp"
#include "galet/law/spring.hpp"
#include "galet/model/bodies.hpp"
#include "galet/model/materials.hpp"
#include "galet/problem/contact.hpp"

namespace galet {

// Effective mass along the normal; boundaries do not move. 0 if nothing can.
template <int D>
double effective_mass(const Bodies<D>& bodies, const Contact<D>& c) {
  const auto inverse = [&](std::size_t i) {
    return c.n.dot(bodies.inverse_mass[i].cwiseProduct(c.n));
  };
  double sum = inverse(c.b().body());
  if (!c.a().is_boundary()) sum += inverse(c.a().body());
  return sum > 0.0 ? 1.0 / sum : 0.0;
}

// The spring of a contact at its overlap.
template <int D>
Spring spring_at(const Bodies<D>& bodies, const Contact<D>& c, const PairLaw& law) {
  if (!law.hertz.on()) return law.spring;
  return law.hertz.at(-c.gap, effective_radius<D>(bodies, c), effective_mass<D>(bodies, c));
}

// From the centre of a (the contact point at a boundary) to that of b, and how much of it is the
// arm of each.
template <int D>
struct Lever {
  Vec<D> l;
  double share_a = 0.0;
  double share_b = 1.0;

  Lever(const Bodies<D>& bodies, const Contact<D>& c) {
    const double r_b = bodies.radius[c.b().body()];
    if (c.a().is_boundary()) {
      l = (r_b + c.gap) * c.n;
      return;
    }
    const double r_a = bodies.radius[c.a().body()];
    share_a = r_a / (r_a + r_b);
    share_b = r_b / (r_a + r_b);
    l = (r_a + r_b + c.gap) * c.n;
  }
};

template <int D>
Vec<D> tangential(const Vec<D>& x, const Vec<D>& n) {
  return x - x.dot(n) * n;
}

// x turned into the plane across n, with its length.
template <int D>
Vec<D> turned_across(const Vec<D>& x, const Vec<D>& n) {
  const Vec<D> y = tangential<D>(x, n);
  const double length = y.norm();
  return length > 0.0 ? Vec<D>(x.norm() / length * y) : Vec<D>(Vec<D>::Zero());
}

// Velocity of b's centre relative to a's; boundaries count as at rest.
template <int D>
Vec<D> centre_velocity(const Contact<D>& c, std::span<const Vec<D>> velocity) {
  const Vec<D>& v = velocity[c.b().body()];
  return c.a().is_boundary() ? v : Vec<D>(v - velocity[c.a().body()]);
}

// Velocity along the tangent; `surface` is that of the boundary's surface, zero between bodies.
template <int D>
Vec<D> slip_velocity(const Bodies<D>& bodies, const Contact<D>& c, std::span<const Vec<D>> velocity,
                     std::span<const Spin<D>> spin, const Vec<D>& surface) {
  const Lever<D> lever(bodies, c);
  Spin<D> turn = lever.share_b * spin[c.b().body()];
  if (!c.a().is_boundary()) turn += lever.share_a * spin[c.a().body()];
  return tangential<D>(centre_velocity<D>(c, velocity) - surface - cross(turn, lever.l), c.n);
}

// The stretch of the tangential spring of a contact that remembers the impulse p of a step of h.
template <int D>
Vec<D> stretch_of(const Contact<D>& c, const Vec<D>& p, const Spring& spring, double h) {
  return -tangential<D>(p, c.n) / (h * spring.tangential);
}

}  // namespace galet
