// The estimate of the largest stable step, where the largest frequency is known.
#include "galet/scheme/stable_step.hpp"

#include <cmath>

#include "support/hand_built.hpp"
#include <gtest/gtest.h>

#include "galet/scheme/dem.hpp"

namespace galet {
namespace {

using test::add_boundary;
using test::ball;
using test::world_of;

PairLaw springs(double k, double c = 0.0, double mu = 0.0, double k_t = 0.0) {
  PairLaw law;
  law.friction = mu;
  law.spring = {.normal = k, .tangential = k_t, .damping = c};
  return law;
}

template <int D>
Bodies<D> balls(int count, double mass) {
  Bodies<D> bodies;
  for (int i = 0; i < count; ++i) bodies.add(ball<D>(Vec<D>(i * Vec<D>::Unit(0)), 0.5, mass));
  return bodies;
}

// Two balls: ω² = 2k/m, with a tangential spring k_t (2/m + 2r²/I) more at most. A triangular
// packing of discs: at the edge of its zone ω² = 6k/m.
TEST(StableStep, FewBallsAndAPacking) {
  constexpr double k = 1e4, m = 3.0;
  EXPECT_NEAR(stable_step(world_of<2>(springs(k)), balls<2>(2, m)).step, 2.0 / std::sqrt(2 * k / m),
              1e-12);
  EXPECT_NEAR(stable_step(world_of<2>(springs(k)), balls<2>(20, m)).step,
              2.0 / std::sqrt(6 * k / m), 1e-12);
  EXPECT_NEAR(stable_step(world_of<2>(springs(k)), balls<2>(1, m), true).step,
              2.0 / std::sqrt(6 * k / m), 1e-12);
  constexpr double k_t = 5e3;
  const double rough = 2 * k / m + k_t * 2 * (1 / m + 2 / m);  // I = m r²/2
  EXPECT_NEAR(stable_step(world_of<2>(springs(k, 0, 0.5, k_t)), balls<2>(2, m)).step,
              2.0 / std::sqrt(rough), 1e-12);
  EXPECT_TRUE(std::isinf(stable_step(world_of<2>(springs(k)), balls<2>(1, m)).step));
}

// One ball on a floor is alone with its spring and dashpot: below the estimate a small oscillation
// stays small, above it grows without end (here until the ball leaves the floor).
template <int D>
double growth(double c, double part) {
  constexpr double k = 1e4, m = 2.0, g = 10.0;
  World<D> world = world_of<D>(springs(k, c), Vec<D>(-g * Vec<D>::Unit(D - 1)));
  add_boundary<D>(world, HalfSpace<D>{Vec<D>::Zero(), Vec<D>::Unit(D - 1)});
  Bodies<D> bodies;
  const double rest = 0.5 - m * g / k;
  bodies.add(ball<D>(Vec<D>((rest + 1e-8) * Vec<D>::Unit(D - 1)), 0.5, m));
  const double h = part * stable_step(world, bodies).step;
  Workers workers(1);
  StepTools<D> tools{workers};
  ContactMemory<D> memory;
  std::vector<LoadedMotion> loaded(world.boundaries.size());
  double largest = 0.0;
  for (int s = 0; s < 1000; ++s) {
    static_cast<void>(step_dem<D>(world, {}, s * h, h, tools, bodies, memory, loaded));
    largest = std::max(largest, std::abs(bodies.position[0][D - 1] - rest));
  }
  return largest / 1e-8;
}

// Just below 2/ω the amplitude of velocity-Verlet is 1/√(1 − (ω h/2)²) times that of the start: 5
// for 0.98. Above, the factor per step is at least 1 + √(2 · 0.02): 1e17 in 200 steps.
TEST(StableStep, IsWhereOscillationsBeginToGrow) {
  for (const double c : {0.0, 30.0, 300.0}) {
    EXPECT_LT(growth<2>(c, 0.98), 6.0) << c;
    EXPECT_LT(growth<3>(c, 0.98), 6.0) << c;
    EXPECT_GT(growth<2>(c, 1.02), 30.0) << c;
    EXPECT_GT(growth<3>(c, 1.02), 30.0) << c;
  }
}

}  // namespace
}  // namespace galet
