// Tangential restitution without normal restitution, posed on gaps. At an impact the law holds for
//   û_t = u_t⁺ + e_t u_t⁻,
// whatever e_n is: a contact that sticks has û_t = 0, so u_t⁺ = −e_t u_t⁻.
#include <limits>

#include "support/simulate.hpp"
#include <gtest/gtest.h>

namespace galet::tangential_restitution_test {
namespace {

using test::ball;
using test::simulate;
using test::world_of;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kTangential = 0.5;

template <int D>
Scene gap_scene(double step) {
  Scene scene = test::scene_of<D>(step, 1e-10, 1.0);
  auto& scheme = std::get<MoreauJeanSettings>(scene.scheme);
  scheme.normal = NormalContact::gap;
  scheme.theta.reset();
  return scene;
}

// Spheres of masses 1 and 3 and radii 1/8 and 1/4 touch; the first comes with (1, 7/16, 0) along
// the line of centres x. For spheres r²/I = 5/(2 m), so
//   W_tt = 7/2 (1/m1 + 1/m2) = 14/3,   |p_t| = (1 + e_t) |u_t⁻| / W_tt = (1 + e_t) 3/32,
//   ω1 = r1 |p_t| / I1 = 5 |p_t| / (2 m1 r1) = 15/8 (1 + e_t),   ω2 = ω1 m1 r1 / (m2 r2) = ω1/6,
// 1.875 for e_t = 0 and 2.8125 for e_t = 1/2. Sticking needs |p_t| ≤ mu p_n with
// p_n = 1/(1/m1 + 1/m2) = 3/4 (e_n = 0): 9/64 ≤ 3/4 for mu = 1.
TEST(TangentialRestitution, oblique_impact_of_unequal_spheres) {
  constexpr double u_t = 7.0 / 16.0, p_t = (1.0 + kTangential) * 3.0 / 32.0;
  Bodies<3> bodies;
  bodies.add(ball<3>({0.0, 0.0, 0.0}, 0.125, 1.0, {1.0, u_t, 0.0}));
  bodies.add(ball<3>({0.375, 0.0, 0.0}, 0.25, 3.0));
  Simulation<3> simulation =
      simulate<3>(world_of<3>({1.0, {0.0, kTangential}}), bodies, gap_scene<3>(1e-3));
  simulation.advance();
  const Bodies<3>& after = simulation.state().bodies;
  constexpr double rounding = 64.0 * kEpsilon;
  // The rim of the first, at x = 1/8, is held back: its spin is about −z, and so is the other's.
  EXPECT_NEAR(after.spin[0][2], -2.8125, rounding);
  EXPECT_NEAR(after.spin[1][2], -2.8125 / 6.0, rounding);
  EXPECT_NEAR(after.velocity[0][1], u_t - p_t, rounding);
  EXPECT_NEAR(after.velocity[1][1], p_t / 3.0, rounding);
  // No rebound: both go on with the velocity of the centre of mass along x.
  EXPECT_NEAR(after.velocity[0][0], 0.25, rounding);
  EXPECT_NEAR(after.velocity[1][0], 0.25, rounding);
  // u_t⁺ = −e_t u_t⁻ at the contact.
  const double slip = (after.velocity[0][1] + 0.125 * after.spin[0][2]) -
                      (after.velocity[1][1] - 0.25 * after.spin[1][2]);
  EXPECT_NEAR(slip, -kTangential * u_t, rounding);
}

// A sphere that lands on a plane in the middle of a step, without gravity. I = 2/5 m r²:
//   W_tt = 7/(2 m),   v_t⁺ = v_t (1 − 2/7 (1 + e_t)) = 4/7 v_t,   ω r = 5/7 (1 + e_t) v_t = 15/14
//   v_t.
// The next steps change nothing: no load, no impulse.
TEST(TangentialRestitution, landing_within_a_step) {
  constexpr double h = 1e-3, v_t = 0.7;
  World<3> world = world_of<3>({1.0, {0.0, kTangential}});
  test::add_boundary<3>(world, HalfSpace<3>{{0.0, 0.0, 0.0}, {0.0, 0.0, 1.0}});
  Bodies<3> bodies;
  bodies.add(ball<3>({0.0, 0.0, 0.125 + 1.5 * h}, 0.125, 2.0, {v_t, 0.0, -1.0}));
  Simulation<3> simulation = simulate<3>(world, bodies, gap_scene<3>(h));
  for (int k = 0; k < 5; ++k) simulation.advance();
  const Bodies<3>& after = simulation.state().bodies;
  // The gap is rounded at the size of the position and divided by h.
  constexpr double rounding = 16.0 * kEpsilon / h;
  EXPECT_NEAR(after.velocity[0][0], v_t * 4.0 / 7.0, rounding);
  EXPECT_NEAR(after.spin[0][1], v_t * 15.0 / 14.0 / 0.125, rounding / 0.125);
  EXPECT_NEAR(after.velocity[0][2], 0.0, rounding);
}

// A sphere that lies on a belt and is dragged along slides as without e_t, faster by mu g h in each
// step: û_t has the direction of u_t, and friction its limit.
TEST(TangentialRestitution, sliding_at_rest_is_as_without) {
  constexpr double h = 1e-3, g = 10.0, mu = 0.25, belt = 1.0;
  for (const double e_t : {0.0, kTangential}) {
    World<3> world = world_of<3>({mu, {0.0, e_t}}, Vec<3>(0.0, 0.0, -g));
    test::add_boundary<3>(world, HalfSpace<3>{{0.0, 0.0, 0.0}, {0.0, 0.0, 1.0}})
        .motion.surface_velocity = Vec<3>(belt, 0.0, 0.0);
    Bodies<3> bodies;
    bodies.add(ball<3>({0.0, 0.0, 0.125}, 0.125));
    Simulation<3> simulation = simulate<3>(world, bodies, gap_scene<3>(h));
    for (int k = 0; k < 20; ++k) simulation.advance();
    EXPECT_NEAR(simulation.state().bodies.velocity[0][0], 20 * h * mu * g, 16.0 * kEpsilon / h);
  }
}

}  // namespace
}  // namespace galet::tangential_restitution_test
