// Bodies that touch, with contacts found by the program's own detection and impulses given by the
// test: what an observer looks at.
#pragma once

#include <functional>
#include <numbers>
#include <vector>

#include "support/hand_built.hpp"

#include "galet/collision/narrow_phase.hpp"
#include "galet/observe/look.hpp"

namespace galet::test {

template <int D>
struct Touching {
  World<D> world = world_of<D>({});
  Bodies<D> bodies;
  ContactSet<D> contacts;
  std::vector<Vec<D>> impulses;
  double step_length = 1e-3;

  // All pairs that touch up to rounding, each with the impulse that `impulse(contact)` gives, in
  // contact components.
  void touch(const std::function<Vec<D>(const Contact<D>&)>& impulse) {
    std::vector<BodyPair> pairs;
    for (std::int32_t a = 0; a < static_cast<std::int32_t>(bodies.size()); ++a) {
      for (std::int32_t b = a + 1; b < static_cast<std::int32_t>(bodies.size()); ++b) {
        pairs.push_back({a, b});
      }
    }
    Workers workers(1);
    contacts = detect_contacts<D>(world, bodies, {bodies.position, placements(world, 0.0)}, pairs,
                                  {.activation = 1e-9}, workers);
    impulses.clear();
    for (const Contact<D>& contact : contacts) {
      impulses.push_back(contact.frame().transpose() * impulse(contact));
    }
  }
  // Every contact pressed with the same force, in N.
  void press(double force) {
    touch([&](const Contact<D>&) { return Vec<D>(force * step_length * Vec<D>::Unit(0)); });
  }
  Look<D> look(double time = 0.0) const {
    return {world, bodies, contacts, bodies.position, impulses, time, step_length, {}};
  }
};

// Discs of radius 1 in a hexagonal crystal: rows of `along` at distance 2, every second one shifted
// by 1, the rows √3 apart; the first disc at the origin.
inline void add_hexagonal(Bodies<2>& bodies, int along, int rows) {
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < along; ++i) {
      bodies.add(ball<2>({2.0 * i + (j % 2), std::numbers::sqrt3 * j}, 1.0));
    }
  }
}

}  // namespace galet::test
