#include "galet/scheme/spring_contacts.hpp"

#include "galet/scheme/rolling_spring.hpp"
#include "galet/scheme/spring_geometry.hpp"

namespace galet {

template <int D>
bool has_tangential_dashpots(const World<D>& world) {
  const auto n = static_cast<MaterialIndex>(world.materials.size());
  for (MaterialIndex a = 0; a < n; ++a) {
    for (MaterialIndex b = a; b < n; ++b) {
      if (world.pairs(a, b).has_tangential_dashpot()) return true;
    }
  }
  return false;
}

template <int D>
void recover(const World<D>& world, const Bodies<D>& bodies, std::span<const Placement<D>> walls,
             double h, const ContactMemory<D>& memory, StepTools<D>& tools, SpringContacts<D>& at) {
  tools.pairs.update(bodies.position, bodies.radius, 0.0, tools.workers);
  detect_contacts(world, bodies, {bodies.position, walls}, tools.pairs.pairs(), {}, tools.workers,
                  at.contacts);
  at.impulses.resize(at.contacts.size());
  at.moments.assign(world.pairs.any_moment() ? at.contacts.size() : 0, Spin<D>::Zero());
  MemoryCursor known(memory.places);
  for (std::size_t k = 0; k < at.contacts.size(); ++k) {
    const Contact<D>& c = at.contacts[k];
    if (const std::ptrdiff_t at_place = known.find(c.place); at_place >= 0) {
      const auto j = static_cast<std::size_t>(at_place);
      at.impulses[k] = memory.impulses[j];
      if (!at.moments.empty() && !memory.moments.empty()) at.moments[k] = memory.moments[j];
      continue;
    }
    const Spring spring = spring_at<D>(bodies, c, law_of(world, bodies, c));
    const Vec<D> v = centre_velocity<D>(c, bodies.velocity) -
                     boundary_velocity<D>(world, bodies, c, bodies.position[c.b().body()], walls);
    at.impulses[k] = h * spring.normal_force(-c.gap, -c.n.dot(v)) * c.n;
  }
}

template <int D>
void add_dashpots(const World<D>& world, const Bodies<D>& bodies,
                  std::span<const Placement<D>> walls, double h, Workers& workers,
                  SpringContacts<D>& at) {
  at.impulses.resize(at.contacts.size());
  workers.for_range(at.contacts.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t k = begin; k < end; ++k) {
      const Contact<D>& c = at.contacts[k];
      at.impulses[k] = at.held[k];
      const PairLaw& law = law_of(world, bodies, c);
      if (law.friction == 0.0) continue;
      const Spring spring = spring_at<D>(bodies, c, law);
      const Vec<D> surface =
          boundary_velocity<D>(world, bodies, c, bodies.position[c.b().body()], walls);
      at.impulses[k] +=
          h * dashpot_force<D>(spring, stretch_of<D>(c, at.held[k], spring, h),
                               slip_velocity<D>(bodies, c, bodies.velocity, bodies.spin, surface),
                               law.friction * at.held[k].dot(c.n) / h);
    }
  });
}

template <int D>
double stored_spring_energy(const World<D>& world, const Bodies<D>& bodies,
                            const ContactMemory<D>& memory, std::span<const LoadedMotion> loaded,
                            double t, double h, StepTools<D>& tools) {
  tools.pairs.update(bodies.position, bodies.radius, 0.0, tools.workers);
  const std::vector<Placement<D>> walls = placements(world, t, loaded);
  double sum = 0.0;
  MemoryCursor known(memory.places);
  for (const Contact<D>& c : detect_contacts(world, bodies, {bodies.position, walls},
                                             tools.pairs.pairs(), {}, tools.workers)) {
    const PairLaw& law = law_of(world, bodies, c);
    const Spring spring = spring_at<D>(bodies, c, law);
    sum += spring.normal_energy(-c.gap);
    const std::ptrdiff_t at_place = known.find(c.place);
    if (at_place < 0) continue;
    const auto k = static_cast<std::size_t>(at_place);
    if (law.friction > 0.0) {
      sum += spring.template tangential_energy<D>(stretch_of<D>(c, memory.impulses[k], spring, h));
    }
    if (law.has_moment() && !memory.moments.empty()) {
      sum += RollingSpring<D>(bodies, c, law, spring, h).energy(memory.moments[k]);
    }
  }
  return sum;
}

#define GALET_INSTANTIATE(D)                                                                       \
  template bool has_tangential_dashpots(const World<D>&);                                          \
  template void recover(const World<D>&, const Bodies<D>&, std::span<const Placement<D>>, double,  \
                        const ContactMemory<D>&, StepTools<D>&, SpringContacts<D>&);               \
  template void add_dashpots(const World<D>&, const Bodies<D>&, std::span<const Placement<D>>,     \
                             double, Workers&, SpringContacts<D>&);                                \
  template double stored_spring_energy(const World<D>&, const Bodies<D>&, const ContactMemory<D>&, \
                                       std::span<const LoadedMotion>, double, double,              \
                                       StepTools<D>&)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
