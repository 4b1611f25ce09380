// The contact problem of one step of settled packings.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "bench/packing.hpp"

#include "galet/problem/contact_problem.hpp"

namespace galet::bench {

// Of a settled block, copied so often that it has about so many contacts. `tilt` turns gravity, in
// radians.
inline ProblemColumns<3> problem_of_blocks(std::size_t wanted, double tilt = 0.0) {
  const Simulation<3>& block = settled_block();
  const Bodies<3>& bodies = block.state().bodies;
  const auto& last = block.last();
  const std::size_t copies = std::max<std::size_t>(1, wanted / last.contacts.size());
  const auto spheres = static_cast<std::int32_t>(bodies.size());
  // At rest a step gives every sphere g h downwards; the floor and the walls do not move.
  const Vec<3> fall = 9.81 * kStep * Vec<3>(std::sin(tilt), 0.0, -std::cos(tilt));
  ProblemColumns<3> problem;
  problem.laws = {{.friction = 0.3}};
  for (std::size_t k = 0; k < copies; ++k) {
    problem.inverse_mass.insert(problem.inverse_mass.end(), bodies.inverse_mass.begin(),
                                bodies.inverse_mass.end());
    problem.inverse_inertia.insert(problem.inverse_inertia.end(), bodies.inverse_inertia.begin(),
                                   bodies.inverse_inertia.end());
    problem.radius.insert(problem.radius.end(), bodies.radius.begin(), bodies.radius.end());
    const auto shift = static_cast<std::int32_t>(k) * spheres;
    for (Contact<3> contact : last.contacts) {
      const Vec<3> free = contact.a().is_boundary() ? fall : Vec<3>(Vec<3>::Zero());
      problem.q.push_back(free + (std::max(contact.gap, 0.0) / kStep) * contact.n);
      if (!contact.place.a.is_boundary()) contact.place.a.value += shift;
      contact.place.b.value += shift;
      problem.contacts.push_back(contact);
      problem.law.push_back(0);
    }
  }
  return problem;
}

}  // namespace galet::bench
