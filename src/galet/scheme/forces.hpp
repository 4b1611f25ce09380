// Forces on the bodies that do not come from contacts.
#pragma once

#include <vector>

#include "galet/model/world.hpp"

namespace galet {

// θ-weighted forces of a step: gravity (an acceleration) and the forces of the groups.
template <int D>
struct StepForces {
  Vec<D> gravity;
  std::vector<Vec<D>> group_force;  // N, by group

  StepForces(const World<D>& world, double t, double h, double theta)
      : gravity(weighted(world.gravity, t, h, theta)),
        group_force(world.groups.size(), Vec<D>::Zero()) {
    for (const GroupForce& f : world.forces) {
      group_force[static_cast<std::size_t>(f.group)] += weighted(f.force, t, h, theta);
    }
  }
  static Vec<D> weighted(const VectorSeries& series, double t, double h, double theta) {
    return theta * World<D>::value_at(series, t + h) +
           (1.0 - theta) * World<D>::value_at(series, t);
  }
};

}  // namespace galet
