// Planes under load.

#include "support/simulate.hpp"
#include <gtest/gtest.h>

namespace galet::load_test {
namespace {

using test::add_boundary;
using test::ball;
using test::simulate;
using test::world_of;

constexpr double kGravity = 9.81, kStep = 1e-3;

template <int D>
Scene scene_with(NormalContact normal, double tolerance, bool batches) {
  Scene scene = test::scene_of<D>(kStep, tolerance, 0.5, batches);
  auto& scheme = std::get<MoreauJeanSettings>(scene.scheme);
  scheme.normal = normal;
  if (normal == NormalContact::gap) scheme.theta.reset();
  return scene;
}

// A lid of the given mass at height y that the force presses down.
template <int D>
Boundary<D>& add_lid(World<D>& world, double y, double mass, double force) {
  Boundary<D>& lid = add_boundary<D>(
      world, HalfSpace<D>{Vec<D>(y * Vec<D>::Unit(D - 1)), Vec<D>(-Vec<D>::Unit(D - 1))});
  lid.load = Load{mass, VectorSeries::constant({force})};
  return lid;
}

struct Case {
  NormalContact normal;
  bool batches;
};
class Piston : public testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(, Piston,
                         testing::Values(Case{NormalContact::velocity, false},
                                         Case{NormalContact::gap, false},
                                         Case{NormalContact::gap, true}));

// Free, the lid falls with g + F/m: after n steps n h (g + F/m).
TEST_P(Piston, falls_freely) {
  World<2> world = world_of<2>({0.3, {}}, Vec<2>(0.0, -kGravity));
  add_lid<2>(world, 10.0, 2.0, 5.0);
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 0.5}, 0.5));
  Simulation<2> simulation =
      simulate<2>(world, bodies, scene_with<2>(GetParam().normal, 1e-10, GetParam().batches));
  for (int k = 0; k < 100; ++k) simulation.advance();
  EXPECT_NEAR(simulation.state().loaded[0].velocity, 100 * kStep * (kGravity + 2.5), 1e-13);
  const double t = 100 * kStep;
  // θ = 1/2 is exact, θ = 1 adds h/2 times the velocity.
  const double late = GetParam().normal == NormalContact::gap ? 0.5 * kStep * t : 0.0;
  EXPECT_NEAR(simulation.state().loaded[0].displacement, (kGravity + 2.5) * (0.5 * t * t + late),
              1e-13);
}

// At rest on a column of n balls of mass m: the top contact carries F + M g, the k-th below it
// k m g more, from the first step on and without oscillation.
TEST_P(Piston, column_under_a_lid) {
  constexpr int n = 5;
  constexpr double mass = 2.0, lid_mass = 3.0, force = 40.0, tolerance = 1e-13;
  World<2> world = world_of<2>({0.3, {}}, Vec<2>(0.0, -kGravity));
  add_boundary<2>(world, HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}});
  add_lid<2>(world, n, lid_mass, force);
  Bodies<2> bodies;
  for (int k = 0; k < n; ++k) bodies.add(ball<2>({0.0, 0.5 + k}, 0.5, mass));
  Simulation<2> simulation =
      simulate<2>(world, bodies, scene_with<2>(GetParam().normal, tolerance, GetParam().batches));
  const double top = force + lid_mass * kGravity;
  for (int step = 0; step < 100; ++step) {
    simulation.advance();
    ASSERT_EQ(simulation.last().contacts.size(), n + 1u);
    double floor = 0.0, lid = 0.0;
    for (std::size_t c = 0; c < simulation.last().contacts.size(); ++c) {
      const auto& contact = simulation.last().contacts[c];
      if (!contact.a().is_boundary()) continue;
      (contact.a().boundary() == 0 ? floor : lid) +=
          simulation.last().impulses[c].dot(contact.n) / kStep;
    }
    // The tolerance is relative to the largest impulse; the chain amplifies it by at most n².
    EXPECT_NEAR(lid / top, 1.0, 1e-9);
    EXPECT_NEAR(floor / (top + n * mass * kGravity), 1.0, 1e-9);
    EXPECT_NEAR(simulation.state().loaded[1].velocity, 0.0, 1e-10);
  }
  EXPECT_NEAR(simulation.state().loaded[1].displacement, 0.0, 1e-10);
}

