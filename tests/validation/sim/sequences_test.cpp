// Things that happen at a time: gates, motions that start and stop, tilting, runs taken up again.
#include <cmath>
#include <limits>
#include <memory>

#include "support/simulate.hpp"
#include <gtest/gtest.h>

#include "galet/build/earlier_state.hpp"
#include "galet/sim/stop.hpp"

namespace galet::sequences_test {
namespace {

using test::add_boundary;
using test::ball;
using test::simulate;
using test::world_of;

constexpr double kGravity = 9.81;
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

template <int D>
Scene scene_with(NormalContact normal, double step, double tolerance = 1e-10) {
  Scene scene = test::scene_of<D>(step, tolerance);
  auto& scheme = std::get<MoreauJeanSettings>(scene.scheme);
  scheme.normal = normal;
  if (normal == NormalContact::gap) scheme.theta.reset();
  return scene;
}

class BothForms : public testing::TestWithParam<NormalContact> {};
INSTANTIATE_TEST_SUITE_P(, BothForms, testing::Values(NormalContact::velocity, NormalContact::gap));

// A ball at rest on a gate that is taken away at the time of step 300 (0.3 s, whose multiples of
// 1e-3 are not exact numbers) falls from that step on: after n further steps it has the speed n h
// g.
TEST_P(BothForms, ball_falls_when_the_gate_opens) {
  constexpr double h = 1e-3;
  World<2> world = world_of<2>({0.3, {}}, Vec<2>(0.0, -kGravity));
  add_boundary<2>(world, HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}}).until = 0.3;
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 0.5}, 0.5));
  Simulation<2> simulation = simulate<2>(world, bodies, scene_with<2>(GetParam(), h));
  for (int k = 1; k <= 400; ++k) {
    simulation.advance();
    const double speed = std::max(0, k - 300) * h * kGravity;
    // At rest: velocities are rounded at the size of the position over h.
    ASSERT_NEAR(simulation.state().bodies.velocity[0][1], -speed, 8.0 * kEpsilon / h) << k;
  }
}

// A floor that is put in at 0.2 s, while a ball of radius 0.1 falls from y = 1, catches it; one
// that is put in at 0.6 s, when it has fallen 1.77 m, does not.
TEST_P(BothForms, floor_that_is_put_in) {
  for (const double from : {0.2, 0.6}) {
    World<2> world = world_of<2>({0.0, {}}, Vec<2>(0.0, -kGravity));
    add_boundary<2>(world, HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}}).from = from;
    Bodies<2> bodies;
    bodies.add(ball<2>({0.0, 1.0}, 0.1));
    Simulation<2> simulation = simulate<2>(world, bodies, scene_with<2>(GetParam(), 1e-3));
    for (int k = 0; k < 550; ++k) simulation.advance();
    const double y = simulation.state().bodies.position[0][1];
    if (from == 0.2) {
      // The form on velocities lets it overlap by at most h times the speed of impact, 4.2 m/s.
      EXPECT_NEAR(y, 0.1, 1e-3 * 4.3);
    } else {
      EXPECT_LT(y, -0.4);
    }
  }
}

// A table that carries a block by friction moves from 0.1 s to 0.3 s at 0.2 m/s: less than what
// friction can give in a step (mu g h), so the block goes with it and stops with it, 0.04 m on.
TEST_P(BothForms, motion_starts_and_stops) {
  constexpr double h = 1e-2;
  World<2> world = world_of<2>({3.0, {}}, Vec<2>(0.0, -kGravity));
  Boundary<2>& table = add_boundary<2>(world, HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}});
  table.motion.velocity = Vec<2>(0.2, 0.0);
  table.motion.start = 0.1;
  table.motion.stop = 0.3;
  Body<2> block = ball<2>({0.0, 0.5}, 0.5);
  block.free_rotation = false;
  Bodies<2> bodies;
  bodies.add(block);
  Simulation<2> simulation = simulate<2>(world, bodies, scene_with<2>(GetParam(), h));
  for (int k = 1; k <= 50; ++k) {
    simulation.advance();
    const double v = simulation.state().bodies.velocity[0][0];
    // The form on velocities takes the surface's speed at the end of the step, the other the mean.
    const bool moves = GetParam() == NormalContact::gap ? k > 10 && k <= 30 : k >= 10 && k < 30;
    ASSERT_NEAR(v, moves ? 0.2 : 0.0, 100.0 * kEpsilon / h) << k;
  }
  // The form on velocities moves with the mean of two steps: h v is lost at the one end and won at
  // the other.
  EXPECT_NEAR(simulation.state().bodies.position[0][0], 0.04, 1e-13);
  EXPECT_NEAR(simulation.world().boundaries[0].placement(0.5).position[0], 0.04, 1e-15);
}

