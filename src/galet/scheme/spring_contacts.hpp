// The contacts of springs at one instant: what a step of dem starts from.
//
// They are left by the step before, or recovered from the memory of the contacts: the same geometry
// is detected again, forces come out of the memory, and those of contacts that it does not know
// are evaluated anew, without tangential springs.
#pragma once

#include <span>
#include <vector>

#include "galet/scheme/step.hpp"

namespace galet {

template <int D>
struct SpringContacts {
  std::vector<Vec<D>> position;  // centres of the bodies
  ContactSet<D> contacts;
  std::vector<Vec<D>> impulses;  // h λ
  std::vector<Spin<D>> moments;  // h M; empty where no pair of materials has any
  // Impulses without tangential dashpots, as in the memory; used if there are any dashpots.
  std::vector<Vec<D>> held;
};

// Whether any pair of materials has a dashpot along the tangent.
template <int D>
bool has_tangential_dashpots(const World<D>& world);

// The contacts of the bodies where they are, at boundaries placed as `walls`, with the impulses of
// steps of h. `position` is left alone.
template <int D>
void recover(const World<D>& world, const Bodies<D>& bodies, std::span<const Placement<D>> walls,
             double h, const ContactMemory<D>& memory, StepTools<D>& tools, SpringContacts<D>& at);

// Sets the impulses to those held and the tangential dashpots, by the velocities of the bodies.
template <int D>
void add_dashpots(const World<D>& world, const Bodies<D>& bodies,
                  std::span<const Placement<D>> walls, double h, Workers& workers,
                  SpringContacts<D>& at);

// Energy in the springs of a configuration at time t, J; `memory` holds impulses of steps of h.
template <int D>
double stored_spring_energy(const World<D>& world, const Bodies<D>& bodies,
                            const ContactMemory<D>& memory, std::span<const LoadedMotion> loaded,
                            double t, double h, StepTools<D>& tools);

}  // namespace galet
