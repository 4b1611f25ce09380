// Forces on the bodies that do not come from contacts.
#pragma once

#include <vector>

#include "galet/model/world.hpp"

namespace galet {

// Which forces of a step act: those of both ends, weighted by 1 − θ and θ, or the mean over it.
enum class ForceRule { ends, mean };

// Forces of a step: gravity (an acceleration), the forces of the groups and those applied to single
// bodies.
template <int D>
struct StepForces {
  Vec<D> gravity;
  std::vector<Vec<D>> group_force;  // N, by group

  StepForces(const World<D>& world, double t, double h, double theta,
             ForceRule rule = ForceRule::ends)
      : group_force(world.groups.size(), Vec<D>::Zero()) {
    const auto of_step = [&](const VectorSeries& series) {
      return rule == ForceRule::mean ? World<D>::mean_of(series, t, h)
                                     : weighted(series, t, h, theta);
    };
    gravity = of_step(world.gravity);
    for (const GroupForce& f : world.forces) {
      group_force[static_cast<std::size_t>(f.group)] += of_step(f.force);
    }
  }
  static Vec<D> weighted(const VectorSeries& series, double t, double h, double theta) {
    return theta * World<D>::value_at(series, t + h) +
           (1.0 - theta) * World<D>::value_at(series, t);
  }

  // Of the body's group, and what was applied to the body itself.
  Vec<D> external_on(const Bodies<D>& bodies, std::size_t i) const {
    const Vec<D>& of_group = group_force[static_cast<std::size_t>(bodies.group[i])];
    if (bodies.applied_force.empty()) return of_group;
    return of_group + bodies.applied_force[i];
  }
  // With the weight, also in directions that are locked.
  Vec<D> on(const Bodies<D>& bodies, std::size_t i) const {
    return bodies.mass[i] * gravity + external_on(bodies, i);
  }
};

// The part `late` of the forces of the end with the rest of those of the start.
template <int D>
StepForces<D> mean_of(const StepForces<D>& start, const StepForces<D>& end, double late) {
  StepForces<D> mean = start;
  mean.gravity = (1.0 - late) * start.gravity + late * end.gravity;
  for (std::size_t g = 0; g < mean.group_force.size(); ++g) {
    mean.group_force[g] = (1.0 - late) * start.group_force[g] + late * end.group_force[g];
  }
  return mean;
}

}  // namespace galet
