#include "galet/observe/unbalanced.hpp"

#include <limits>
#include <vector>

#include "galet/scheme/forces.hpp"

namespace galet {
namespace {

// Weight and group forces in the middle of the step.
template <int D>
std::vector<Vec<D>> body_forces(const Look<D>& look) {
  const StepForces<D> forces(look.world, look.time - 0.5 * look.step_length, 0.0, 0.0);
  std::vector<Vec<D>> force(look.bodies.size());
  for (std::size_t i = 0; i < force.size(); ++i) force[i] = forces.on(look.bodies, i);
  return force;
}

}  // namespace

template <int D>
Unbalanced compute_unbalanced(const Look<D>& look, const Part<D>& part) {
  const Bodies<D>& bodies = look.bodies;
  const auto counts = [&](std::size_t i) { return !bodies.is_fixed(i) && part.has(bodies, i); };
  std::vector<Vec<D>> force = body_forces(look);
  double contact_sum = 0.0;
  std::int64_t contacts = 0;
  for (std::size_t c = 0; c < look.contacts.size(); ++c) {
    if (!look.is_active(c)) continue;
    const Contact<D>& contact = look.contacts[c];
    const Vec<D> f = look.force(c);
    force[contact.b().body()] += f;
    bool counted = counts(contact.b().body());
    if (!contact.a().is_boundary()) {
      force[contact.a().body()] -= f;
      counted = counted || counts(contact.a().body());
    }
    if (!counted) continue;
    contact_sum += f.norm();
    ++contacts;
  }
  double resultant_sum = 0.0;
  std::int64_t count = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!counts(i)) continue;
    const Vec<D> free = bodies.mass[i] * bodies.inverse_mass[i];
    resultant_sum += free.cwiseProduct(force[i]).norm();
    ++count;
  }
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  return {count == 0 ? none : resultant_sum / static_cast<double>(count),
          contacts == 0 ? none : contact_sum / static_cast<double>(contacts)};
}

template Unbalanced compute_unbalanced(const Look<2>&, const Part<2>&);
template Unbalanced compute_unbalanced(const Look<3>&, const Part<3>&);

}  // namespace galet
