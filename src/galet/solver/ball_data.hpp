// The columns of a problem of balls as the kernels read them.
#pragma once

#include <algorithm>
#include <optional>

#include "galet/problem/contact_problem.hpp"
#include "galet/solver/ball_kernel.hpp"

namespace galet {

// Whether all nodes are balls (and planes), none of them locked in some directions only.
template <int D>
bool has_balls_only(const BodiesOperator<D>& bodies) {
  return bodies.arms.empty() && bodies.inertia_blocks.empty() &&
         std::ranges::all_of(bodies.inverse_mass,
                             [](const Vec<D>& m) { return m[0] == m[1] && m[0] == m[D - 1]; });
}

// The model of all laws with friction; none where they differ.
template <int D>
std::optional<FrictionModel> common_model(const ContactProblem<D>& problem) {
  std::optional<FrictionModel> model;
  for (const ContactLaw& law : problem.laws) {
    if (law.friction == 0.0) continue;
    if (model && *model != law.model) return {};
    model = law.model;
  }
  return model.value_or(FrictionModel::coulomb);
}

// Of a problem with at least one contact and a common model; rows are those of its bodies, its
// planes, then the ground.
template <int D>
BallData ball_data(const ContactProblem<D>& problem) {
  static_assert(sizeof(Vec<D>) == D * sizeof(double) && sizeof(Contact<D>) % sizeof(double) == 0 &&
                sizeof(ContactLaw) % sizeof(double) == 0);
  const auto& bodies = std::get<BodiesOperator<D>>(problem.W);
  const Contact<D>& first = bodies.contacts.front();
  return {&first.place.a.value,
          sizeof(Contact<D>) / sizeof(std::int32_t),
          first.n.data(),
          sizeof(Contact<D>) / sizeof(double),
          problem.q.front().data(),
          problem.law.data(),
          &problem.laws.front().friction,
          sizeof(ContactLaw) / sizeof(double),
          bodies.plane_of.data(),
          bodies.plane_of.size(),
          static_cast<std::int32_t>(bodies.bodies()),
          static_cast<std::int32_t>(bodies.ground()),
          *common_model(problem)};
}

}  // namespace galet
