// All that changes in a run, as one value: copy it to checkpoint, hash it to compare, assign it to
// roll back.
#pragma once

#include <cstdint>

#include "galet/base/hash.hpp"
#include "galet/collision/contact_set.hpp"
#include "galet/model/bodies.hpp"
#include "galet/observe/energy.hpp"

namespace galet {

template <int D>
struct State {
  std::int64_t step = 0;  // steps done
  double time = 0.0;      // s
  Bodies<D> bodies;
  ContactMemory<D> memory;
  EnergyBudget energy;
};

// Equal for two states if and only if (up to collisions of the hash) all their bits are equal.
template <int D>
Hash hash_of(const State<D>& state);

}  // namespace galet
