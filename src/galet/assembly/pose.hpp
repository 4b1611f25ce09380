// From detected contacts to the contact problem of a step, and impulses kept between steps.
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "galet/collision/contact_set.hpp"
#include "galet/collision/narrow_phase.hpp"
#include "galet/model/world.hpp"
#include "galet/problem/contact_problem.hpp"

namespace galet {

// The material of the first side of a contact.
template <int D>
MaterialIndex first_material(const World<D>& world, const Bodies<D>& bodies,
                             const Contact<D>& contact) {
  const NodeRef a = contact.a();
  return a.is_boundary() ? world.boundaries[a.boundary()].material : bodies.material[a.body()];
}

// The law of the materials that touch.
template <int D>
const PairLaw& law_of(const World<D>& world, const Bodies<D>& bodies, const Contact<D>& contact) {
  return world.pairs(first_material(world, bodies, contact), bodies.material[contact.b().body()]);
}

// Velocity of the surface of the contact's boundary (zero between two bodies), in the world. The
// contact point is that of the configuration with the centre of b at x_b, where the contact was
// detected.
template <int D>
[[gnu::always_inline]] inline Vec<D> boundary_velocity(const World<D>& world,
                                                       const Bodies<D>& bodies,
                                                       const Contact<D>& contact, const Vec<D>& x_b,
                                                       std::span<const Placement<D>> boundaries) {
  if (!contact.a().is_boundary()) return Vec<D>::Zero();
  const std::size_t k = contact.a().boundary();
  const double distance = bodies.radius[contact.b().body()] + contact.gap;
  const Vec<D> x = world.image_at(k, boundaries[k], x_b);
  return world.boundaries[k].surface_velocity_at(boundaries[k], x - distance * contact.n);
}

// Velocity of b relative to a, boundaries apart, in the world.
template <int D>
[[gnu::always_inline]] inline Vec<D> relative_velocity(const Contact<D>& contact,
                                                       std::span<const NodeRow<double>> motion) {
  const NodeRow<double>& b = motion[contact.b().body()];
  if (contact.a().is_boundary()) {
    return velocity_of<D>(b) - cross(rim_velocity_of<D>(b), contact.n);
  }
  const NodeRow<double>& a = motion[contact.a().body()];
  return velocity_of<D>(b) - velocity_of<D>(a) -
         cross(Spin<D>(rim_velocity_of<D>(a) + rim_velocity_of<D>(b)), contact.n);
}
template <int D>
[[gnu::always_inline]] inline Vec<D> relative_velocity(const Contact<D>& contact,
                                                       const Bodies<D>& bodies) {
  const std::size_t b = contact.b().body();
  Vec<D> v = bodies.velocity[b];
  Spin<D> s = bodies.radius[b] * bodies.spin[b];
  if (!contact.a().is_boundary()) {
    const std::size_t a = contact.a().body();
    v -= bodies.velocity[a];
    s += bodies.radius[a] * bodies.spin[a];
  }
  return v - cross(s, contact.n);
}

// Placements at time t, their velocity being the mean over the step to t + h: what carries the
// surface from its place at t to its place at t + h. Present are those present at mid-step.
template <int D>
std::vector<Placement<D>> mean_placements(const World<D>& world, double t, double h);

// What a problem is posed from: contacts detected with the centres at `position`, the motion
// before the step (that of the bodies) and the one free of contact at its end.
template <int D>
struct PoseInput {
  const World<D>& world;
  const Bodies<D>& bodies;
  std::span<const Contact<D>> contacts;
  std::span<const Vec<D>> position;
  std::span<const NodeRow<double>> free;
  std::span<const Placement<D>> walls_before;
  std::span<const Placement<D>> walls_free;
  // Contacts that had an impulse when the step began, sorted.
  std::span<const ContactPlace> known = {};

