// The state at which an earlier run is taken up again.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "galet/collision/contact_set.hpp"
#include "galet/model/bodies.hpp"
#include "galet/model/boundary.hpp"

namespace galet {

template <int D>
struct EarlierState {
  Bodies<D> bodies;                    // in the order of their ids
  std::vector<NamedRecord<D>> memory;  // empty when the run did not store its contacts
  double step_length = 0.0;            // s, of the step with these impulses
  // What the indices of the bodies and of the boundaries in the memory stand for.
  std::vector<std::string> materials;
  std::vector<std::string> groups;
  std::vector<std::string> boundaries;
  std::vector<LoadedMotion> loaded;       // by boundary
  std::vector<Vec<D>> boundary_position;  // m, likewise: origins of their frames
};

struct EarlierRun {
  std::variant<EarlierState<2>, EarlierState<3>> state;
};

}  // namespace galet
