// Springs against rolling and twisting in dem, against exact solutions of the discrete equations.
#include "galet/scheme/rolling_spring.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include "support/dem_stepper.hpp"
#include "support/random_vectors.hpp"
#include "support/totals.hpp"
#include <Eigen/Geometry>
#include <gtest/gtest.h>

namespace galet::rolling_spring_test {
namespace {

using std::numbers::pi;
using test::add_boundary;
using test::ball;
using test::random_unit;
using test::random_vector;
using test::totals;
using test::world_of;

template <int D>
using Stepper = test::DemStepper<D>;

constexpr double kMass = 2.0, kGravity = 10.0, kNormal = 1e5, kRadius = 0.5;
// Of the normal spring at rest.
constexpr double kStored = 0.5 * (kMass * kGravity) * (kMass * kGravity) / kNormal;

struct Law {
  double mu = 0.0;
  double k_t = 0.0;
  double mu_r = 0.0;
  double mu_tw = 0.0;
  double k_r = 0.0;
};

PairLaw pair_law(const Law& l) {
  PairLaw law;
  law.friction = l.mu;
  law.rolling_friction = l.mu_r;
  law.twisting_friction = l.mu_tw;
  law.spring = {.normal = kNormal, .tangential = l.k_t, .rolling = l.k_r};
  return law;
}

// A ball on a floor in equilibrium.
template <int D>
Stepper<D> lying(const Law& law, double h) {
  const Vec<D> up = Vec<D>::Unit(D - 1);
  Stepper<D> run(world_of<D>(pair_law(law), Vec<D>(-kGravity * up)), h);
  add_boundary<D>(run.world, HalfSpace<D>{Vec<D>::Zero(), up});
  run.bodies.add(ball<D>(Vec<D>((kRadius - kMass * kGravity / kNormal) * up), kRadius, kMass));
  return run;
}

// Spin of a ball that rolls towards +x at one radian per second.
template <int D>
Spin<D> rolls_forward() {
  if constexpr (D == 2) {
    return Spin<2>{-1.0};
  } else {
    return Spin<3>::Unit(1);
  }
}

TEST(RollingSpring, turns_are_rotations) {
  Random random(1);
  for (int k = 0; k < 20; ++k) {
    const Vec<3> from = random_unit<3>(random);
    const Vec<3> to = random_unit<3>(random);
    const Vec<3> x = random_vector<3>(random, 1.0);
    const Vec<3> axis = cross(from, to).normalized();
    const Eigen::AngleAxisd turn(std::acos(from.dot(to)), axis);
    EXPECT_NEAR((turned_along(x, from, to) - turn * x).norm(), 0.0, 1e-13);
    const Eigen::AngleAxisd about(2.0 * std::atan(0.15), to);
    EXPECT_NEAR((turned_about(x, to, 0.3) - about * x).norm(), 0.0, 1e-15);
  }
}

// k_r by itself, else k_t ℓ² with ℓ = r_a r_b/(r_a + r_b), the radius at a wall: the first step of
// length h with the relative spin ω about any axis makes the moment −k_r h ω, far below its limits.
TEST(RollingSpring, stiffness_follows_from_the_tangential_one) {
  constexpr double h = 1e-4;
  const Law given{.k_t = 7.0, .mu_r = 1e3, .mu_tw = 1e3, .k_r = 4.0};
  const Law other{.k_t = 7.0, .mu_r = 1e3, .mu_tw = 1e3};
  for (int axis = 0; axis < 3; ++axis) {
    const Vec<3> omega = 0.1 * Vec<3>::Unit(axis);
    for (const auto& [law, k] : {std::pair{given, 4.0}, {other, 7.0 * kRadius * kRadius}}) {
      Stepper<3> run = lying<3>(law, h);
      run.bodies.spin[0] = omega;
      EXPECT_NEAR((run.step().moments.at(0) / h + k * h * omega).norm(), 0.0, 1e-18);
    }
    Stepper<3> pair(world_of<3>(pair_law(other)), h);
    pair.bodies.add(ball<3>(Vec<3>::Zero(), 0.5, 1e9));
    pair.bodies.add(ball<3>(Vec<3>(0.7499, 0.0, 0.0), 0.25, 1e9));
    pair.bodies.spin[1] = omega;
    const double length = 0.5 * 0.25 / 0.75;
    const Vec<3> m = pair.step().moments.at(0) / h;
    EXPECT_NEAR((m + 7.0 * length * length * h * omega).norm(), 0.0, 1e-18);
  }
}

// With the way x, the angle φ rolled and the height a = r − d of the centre,
//   m x'' = −k_t (x − a φ),   I φ'' = a k_t (x − a φ) − k_r φ.
// Each of the two modes (ω², k_t X − m ω² X = a k_t Φ) is an oscillator, which velocity-Verlet
// turns by Θ in a step, 2 sin(Θ/2) = ω h: from rest at 0 it is at h sin(nΘ)/sin Θ times its
// velocity. The slow one, with x = a φ nearly, has ω² = k_r/(I + m a²) up to its share k_r/(k_t
// a²).
template <int D>
void check_modes() {
  constexpr double k_t = 5e4, k_r = 40.0, h = 1e-3;
  const double inertia = ball<D>(Vec<D>::Zero(), kRadius, kMass).inertia;
  const double a = kRadius - kMass * kGravity / kNormal;
  const double A = k_t / kMass, B = (a * a * k_t + k_r) / inertia;
  const double C2 = a * a * k_t * k_t / (kMass * inertia);
  const double root = std::sqrt((A - B) * (A - B) + 4.0 * C2);
  const double slow = (A * B - C2) / (0.5 * (A + B + root));
  const double i_eff = inertia + kMass * a * a;
  EXPECT_NEAR(slow * i_eff / k_r, 1.0, k_r / (k_t * a * a));
  for (const double omega2 : {slow, 0.5 * (A + B + root)}) {
    const double theta = 2.0 * std::asin(0.5 * h * std::sqrt(omega2));
    const double X = 1e-4, Phi = (k_t - kMass * omega2) / (a * k_t) * X;
    Stepper<D> run = lying<D>({.mu = 0.5, .k_t = k_t, .mu_r = 0.5, .k_r = k_r}, h);
    run.bodies.velocity[0][0] = X;
    run.bodies.spin[0] = Phi * rolls_forward<D>();
    for (int n = 1; n < 300; ++n) {
      const StepOutcome<D> out = run.step();
      const double factor = h * std::sin(n * theta) / std::sin(theta);
      // Ways of 1e-5 m, each rounded in every step; their k_r-fold and what they were divided by.
      ASSERT_NEAR(run.bodies.position[0][0], factor * X, 1e-16);
      ASSERT_NEAR((out.moments.at(0) / h + k_r * factor * Phi * rolls_forward<D>()).norm(), 0.0,
                  1e-13);
      ASSERT_EQ(run.memory.moments, out.moments);
      ASSERT_NEAR(out.work.dissipated, 0.0, 1e-20);
    }
  }
}

TEST(RollingSpring, small_oscillations_have_their_period) {
  check_modes<2>();
  check_modes<3>();
}

// Beyond the limit the moment is mu_r r m g, and twisting mu_tw r m g: spins decay by it, and what
// is taken is moment times angle.
TEST(RollingSpring, slip_has_the_moment_of_the_law) {
  constexpr double h = 1e-3;
  Stepper<3> run = lying<3>({.mu_r = 0.1, .mu_tw = 0.05, .k_r = 500.0}, h);
  run.bodies.spin[0] = Vec<3>(0.0, 8.0, -6.0);
  const double inertia = run.bodies.inertia[0];
  for (int s = 0; s < 50; ++s) run.step();
  for (int s = 0; s < 100; ++s) {
    const Vec<3> before = run.bodies.spin[0];
    const StepOutcome<3> out = run.step();
    // The rolling moment stays opposite to the spin, which turns about the normal: as fast as the
    // spring can follow.
    const Vec<3> m = out.moments.at(0) / h;
    EXPECT_NEAR(m.head<2>().norm(), 0.1 * kRadius * kMass * kGravity, 1e-9);
    EXPECT_NEAR(m[2], 0.05 * kRadius * kMass * kGravity, 1e-9);
    EXPECT_NEAR(run.bodies.spin[0][2] - before[2], h * m[2] / inertia, 1e-12);
    EXPECT_GT(out.work.dissipated, 0.0);
  }
}

// For constant forces of linear springs velocity-Verlet keeps K + φ − h² (|F|²/8m + |T|²/8I), F and
// T being force and moment on the body, in every step and whatever slips, if what is cut off is
// counted with the mean of the moments. A disc that slides, rolls, stops and rocks does so to
// round-off.
TEST(RollingSpring, balance_closes_to_round_off) {
  constexpr double h = 1e-3;
  Stepper<2> run = lying<2>({.mu = 0.3, .k_t = 2e4, .mu_r = 0.1, .k_r = 300.0}, h);
  run.bodies.velocity[0][0] = 0.6;
  run.bodies.spin[0][0] = 1.0;
  const double first = totals(run.bodies, kStored).energy;
  double dissipated = 0.0;
  bool rocked = false;
  for (int s = 0; s < 3000; ++s) {
    const StepOutcome<2> out = run.step();
    dissipated += out.work.dissipated;
    const Vec<2> F = out.impulses.at(0) / h - kMass * kGravity * Vec<2>::Unit(1);
    const Vec<2> arm = -run.bodies.position[0][1] * Vec<2>::Unit(1);
    const double T = (moment(arm, out.impulses[0])[0] + out.moments.at(0)[0]) / h;
    const double shadow = 0.125 * h * h * (F.squaredNorm() / kMass + T * T / run.bodies.inertia[0]);
    const double height = run.bodies.position[0][1] - (kRadius - kMass * kGravity / kNormal);
    ASSERT_NEAR(
        totals(run.bodies, out.stored).energy + kMass * kGravity * height + dissipated - shadow,
        first, 1e-13)
        << s;
    rocked = rocked || run.bodies.velocity[0][0] < -1e-4;
  }
  EXPECT_TRUE(rocked);
  EXPECT_GT(dissipated, 0.5 * first);
}

// A floor that turns drives a ball about the normal: what it gives is in the ball, in the spring
// and in the slip, to round-off. The ball ends up turning with it.
TEST(RollingSpring, turning_floor_does_work) {
  constexpr double h = 1e-3;
  Stepper<3> run = lying<3>({.mu_r = 0.1, .mu_tw = 0.2, .k_r = 300.0}, h);
  run.world.boundaries[0].motion.spin = Vec<3>(0.0, 0.0, 5.0);
  double left = -kStored;  // what the balance misses
  for (int s = 0; s < 1500; ++s) {
    const StepOutcome<3> out = run.step();
    left += out.work.dissipated - out.work.boundaries;
    const double T = out.moments.at(0)[2] / h;
    const double shadow = 0.125 * h * h * T * T / run.bodies.inertia[0];
    ASSERT_NEAR(totals(run.bodies, out.stored).energy - shadow + left, 0.0, 1e-12) << s;
  }
  // It rocks about the floor's spin by mu_tw r m g/√(k_r I) at most.
  const double rock = 0.2 * kRadius * kMass * kGravity / std::sqrt(300.0 * run.bodies.inertia[0]);
  EXPECT_NEAR(run.bodies.spin[0][2], 5.0, 1.01 * rock);
}

// What the spring of a contact still held when it opens is lost: a ball bounces, and its spin and
// spring alone balance to round-off, since nothing couples them to its flight.
TEST(RollingSpring, balance_of_contacts_that_open) {
  constexpr double h = 1e-3;
  Stepper<2> run = lying<2>({.mu_r = 0.2, .k_r = 100.0}, h);
  run.bodies.position[0][1] = kRadius + 0.02;
  run.bodies.spin[0][0] = 0.4;
  const double inertia = run.bodies.inertia[0];
  double dissipated = 0.0;
  int opened = 0;
  bool touched = false;
  for (int s = 0; s < 1000; ++s) {
    const StepOutcome<2> out = run.step();
    dissipated += out.work.dissipated;
    const bool touches = !out.moments.empty();
    opened += touched && !touches ? 1 : 0;
    touched = touches;
    const double T = touches ? out.moments[0][0] / h : 0.0;
    const double d = touches ? out.overlap.length : 0.0;
    const double w = run.bodies.spin[0][0];
    ASSERT_NEAR(0.5 * inertia * w * w + out.stored - 0.5 * kNormal * d * d + dissipated -
                    0.125 * h * h * T * T / inertia,
                0.5 * inertia * 0.4 * 0.4, 1e-14)
        << s;
  }
  EXPECT_GT(opened, 1);
  EXPECT_GT(dissipated, 0.0);
}

// A pair that turns as one body about any axis keeps the moment of its springs, turned with it:
// nothing turns at the contact. The balls are so heavy that moments do nothing, and are sent along
// the chords of their circle. The rotation about the normal in a step is 2 arctan(α/2), not α: it
// misses α³/12, and the mid normal stands for the mean one to the same order, a few times in each
// of n steps.
TEST(RollingSpring, moment_turns_with_the_pair) {
  constexpr double h = 1e-3, d = 1e-3;
  Stepper<3> run(world_of<3>(pair_law({.mu_r = 1e9, .mu_tw = 1e9, .k_r = 2.0})), h);
  const Vec<3> axis = Vec<3>(0.3, -0.5, 0.8).normalized();
  const Vec<3> arm = (0.5 - 0.5 * d) * Vec<3>::Unit(0);
  for (int k = 0; k < 2; ++k) run.bodies.add(ball<3>(Vec<3>::Zero(), 0.5, 1e12));
  const Vec<3> m(2e-7, 3e-7, -4e-7);
  run.memory.add({{0}, {1}, 0},
                 {.impulse = Vec<3>(h * kNormal * d * Vec<3>::Unit(0)), .moment = m});
  constexpr int n = 100;
  for (int s = 0; s < n; ++s) {
    const Eigen::AngleAxisd turn(2.0 * s * h, axis);
    const Eigen::AngleAxisd after(2.0 * (s + 1) * h, axis);
    for (std::size_t k = 0; k < 2; ++k) {
      const double side = k == 0 ? -1.0 : 1.0;
      run.bodies.position[k] = side * (turn * arm);
      run.bodies.velocity[k] = side / h * (after * arm - turn * arm);
      run.bodies.spin[k] = 2.0 * axis;
    }
    run.step();
  }
  const Vec<3> exact = Eigen::AngleAxisd(2.0 * n * h, axis) * m;
  EXPECT_LT((run.memory.moments.at(0) - exact).norm(), n * std::pow(2.0 * h, 3) * m.norm());
  EXPECT_GT((exact - m).norm(), 0.1 * m.norm());
}

// Two free balls that hit off their centres, spinning: linear and angular momentum to round-off.
template <int D>
void check_momenta() {
  constexpr double h = 1e-4;
  Stepper<D> run(world_of<D>(pair_law({.mu = 0.4, .k_t = 5e4, .mu_r = 0.3, .mu_tw = 0.1})), h);
  Random random(5);
  for (const double side : {-1.0, 1.0}) {
    Vec<D> at = 0.51 * side * Vec<D>::Unit(0);
    at[1] += 0.2 * side;
    Body<D> body = ball<D>(at, 0.5, 1.5 + 0.5 * side, Vec<D>(-2.0 * side * Vec<D>::Unit(0)));
    body.spin = random_vector<spin_dimension<D>>(random, 5.0);
    run.bodies.add(body);
  }
  const auto first = totals(run.bodies, 0.0);
  double dissipated = 0.0;
  double largest = 0.0;
  for (int s = 0; s < 400; ++s) {
    const StepOutcome<D> out = run.step();
    dissipated += out.work.dissipated;
    if (!out.moments.empty()) largest = std::max(largest, out.moments[0].norm() / h);
    const auto now = totals(run.bodies, out.stored);
    ASSERT_NEAR((now.linear - first.linear).norm(), 0.0, 1e-12);
    ASSERT_NEAR((now.angular - first.angular).norm(), 0.0, 1e-12);
    // (ω h)²/4 of the energy with ω² <= 2k/m + 7k_t/m: 1e-3.
    ASSERT_NEAR(now.energy + dissipated, first.energy, 2e-3 * first.energy);
  }
  EXPECT_GT(largest, 1.0);
  EXPECT_TRUE(run.memory.empty());
}

TEST(RollingSpring, moments_make_no_angular_momentum) {
  check_momenta<2>();
  check_momenta<3>();
}

}  // namespace
}  // namespace galet::rolling_spring_test
