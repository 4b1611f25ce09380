#include "galet/problem/ball_problem.hpp"

#include <utility>

namespace galet {

template <int D>
ContactProblem<D> in_contact_components(const BallProblem<D>& balls) {
  DelassusGraph<D> graph;
  const std::size_t bodies = balls.inverse_mass.size();
  graph.nodes.resize(bodies + 1);
  for (std::size_t i = 0; i < bodies; ++i) {
    graph.nodes[i] = {balls.inverse_mass[i], balls.inverse_inertia[i]};
  }
  ContactProblem<D> problem;
  problem.mu.assign(balls.mu.begin(), balls.mu.end());
  problem.q.reserve(balls.contacts.size());
  graph.edges.reserve(balls.contacts.size());
  for (std::size_t c = 0; c < balls.contacts.size(); ++c) {
    const Contact<D>& contact = balls.contacts[c];
    const Mat<D> frame = contact.frame();
    const bool ground = contact.a().is_boundary();
    const Vec<D> arm_a =
        ground ? Vec<D>(Vec<D>::Zero()) : Vec<D>(balls.radius[contact.a().body()] * contact.n);
    graph.edges.push_back({ground ? static_cast<std::int32_t>(bodies) : contact.a().value,
                           contact.b().value, frame, arm_a,
                           -balls.radius[contact.b().body()] * contact.n});
    problem.q.push_back(frame * balls.q[c]);
  }
  problem.W = std::move(graph);
  return problem;
}

template ContactProblem<2> in_contact_components(const BallProblem<2>&);
template ContactProblem<3> in_contact_components(const BallProblem<3>&);

}  // namespace galet
