// The same checks with the normal condition posed on the gap at the end of the step (θ = 1).
#include <cmath>
#include <limits>
#include <utility>

#include "support/random_vectors.hpp"
#include "support/simulate.hpp"
#include <gtest/gtest.h>

namespace galet::gap_level_test {
namespace {

using test::add_boundary;
using test::ball;
using test::random_vector;
using test::simulate;
using test::world_of;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

template <int D>
Scene gap_scene(double step, double tolerance, bool batches = false) {
  Scene scene = test::scene_of<D>(step, tolerance, 1.0, batches);
  auto& scheme = std::get<MoreauJeanSettings>(scene.scheme);
  scheme.normal = NormalContact::gap;
  scheme.theta.reset();
  return scene;
}

// Falling on a plane, whose gap is linear in the position: the ball lands with the gap 0, never
// overlaps and stays.
TEST(GapLevel, ball_lands_without_overlap) {
  World<2> world = world_of<2>({0.3, {}}, Vec<2>(0.0, -10.0));
  add_boundary<2>(world, HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}});
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 1.0}, 0.5));
  Simulation<2> simulation = simulate<2>(world, bodies, gap_scene<2>(0.01, 1e-10));
  for (int k = 0; k < 100; ++k) {
    EXPECT_LE(simulation.advance().penetration, 4.0 * kEpsilon);
  }
  EXPECT_NEAR(simulation.state().bodies.position[0][1], 0.5, 4.0 * kEpsilon);
  // Velocities are gaps over h: rounding of 0.5 divided by 0.01.
  EXPECT_NEAR(simulation.state().bodies.velocity[0].norm(), 0.0, 4.0 * kEpsilon / 0.01);
}

// Newton's law at an impact; the speed after it is e times the speed before, exactly.
TEST(GapLevel, speed_ratio_is_the_restitution) {
  World<2> world = world_of<2>({0.0, {0.5, 0.0}});
  add_boundary<2>(world, test::closed_box<2>({0.0, 0.0}, {1.0, 1.0}));
  Bodies<2> bodies;
  bodies.add(ball<2>({0.5, 0.5}, 0.1, 1.0, {1.0, 0.0}));
  Simulation<2> simulation = simulate<2>(world, bodies, gap_scene<2>(0.01, 1e-10));
  double speed = 1.0;
  int bounces = 0;
  for (int k = 0; k < 2000; ++k) {
    EXPECT_LE(simulation.advance().penetration, 4.0 * kEpsilon);
    for (const ContactStatus s : simulation.last().status) {
      if (s == ContactStatus::gap) continue;
      ++bounces;
      speed *= 0.5;
    }
    ASSERT_NEAR(simulation.state().bodies.velocity[0].norm() / speed, 1.0, 1e-13) << "step " << k;
  }
  EXPECT_EQ(bounces, 4);  // at about 0.4, 2.0, 5.2 and 11.6 s
}

// Sliding down an incline: v = n h a, and with θ = 1 the position is a h² n (n + 1)/2.
TEST(GapLevel, sliding_block) {
  constexpr double angle = 0.5, mu = 0.2, h = 1e-3, g = 9.81;
  constexpr int n = 1000;
  World<2> world = world_of<2>({mu, {}}, Vec<2>(0.0, -g));
  add_boundary<2>(world, test::incline(angle));
  const Vec<2> start = 0.1 * Vec<2>(std::sin(angle), std::cos(angle));
  Body<2> body = ball<2>(start, 0.1);
  body.free_rotation = false;
  Bodies<2> bodies;
  bodies.add(body);
  Simulation<2> simulation = simulate<2>(world, bodies, gap_scene<2>(h, 1e-10));
  for (int k = 0; k < n; ++k) simulation.advance();
  const double a = g * (std::sin(angle) - mu * std::cos(angle));
  // The gap is rounded at the size of the position (up to 2 m) and divided by h: the normal
  // impulse, and mu times it the friction, errs by 2 ε/h per step, but the next step takes it back.
  const double rounding = 8.0 * n * kEpsilon * 10.0 + 16.0 * kEpsilon / h;
  EXPECT_NEAR((simulation.state().bodies.velocity[0] - n * h * a * test::downhill(angle)).norm(),
              0.0, rounding);
  EXPECT_NEAR((simulation.state().bodies.position[0] - start -
               0.5 * a * h * h * n * (n + 1) * test::downhill(angle))
                  .norm(),
              0.0, rounding);
}

