// Bodies that overlap at the start, posed on gaps, without load and with e = 0: they are moved
// apart, and that is all. The overlap is an error of positions; taking it back may not leave
// momentum, which would grow as the step gets shorter (a part of the overlap over h).
#include <algorithm>
#include <cmath>
#include <limits>

#include "support/simulate.hpp"
#include <gtest/gtest.h>

namespace galet::overlap_test {
namespace {

using test::ball;
using test::simulate;
using test::world_of;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kRadius = 0.01;
constexpr double kOverlap = 0.1 * kRadius;
// With the default limit of 1 % of the radius in a step ten are enough; a correction that takes
// back a tenth of what is left in each step needs 110 to come below 1e-6 radii.
constexpr int kSteps = 400;

template <int D>
Scene gap_scene(double step, bool batches) {
  Scene scene = test::scene_of<D>(step, 1e-10, 1.0, batches);
  auto& scheme = std::get<MoreauJeanSettings>(scene.scheme);
  scheme.normal = NormalContact::gap;
  scheme.theta.reset();
  return scene;
}

// The second ball has `ratio` times the mass of the first.
template <int D>
Simulation<D> two_balls(double step, double ratio, bool batches) {
  Bodies<D> bodies;
  bodies.add(ball<D>(Vec<D>::Zero(), kRadius, 0.01));
  bodies.add(ball<D>((2.0 * kRadius - kOverlap) * Vec<D>::UnitX(), kRadius, 0.01 * ratio));
  return simulate<D>(world_of<D>({0.3, {}}), bodies, gap_scene<D>(step, batches));
}

template <int D>
double overlap(const Bodies<D>& bodies) {
  return 2.0 * kRadius - (bodies.position[1] - bodies.position[0]).norm();
}

template <int D>
double largest_speed(const Bodies<D>& bodies) {
  return std::max(bodies.velocity[0].norm(), bodies.velocity[1].norm());
}

template <int D>
void check_two_balls(double step, double ratio, bool batches) {
  SCOPED_TRACE(testing::Message() << D << "D, step " << step << ", masses 1 : " << ratio
                                  << (batches ? ", batches" : ""));
  Simulation<D> simulation = two_balls<D>(step, ratio, batches);
  const Bodies<D>& bodies = simulation.state().bodies;
  double before = overlap(bodies);
  bool monotonic = true;
  for (int k = 0; k < kSteps; ++k) {
    simulation.advance();
    const double now = overlap(bodies);
    // Positions of the size of two radii are rounded.
    monotonic = monotonic && now <= before + 8.0 * kEpsilon * kRadius;
    before = now;
    const Vec<D> momentum =
        bodies.mass[0] * bodies.velocity[0] + bodies.mass[1] * bodies.velocity[1];
    const double scale = bodies.mass[0] * bodies.velocity[0].norm();
    ASSERT_LE(momentum.norm(), 1e-12 * scale) << "step " << k;
  }
  EXPECT_TRUE(monotonic);
  EXPECT_LE(before, 1e-6 * kRadius);
  // Gravity, which is not there, would give 0.02 m/s in 2 ms: below what a run of grains notices.
  EXPECT_LE(largest_speed(bodies), 0.02);
}

TEST(Overlap, two_balls_part_without_momentum_whatever_the_step) {
  for (const double step : {1e-3, 1e-4, 1e-5}) {
    for (const double ratio : {1.0, 8.0}) {
      for (const bool batches : {false, true}) {
        check_two_balls<2>(step, ratio, batches);
        check_two_balls<3>(step, ratio, batches);
      }
    }
  }
}

// The energy that appears is none: at any time it is below that of 0.02 m/s, and the budget's
// correction with it.
TEST(Overlap, no_energy_comes_from_it) {
  for (const double step : {1e-3, 1e-4, 1e-5}) {
    SCOPED_TRACE(step);
    Simulation<3> simulation = two_balls<3>(step, 1.0, false);
    for (int k = 0; k < kSteps; ++k) simulation.advance();
    const double limit = 2.0 * 0.5 * 0.01 * 0.02 * 0.02;  // J, both balls of 10 g at 0.02 m/s
    EXPECT_LE(simulation.state().energy.kinetic, limit);
    EXPECT_LE(std::abs(simulation.state().energy.work.correction), limit);
    EXPECT_LE(simulation.state().energy.balance_error_relative(), 1e-12);
  }
}

// A ball sunk into the floor comes up and rests there: no jump.
TEST(Overlap, a_ball_in_the_floor_comes_up_and_stays) {
  constexpr double g = 9.81;
  for (const double step : {1e-3, 1e-4, 1e-5}) {
    SCOPED_TRACE(step);
    World<3> world = world_of<3>({0.3, {}}, Vec<3>(0.0, 0.0, -g));
    test::add_boundary<3>(world, HalfSpace<3>{{0.0, 0.0, 0.0}, {0.0, 0.0, 1.0}});
    Bodies<3> bodies;
    bodies.add(ball<3>({0.0, 0.0, kRadius - kOverlap}, kRadius, 0.01));
    Simulation<3> simulation = simulate<3>(world, bodies, gap_scene<3>(step, false));
    double highest = 0.0;
    for (int k = 0; k < kSteps; ++k) {
      simulation.advance();
      highest = std::max(highest, simulation.state().bodies.position[0][2]);
    }
    // 0.02 m/s would carry it up by v²/(2 g) = 2e-5 m.
    EXPECT_LE(highest, kRadius + 0.02 * 0.02 / (2.0 * g));
    EXPECT_GE(simulation.state().bodies.position[0][2], kRadius * (1.0 - 1e-6));
  }
}

}  // namespace
}  // namespace galet::overlap_test
