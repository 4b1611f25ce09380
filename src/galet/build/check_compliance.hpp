// What a scheme with soft contacts needs of its scene, beyond the ranges of the numbers.
#pragma once

#include "galet/build/build_exchange.hpp"
#include "galet/model/world.hpp"
#include "galet/scene/scene.hpp"
#include "galet/scheme/stable_step.hpp"

namespace galet {

// For scheme = "newmark": a compliance for every two materials that can meet, c_t where there is
// friction, a linear solver that can take it, and weights that fit the variant. For scheme = "dem":
// a spring for every two materials that can meet, with a tangential one where there is friction,
// and a step that is stable (scheme/stable_step.hpp). Throws InputError.
template <int D>
void check_compliance(const Scene& scene, const World<D>& world, const Bodies<D>& bodies,
                      const Exchange<D>& exchange);

// For scheme = "dem": the longest step that is stable, with the feeds counted.
template <int D>
StableStep<D> stable_step_with_feeds(const World<D>& world, const Bodies<D>& bodies,
                                     const Exchange<D>& exchange) {
  return stable_step(world, with_feeds(bodies, exchange), !exchange.feeds.empty());
}

}  // namespace galet
