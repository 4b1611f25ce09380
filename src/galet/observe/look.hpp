// What an observer sees at the end of a step: the bodies as they are, and the contacts and impulses
// of that step.
#pragma once

#include <span>

#include "galet/collision/contact_set.hpp"
#include "galet/model/world.hpp"
#include "galet/observe/energy.hpp"
#include "galet/observe/window.hpp"

namespace galet {

template <int D>
struct Look {
  const World<D>& world;
  const Bodies<D>& bodies;
  std::span<const Contact<D>> contacts;
  std::span<const Vec<D>> detected_at;  // centres of the bodies where the contacts were found
  std::span<const Vec<D>> impulses;     // on b, world components, N s
  double time = 0.0;                    // s, end of the step
  double step_length = 0.0;             // s; force = impulse / step_length
  EnergyBudget energy;
  std::span<const LoadedMotion> loaded = {};  // planes under load, by boundary; none when empty

  Vec<D> point(std::size_t c) const { return contact_point<D>(detected_at, bodies, contacts[c]); }
  bool is_active(std::size_t c) const { return !impulses[c].isZero(0.0); }
  bool is_pressed(std::size_t c) const { return normal_force(c) > 0.0; }
  // Mean force of the step on b, its part along the normal, and the size of the rest.
  Vec<D> force(std::size_t c) const { return impulses[c] / step_length; }
  double normal_force(std::size_t c) const { return force(c).dot(contacts[c].n); }
  double tangential_force(std::size_t c) const {
    return (force(c) - normal_force(c) * contacts[c].n).norm();
  }
};

// The lines that carry a contact's force: from the centre of a to the contact point, and from there
// to the centre of b (a gap is shared in halves between bodies, and belongs to the body at a
// boundary).
template <int D>
struct Branch {
  Vec<D> from_a;  // to the point; zero at a boundary
  Vec<D> to_b;    // from the point
};

template <int D>
Branch<D> branch_of(const Bodies<D>& bodies, const Contact<D>& c) {
  const double r_b = bodies.radius[c.b().body()];
  if (c.a().is_boundary()) return {Vec<D>::Zero(), (r_b + c.gap) * c.n};
  return {(bodies.radius[c.a().body()] + 0.5 * c.gap) * c.n, (r_b + 0.5 * c.gap) * c.n};
}

// Whether a body of the group takes part in the contact, and its point lies in the window.
template <int D>
bool has_contact(const Part<D>& part, const Look<D>& look, std::size_t contact) {
  const Bodies<D>& bodies = look.bodies;
  const Contact<D>& c = look.contacts[contact];
  const bool member = part.has_member(bodies, c.b().body()) ||
                      (!c.a().is_boundary() && part.has_member(bodies, c.a().body()));
  return member && part.has_point(look.point(contact));
}

}  // namespace galet
