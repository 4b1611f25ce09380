// Conservation laws and the energy account of scenes with many bodies.
#include <utility>

#include "support/random_vectors.hpp"
#include "support/simulate.hpp"
#include <gtest/gtest.h>

namespace galet::conservation_test {
namespace {

using test::add_boundary;
using test::ball;
using test::random_vector;
using test::scene_of;
using test::simulate;
using test::world_of;

// n³ spheres of random radii on a lattice in the cube [−1, 1]³ · half, with random velocities.
Bodies<3> lattice(int n, double half, double speed, Random& random) {
  Bodies<3> bodies;
  const double spacing = 2.0 * half / n;
  for (int i = 0; i < n * n * n; ++i) {
    const Vec<3> cell(i % n, i / n % n, i / (n * n));
    const double radius = spacing * random.uniform(0.3, 0.49);
    Body<3> body = ball<3>((cell + Vec<3>::Constant(0.5)) * spacing - Vec<3>::Constant(half),
                           radius, radius * radius * radius, random_vector<3>(random, speed));
    body.spin = random_vector<3>(random, speed / radius);
    bodies.add(body);
  }
  return bodies;
}

// ---- Energy ----------------------------------------------------------------------------------

// E(t) − E(0) = external + boundaries − dissipated + correction, each summed from impulses and
// velocities: round-off, whatever the solver's tolerance. Round-off: a few hundred bodies·steps of
// 1e-16 each, and potential energies of bodies within a length of order 1 of the origin: 1e-12.
void expect_closed_budget(World<3> world, double theta, double tolerance) {
  Random random(1);
  Bodies<3> bodies = lattice(4, 0.5, 1.0, random);
  for (std::size_t i = 0; i < bodies.size(); i += 2) {
    if (world.groups.size() > 1) bodies.group[i] = 1;
  }
  Simulation<3> simulation =
      simulate<3>(std::move(world), bodies, scene_of<3>(2e-3, tolerance, theta, true));
  std::int64_t contacts = 0;
  for (int k = 0; k < 300; ++k) {
    contacts += simulation.advance().contacts_active;
    ASSERT_LT(simulation.state().energy.balance_error_relative(), 1e-12) << "step " << k;
  }
  EXPECT_GT(contacts, 500);  // something happened
  EXPECT_GT(simulation.state().energy.work.dissipated, 0.0);
}

World<3> rotating_drum() {
  World<3> world = world_of<3>({0.5, {0.3, 0.1}}, Vec<3>(0.0, 0.0, -9.81));
  add_boundary<3>(world, Drum<3>{0.9, Vec<3>(0.0, 1.0, 0.0), 1.2}).motion.spin =
      Vec<3>(0.0, 5.0, 0.0);
  return world;
}

World<3> shaken_box() {
  World<3> world = world_of<3>({0.4, {0.6, 0.0}}, Vec<3>(0.0, 0.0, -9.81));
  Boundary<3>& box =
      add_boundary<3>(world, test::closed_box<3>(Vec<3>::Constant(-0.55), Vec<3>::Constant(0.55)));
  box.motion.amplitude = {0.02, 0.0, 0.05};
  box.motion.frequency = 7.0;
  return world;
}

TEST(EnergyAccount, rotating_drum) {
  expect_closed_budget(rotating_drum(), 0.5, 1e-6);
  expect_closed_budget(rotating_drum(), 1.0, 1e-6);
}
TEST(EnergyAccount, shaken_box) {
  expect_closed_budget(shaken_box(), 0.5, 1e-6);
  expect_closed_budget(shaken_box(), 1.0, 1e-6);
}
TEST(EnergyAccount, does_not_depend_on_the_solver_converging) {
  expect_closed_budget(shaken_box(), 0.5, 0.3);
}
TEST(EnergyAccount, gravity_in_time_and_forces_on_groups) {
  for (const double theta : {0.5, 0.8, 1.0}) {
    World<3> world = shaken_box();
    world.gravity = {{0.0, 0.2, 0.5}, {{0.0, 0.0, -9.81}, {5.0, 1.0, -3.0}, {0.0, -9.0, 2.0}}};
    world.groups = {"", "pushed"};
    world.forces = {{1, VectorSeries{{0.0, 0.4}, {{1e-3, 0.0, 0.0}, {0.0, 5e-3, 1e-3}}}},
                    {0, VectorSeries::constant({0.0, -1e-3, 0.0})}};
    expect_closed_budget(world, theta, 1e-6);
  }
}

// Contacts do not create energy: with e <= 1 and a fixed container every step dissipates. (The
// solver's tolerance t leaves work of order t × impulse × velocity.)
TEST(EnergyAccount, contacts_with_fixed_walls_never_create_energy) {
  World<3> world = world_of<3>({0.5, {0.8, 0.0}});
  add_boundary<3>(world, test::closed_box<3>(Vec<3>::Constant(-0.55), Vec<3>::Constant(0.55)));
  Random random(2);
  Simulation<3> simulation =
      simulate<3>(world, lattice(4, 0.5, 1.0, random), scene_of<3>(2e-3, 1e-9, 0.5, true));
  double before = simulation.state().energy.kinetic;
  const double scale = before;
  for (int k = 0; k < 300; ++k) {
    simulation.advance();
    EXPECT_LE(simulation.state().energy.kinetic, before + 1e-8 * scale);
    before = simulation.state().energy.kinetic;
  }
  EXPECT_LT(before, 0.9 * scale);
}

// ---- Momentum --------------------------------------------------------------------------------

template <int D>
Vec<D> momentum(const Bodies<D>& bodies) {
  Vec<D> sum = Vec<D>::Zero();
  for (std::size_t i = 0; i < bodies.size(); ++i) sum += bodies.mass[i] * bodies.velocity[i];
  return sum;
}
template <int D>
double momentum_scale(const Bodies<D>& bodies) {
  double sum = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) sum += bodies.mass[i] * bodies.velocity[i].norm();
  return sum;
}
template <int D>
Spin<D> angular_momentum(const Bodies<D>& bodies) {
  Spin<D> sum = Spin<D>::Zero();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    sum += bodies.mass[i] * moment(bodies.position[i], bodies.velocity[i]) +
           bodies.inertia[i] * bodies.spin[i];
  }
  return sum;
}

