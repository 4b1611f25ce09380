// How far bodies go in a step, in terms of their own size.
#pragma once

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "galet/base/warning.hpp"
#include "galet/model/bodies.hpp"

namespace galet {

// The largest way of a body in h seconds over its radius.
template <int D>
double largest_travel(const Bodies<D>& bodies, double h) {
  double square = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    square =
        std::max(square, bodies.velocity[i].squaredNorm() / (bodies.radius[i] * bodies.radius[i]));
  }
  return h * std::sqrt(square);
}

// On velocities, contacts are found where bodies are at mid-step, those of springs where they are
// once a step: a body that crosses its own radius may meet a wall or another body too late.
inline Warning long_step_warning(double radii, bool rigid) {
  return {WarningCode::long_step,
          fmt::format("a body moves by {:.3g} times its radius in one step; {} it may pass through "
                      "others unnoticed. Reduce time.step to {:.2g} of its value{}",
                      radii,
                      rigid ? "with normal = \"velocity\"" : "between two detections of contacts",
                      1.0 / radii, rigid ? ", or use normal = \"gap\"" : "")};
}

}  // namespace galet
