// A time step that suits a scene with rigid contacts, from what moves its bodies
// (docs/step-and-tolerance.md).
#pragma once

#include <optional>
#include <string>

#include "galet/build/build.hpp"

namespace galet {

struct StepAdvice {
  double seconds = 0.0;
  std::string reason;
};

// The longest step 1, 2 or 5 × 10^k s in which, over the smallest radius that can move,
//   the loads of the start move a body by at most a thousandth,
//   what is driven (boundaries, belts) goes at most a twenty-fifth,
//   bodies that begin with a velocity, or want one, go at most a quarter.
// None where nothing of all this moves, and for schemes with soft contacts, whose step the contacts
// decide.
template <int D>
std::optional<StepAdvice> suggest_step(const Scene& scene, const Setup<D>& setup);

}  // namespace galet
