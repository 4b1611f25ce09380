#include "galet/scheme/near_contacts.hpp"

#include "galet/collision/narrow_phase.hpp"

namespace galet {

template <int D>
void NearContacts<D>::list(const World<D>& world, const Bodies<D>& bodies, double t, double h,
                           std::span<const double> margin, std::span<const LoadedMotion> loaded,
                           StepTools<D>& tools) {
  tools.pairs.update(bodies.position, bodies.radius, margin, tools.workers);
  const std::vector<Placement<D>> walls = placements(world, t, loaded);
  detect_contacts(world, bodies, {bodies.position, walls}, tools.pairs.pairs(),
                  {.margin = margin, .seconds = h}, tools.workers, found);
  number_nodes(bodies);
}

template <int D>
void NearContacts<D>::number_nodes(const Bodies<D>& bodies) {
  node_of.assign(bodies.size(), -1);
  for (const Contact<D>& c : found) {
    for (const NodeRef side : {c.a(), c.b()}) {
      if (!side.is_boundary()) node_of[side.body()] = 0;
    }
  }
  body_of.clear();
  for (const bool fixed : {false, true}) {
    for (std::size_t i = 0; i < node_of.size(); ++i) {
      if (node_of[i] < 0 || bodies.is_fixed(i) != fixed) continue;
      node_of[i] = static_cast<std::int32_t>(body_of.size());
      body_of.push_back(i);
    }
    if (!fixed) unknowns = body_of.size();
  }
}

template struct NearContacts<2>;
template struct NearContacts<3>;

}  // namespace galet
