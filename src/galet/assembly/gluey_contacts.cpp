#include "galet/assembly/gluey_contacts.hpp"

namespace galet {

template <int D>
GlueyContacts<D>::GlueyContacts(const PoseInput<D>& input, const KnownStates& before)
    : input_(input), before_(input.contacts.size()) {
  for_each_known<D>(before, input.contacts, [&](std::size_t c, std::size_t k) {
    before_[c] = {before.states[k], before.solids.empty() ? 0.0 : before.solids[k]};
  });
}

template <int D>
void GlueyContacts<D>::pose(PosedContacts<D>& posed) const {
  const std::span<const ContactLaw> laws = input_.world.pairs.contact_laws();
  posed.laws.assign(laws.begin(), laws.end());
  for (std::size_t c = 0; c < before_.size(); ++c) {
    if (before_[c].gamma == 0.0) continue;
    ContactLaw law = laws[static_cast<std::size_t>(posed.law[c])];
    law.model = FrictionModel::coulomb;
    law.pull = -before_[c].gamma;
    posed.law[c] = static_cast<std::int32_t>(posed.laws.size());
    posed.laws.push_back(law);
  }
}

template <int D>
void GlueyContacts<D>::finish(std::span<const Vec<D>> impulses, std::vector<double>& gamma,
                              std::vector<double>& beta) const {
  gamma.assign(before_.size(), 0.0);
  beta.assign(before_.size(), 0.0);
  for (std::size_t c = 0; c < before_.size(); ++c) {
    const Contact<D>& contact = input_.contacts[c];
    const Gluey& law = law_of(input_.world, input_.bodies, contact).gluey;
    if (!law.on) continue;
    const GlueyState after = gluey_after(before_[c], impulses[c].dot(contact.n),
                                         law.threshold(effective_radius(input_.bodies, contact)));
    gamma[c] = after.gamma;
    beta[c] = after.beta;
  }
}

template class GlueyContacts<2>;
template class GlueyContacts<3>;

}  // namespace galet