  bool is_new(std::size_t c) const { return !std::ranges::binary_search(known, contacts[c].place); }
};

// The columns that posing makes.
template <int D>
struct PosedContacts {
  std::vector<Vec<D>> q;  // world components, m/s
  std::vector<std::int32_t> law;
  std::vector<Spin<D>> q_spin;  // rad/s; empty where no law has moments
  // Those that `law` counts in; empty where they are the laws of the pairs.
  std::vector<ContactLaw> laws = {};
};

template <int D>
std::span<const ContactLaw> laws_of(const PoseInput<D>& input, const PosedContacts<D>& posed) {
  if (posed.laws.empty()) return input.world.pairs.contact_laws();
  return posed.laws;
}

template <int D>
ContactProblem<D> problem_of(const PoseInput<D>& input, const PosedContacts<D>& posed,
                             std::span<const PlaneNode<D>> planes,
                             std::span<const std::int32_t> plane_of) {
  return {BodiesOperator<D>{.inverse_mass = input.bodies.inverse_mass,
                            .inverse_inertia = input.bodies.inverse_inertia,
                            .radius = input.bodies.radius,
                            .contacts = input.contacts,
                            .planes = planes,
                            .plane_of = plane_of,
                            .position = input.position},
          posed.q, laws_of(input, posed), posed.law, posed.q_spin};
}

// Moreau–Jean at velocity level: the law acts on û = u + E u⁻, so q = u_free + E u⁻.
template <int D>
void pose_on_velocity(const PoseInput<D>& input, Workers& workers, PosedContacts<D>& posed);

// How the gap enters when the condition is posed on it.
struct GapFeedback {
  double factor = 1.0;  // of an overlap that is taken back in one step
  double limit = 0.01;  // most that is taken back in one step, over the smaller radius of the pair
  // m, most that is taken back in one step: what becomes velocity must be no more than the
  // tolerance leaves open anyway.
  double way = std::numeric_limits<double>::infinity();

  // Overlap (m) that is taken back in one step.
  double taken_back(double gap, double smaller_radius) const {
    return gap < 0.0 ? std::min({-factor * gap, limit * smaller_radius, way}) : 0.0;
  }
};

// At the level of gaps: û_n = u_n + g/h, so û_n >= 0 means that the linearised gap at the end of
// the step is not negative; an overlap is taken back by the feedback only. With restitution a
// contact that approaches and would close in the step rebounds: for e_n > 0
// u_n >= max(−g/h, −e_n u_n⁻), and û_t = u_t + e_t u_t⁻.
template <int D>
void pose_on_gap(const PoseInput<D>& input, double h, const GapFeedback& feedback, Workers& workers,
                 PosedContacts<D>& posed);

// The largest w |p| of a problem of bodies, w = trace(W_cc)/D: the speed its impulses stand for.
template <int D>
double largest_speed(const BodiesOperator<D>& bodies, std::span<const Vec<D>> impulses,
                     Workers& workers);

// What contacts have at the end of a step, or start from: impulses, and moments and states of laws
// where a law of the scene has them (else empty).
template <int D>
struct ContactColumns {
  std::vector<Vec<D>>& impulses;
  std::vector<Spin<D>>& moments;
  std::vector<double>& states;
  std::vector<double>& solids;
};

// Impulses and moments of the last step, zero for new contacts. They leave the memory, which is
// empty until remember(): meanwhile its array is the room of q, as large and written anew in every
// step. States are not recalled here, since a step that is repeated starts from those before it.
template <int D>
void recall(ContactMemory<D>& memory, std::span<const Contact<D>> contacts, bool with_moments,
            Workers& workers, ContactColumns<D> to, PosedContacts<D>& posed);

// The memory after a solve; q ends here.
template <int D>
void remember(std::span<const Contact<D>> contacts, const ContactColumns<D>& from, Workers& workers,
              ContactMemory<D>& memory, PosedContacts<D>& posed);

// The states that contacts had when a step began; 0 for new ones.
struct KnownStates {
  std::vector<ContactPlace> places;
  std::vector<double> states;
  std::vector<double> solids = {};  // empty where there are none
};
// f(c, k) for every contact c that is known, k being its place there.
template <int D, class F>
void for_each_known(const KnownStates& known, std::span<const Contact<D>> contacts, F&& f) {
  MemoryCursor cursor(known.places);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const std::ptrdiff_t k = cursor.find(contacts[c].place);
    if (k >= 0) f(c, static_cast<std::size_t>(k));
  }
}
template <int D>
std::vector<double> states_before(const KnownStates& known, std::span<const Contact<D>> contacts) {
  std::vector<double> states(contacts.size(), 0.0);
  for_each_known<D>(known, contacts,
                    [&](std::size_t c, std::size_t k) { states[c] = known.states[k]; });
  return states;
}

}  // namespace galet