// A lid that lands on three discs in a row stops; friction at it acts on the ground, not on the
// lid: a disc thrown along under it slows down by mu (F + M g)/m as under a fixed plane.
TEST_P(Piston, friction_does_not_move_it) {
  constexpr double mu = 0.2, lid_mass = 3.0, force = 10.0, mass = 2.0;
  World<2> world = world_of<2>({mu, {}});
  add_boundary<2>(world, HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}});
  add_lid<2>(world, 1.0, lid_mass, force);
  Body<2> block = ball<2>({0.0, 0.5}, 0.5, mass, {1.0, 0.0});
  block.free_rotation = false;
  Bodies<2> bodies;
  bodies.add(block);
  Simulation<2> simulation =
      simulate<2>(world, bodies, scene_with<2>(GetParam().normal, 1e-12, GetParam().batches));
  for (int k = 0; k < 100; ++k) simulation.advance();
  // Two faces rub, each with mu F.
  EXPECT_NEAR(simulation.state().bodies.velocity[0][0], 1.0 - 2.0 * mu * force / mass * 0.1, 1e-9);
  EXPECT_NEAR(simulation.state().loaded[1].velocity, 0.0, 1e-10);
  EXPECT_LT(simulation.state().energy.balance_error_relative(), 1e-12);
}

// Momentum of lid and ball together changes by F h per step whatever happens between them, and the
// energy account of the ball closes with the work of the lid.
TEST_P(Piston, pushes_a_free_ball) {
  World<2> world = world_of<2>({0.0, {0.5, 0.0}});
  add_lid<2>(world, 1.0, 3.0, 7.0);
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 0.0}, 0.5, 2.0));
  Simulation<2> simulation =
      simulate<2>(world, bodies, scene_with<2>(GetParam().normal, 1e-12, GetParam().batches));
  int hits = 0;
  for (int k = 1; k <= 2000; ++k) {
    hits += static_cast<int>(simulation.advance().contacts_active);
    const double momentum = 3.0 * simulation.state().loaded[0].velocity -
                            2.0 * simulation.state().bodies.velocity[0][1];
    ASSERT_NEAR(momentum, 7.0 * kStep * k, 1e-9) << k;
    ASSERT_LT(simulation.state().energy.balance_error_relative(), 1e-12);
  }
  EXPECT_GT(hits, 1);
}

// In 3D, many balls under a lid: the floor carries everything once all is at rest.
TEST(PistonIn3d, equilibrium_of_a_bed) {
  World<3> world = world_of<3>({0.3, {}}, Vec<3>(0.0, 0.0, -kGravity));
  BoxInside<3> box = test::closed_box<3>(Vec<3>::Zero(), Vec<3>(1.0, 1.0, 3.0));
  box.closed[5] = false;
  add_boundary<3>(world, box);
  add_lid<3>(world, 1.5, 50.0, 300.0);
  Bodies<3> bodies;
  Random random(3);
  double weight = 300.0 + 50.0 * kGravity;
  for (int i = 0; i < 64; ++i) {
    const Vec<3> cell(i % 4, i / 4 % 4, i / 16);
    const double r = random.uniform(0.09, 0.12);
    bodies.add(ball<3>(Vec<3>((cell + Vec<3>::Constant(0.5)) * 0.25), r, 1000.0 * r * r * r));
    weight += 1000.0 * r * r * r * kGravity;
  }
  Scene scene = scene_with<3>(NormalContact::gap, 1e-8, true);
  scene.time.step = 2e-3;
  Simulation<3> simulation = simulate<3>(world, bodies, scene);
  for (int k = 0; k < 1000; ++k) simulation.advance();
  double floor = 0.0;
  for (std::size_t c = 0; c < simulation.last().contacts.size(); ++c) {
    const auto& contact = simulation.last().contacts[c];
    if (contact.a().is_boundary() && contact.a().boundary() == 0) {
      floor += simulation.last().impulses[c][2] / 2e-3;
    }
  }
  EXPECT_NEAR(floor / weight, 1.0, 1e-4);
  EXPECT_NEAR(simulation.state().loaded[1].velocity, 0.0, 1e-5);
  EXPECT_GT(simulation.state().loaded[1].displacement, 0.1);
}

// A plane that is sheared while its load presses it.
TEST_P(Piston, shears_while_it_presses) {
  World<2> world = world_of<2>({0.4, {}});
  add_boundary<2>(world, HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}});
  add_lid<2>(world, 1.0, 3.0, 10.0).motion.velocity = Vec<2>(2.0, 0.0);
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 0.5}, 0.5, 2.0));
  Simulation<2> simulation =
      simulate<2>(world, bodies, scene_with<2>(GetParam().normal, 1e-12, GetParam().batches));
  for (int k = 0; k < 2000; ++k) simulation.advance();
  // Rolling between the two: half the speed, spin −v/2r.
  EXPECT_NEAR(simulation.state().bodies.velocity[0][0], 1.0, 1e-6);
  EXPECT_NEAR(simulation.state().bodies.spin[0][0], -2.0, 1e-6);
  EXPECT_NEAR(simulation.state().loaded[1].displacement, 0.0, 1e-7);
}

}  // namespace
}  // namespace galet::load_test
