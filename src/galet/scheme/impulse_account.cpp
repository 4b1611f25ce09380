#include "galet/scheme/impulse_account.hpp"

#include "galet/base/reduce.hpp"

namespace galet {

template <int D>
Account<D> ImpulseAccount<D>::sum(Workers& workers, std::span<ContactStatus> status) const {
  return sum_over<Account<D>>(workers, contacts.size(), [&](std::size_t begin, std::size_t end) {
    return sum_part(begin, end, status);
  });
}

template <int D>
void ImpulseAccount<D>::add_moment(std::size_t c, Account<D>& all) const {
  const Contact<D>& contact = contacts[c];
  const auto spin_sum = [&](NodeRef body) {
    return Spin<D>(rim_velocity_of<D>(motion_sum[body.body()]) / bodies.radius[body.body()]);
  };
  const Spin<D> b = spin_sum(contact.b());
  if (contact.a().is_boundary()) {
    const std::size_t k = contact.a().boundary();
    const Spin<D> surface = walls_before[k].spin + walls_after[k].spin;
    all.work.boundaries += 0.5 * moments[c].dot(surface);
    all.work.dissipated -= 0.5 * moments[c].dot(b - surface);
  } else {
    all.work.dissipated -= 0.5 * moments[c].dot(b - spin_sum(contact.a()));
  }
}

template <int D>
double ImpulseAccount<D>::slip_at_end(const Contact<D>& contact) const {
  const Vec<D>& x = position[contact.b().body()];
  const Vec<D> u = relative_velocity<D>(contact, bodies) -
                   boundary_velocity(world, bodies, contact, x, walls_after);
  return (u - u.dot(contact.n) * contact.n).norm();
}

template <int D>
Account<D> ImpulseAccount<D>::sum_part(std::size_t begin, std::size_t end,
                                       std::span<ContactStatus> status) const {
  Account<D> all;
  for (std::size_t c = begin; c < end; ++c) {
    const Contact<D>& contact = contacts[c];
    const Vec<D>& p = impulses[c];
    const double pull = pulls.empty() ? 0.0 : pulls[c];
    if (!moments.empty()) add_moment(c, all);
    if (p.isZero(0.0) && pull == 0.0) {
      status[c] = ContactStatus::gap;
      continue;
    }
    Vec<D> velocity = relative_velocity<D>(contact, motion_sum);
    if (contact.a().is_boundary()) {
      const Vec<D>& x = position[contact.b().body()];
      const Vec<D> surface = boundary_velocity(world, bodies, contact, x, walls_before) +
                             boundary_velocity(world, bodies, contact, x, walls_after);
      all.work.boundaries += 0.5 * p.dot(surface);
      all.momentum.support += p;
      velocity -= surface;
    }
    const double p_n = p.dot(contact.n);
    const double pushed =
        feedback
            ? 0.5 * p_n * feedback->taken_back(contact.gap, contact_length(bodies, contact)) / h
            : 0.0;
    all.work.correction += pushed;
    all.work.dissipated += pushed - 0.5 * p.dot(velocity);
    const ContactLaw& contact_law = laws[static_cast<std::size_t>(law[c])];
    status[c] = coulomb_status(p_n + pull, (p - p_n * contact.n).norm(), contact_law.friction);
    if (contact_law.model == FrictionModel::convex && p_n > 0.0) {
      all.slip_opening = std::max(all.slip_opening, contact_law.friction * slip_at_end(contact));
    }
    // Pulls have no friction.
    if (contact_law.holds() && p_n < 0.0) status[c] = ContactStatus::slip;
  }
  return all;
}

template struct ImpulseAccount<2>;
template struct ImpulseAccount<3>;

}  // namespace galet
