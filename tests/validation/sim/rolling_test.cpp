// Rolling and twisting friction against exact motions of one ball on a plane. Accelerations are
// constant and every step carries p_n = m g cos(a) h, so the scheme is exact up to round-off.
//   Rolling:  m v' = m g sin a − T,  I v'/r = T r − µ_r r m g cos a
//             ⟹ v' = g (sin a − µ_r cos a)/(1 + I/(m r²)).
//   Spinning: I ω' = −µ_tw r m g.
#include <cmath>
#include <limits>

#include "support/simulate.hpp"
#include <gtest/gtest.h>

namespace galet::rolling_test {
namespace {

using test::ball;
using test::downhill;
using test::simulate;

constexpr double kGravity = 9.81, kRadius = 0.1, kStep = 1e-3;
// Some hundred steps, each with a few roundings of velocities of the order of 1 m/s.
constexpr double kRounding = 1e3 * 16.0 * std::numeric_limits<double>::epsilon();

PairLaw rough(double mu, double rolling, double twisting = 0.0) {
  return {.friction = mu,
          .restitution = {},
          .rolling_friction = rolling,
          .twisting_friction = twisting};
}

template <int D>
Scene scene_on(NormalContact normal) {
  Scene scene = test::scene_of<D>(kStep, 1e-13);
  if (normal == NormalContact::gap) scene.scheme = MoreauJeanSettings{};
  return scene;
}

Simulation<2> disc_on_incline(double angle, double rolling, NormalContact normal, double v0 = 0.0) {
  World<2> world = test::world_of<2>(rough(2.0, rolling), Vec<2>(0.0, -kGravity));
  test::add_boundary<2>(world, test::incline(angle));
  Body<2> body = ball<2>(kRadius * Vec<2>(std::sin(angle), std::cos(angle)), kRadius, 2.0,
                         v0 * downhill(angle));
  body.spin[0] = -v0 / kRadius;
  Bodies<2> bodies;
  bodies.add(body);
  return simulate<2>(world, bodies, scene_on<2>(normal));
}

class Rolling : public ::testing::TestWithParam<NormalContact> {};
INSTANTIATE_TEST_SUITE_P(Levels, Rolling,
                         ::testing::Values(NormalContact::gap, NormalContact::velocity),
                         [](const auto& each) {
                           return each.param == NormalContact::gap ? "gap" : "velocity";
                         });

// A disc on an incline starts at tan a = µ_r.
TEST_P(Rolling, starts_at_the_angle_of_rolling_friction) {
  for (const double angle : {0.05, 0.3, 0.6}) {
    Simulation<2> stays = disc_on_incline(angle, 1.001 * std::tan(angle), GetParam());
    const double mu_r = 0.999 * std::tan(angle);
    Simulation<2> rolls = disc_on_incline(angle, mu_r, GetParam());
    constexpr int steps = 200;
    for (int k = 0; k < steps; ++k) {
      stays.advance();
      rolls.advance();
    }
    EXPECT_NEAR(stays.state().bodies.velocity[0].norm(), 0.0, kRounding);
    const double a = kGravity * (std::sin(angle) - mu_r * std::cos(angle)) / 1.5;
    EXPECT_NEAR(rolls.state().bodies.velocity[0].dot(downhill(angle)), a * steps * kStep,
                kRounding);
    EXPECT_NEAR(rolls.state().bodies.spin[0][0], -a * steps * kStep / kRadius, kRounding / kRadius);
  }
}

// A rolling ball stops at v₀ (1 + I/(m r²))/(µ_r g) and stays; its energy is dissipated by the
// moment, and nothing else.
template <int D>
void check_stopping(NormalContact normal) {
  const double mu_r = 0.07, inertia = D == 2 ? 0.5 : 0.4;
  constexpr int stop = 100;
  const double a = mu_r * kGravity / (1.0 + inertia);
  const double v0 = (stop - 0.5) * kStep * a;  // in the middle of step 100
  World<D> world = test::world_of<D>(rough(0.8, mu_r), -kGravity * Vec<D>::Unit(D - 1));
  test::add_boundary<D>(world, HalfSpace<D>{Vec<D>::Zero(), Vec<D>::Unit(D - 1)});
  Body<D> body = ball<D>(kRadius * Vec<D>::Unit(D - 1), kRadius, 3.0, v0 * Vec<D>::Unit(0));
  body.spin[D == 2 ? 0 : 1] = (D == 2 ? -1.0 : 1.0) * v0 / kRadius;
  Bodies<D> bodies;
  bodies.add(body);
  Simulation<D> simulation = simulate<D>(world, bodies, scene_on<D>(normal));
  for (int k = 1; k < stop; ++k) {
    simulation.advance();
    ASSERT_NEAR(simulation.state().bodies.velocity[0][0], v0 - k * kStep * a, kRounding);
  }
  for (int k = 0; k < 10; ++k) simulation.advance();
  EXPECT_NEAR(simulation.state().bodies.velocity[0].norm(), 0.0, kRounding);
  EXPECT_NEAR(simulation.state().bodies.spin[0].norm(), 0.0, kRounding / kRadius);
  const double energy = 0.5 * 3.0 * v0 * v0 * (1.0 + inertia);
  EXPECT_NEAR(simulation.state().energy.work.dissipated, energy, 1e-12 * energy + kRounding);
}
TEST_P(Rolling, disc_stops) { check_stopping<2>(GetParam()); }
TEST_P(Rolling, sphere_stops) { check_stopping<3>(GetParam()); }

// A sphere that spins on a plane stops at 2 r ω₀/(5 µ_tw g); without twisting friction never.
TEST_P(Rolling, spinning_sphere_stops) {
  const double mu_tw = 0.03;
  constexpr int stop = 100;
  const double slowing = 2.5 * mu_tw * kGravity / kRadius;  // rad/s²
  const double w0 = (stop - 0.5) * kStep * slowing;
  for (const double twisting : {mu_tw, 0.0}) {
    World<3> world = test::world_of<3>(rough(0.3, 0.1, twisting), Vec<3>(0.0, 0.0, -kGravity));
    test::add_boundary<3>(world, HalfSpace<3>{Vec<3>::Zero(), Vec<3>::UnitZ()});
    Body<3> body = ball<3>(kRadius * Vec<3>::UnitZ(), kRadius, 3.0);
    body.spin[2] = w0;
    Bodies<3> bodies;
    bodies.add(body);
    Simulation<3> simulation = simulate<3>(world, bodies, scene_on<3>(GetParam()));
    for (int k = 1; k < stop; ++k) {
      simulation.advance();
      const double expected = twisting > 0.0 ? w0 - k * kStep * slowing : w0;
      ASSERT_NEAR(simulation.state().bodies.spin[0][2], expected, kRounding / kRadius);
    }
    simulation.advance();
    EXPECT_NEAR(simulation.state().bodies.spin[0][2], twisting > 0.0 ? 0.0 : w0,
                kRounding / kRadius);
  }
}

// A turning plate drags a sphere that lies on its axis along in spin: the moment's work on the
// plate's side is that of the boundary, and energies balance.
TEST(RollingOnBoundaries, turning_plate_spins_a_sphere_up) {
  const double omega = 5.0, mu_tw = 0.05;
  World<3> world = test::world_of<3>(rough(0.3, 0.1, mu_tw), Vec<3>(0.0, 0.0, -kGravity));
  Boundary<3>& plate = test::add_boundary<3>(world, HalfSpace<3>{Vec<3>::Zero(), Vec<3>::UnitZ()});
  plate.motion.spin = Vec<3>(0.0, 0.0, omega);
  Bodies<3> bodies;
  bodies.add(ball<3>(kRadius * Vec<3>::UnitZ(), kRadius, 3.0));
  Simulation<3> simulation = simulate<3>(world, bodies, scene_on<3>(NormalContact::gap));
  const double rate = 2.5 * mu_tw * kGravity / kRadius;
  for (int k = 1; k <= 100; ++k) simulation.advance();
  EXPECT_NEAR(simulation.state().bodies.spin[0][2], 100 * kStep * rate, kRounding / kRadius);
  const double moment = mu_tw * kRadius * 3.0 * kGravity;
  EXPECT_NEAR(simulation.state().energy.work.boundaries, moment * omega * 100 * kStep, kRounding);
  for (int k = 0; k < 900; ++k) simulation.advance();
  EXPECT_NEAR(simulation.state().bodies.spin[0][2], omega, kRounding / kRadius);
  EXPECT_LT(std::abs(simulation.state().energy.balance_error_relative()), kRounding);
}

// Two balls that roll on each other without walls: moments are opposite, so linear and angular
// momentum stay.
TEST(RollingOnBoundaries, free_bodies_keep_their_momenta) {
  World<3> world = test::world_of<3>(rough(0.4, 0.2, 0.1));
  Bodies<3> bodies;
  Body<3> a = ball<3>(Vec<3>(0.0, 0.0, 0.0), 0.1, 1.0, Vec<3>(1.0, 0.2, 0.0));
  a.spin = Vec<3>(3.0, -2.0, 7.0);
  Body<3> b = ball<3>(Vec<3>(0.2501, 0.0, 0.0), 0.15, 2.0, Vec<3>(-1.0, 0.0, 0.3));
  b.spin = Vec<3>(-5.0, 1.0, 2.0);
  bodies.add(a);
  bodies.add(b);
  Simulation<3> simulation = simulate<3>(world, bodies, scene_on<3>(NormalContact::gap));
  const auto momenta = [](const Bodies<3>& now) {
    Eigen::Matrix<double, 6, 1> sum = Eigen::Matrix<double, 6, 1>::Zero();
    for (std::size_t i = 0; i < now.size(); ++i) {
      const Vec<3> p = now.mass[i] * now.velocity[i];
      sum.head<3>() += p;
      sum.tail<3>() += now.position[i].cross(p) + now.inertia[i] * now.spin[i];
    }
    return sum;
  };
  const auto before = momenta(simulation.state().bodies);
  bool touched = false;
  for (int k = 0; k < 20; ++k) {
    simulation.advance();
    touched = touched ||
              (!simulation.last().moments.empty() && simulation.last().moments[0].norm() > 1e-6);
  }
  EXPECT_TRUE(touched);
  // Positions move on while the impulse acts at the start of the step: x × p changes by h v × p of
  // the impact, along the line of centres for the normal part and second order in h for the rest.
  EXPECT_NEAR((momenta(simulation.state().bodies) - before).head<3>().norm(), 0.0, kRounding);
  EXPECT_NEAR((momenta(simulation.state().bodies) - before).tail<3>().norm(), 0.0, 2.0 * kStep);
}

// Discs dropped on a flat floor roll for ever without rolling friction, and lie still with it.
TEST(RollingHeap, comes_to_rest) {
  const auto kinetic_after = [](double rolling) {
    World<2> world = test::world_of<2>(rough(0.5, rolling), Vec<2>(0.0, -kGravity));
    test::add_boundary<2>(world, HalfSpace<2>{Vec<2>::Zero(), Vec<2>(0.0, 1.0)});
    Bodies<2> bodies;
    Random random(7);
    for (int row = 0; row < 6; ++row) {
      for (int k = 0; k < 4; ++k) {
        const double r = random.uniform(0.04, 0.05);
        bodies.add(
            ball<2>(Vec<2>(0.11 * k + 0.02 * random.uniform(), 0.06 + 0.11 * row), r, r * r));
      }
    }
    Scene scene = test::scene_of<2>(1e-3, 1e-5);
    scene.scheme = MoreauJeanSettings{};
    Simulation<2> simulation = simulate<2>(world, bodies, scene);
    for (int k = 0; k < 3000; ++k) simulation.advance();
    return simulation.state().energy.kinetic;
  };
  // What gravity leaves open in a step: (g h)² per mass times the tolerance, far below a slow roll.
  const double mass = 24 * 0.045 * 0.045;
  EXPECT_LT(kinetic_after(0.1), 0.5 * mass * 1e-8);
  EXPECT_GT(kinetic_after(0.0), 0.5 * mass * 1e-4);
}

}  // namespace
}  // namespace galet::rolling_test