// Spheres that fly at each other without walls: momentum is conserved to round-off.
//
// Angular momentum about the origin: with θ = 1/2, x⁺ × v⁺ − x⁻ × v⁻ = x_m × (v⁺ − v⁻) with the
// mid-step x_m at which contacts are found, so each contact changes it by
// (x_b + arm_b − x_a − arm_a) × P = gap n × P: nothing if the surfaces just touch, and exactly this
// for an overlap. The sum of these terms is therefore all that is not conserved.
TEST(Conservation, momentum_and_angular_momentum_of_a_free_cluster) {
  Random random(3);
  Bodies<3> bodies = lattice(4, 0.5, 0.3, random);
  for (std::size_t i = 0; i < bodies.size(); ++i) bodies.velocity[i] -= 2.0 * bodies.position[i];
  const Vec<3> p0 = momentum(bodies);
  const Spin<3> l0 = angular_momentum(bodies);
  const double scale = momentum_scale(bodies);
  Simulation<3> simulation =
      simulate<3>(world_of<3>({0.5, {0.2, 0.0}}), bodies, scene_of<3>(2e-3, 1e-8, 0.5, true));
  Spin<3> by_overlap = Spin<3>::Zero();
  std::int64_t contacts = 0;
  for (int k = 0; k < 300; ++k) {
    contacts += simulation.advance().contacts_active;
    const auto& last = simulation.last();
    for (std::size_t c = 0; c < last.contacts.size(); ++c) {
      const Contact<3>& contact = last.contacts[c];
      by_overlap += moment(Vec<3>(contact.gap * contact.n), last.impulses[c]);
    }
    // 64 bodies, 300 steps, each with a few roundings of terms below `scale`.
    const Bodies<3>& now = simulation.state().bodies;
    ASSERT_NEAR((momentum(now) - p0).norm(), 0.0, 1e-13 * scale);
    ASSERT_NEAR((angular_momentum(now) - l0 - by_overlap).norm(), 0.0, 1e-13 * scale);
  }
  EXPECT_GT(contacts, 200);
  EXPECT_GT(by_overlap.norm(), 1e-9 * scale);  // the overlap term was put to the test
}

// Two rough discs that just touch when they meet (no overlap at mid-step): conserved as it is.
TEST(Conservation, angular_momentum_of_two_rough_discs_that_just_touch) {
  const double h = 0.125;
  Bodies<2> bodies;
  Body<2> body = ball<2>({0.0, 0.0}, 0.5, 1.0, {1.0, 0.5});
  body.spin = Spin<2>(3.0);
  bodies.add(body);
  // Relative velocity (−2, 0): the gap of h is closed in the middle of the first step.
  bodies.add(ball<2>({1.0 + h, 0.0}, 0.5, 2.0, {-1.0, 0.5}));
  const Spin<2> l0 = angular_momentum(bodies);
  Simulation<2> simulation = simulate<2>(world_of<2>({0.7, {0.5, 0.0}}), bodies, scene_of<2>(h));
  simulation.advance();
  ASSERT_EQ(simulation.last().contacts.size(), 1u);
  EXPECT_EQ(simulation.last().contacts[0].gap, 0.0);
  EXPECT_NE(simulation.last().impulses[0][1], 0.0);  // along the tangent, y
  EXPECT_NEAR((angular_momentum(simulation.state().bodies) - l0).norm(), 0.0, 1e-14);
}

}  // namespace
}  // namespace galet::conservation_test
