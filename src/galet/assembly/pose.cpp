#include "galet/assembly/pose.hpp"

#include <algorithm>
#include <cmath>

#include "galet/base/lean.hpp"
#include "galet/collision/collect.hpp"

namespace galet {

template <int D>
std::vector<Placement<D>> mean_placements(const World<D>& world, double t, double h) {
  std::vector<Placement<D>> at = placements(world, t);
  const std::vector<Placement<D>> end = placements(world, t + h);
  for (std::size_t k = 0; k < at.size(); ++k) {
    const Motion<D>& motion = world.boundaries[k].motion;
    at[k].velocity = (end[k].position - at[k].position) / h;
    at[k].spin = motion.mean(motion.spin, t, h);
    at[k].slide = at[k].rotation.apply(motion.mean(motion.surface_velocity, t, h));
    at[k].present = world.boundaries[k].is_present(t + 0.5 * h);
  }
  return at;
}

namespace {

// Velocity of b relative to a, the surface of a boundary included; `motion` is that of the bodies.
template <int D, class M>
[[gnu::always_inline]] inline Vec<D> velocity_at(const PoseInput<D>& in, const Contact<D>& contact,
                                                 const M& motion,
                                                 std::span<const Placement<D>> walls) {
  return relative_velocity<D>(contact, motion) -
         boundary_velocity(in.world, in.bodies, contact, in.position[contact.b().body()], walls);
}

template <int D>
[[gnu::always_inline]] inline Vec<D> velocity_before(const PoseInput<D>& in,
                                                     const Contact<D>& contact) {
  return velocity_at(in, contact, in.bodies, in.walls_before);
}

// Spin of b relative to a, that of a turning boundary included.
template <int D>
Spin<D> spin_at(const PoseInput<D>& in, const Contact<D>& contact) {
  const Spin<D>& b = in.bodies.spin[contact.b().body()];
  const NodeRef a = contact.a();
  return b - (a.is_boundary() ? in.walls_free[a.boundary()].spin : in.bodies.spin[a.body()]);
}

// pose(c, law, û = u_free) changes û of contact c into q, for all contacts.
template <int D, class F>
void pose_all(const PoseInput<D>& in, Workers& workers, PosedContacts<D>& posed, F&& pose) {
  resize_anew(posed.q, in.contacts.size());
  resize_anew(posed.law, in.contacts.size());
  const bool with_moments = in.world.pairs.any_moment();
  resize_anew(posed.q_spin, with_moments ? in.contacts.size() : 0);
  workers.for_range(in.contacts.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t c = begin; c < end; ++c) {
      const Contact<D>& contact = in.contacts[c];
      const MaterialIndex a = first_material(in.world, in.bodies, contact);
      const MaterialIndex b = in.bodies.material[contact.b().body()];
      const PairLaw& law = in.world.pairs(a, b);
      posed.law[c] = static_cast<std::int32_t>(in.world.pairs.index(a, b));
      posed.q[c] = velocity_at(in, contact, in.free, in.walls_free);
      pose(c, law, posed.q[c]);
      if (with_moments) posed.q_spin[c] = spin_at(in, contact);
    }
  });
}

}  // namespace

template <int D>
void pose_on_velocity(const PoseInput<D>& in, Workers& workers, PosedContacts<D>& posed) {
  pose_all(in, workers, posed, [&](std::size_t c, const PairLaw& law, Vec<D>& q) {
    if (law.restitution.normal == 0.0 && law.restitution.tangential == 0.0) return;
    const Contact<D>& contact = in.contacts[c];
    q += restituted<D>(law.restitution, contact.n, velocity_before(in, contact));
  });
}

template <int D>
void pose_on_gap(const PoseInput<D>& in, double h, const GapFeedback& feedback, Workers& workers,
                 PosedContacts<D>& posed) {
  pose_all(in, workers, posed, [&](std::size_t c, const PairLaw& law, Vec<D>& q) {
    const Contact<D>& contact = in.contacts[c];
    const double gap = contact.gap;
    double shift =
        gap >= 0.0 ? gap / h : -feedback.taken_back(gap, contact_length(in.bodies, contact)) / h;
    const Restitution& e = law.restitution;
    // Without normal restitution e_t acts on contacts that are new: those that lasted may approach
    // by rounding.
    const bool impact = e.normal > 0.0 || (e.tangential != 0.0 && in.is_new(c));
    if (impact) {
      const Vec<D> before = velocity_before(in, contact);
      const double approach = before.dot(contact.n);
      if (approach < 0.0 && q.dot(contact.n) + gap / h < 0.0) {
        shift = std::min(shift, e.normal * approach);
        q += e.tangential * (before - approach * contact.n);
      }
    }
    q += shift * contact.n;
  });
}