// The table speeds up to 0.2 m/s within 0.1 s, which asks for less than friction can give (2 m/s²
// against mu g), goes on, and slows down: the block goes with it, 0.01 + 0.02 + 0.01 m.
TEST_P(BothForms, a_table_in_time_carries_a_block) {
  constexpr double h = 1e-2;
  World<2> world = world_of<2>({3.0, {}}, Vec<2>(0.0, -kGravity));
  Boundary<2>& table = add_boundary<2>(world, HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}});
  table.motion.velocity =
      Rate<2>(VectorSeries{{0.1, 0.2, 0.3, 0.4}, {{0, 0}, {0.2, 0}, {0.2, 0}, {0, 0}}});
  Body<2> block = ball<2>({0.0, 0.5}, 0.5);
  block.free_rotation = false;
  Bodies<2> bodies;
  bodies.add(block);
  Simulation<2> simulation = simulate<2>(world, bodies, scene_with<2>(GetParam(), h));
  for (int k = 1; k <= 50; ++k) {
    simulation.advance();
    const double t = h * k;
    const double end = simulation.world().boundaries[0].placement(t).velocity[0];
    const double mean = (simulation.world().boundaries[0].placement(t).position[0] -
                         simulation.world().boundaries[0].placement(t - h).position[0]) /
                        h;
    ASSERT_NEAR(simulation.state().bodies.velocity[0][0],
                GetParam() == NormalContact::gap ? mean : end, 100.0 * kEpsilon / h)
        << k;
  }
  EXPECT_NEAR(simulation.world().boundaries[0].placement(0.5).position[0], 0.04, 1e-15);
  EXPECT_NEAR(simulation.state().bodies.position[0][0], 0.04, 1e-13);
}

// A drum and a belt at rest after their motion: no work is done any more.
TEST_P(BothForms, stopped_surfaces_do_no_work) {
  World<2> world = world_of<2>({0.5, {}}, Vec<2>(0.0, -kGravity));
  Boundary<2>& belt = add_boundary<2>(world, HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}});
  belt.motion.surface_velocity = Vec<2>(1.0, 0.0);
  belt.motion.stop = 0.05;
  Boundary<2>& drum = add_boundary<2>(world, Drum<2>{.radius = 0.5});
  drum.origin = {5.0, 0.6};
  drum.motion.spin = Spin<2>(3.0);
  drum.motion.stop = 0.05;
  Bodies<2> bodies;
  bodies.add(ball<2>({4.9, 0.3}, 0.1));
  Simulation<2> simulation = simulate<2>(world, bodies, scene_with<2>(GetParam(), 1e-3));
  for (int k = 0; k < 51; ++k) simulation.advance();
  const double work = simulation.state().energy.work.boundaries;
  for (int k = 0; k < 300; ++k) simulation.advance();
  EXPECT_EQ(simulation.state().energy.work.boundaries, work);
  EXPECT_LT(simulation.state().energy.balance_error_relative(), 1e-12);
}

// Gravity that tilts, g(t) = G (s t, −1): the block begins to slide when s t = mu, at the angle of
// friction. With θ-weighted gravity a step slides when its mean exceeds mu.
TEST_P(BothForms, tilted_block_slides_at_the_angle_of_friction) {
  constexpr double h = 1e-3, mu = 0.4, rate = 0.5;
  World<2> world = world_of<2>({mu, {}});
  world.gravity = {{0.0, 2.0}, {{0.0, -kGravity}, {2.0 * rate * kGravity, -kGravity}}};
  add_boundary<2>(world, HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}});
  Body<2> block = ball<2>({0.0, 0.5}, 0.5);
  block.free_rotation = false;
  Bodies<2> bodies;
  bodies.add(block);
  Simulation<2> simulation = simulate<2>(world, bodies, scene_with<2>(GetParam(), h));
  int first_slip = 0;
  for (int k = 1; k <= 1000 && first_slip == 0; ++k) {
    simulation.advance();
    if (simulation.last().status[0] == ContactStatus::slip) first_slip = k;
  }
  EXPECT_NEAR(first_slip * h, mu / rate, 2.0 * h);
}

// A bed of discs in a box, settling; used below.
template <int D>
Simulation<D> bed(const Scene& scene) {
  World<D> world = world_of<D>({0.4, {}}, Vec<D>(-kGravity * Vec<D>::Unit(D - 1)));
  Vec<D> high = Vec<D>::Constant(0.9);
  add_boundary<D>(world, test::closed_box<D>(Vec<D>::Zero(), high)).name = "box";
  Bodies<D> bodies;
  Random random(5);
  const int n = D == 2 ? 6 : 3;
  for (int i = 0; i < (D == 2 ? n * n : n * n * n); ++i) {
    Vec<D> x;
    for (int k = 0, digits = i; k < D; ++k, digits /= n) x[k] = (digits % n + 0.5) * 0.9 / n;
    bodies.add(ball<D>(x, 0.9 / n * random.uniform(0.35, 0.49)));
  }
  return simulate<D>(world, bodies, scene);
}

