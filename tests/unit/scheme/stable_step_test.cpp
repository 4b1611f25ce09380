// The estimate of the largest stable step, where the largest frequency is known.
#include "galet/scheme/stable_step.hpp"

#include <cmath>

#include "support/hand_built.hpp"
#include <gtest/gtest.h>

#include "galet/scheme/dem.hpp"

namespace galet::stable_step_test {
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

// A floor, n balls side by side on it, a plane of mass M on them, all pressed together. In the mode
// in which all balls move alike, x, and the plane s,
//   m x'' = −k x − k (x − s),   M s'' = −n k (s − x),
// so that ω² is the larger eigenvalue of ((2k/m, −k √n/√(mM)), (−k √n/√(mM), n k/M)). Light planes
// set the step, heavy ones do not.
template <int D>
struct Pressed {
  static constexpr double k = 1e4, m = 2.0, g = 10.0;
  static constexpr int n = 6;
  World<D> world;
  Bodies<D> bodies;
  std::vector<LoadedMotion> loaded;
  double omega2 = 0.0;
  double rest = 0.0;  // of the plane

  explicit Pressed(double mass) : world(world_of<D>(springs(k))) {
    constexpr double load = 100.0, d = load / (n * k);
    const Vec<D> up = Vec<D>::Unit(D - 1);
    add_boundary<D>(world, HalfSpace<D>{Vec<D>::Zero(), up});
    Boundary<D>& lid = add_boundary<D>(world, HalfSpace<D>{Vec<D>::Zero(), Vec<D>(-up)});
    lid.origin = (1.0 - 2.0 * d + 1e-8) * up;
    lid.load = Load{mass, VectorSeries::constant({load})};
    for (int i = 0; i < n; ++i) {
      bodies.add(ball<D>(Vec<D>(1.1 * i * Vec<D>::Unit(0) + (0.5 - d) * up), 0.5, m));
    }
    loaded.resize(2);
    const double A = 2 * k / m, B = n * k / mass, C2 = n * k * k / (m * mass);
    omega2 = 0.5 * (A + B + std::sqrt((A - B) * (A - B) + 4 * C2));
  }

