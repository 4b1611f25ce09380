// All that changes in a run, as one value: copy it to checkpoint, hash it to compare, assign it to
// roll back.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "galet/base/hash.hpp"
#include "galet/base/random.hpp"
#include "galet/collision/contact_set.hpp"
#include "galet/model/bodies.hpp"
#include "galet/model/boundary.hpp"
#include "galet/observe/energy.hpp"

namespace galet {

// How far a feed of bodies has come (sim/exchange.hpp).
struct FeedState {
  std::int64_t inserted = 0;
  Random random;
  std::optional<double> radius = {};  // m, of a body that waits for room
};

template <int D>
struct State {
  std::int64_t step = 0;  // steps done
  double time = 0.0;      // s
  Bodies<D> bodies;
  ContactMemory<D> memory;
  std::vector<LoadedMotion> loaded;  // by boundary; zero for those without load
  EnergyBudget energy;
  std::int32_t next_id = 0;   // of the next new body
  std::int64_t inserted = 0;  // bodies put in since the start
  std::int64_t removed = 0;   // bodies taken out since the start
  std::vector<FeedState> feeds;

  LoadedMotion loaded_motion(std::size_t boundary) const {
    return boundary < loaded.size() ? loaded[boundary] : LoadedMotion{};
  }
};

// Equal for two states if and only if (up to collisions of the hash) all their bits are equal.
template <int D>
Hash hash_of(const State<D>& state);

}  // namespace galet
