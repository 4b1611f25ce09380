// The contacts found at one configuration, and the memory of contacts between steps.
#pragma once

#include <vector>

#include "galet/base/ids.hpp"
#include "galet/math/vec.hpp"

namespace galet {

// Where a contact's side sits in the arrays: bodies by their place, boundaries by −1 − place.
struct NodeRef {
  std::int32_t value = 0;
  bool is_boundary() const { return value < 0; }
  std::size_t body() const { return static_cast<std::size_t>(value); }
  std::size_t boundary() const { return static_cast<std::size_t>(-1 - value); }
};

template <int D>
struct Contact {
  ContactKey key;
  NodeRef a;            // body or boundary
  NodeRef b;            // always a body
  double gap = 0.0;     // > 0 separated
  Mat<D> frame;         // rows n (from a to b), t …
  Vec<D> arm_a;         // from the centre (origin) of a to the contact point
  Vec<D> arm_b;         // from the centre of b to the contact point
  Vec<D> point;         // in the world
  double length = 0.0;  // the smaller radius of the pair (the body's radius at a boundary)

  Vec<D> normal() const { return frame.row(0).transpose(); }
};

// Sorted by key, so that everything made from it is independent of how it was found.
template <int D>
using ContactSet = std::vector<Contact<D>>;

// What a contact remembers from one step to the next.
template <int D>
struct ContactRecord {
  ContactKey key;
  Vec<D> impulse;  // on b, in world components, N s
};

// Sorted by key.
template <int D>
using ContactMemory = std::vector<ContactRecord<D>>;

}  // namespace galet
