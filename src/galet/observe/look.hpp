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
  std::span<const Vec<D>> impulses;  // contact components (n, t…), N s
  double time = 0.0;                 // s, end of the step
  double step_length = 0.0;          // s; force = impulse / step_length
  EnergyBudget energy;

  bool is_active(std::size_t c) const { return !impulses[c].isZero(0.0); }
  bool is_pressed(std::size_t c) const { return impulses[c][0] > 0.0; }
  // Mean force of the step on b, in world components.
  Vec<D> force(std::size_t c) const {
    return contacts[c].frame.transpose() * impulses[c] / step_length;
  }
};

// The lines that carry a contact's force: from the centre of a to the contact point, and from there
// to the centre of b, in the configuration where the contact was detected (a gap is shared in
// halves between bodies, and belongs to the body at a boundary). Taken from the contact alone, so
// that it does not matter where in the arrays, or in which image of a cell, the bodies are.
template <int D>
struct Branch {
  Vec<D> from_a;  // to the point; zero at a boundary
  Vec<D> to_b;    // from the point
};

template <int D>
Branch<D> branch_of(const Contact<D>& c) {
  if (c.a.is_boundary()) return {Vec<D>::Zero(), c.gap * c.normal() - c.arm_b};
  const Vec<D> half = 0.5 * c.gap * c.normal();
  return {c.arm_a + half, half - c.arm_b};
}

// Whether nothing can move the body: it is a wall then.
template <int D>
bool is_immovable(const Bodies<D>& bodies, std::size_t i) {
  return bodies.inverse_mass[i].isZero(0.0) && bodies.inverse_inertia[i] == 0.0;
}

// Whether a body of the group takes part in the contact, and its point lies in the window.
template <int D>
bool has_contact(const Part<D>& part, const Bodies<D>& bodies, const Contact<D>& c) {
  const bool member = part.has_member(bodies, c.b.body()) ||
                      (!c.a.is_boundary() && part.has_member(bodies, c.a.body()));
  return member && part.has_point(c.point);
}

}  // namespace galet