  // Largest motion of the plane over that of the start, in 2000 steps.
  double growth(double h) {
    Workers workers(1);
    StepTools<D> tools{workers};
    ContactMemory<D> memory;
    double largest = 0.0;
    for (int s = 0; s < 2000; ++s) {
      static_cast<void>(step_dem<D>(world, {}, s * h, h, tools, bodies, memory, loaded));
      largest = std::max(largest, std::abs(loaded[1].displacement));
    }
    return largest / 1e-8;
  }
};

template <int D>
void check_pressed() {
  for (const double mass : {0.01, 0.3, 12.0, 1e3}) {
    Pressed<D> pressed(mass);
    const double limit = 2.0 / std::sqrt(pressed.omega2);
    const double estimate = stable_step(pressed.world, pressed.bodies).step;
    EXPECT_LE(estimate, limit * (1.0 + 1e-12)) << mass;
    if (mass < 0.1) {
      EXPECT_GT(estimate, 0.9 * limit) << mass;
      EXPECT_GT(Pressed<D>(mass).growth(1.02 * limit), 100.0) << mass;
    }
    // Starts 1e-8 m off its place, swings as far to the other side, more near the limit; a heavy
    // plane is still on its way.
    EXPECT_LT(pressed.growth(0.98 * estimate), 20.0) << mass;
    World<D> without = pressed.world;
    without.boundaries[1].load.reset();
    const double blind = stable_step(without, pressed.bodies).step;
    EXPECT_EQ(estimate < 0.98 * blind, mass < 1.0) << mass;
  }
}

TEST(StableStep, CountsPlanesUnderLoad) {
  check_pressed<2>();
  check_pressed<3>();
}

// Only so many bodies lie side by side: a column of balls under a lid has one of them there, two
// with the rim.
TEST(StableStep, PlanesUnderLoadMeetOneLayer) {
  constexpr double k = 1e4, m = 3.0, mass = 0.1;
  World<2> world = world_of<2>(springs(k));
  Boundary<2>& lid = add_boundary<2>(world, HalfSpace<2>{Vec<2>::Zero(), Vec<2>(-Vec<2>::Unit(1))});
  lid.load = Load{mass, VectorSeries::constant({1.0})};
  Bodies<2> column;
  for (int i = 0; i < 50; ++i) column.add(ball<2>(Vec<2>(0.0, i), 0.5, m));
  EXPECT_NEAR(stable_step(world, column).step, 2.0 / std::sqrt(k * (3 / m + 2 / mass)), 1e-12);
}

// Tangential dashpots count like normal ones: γ = c_t (2/m + 2 r²/I) for two discs, I = m r²/2.
TEST(StableStep, CountsTangentialDashpots) {
  constexpr double k = 1e4, m = 3.0, k_t = 5e3, c_t = 40.0;
  PairLaw law = springs(k, 0, 0.5, k_t);
  law.spring.tangential_damping = c_t;
  const double omega2 = 2 * k / m + k_t * 6 / m;
  const double gamma = c_t * 6 / m;
  EXPECT_NEAR(stable_step(world_of<2>(law), balls<2>(2, m)).step,
              2.0 / (std::sqrt(gamma * gamma + omega2) + gamma), 1e-12);
}

// Springs against rolling: R = z/I, k_r given or k_t ℓ², ℓ = r/2 between discs of one size and r at
// a floor. Twisting of spheres alike.
TEST(StableStep, CountsRollingSprings) {
  constexpr double k = 1e4, m = 3.0, k_t = 5e3, k_r = 800.0;
  const double inertia = 0.5 * m * 0.25;
  PairLaw law = springs(k, 0, 0, k_t);
  law.rolling_friction = 0.1;
  const double between = 2 * k / m + k_t * 0.0625 * 2 / inertia;
  EXPECT_NEAR(stable_step(world_of<2>(law), balls<2>(2, m)).step, 2.0 / std::sqrt(between), 1e-12);
  World<2> floor = world_of<2>(law);
  add_boundary<2>(floor, HalfSpace<2>{Vec<2>::Zero(), Vec<2>::Unit(1)});
  EXPECT_NEAR(stable_step(floor, balls<2>(1, m)).step,
              2.0 / std::sqrt(k / m + k_t * 0.25 / inertia), 1e-12);
  law.spring.rolling = k_r;
  EXPECT_NEAR(stable_step(world_of<2>(law), balls<2>(2, m)).step,
              2.0 / std::sqrt(2 * k / m + k_r * 2 / inertia), 1e-12);
  law.rolling_friction = 0.0;
  law.twisting_friction = 0.1;
  EXPECT_NEAR(stable_step(world_of<3>(law), balls<3>(2, m)).step,
              2.0 / std::sqrt(2 * k / m + k_r * 2 / (0.4 * m * 0.25)), 1e-12);
}

// A ball on a floor with a spring against rolling so stiff that it alone sets the step: ω² = k_r/I
// and k/m, a thousandth of it. Largest spin over that of the start.
template <int D>
double growth_of_spin(double part) {
  constexpr double k = 1e4, m = 2.0, g = 10.0;
  PairLaw law = springs(k);
  law.rolling_friction = 1e3;
  law.spring.rolling = 1e3 * k * (D == 2 ? 0.5 : 0.4) * 0.25;
  World<D> world = world_of<D>(law, Vec<D>(-g * Vec<D>::Unit(D - 1)));
  add_boundary<D>(world, HalfSpace<D>{Vec<D>::Zero(), Vec<D>::Unit(D - 1)});
  Bodies<D> bodies;
  Body<D> body = ball<D>(Vec<D>((0.5 - m * g / k) * Vec<D>::Unit(D - 1)), 0.5, m);
  body.spin = Spin<D>(1e-8 * Spin<D>::Unit(0));
  bodies.add(body);
  const double h = part * stable_step(world, bodies).step;
  Workers workers(1);
  StepTools<D> tools{workers};
  ContactMemory<D> memory;
  std::vector<LoadedMotion> loaded(world.boundaries.size());
  double largest = 0.0;
  for (int s = 0; s < 1000; ++s) {
    static_cast<void>(step_dem<D>(world, {}, s * h, h, tools, bodies, memory, loaded));
    largest = std::max(largest, bodies.spin[0].norm());
  }
  return largest / 1e-8;
}

// The spin itself is bounded by that of the start below the limit: cos nΘ. Above, as for the normal
// spring, it grows by at least 1 + √(2 · 0.02) in a step, until the spring yields.
TEST(StableStep, StiffRollingSpringsSetIt) {
  EXPECT_LT(growth_of_spin<2>(0.98), 1.0 + 1e-9);
  EXPECT_LT(growth_of_spin<3>(0.98), 1.0 + 1e-9);
  EXPECT_GT(growth_of_spin<2>(1.02), 1e6);
  EXPECT_GT(growth_of_spin<3>(1.02), 1e6);
}

}  // namespace
}  // namespace galet::stable_step_test
