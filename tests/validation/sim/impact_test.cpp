// Impacts of one, two and many bodies.
#include <cmath>
#include <limits>

#include "support/simulate.hpp"
#include <gtest/gtest.h>

namespace galet::impact_test {
namespace {

using test::add_boundary;
using test::ball;
using test::scene_of;
using test::simulate;
using test::world_of;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// Elastic bouncing under gravity: with e = 1 the law makes û_n = u⁺ + u⁻ = 0, so the impulse does
// no work, and with θ = 1/2 free flight conserves energy: round-off only, over many bounces.
TEST(Impact, elastic_bouncing_keeps_energy) {
  World<2> world = world_of<2>({0.5, {1.0, 0.0}}, Vec<2>(0.0, -9.81));
  add_boundary<2>(world, HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}});
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 1.1}, 0.1));
  Simulation<2> simulation = simulate<2>(world, bodies, scene_of<2>(1e-3));
  constexpr int steps = 10000;
  const double energy = 9.81 * 1.1;
  int bounces = 0;
  for (int k = 0; k < steps; ++k) {
    simulation.advance();
    const auto& e = simulation.state().energy;
    ASSERT_NEAR(e.kinetic + e.potential, energy, 4.0 * steps * kEpsilon * energy);
    for (const ContactStatus s : simulation.last().status) bounces += s != ContactStatus::gap;
  }
  // Period 2 sqrt(2 · 1/9.81) = 0.903 s.
  EXPECT_GE(bounces, 10);
  EXPECT_NEAR(simulation.state().energy.work.dissipated, 0.0, 4.0 * steps * kEpsilon * energy);
}

// Between two walls without gravity the speed falls by e at each impact, exactly.
TEST(Impact, speed_ratio_is_the_restitution) {
  for (const double e : {0.5, 0.9}) {
    World<2> world = world_of<2>({0.0, {e, 0.0}});
    add_boundary<2>(world, test::closed_box<2>({0.0, 0.0}, {1.0, 1.0}));
    Bodies<2> bodies;
    bodies.add(ball<2>({0.5, 0.5}, 0.1, 1.0, {1.0, 0.0}));
    Simulation<2> simulation = simulate<2>(world, bodies, scene_of<2>(0.01));
    int bounces = 0;
    double speed = 1.0;
    for (int k = 0; k < 2000; ++k) {
      simulation.advance();
      for (const ContactStatus s : simulation.last().status) {
        if (s == ContactStatus::gap) continue;
        ++bounces;
        speed *= e;
      }
      ASSERT_NEAR(simulation.state().bodies.velocity[0].norm() / speed, 1.0, 1e-13);
    }
    EXPECT_GE(bounces, 4);
  }
}

// Two balls of masses m1, m2: the textbook velocities of a central impact with restitution e.
TEST(Impact, central_impact_of_two_balls) {
  const double m1 = 1.0, m2 = 3.0, e = 0.4, v1 = 2.0, v2 = -1.0;
  Bodies<3> bodies;
  bodies.add(ball<3>({0.0, 0.0, 0.0}, 0.5, m1, {v1, 0.0, 0.0}));
  bodies.add(ball<3>({1.0, 0.0, 0.0}, 0.5, m2, {v2, 0.0, 0.0}));
  Simulation<3> simulation = simulate<3>(world_of<3>({0.3, {e, 0.0}}), bodies, scene_of<3>(1e-3));
  simulation.advance();
  const double mean = (m1 * v1 + m2 * v2) / (m1 + m2);
  EXPECT_NEAR(simulation.state().bodies.velocity[0][0], mean - e * m2 * (v1 - v2) / (m1 + m2),
              1e-14);
  EXPECT_NEAR(simulation.state().bodies.velocity[1][0], mean + e * m1 * (v1 - v2) / (m1 + m2),
              1e-14);
  const double reduced = m1 * m2 / (m1 + m2);
  EXPECT_NEAR(simulation.state().energy.work.dissipated,
              0.5 * reduced * (v1 - v2) * (v1 - v2) * (1.0 - e * e), 1e-13);
}

// Newton's cradle of four touching balls in Moreau's collective law:
// u⁺ = (1 + e) prox(V, u⁻) − e u⁻ with prox = the mean velocity 1/4 for all. So e = 0 gives 1/4
// each and e = 1 gives (−1/2, 1/2, 1/2, 1/2). The chain's W has eigenvalues above 2 − √2: the
// tolerance 1e-13 relative to velocities of size 1 to 4 leaves errors below 1e-12 each.
TEST(Impact, collective_cradle) {
  for (const double e : {0.0, 0.5, 1.0}) {
    Bodies<2> bodies;
    for (int k = 0; k < 4; ++k) {
      Body<2> body = ball<2>({1.0 * k, 0.0}, 0.5, 1.0, {k == 0 ? 1.0 : 0.0, 0.0});
      body.free = {1.0, 0.0};
      bodies.add(body);
    }
    Simulation<2> simulation =
        simulate<2>(world_of<2>({0.0, {e, 0.0}}), bodies, scene_of<2>(1e-4, 1e-13));
    simulation.advance();
    ASSERT_EQ(simulation.last().contacts.size(), 3u);
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_NEAR(simulation.state().bodies.velocity[k][0], (1.0 + e) / 4.0 - (k == 0 ? e : 0.0),
                  1e-11);
    }
    // E⁺ − E⁻ = −δ E(u⁺ − u⁻), δ = (1 − e)/(1 + e).
    const double first = 0.75 * (1.0 + e), others = 0.25 * (1.0 + e);  // |u⁺ − u⁻|
    const double jump = 0.5 * (first * first + 3.0 * others * others);
    EXPECT_NEAR(simulation.state().energy.work.dissipated, (1.0 - e) / (1.0 + e) * jump, 1e-11);
  }
}

// A ball thrown at a rough floor with e = 0 and enough friction keeps rolling: angular momentum
// about the contact point is conserved, m v r = (I + m r²) v'/r: v' = 2/3 v for a disc.
TEST(Impact, disc_thrown_along_a_rough_floor_ends_up_rolling) {
  World<2> world = world_of<2>({0.3, {}}, Vec<2>(0.0, -9.81));
  add_boundary<2>(world, HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}});
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 0.1}, 0.1, 1.0, {3.0, 0.0}));
  Simulation<2> simulation = simulate<2>(world, bodies, scene_of<2>(1e-3));
  for (int k = 0; k < 1000; ++k) simulation.advance();
  EXPECT_NEAR(simulation.state().bodies.velocity[0][0], 2.0, 1000 * 8.0 * kEpsilon * 3.0);
  EXPECT_NEAR(simulation.state().bodies.spin[0][0], -20.0, 1000 * 8.0 * kEpsilon * 30.0);
}

}  // namespace
}  // namespace galet::impact_test