// An overlap at the start is taken back by at most feedback_limit (1 % of the radius) in a step.
TEST(GapLevel, overlap_is_taken_back_at_a_limited_pace) {
  World<2> world = world_of<2>({});
  add_boundary<2>(world, HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}});
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 0.45}, 0.5));
  bodies.add(ball<2>({5.0, 0.498}, 0.5));
  Simulation<2> simulation = simulate<2>(world, bodies, gap_scene<2>(0.01, 1e-10));
  simulation.advance();
  EXPECT_NEAR(simulation.state().bodies.position[0][1], 0.455, 1e-15);
  // By positions alone, solved to a hundredth of the largest displacement.
  EXPECT_NEAR(simulation.state().bodies.position[1][1], 0.5, 0.01 * 0.005);
  for (const Vec<2>& v : simulation.state().bodies.velocity) EXPECT_EQ(v, Vec<2>(0.0, 0.0));
}

Bodies<3> cluster(double half, Random& random) {
  Bodies<3> bodies;
  constexpr int n = 4;
  const double spacing = 2.0 * half / n;
  for (int i = 0; i < n * n * n; ++i) {
    const Vec<3> cell(i % n, i / n % n, i / (n * n));
    const double radius = spacing * random.uniform(0.3, 0.49);
    bodies.add(ball<3>((cell + Vec<3>::Constant(0.5)) * spacing - Vec<3>::Constant(half), radius,
                       radius * radius * radius, random_vector<3>(random)));
  }
  return bodies;
}

// The energy account closes to round-off here too: drum, shaken box, gravity in time.
TEST(GapLevel, energy_account_closes) {
  for (const bool drum : {true, false}) {
    World<3> world = world_of<3>({0.5, {0.3, 0.1}});
    world.gravity = {{0.0, 0.3}, {{0.0, 0.0, -9.81}, {3.0, 0.0, -9.0}}};
    if (drum) {
      add_boundary<3>(world, Drum<3>{0.9, Vec<3>(0.0, 1.0, 0.0), 1.2}).motion.spin =
          Vec<3>(0.0, 5.0, 0.0);
    } else {
      Boundary<3>& box = add_boundary<3>(
          world, test::closed_box<3>(Vec<3>::Constant(-0.55), Vec<3>::Constant(0.55)));
      box.motion.amplitude = {0.02, 0.0, 0.05};
      box.motion.frequency = 7.0;
    }
    Random random(1);
    Simulation<3> simulation =
        simulate<3>(std::move(world), cluster(0.5, random), gap_scene<3>(2e-3, 1e-6, true));
    for (int k = 0; k < 300; ++k) {
      simulation.advance();
      ASSERT_LT(simulation.state().energy.balance_error_relative(), 1e-12) << "step " << k;
    }
    EXPECT_GT(simulation.state().energy.work.dissipated, 0.0);
    EXPECT_NE(simulation.state().energy.work.boundaries, 0.0);
  }
}

// Without walls momentum is conserved to round-off (64 bodies, 300 steps).
TEST(GapLevel, momentum_of_a_free_cluster) {
  Random random(2);
  Bodies<3> bodies = cluster(0.5, random);
  Vec<3> before = Vec<3>::Zero();
  double scale = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies.velocity[i] -= 3.0 * bodies.position[i];
    before += bodies.mass[i] * bodies.velocity[i];
    scale += bodies.mass[i] * bodies.velocity[i].norm();
  }
  Simulation<3> simulation =
      simulate<3>(world_of<3>({0.5, {0.2, 0.0}}), bodies, gap_scene<3>(2e-3, 1e-8, true));
  std::int64_t contacts = 0;
  for (int k = 0; k < 300; ++k) contacts += simulation.advance().contacts_active;
  Vec<3> after = Vec<3>::Zero();
  const Bodies<3>& now = simulation.state().bodies;
  for (std::size_t i = 0; i < now.size(); ++i) after += now.mass[i] * now.velocity[i];
  EXPECT_NEAR((after - before).norm(), 0.0, 1e-13 * scale);
  EXPECT_GT(contacts, 200);
}

}  // namespace
}  // namespace galet::gap_level_test