template <int D>
double largest_speed(const BodiesOperator<D>& bodies, std::span<const Vec<D>> impulses,
                     Workers& workers) {
  const auto mobility = [&](std::size_t node) {
    if (node >= bodies.bodies()) {
      return node < bodies.ground() ? bodies.planes[node - bodies.bodies()].inverse_mass / D : 0.0;
    }
    const double r = bodies.radius[node];
    return bodies.inverse_mass[node].sum() / D +
           (D - 1.0) / D * bodies.inverse_inertia[node] * r * r;
  };
  std::vector<double> parts(workers.count(), 0.0);
  workers.for_range(impulses.size(), [&](std::size_t begin, std::size_t end, std::size_t part) {
    double largest2 = 0.0;
    for (std::size_t c = begin; c < end; ++c) {
      const double p2 = impulses[c].squaredNorm();
      if (p2 == 0.0) continue;
      const Contact<D>& contact = bodies.contacts[c];
      const double w = mobility(bodies.node_of(contact.a())) + mobility(contact.b().body());
      largest2 = std::max(largest2, w * w * p2);
    }
    parts[part] = largest2;
  });
  return std::sqrt(*std::ranges::max_element(parts));
}

template <int D>
void recall(ContactMemory<D>& memory, std::span<const Contact<D>> contacts, bool with_moments,
            Workers& workers, ContactColumns<D> to, PosedContacts<D>& posed) {
  resize_anew(to.impulses, contacts.size());
  resize_anew(to.moments, with_moments ? contacts.size() : 0);
  const bool known_moments = with_moments && !memory.moments.empty();
  workers.for_range(contacts.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    if (begin == end) return;
    MemoryCursor known(memory.places, contacts[begin].place);
    for (std::size_t c = begin; c < end; ++c) {
      const std::ptrdiff_t k = known.find(contacts[c].place);
      const auto at = static_cast<std::size_t>(k);
      to.impulses[c] = k < 0 ? Vec<D>(Vec<D>::Zero()) : memory.impulses[at];
      if (!with_moments) continue;
      to.moments[c] = k < 0 || !known_moments ? Spin<D>(Spin<D>::Zero()) : memory.moments[at];
    }
  });
  memory.places.clear();
  memory.impulses.clear();
  memory.moments.clear();
  memory.states.clear();
  memory.solids.clear();
  posed.q.swap(memory.impulses);
}

template <int D>
void remember(std::span<const Contact<D>> contacts, const ContactColumns<D>& from, Workers& workers,
              ContactMemory<D>& memory, PosedContacts<D>& posed) {
  posed.q.swap(memory.impulses);
  // By law: an impulse, a moment or a state that is not zero.
  const auto is_kept = [&](std::size_t c) {
    return !from.impulses[c].isZero(0.0) ||
           (!from.moments.empty() && !from.moments[c].isZero(0.0)) ||
           (!from.states.empty() && from.states[c] != 0.0);
  };
  const auto pick = [&](auto& kept, auto&& value_of) {
    kept.clear();
    kept.reserve(contacts.size());
    collect(workers, contacts.size(), kept, [&](std::size_t c, auto& out) {
      if (is_kept(c)) append(out, value_of(c));
    });
  };
  pick(memory.places, [&](std::size_t c) { return contacts[c].place; });
  pick(memory.impulses, [&](std::size_t c) { return from.impulses[c]; });
  if (!from.moments.empty()) {
    pick(memory.moments, [&](std::size_t c) { return from.moments[c]; });
  }
  if (!from.states.empty()) {
    pick(memory.states, [&](std::size_t c) { return from.states[c]; });
  }
  if (!from.solids.empty()) {
    pick(memory.solids, [&](std::size_t c) { return from.solids[c]; });
  }
}

#define GALET_INSTANTIATE(D)                                                                  \
  template std::vector<Placement<D>> mean_placements(const World<D>&, double, double);        \
  template void pose_on_velocity(const PoseInput<D>&, Workers&, PosedContacts<D>&);           \
  template void pose_on_gap(const PoseInput<D>&, double, const GapFeedback&, Workers&,        \
                            PosedContacts<D>&);                                               \
  template double largest_speed(const BodiesOperator<D>&, std::span<const Vec<D>>, Workers&); \
  template void recall(ContactMemory<D>&, std::span<const Contact<D>>, bool, Workers&,        \
                       ContactColumns<D>, PosedContacts<D>&);                                 \
  template void remember(std::span<const Contact<D>>, const ContactColumns<D>&, Workers&,     \
                         ContactMemory<D>&, PosedContacts<D>&)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
