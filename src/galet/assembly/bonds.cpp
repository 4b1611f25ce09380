#include "galet/assembly/bonds.hpp"

namespace galet {

template <int D>
Bonds<D>::Bonds(const PoseInput<D>& input, std::span<const double> states_before, double h,
                double touching)
    : input_(input), pulls_(input.contacts.size(), 0.0) {
  for (std::size_t c = 0; c < pulls_.size(); ++c) {
    const Contact<D>& contact = input.contacts[c];
    const Cohesion& cohesion = law_of(input.world, input.bodies, contact).cohesion;
    if (!cohesion.any()) continue;
    const double touch = touching * contact_length(input.bodies, contact);
    if (!is_bonded(states_before[c], contact.gap, touch)) continue;
    pulls_[c] = h * cohesion.pull(effective_radius(input.bodies, contact));
  }
}

template <int D>
void Bonds<D>::pose(const ContactProblem<D>& problem, std::span<Vec<D>> impulses,
                    PosedContacts<D>& posed) {
  const auto& bodies = std::get<BodiesOperator<D>>(problem.W);
  std::vector<Vec<D>> pull(pulls_.size());
  for (std::size_t c = 0; c < pull.size(); ++c) {
    pull[c] = -pulls_[c] * input_.contacts[c].n;
    impulses[c] -= pull[c];
  }
  by_pulls_ = node_velocities<D>(bodies, pull);
  for (std::size_t c = 0; c < pull.size(); ++c) {
    posed.q[c] += BodiesOperator<D>::relative_velocity(bodies.edge(c), by_pulls_);
  }
}

template <int D>
void Bonds<D>::finish(std::span<Vec<D>> impulses, std::span<double> states,
                      NodeMotion& motion) const {
  for (std::size_t c = 0; c < impulses.size(); ++c) {
    const Contact<D>& contact = input_.contacts[c];
    const bool sticks = law_of(input_.world, input_.bodies, contact).cohesion.any();
    states[c] = sticks ? bond_after(impulses[c].dot(contact.n)) : 0.0;
    impulses[c] -= pulls_[c] * contact.n;
  }
  // Balls are not turned by what pulls along the normal.
  for (std::size_t i = 0; i < by_pulls_.size(); ++i) {
    set_motion<D>(velocity_of<D>(motion[i]) + by_pulls_[i].linear, rim_velocity_of<D>(motion[i]),
                  motion[i]);
  }
}

template class Bonds<2>;
template class Bonds<3>;

}  // namespace galet