// The state of a simulation in the form in which a new scene takes it up.
template <int D>
Setup<D> setup_from(const Simulation<D>& simulation, bool with_memory) {
  Setup<D> setup{simulation.world(), simulation.state().bodies};
  if (with_memory) setup.memory = simulation.state().memory;
  return setup;
}

// A run taken up in the middle with its impulses goes on as if nothing had happened: nothing in the
// scene depends on the time, so even the bits agree.
template <int D>
void check_two_halves() {
  const Scene scene = scene_with<D>(NormalContact::gap, 2e-3, 1e-8);
  Simulation<D> whole = bed<D>(scene);
  for (int k = 0; k < 100; ++k) whole.advance();
  Simulation<D> second(scene, setup_from(whole, true));
  for (int k = 0; k < 100; ++k) {
    whole.advance();
    second.advance();
  }
  for (std::size_t i = 0; i < whole.state().bodies.size(); ++i) {
    EXPECT_EQ(whole.state().bodies.position[i], second.state().bodies.position[i]);
    EXPECT_EQ(whole.state().bodies.velocity[i], second.state().bodies.velocity[i]);
  }
}
TEST(TakenUp, two_halves_are_the_whole_2d) { check_two_halves<2>(); }
TEST(TakenUp, two_halves_are_the_whole_3d) { check_two_halves<3>(); }

// A bed at rest stays at rest with the same impulses: the remembered ones solve the first step
// already, while a start without them has to find them again.
TEST(TakenUp, bed_at_rest_starts_warm) {
  const Scene scene = scene_with<2>(NormalContact::gap, 2e-3, 1e-8);
  Simulation<2> settled = bed<2>(scene);
  for (int k = 0; k < 1500; ++k) settled.advance();
  ASSERT_LT(settled.state().energy.kinetic, 1e-12);
  const ContactMemory<2> before = settled.state().memory;
  Simulation<2> warm(scene, setup_from(settled, true));
  Simulation<2> cold(scene, setup_from(settled, false));
  const int sweeps_warm = warm.advance().solve.iterations;
  const int sweeps_cold = cold.advance().solve.iterations;
  EXPECT_LE(sweeps_warm, 3);
  EXPECT_GT(sweeps_cold, 10 * sweeps_warm);
  const ContactMemory<2>& after = warm.state().memory;
  ASSERT_EQ(after.size(), before.size());
  double total = 0.0, change = 0.0;
  for (std::size_t c = 0; c < after.size(); ++c) {
    EXPECT_EQ(after.places[c], before.places[c]);
    total += before.impulses[c].norm();
    change += (after.impulses[c] - before.impulses[c]).norm();
  }
  // Both solve the same problem to 1e-8 of its largest impulse.
  EXPECT_LT(change, 1e-5 * total);
}

TEST(Stop, quiet_for_a_time) {
  Scene scene = scene_with<2>(NormalContact::gap, 1e-3);
  scene.time.end = 10.0;
  scene.stop.kinetic_energy = 1e-6;
  scene.stop.lasting = 0.05;
  World<2> world = world_of<2>({0.3, {}}, Vec<2>(0.0, -kGravity));
  add_boundary<2>(world, HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}});
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 0.7}, 0.5));
  Simulation<2> simulation = simulate<2>(world, bodies, scene);
  const RunSummary summary = run(simulation);
  EXPECT_EQ(summary.ended_by, EndedBy::kinetic_energy);
  EXPECT_FALSE(summary.interrupted);
  // On the gap a fall of 0.2 m takes n steps with g h² n (n + 1)/2 >= 0.2: n = 202. The ball stops
  // in the step in which the gap closes (its velocity there is gap/h, not 0) and is at rest after
  // the next; 50 quiet steps follow, the first of them that one.
  EXPECT_NEAR(static_cast<double>(summary.steps), 202 + 50, 1.0);
}

TEST(Stop, empty_region) {
  Scene scene = scene_with<2>(NormalContact::gap, 1e-3);
  scene.time.end = 10.0;
  scene.stop.empty = FillRegion{.low = {-1.0, 0.0}, .high = {1.0, 2.0}};
  World<2> world = world_of<2>({0.3, {}}, Vec<2>(0.0, -kGravity));
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 0.5}, 0.1));
  Body<2> fixed = ball<2>({0.5, 1.5}, 0.1);
  fixed.free.setZero();
  fixed.free_rotation = false;
  bodies.add(fixed);  // does not count
  Simulation<2> simulation = simulate<2>(world, bodies, scene);
  const RunSummary summary = run(simulation);
  EXPECT_EQ(summary.ended_by, EndedBy::empty_region);
  // g h² n (n + 1)/2 > 0.5.
  EXPECT_EQ(summary.steps, 319);
  EXPECT_EQ(summary.bodies, 2);
}

}  // namespace
}  // namespace galet::sequences_test
