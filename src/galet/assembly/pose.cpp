#include "galet/assembly/pose.hpp"

#include <algorithm>
#include <utility>

namespace galet {

template <int D>
std::vector<Twist<D>> node_velocities(std::span<const Vec<D>> velocity,
                                      std::span<const Spin<D>> spin) {
  std::vector<Twist<D>> v(velocity.size() + 1);
  for (std::size_t i = 0; i < velocity.size(); ++i) v[i] = {velocity[i], spin[i]};
  return v;
}

template <int D>
DelassusGraph<D> make_graph(const Bodies<D>& bodies, const ContactSet<D>& contacts) {
  DelassusGraph<D> graph;
  graph.nodes.resize(bodies.size() + 1);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    graph.nodes[i] = {bodies.inverse_mass[i], bodies.inverse_inertia[i]};
  }
  const auto ground = static_cast<std::int32_t>(bodies.size());
  graph.edges.reserve(contacts.size());
  for (const Contact<D>& c : contacts) {
    graph.edges.push_back(
        {c.a.is_boundary() ? ground : c.a.value, c.b.value, c.frame, c.arm_a, c.arm_b});
  }
  return graph;
}

template <int D>
std::vector<Vec<D>> surface_velocities(const World<D>& world,
                                       std::span<const Placement<D>> boundaries,
                                       const ContactSet<D>& contacts) {
  std::vector<Vec<D>> surface(contacts.size(), Vec<D>::Zero());
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (!contacts[c].a.is_boundary()) continue;
    const std::size_t k = contacts[c].a.boundary();
    surface[c] = world.boundaries[k].surface_velocity_at(boundaries[k], contacts[c].point);
  }
  return surface;
}

template <int D>
std::vector<Vec<D>> relative_velocities(const DelassusGraph<D>& graph, std::span<const Twist<D>> v,
                                        std::span<const Vec<D>> surface) {
  std::vector<Vec<D>> u(graph.contacts());
  for (std::size_t c = 0; c < u.size(); ++c) {
    u[c] = graph.relative_velocity(c, v) - graph.edges[c].frame * surface[c];
  }
  return u;
}

template <int D>
std::vector<Placement<D>> mean_placements(const World<D>& world, double t, double h) {
  std::vector<Placement<D>> at = placements(world, t);
  const std::vector<Placement<D>> end = placements(world, t + h);
  for (std::size_t k = 0; k < at.size(); ++k) {
    const Motion<D>& motion = world.boundaries[k].motion;
    at[k].velocity = (end[k].position - at[k].position) / h;
    at[k].spin = motion.share(t, h) * motion.spin;
    at[k].slide = motion.share(t, h) * at[k].rotation.apply(motion.surface_velocity);
    at[k].present = world.boundaries[k].placement(t + 0.5 * h).present;
  }
  return at;
}

namespace {

template <int D>
const PairLaw& law_of(const World<D>& world, const Bodies<D>& bodies, const Contact<D>& contact) {
  const NodeRef a = contact.a;
  const MaterialIndex first =
      a.is_boundary() ? world.boundaries[a.boundary()].material : bodies.material[a.body()];
  return world.pairs(first, bodies.material[contact.b.body()]);
}

}  // namespace

template <int D>
ContactProblem<D> pose_on_velocity(const World<D>& world, const Bodies<D>& bodies,
                                   const ContactSet<D>& contacts, DelassusGraph<D> graph,
                                   std::span<const Vec<D>> u_free,
                                   std::span<const Vec<D>> u_before) {
  ContactProblem<D> problem;
  problem.W = std::move(graph);
  problem.q.resize(contacts.size());
  problem.mu.resize(contacts.size());
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const PairLaw& law = law_of(world, bodies, contacts[c]);
    problem.q[c] = u_free[c] + restituted<D>(law.restitution, u_before[c]);
    problem.mu[c] = law.friction;
  }
  return problem;
}

template <int D>
ContactProblem<D> pose_on_gap(const World<D>& world, const Bodies<D>& bodies,
                              const ContactSet<D>& contacts, DelassusGraph<D> graph,
                              std::span<const Vec<D>> u_free, std::span<const Vec<D>> u_before,
                              double h, const GapFeedback& feedback,
                              std::vector<double>& correction) {
  ContactProblem<D> problem;
  problem.W = std::move(graph);
  problem.q.assign(u_free.begin(), u_free.end());
  problem.mu.resize(contacts.size());
  correction.assign(contacts.size(), 0.0);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const PairLaw& law = law_of(world, bodies, contacts[c]);
    problem.mu[c] = law.friction;
    const double gap = contacts[c].gap;
    if (gap < 0.0) {
      correction[c] = std::min(-feedback.factor * gap, feedback.limit * contacts[c].length) / h;
    }
    double shift = gap < 0.0 ? -correction[c] : gap / h;
    const bool closes = u_before[c][0] < 0.0 && u_free[c][0] + gap / h < 0.0;
    if (closes && law.restitution.normal > 0.0) {
      shift = std::min(shift, law.restitution.normal * u_before[c][0]);
      problem.q[c].template tail<D - 1>() +=
          law.restitution.tangential * u_before[c].template tail<D - 1>();
    }
    problem.q[c][0] += shift;
  }
  return problem;
}

template <int D>
std::vector<Vec<D>> recall(const ContactMemory<D>& memory, const ContactSet<D>& contacts) {
  std::vector<Vec<D>> p(contacts.size(), Vec<D>::Zero());
  auto record = memory.begin();  // both are sorted by key
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    while (record != memory.end() && record->key < contacts[c].key) ++record;
    if (record == memory.end()) break;
    if (record->key == contacts[c].key) p[c] = contacts[c].frame * record->impulse;
  }
  return p;
}

template <int D>
ContactMemory<D> remember(const ContactSet<D>& contacts, std::span<const Vec<D>> p) {
  ContactMemory<D> memory(contacts.size());
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    memory[c] = {contacts[c].key, contacts[c].frame.transpose() * p[c]};
  }
  return memory;
}

#define GALET_INSTANTIATE(D)                                                                      \
  template std::vector<Twist<D>> node_velocities<D>(std::span<const Vec<D>>,                      \
                                                    std::span<const Spin<D>>);                    \
  template DelassusGraph<D> make_graph(const Bodies<D>&, const ContactSet<D>&);                   \
  template std::vector<Vec<D>> surface_velocities(const World<D>&, std::span<const Placement<D>>, \
                                                  const ContactSet<D>&);                          \
  template std::vector<Vec<D>> relative_velocities(                                               \
      const DelassusGraph<D>&, std::span<const Twist<D>>, std::span<const Vec<D>>);               \
  template ContactProblem<D> pose_on_velocity(const World<D>&, const Bodies<D>&,                  \
                                              const ContactSet<D>&, DelassusGraph<D>,             \
                                              std::span<const Vec<D>>, std::span<const Vec<D>>);  \
  template std::vector<Placement<D>> mean_placements(const World<D>&, double, double);            \
  template ContactProblem<D> pose_on_gap(const World<D>&, const Bodies<D>&, const ContactSet<D>&, \
                                         DelassusGraph<D>, std::span<const Vec<D>>,               \
                                         std::span<const Vec<D>>, double, const GapFeedback&,     \
                                         std::vector<double>&);                                   \
  template std::vector<Vec<D>> recall(const ContactMemory<D>&, const ContactSet<D>&);             \
  template ContactMemory<D> remember(const ContactSet<D>&, std::span<const Vec<D>>)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
