// Planes under pressure, and planes that are driven for a time.

#include "support/simulate.hpp"
#include <gtest/gtest.h>

namespace galet::pressure_test {
namespace {

using test::add_boundary;
using test::ball;
using test::simulate;
using test::world_of;

constexpr double kGravity = 9.81, kStep = 1e-3;

Scene scene_with(NormalContact normal, double tolerance) {
  Scene scene = test::scene_of<2>(kStep, tolerance, 0.5, false);
  auto& scheme = std::get<MoreauJeanSettings>(scene.scheme);
  scheme.normal = normal;
  if (normal == NormalContact::gap) scheme.theta.reset();
  return scene;
}

Boundary<2>& add_lid(World<2>& world, double y, double mass) {
  Boundary<2>& lid = add_boundary<2>(world, HalfSpace<2>{{0.0, y}, {0.0, -1.0}});
  lid.load = Load{mass};
  return lid;
}

class Pressure : public testing::TestWithParam<NormalContact> {};
INSTANTIATE_TEST_SUITE_P(, Pressure, testing::Values(NormalContact::velocity, NormalContact::gap));

// A column of n balls of mass m between two smooth walls, the right one of which goes away at v:
// the area is 1 m + v t at the start of a step, and the floor carries p times it with the weights.
TEST_P(Pressure, presses_the_area_between_the_walls) {
  constexpr int n = 3;
  constexpr double mass = 2.0, lid_mass = 3.0, p = 40.0, v = 0.7;
  World<2> world = world_of<2>({0.0, {}}, Vec<2>(0.0, -kGravity));
  add_boundary<2>(world, HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}});
  add_boundary<2>(world, HalfSpace<2>{{-0.5, 0.0}, {1.0, 0.0}});
  add_boundary<2>(world, HalfSpace<2>{{0.5, 0.0}, {-1.0, 0.0}}).motion.velocity = Vec<2>(v, 0.0);
  add_lid(world, n, lid_mass).load->pressure = VectorSeries::constant({p});
  Bodies<2> bodies;
  for (int k = 0; k < n; ++k) bodies.add(ball<2>({0.0, 0.5 + k}, 0.5, mass));
  Simulation<2> simulation = simulate<2>(world, bodies, scene_with(GetParam(), 1e-13));
  for (int step = 0; step < 100; ++step) {
    simulation.advance();
    double floor = 0.0;
    for (std::size_t c = 0; c < simulation.last().contacts.size(); ++c) {
      const auto& contact = simulation.last().contacts[c];
      if (!contact.a().is_boundary() || contact.a().boundary() != 0) continue;
      floor += simulation.last().impulses[c].dot(contact.n) / kStep;
    }
    const double load = p * (1.0 + v * kStep * step);
    // The tolerance is relative to the largest impulse; the chain amplifies it by at most n².
    EXPECT_NEAR(floor / (load + (lid_mass + n * mass) * kGravity), 1.0, 1e-9) << step;
  }
}

// The same area twice: given, and not known.
TEST_P(Pressure, presses_the_area_that_is_given) {
  World<2> world = world_of<2>({0.0, {}}, Vec<2>(0.0, 0.0));
  Boundary<2>& lid = add_lid(world, 10.0, 4.0);
  lid.load->pressure = VectorSeries::constant({3.0});
  lid.load->area = 2.0;
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 0.5}, 0.5));
  Simulation<2> simulation = simulate<2>(world, bodies, scene_with(GetParam(), 1e-10));
  for (int k = 0; k < 10; ++k) simulation.advance();
  EXPECT_NEAR(simulation.state().loaded[0].velocity, 10 * kStep * 3.0 * 2.0 / 4.0, 1e-15);
}

// Under its load the lid gains a = F/m per second; from 0.02 to 0.05 s it goes as told, by a table
// from 1 to 3 m/s, which makes 0.06 m; then it goes on at 3 m/s and gains a again. A drive counts
// from the step in whose middle it runs.
TEST_P(Pressure, a_drive_takes_the_plane_from_its_load_and_gives_it_back) {
  constexpr double a = 5.0;
  World<2> world = world_of<2>({0.0, {}}, Vec<2>(0.0, 0.0));
  Boundary<2>& lid = add_lid(world, 10.0, 2.0);
  lid.load->force = VectorSeries::constant({2.0 * a});
  lid.load->drives = {{0.02, 0.05, Rate<1>(VectorSeries{{0.02, 0.05}, {{1.0}, {3.0}}})}};
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 0.5}, 0.5));
  Simulation<2> simulation = simulate<2>(world, bodies, scene_with(GetParam(), 1e-10));
  const auto lid_now = [&] { return simulation.state().loaded[0]; };
  for (int k = 0; k < 20; ++k) simulation.advance();
  EXPECT_NEAR(lid_now().velocity, 0.02 * a, 1e-15);
  const double before = lid_now().displacement;
  for (int k = 0; k < 30; ++k) simulation.advance();
  EXPECT_NEAR(lid_now().displacement - before, 0.06, 1e-15);
  // The mean of the last step.
  const double last = 3.0 - 0.5 * kStep * 2.0 / 0.03;
  EXPECT_NEAR(lid_now().velocity, last, 1e-13);
  for (int k = 0; k < 50; ++k) simulation.advance();
  EXPECT_NEAR(lid_now().velocity, last + 0.05 * a, 1e-13);
}

// What a driven plane meets goes with it; it does not slow down by that.
TEST_P(Pressure, a_driven_plane_is_not_stopped_by_bodies) {
  World<2> world = world_of<2>({0.3, {}}, Vec<2>(0.0, 0.0));
  Boundary<2>& lid = add_lid(world, 1.5, 1e-3);
  lid.load->drives = {{0.0, 1.0, Vec<1>(2.0)}};
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 0.5}, 0.5, 1e3));
  Simulation<2> simulation = simulate<2>(world, bodies, scene_with(GetParam(), 1e-12));
  for (int k = 0; k < 400; ++k) simulation.advance();
  EXPECT_NEAR(simulation.state().loaded[0].displacement, 0.8, 1e-13);
  EXPECT_NEAR(simulation.state().bodies.velocity[0][1], -2.0, 1e-9);
}

// Explicit springs: the lid goes as told, whatever pushes it.
TEST(PressureInDem, a_drive_is_kept) {
  PairLaw law;
  law.spring.normal = 1e4;
  World<2> world = world_of<2>(law, Vec<2>(0.0, -kGravity));
  Boundary<2>& lid = add_lid(world, 2.0, 2.0);
  lid.load->drives = {{0.0, 0.05, Vec<1>(1.0)}};
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 1.499}, 0.5));
  Scene scene = scene_with(NormalContact::gap, 1e-10);
  scene.scheme = DemSettings{};
  Simulation<2> simulation = simulate<2>(world, bodies, scene);
  for (int k = 0; k < 50; ++k) simulation.advance();
  EXPECT_NEAR(simulation.state().loaded[0].displacement, 0.05, 1e-14);
  EXPECT_NEAR(simulation.state().loaded[0].velocity, 1.0, 1e-14);
  // Then it falls with its weight, when the ball has left it.
  for (int k = 0; k < 50; ++k) simulation.advance();
  EXPECT_GT(simulation.state().loaded[0].velocity, 1.0);
}

}  // namespace
}  // namespace galet::pressure_test
