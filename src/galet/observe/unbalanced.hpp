// How far from equilibrium the bodies are: the mean resultant force on a body that can move over
// the mean force of a contact.
//
// The resultant is the sum of the weight, the group force and the forces of all contacts on the
// body, in the directions in which it can move. A packing counts as at rest below some 10⁻³; a
// single falling body has no contact, and no ratio. Cost: O(bodies + contacts).
#pragma once

#include <cstdint>

#include "galet/observe/look.hpp"

namespace galet {

struct Unbalanced {
  double resultant = 0.0;  // N, mean over the bodies
  double contact = 0.0;    // N, mean over the contacts that carry something

  // Not a number where no contact carries anything.
  double ratio() const { return resultant / contact; }
};

// Of the bodies of a part that can move, and of the contacts at one of them.
template <int D>
Unbalanced compute_unbalanced(const Look<D>& look, const Part<D>& part);

}  // namespace galet
