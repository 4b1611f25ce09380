// Number of contacts per body, with and without rattlers.
//
// A contact counts when it carries an impulse. A rattler is a body with fewer than `least`
// contacts; rattlers are taken away with their contacts, which may leave others with too few, until
// none is left: what stays is the backbone that carries the load [OHern2003]. Cost: O(bodies +
// contacts).
#pragma once

#include <cstdint>

#include "galet/observe/look.hpp"

namespace galet {

struct Coordination {
  std::int64_t bodies = 0;    // of the part that can move
  std::int64_t rattlers = 0;  // among them
  std::int64_t ends = 0;      // of contacts at these bodies; one between two of them has both here
  std::int64_t backbone_ends = 0;  // of contacts of the backbone at bodies that are no rattlers

  // Not numbers when there are no bodies.
  double mean() const { return static_cast<double>(ends) / static_cast<double>(bodies); }
  double mean_without_rattlers() const {
    return static_cast<double>(backbone_ends) / static_cast<double>(bodies - rattlers);
  }
};

// `walls`: whether contacts with boundaries and immovable bodies count.
template <int D>
Coordination compute_coordination(const Look<D>& look, const Part<D>& part, bool walls,
                                  std::int64_t least);

}  // namespace galet
