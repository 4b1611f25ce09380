// The contacts that may act in a step of Newmark's scheme, and the nodes they make: the bodies they
// touch. O(bodies · boundaries + pairs).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "galet/scheme/step.hpp"

namespace galet {

template <int D>
struct NearContacts {
  ContactSet<D> found;
  std::size_t unknowns = 0;           // nodes that can move, which come first
  std::vector<std::size_t> body_of;   // of a node; within both kinds in the order of the bodies
  std::vector<std::int32_t> node_of;  // of a body, −1 if it is none

  // Lists all contacts with gaps up to the margins of the bodies, in the step from t to t + h.
  // Planes under load are where `loaded` (by boundary) says, and are near whatever their velocity
  // there takes them to.
  void list(const World<D>& world, const Bodies<D>& bodies, double t, double h,
            std::span<const double> margin, std::span<const LoadedMotion> loaded,
            StepTools<D>& tools);

 private:
  void number_nodes(const Bodies<D>& bodies);
};

}  // namespace galet
