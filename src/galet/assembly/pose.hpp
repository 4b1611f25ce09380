// From detected contacts to a contact problem, and from impulses back to bodies.
#pragma once

#include <span>
#include <vector>

#include "galet/collision/contact_set.hpp"
#include "galet/collision/narrow_phase.hpp"
#include "galet/model/world.hpp"
#include "galet/problem/contact_problem.hpp"

namespace galet {

// Velocities of all nodes of the graph: the bodies, and last the ground, which stands for all
// boundaries and does not move (their motion enters through SurfaceVelocities).
template <int D>
std::vector<Twist<D>> node_velocities(std::span<const Vec<D>> velocity,
                                      std::span<const Spin<D>> spin);

// The nodes and edges of the contacts.
template <int D>
DelassusGraph<D> make_graph(const Bodies<D>& bodies, const ContactSet<D>& contacts);

// Velocity of the boundary's surface at each contact, in the world (zero between two bodies); the
// contact points are those of the contacts, the boundaries' velocities those of the placements.
template <int D>
std::vector<Vec<D>> surface_velocities(const World<D>& world,
                                       std::span<const Placement<D>> boundaries,
                                       const ContactSet<D>& contacts);

// Placements at time t, their velocity being the mean over the step to t + h: what carries the
// surface from its place at t to its place at t + h. Present are those present at mid-step.
template <int D>
std::vector<Placement<D>> mean_placements(const World<D>& world, double t, double h);

// Relative velocity at each contact, in contact components.
template <int D>
std::vector<Vec<D>> relative_velocities(const DelassusGraph<D>& graph, std::span<const Twist<D>> v,
                                        std::span<const Vec<D>> surface);

// Moreau–Jean at velocity level: the law acts on û = u + E u⁻, so q = u_free + E u⁻.
template <int D>
ContactProblem<D> pose_on_velocity(const World<D>& world, const Bodies<D>& bodies,
                                   const ContactSet<D>& contacts, DelassusGraph<D> graph,
                                   std::span<const Vec<D>> u_free,
                                   std::span<const Vec<D>> u_before);

// How the gap enters when the condition is posed on it.
struct GapFeedback {
  double factor = 1.0;  // of an overlap that is taken back in one step
  double limit = 0.01;  // most that is taken back in one step, over the smaller radius of the pair
};

// At the level of gaps: û_n = u_n + g/h, so û_n >= 0 means that the linearised gap at the end of
// the step is not negative; an overlap is taken back by the feedback only. With restitution e_n > 0
// a contact that approaches and would close in the step rebounds: u_n >= max(−g/h, −e_n u_n⁻).
// `correction` receives the speed (m/s) at which each contact takes back an overlap.
template <int D>
ContactProblem<D> pose_on_gap(const World<D>& world, const Bodies<D>& bodies,
                              const ContactSet<D>& contacts, DelassusGraph<D> graph,
                              std::span<const Vec<D>> u_free, std::span<const Vec<D>> u_before,
                              double h, const GapFeedback& feedback,
                              std::vector<double>& correction);

// Impulses of the last step in the frames of the new contacts; zero for new contacts.
template <int D>
std::vector<Vec<D>> recall(const ContactMemory<D>& memory, const ContactSet<D>& contacts);

// The memory after a solve.
template <int D>
ContactMemory<D> remember(const ContactSet<D>& contacts, std::span<const Vec<D>> p);

}  // namespace galet
