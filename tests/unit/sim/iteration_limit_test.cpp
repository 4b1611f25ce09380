// max_iterations bounds a step, not each of the solves that it may take: on gaps a step is solved
// again when pairs that were not listed overlap afterwards, from the impulses found so far.
#include <algorithm>

#include "support/simulate.hpp"
#include <gtest/gtest.h>

namespace galet::iteration_limit_test {
namespace {

using test::ball;
using test::simulate;
using test::world_of;

// Most repeats of a step, and sweeps that each may take beyond the limit.
constexpr int kRepeats = 5;
constexpr int kSweepsOfRepeat = 50;

// A ball at 100 m/s, which goes ten radii in a step, meets a cloud at rest. The bodies of the cloud
// have no velocity and so no reach: each layer is found only when the one before has been pushed
// into it.
template <int D>
Simulation<D> shot_into_a_cloud(int max_iterations, bool batches) {
  constexpr double r = 0.01, pitch = 2.02 * r;
  constexpr int n = 6;
  Bodies<D> bodies;
  const int layers = D == 3 ? n : 1;
  for (int i = 0; i < n * n * layers; ++i) {
    Vec<D> cell = Vec<D>::Zero();
    cell[0] = i % n;
    // Every other layer is shifted, so that the push spreads.
    cell[1] = i / n % n + 0.5 * (i % n % 2);
    if constexpr (D == 3) cell[2] = i / (n * n);
    bodies.add(ball<D>(pitch * cell, r));
  }
  Vec<D> start = 0.5 * pitch * (n - 1) * Vec<D>::Ones();
  start[0] = -2.5 * r;
  bodies.add(ball<D>(start, r, 10.0, 100.0 * Vec<D>::UnitX()));
  // A tolerance that is never met.
  Scene scene = test::scene_of<D>(1e-3, 1e-300, 1.0, batches);
  auto& scheme = std::get<MoreauJeanSettings>(scene.scheme);
  scheme.normal = NormalContact::gap;
  scheme.theta.reset();
  std::get<NlgsSettings>(scene.solver).max_iterations = max_iterations;
  return simulate<D>(world_of<D>({0.5, {}}), bodies, scene);
}

template <int D>
int most_iterations(int max_iterations, bool batches) {
  Simulation<D> simulation = shot_into_a_cloud<D>(max_iterations, batches);
  int most = 0;
  for (int k = 0; k < 5; ++k) most = std::max(most, simulation.advance().solve.iterations);
  return most;
}

TEST(IterationLimit, holds_for_a_step_that_is_solved_again) {
  for (const bool batches : {false, true}) {
    for (const int limit : {200, 400}) {
      SCOPED_TRACE(testing::Message() << limit << (batches ? ", batches" : ""));
      EXPECT_LE(most_iterations<2>(limit, batches), limit + kRepeats * kSweepsOfRepeat);
      EXPECT_LE(most_iterations<3>(limit, batches), limit + kRepeats * kSweepsOfRepeat);
    }
  }
}

}  // namespace
}  // namespace galet::iteration_limit_test
