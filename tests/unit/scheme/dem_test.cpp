// Explicit soft spheres against exact solutions, most of them of the discrete equations themselves.
#include "galet/scheme/dem.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include "support/dem_stepper.hpp"
#include "support/hand_built.hpp"
#include "support/random_vectors.hpp"
#include <Eigen/Geometry>
#include <gtest/gtest.h>

namespace galet::dem_test {
namespace {

using std::numbers::pi;
using test::add_boundary;
using test::ball;
using test::random_vector;
using test::world_of;

PairLaw springs(double k, double c = 0.0, double mu = 0.0, double k_t = 0.0, double c_t = 0.0) {
  PairLaw law;
  law.friction = mu;
  law.spring = {.normal = k, .tangential = k_t, .damping = c, .tangential_damping = c_t};
  return law;
}

template <int D>
using Stepper = test::DemStepper<D>;

// A ball with velocity v towards a floor that it just touches.
template <int D>
Stepper<D> touching(const PairLaw& law, double mass, double v, double h) {
  Stepper<D> run(world_of<D>(law), h);
  add_boundary<D>(run.world, HalfSpace<D>{Vec<D>::Zero(), Vec<D>::Unit(D - 1)});
  run.bodies.add(
      ball<D>(Vec<D>(0.5 * Vec<D>::Unit(D - 1)), 0.5, mass, Vec<D>(-v * Vec<D>::Unit(D - 1))));
  return run;
}

// Velocity-Verlet turns the oscillator by θ in every step, 2 sin(θ/2) = ω h, and from d = 0 the
// overlap after n steps is v h sin(nθ)/sin θ. With θ = π/N the ball is back at the floor after N
// steps with exactly the velocity it came with. The time N h = N (2/ω) sin(π/2N) and the largest
// overlap approach π √(m/k) and v √(m/k) with 1/N².
template <int D>
void check_impact() {
  constexpr double m = 2.0, k = 1e4, v = 3.0;
  constexpr int n = 40;
  const double omega = std::sqrt(k / m);
  const double h = 2.0 / omega * std::sin(pi / (2 * n));
  Stepper<D> run = touching<D>(springs(k), m, v, h);
  double largest = 0.0;
  for (int s = 1; s < n; ++s) {
    const StepOutcome<D> out = run.step();
    // Round-off of the position 0.5 against overlaps of 0.04.
    EXPECT_NEAR(out.overlap.length, v * h * std::sin(s * pi / n) / std::sin(pi / n), 1e-13);
    EXPECT_NEAR(out.stored, 0.5 * k * out.overlap.length * out.overlap.length, 1e-14);
    largest = std::max(largest, out.overlap.length);
  }
  run.step();
  EXPECT_NEAR(run.bodies.position[0][D - 1], 0.5, 1e-13);
  EXPECT_NEAR(run.bodies.velocity[0][D - 1], v, 1e-10);
  EXPECT_NEAR(n * h, pi * std::sqrt(m / k), 0.5 * pi / omega / (n * n));
  EXPECT_NEAR(largest, v * std::sqrt(m / k), 1.5 * v / omega / (n * n));
}

TEST(Dem, ImpactOnASpring) {
  check_impact<2>();
  check_impact<3>();
}

// update = "thesis": v⁺ = v + h a, q⁺ = q + h (v + v⁺)/2 multiplies K + φ/(1 + …) in every step; as
// a linear map of (d, v) its determinant is 1 + (ω h)²/2, so over an impact, π/(ω h) steps, the
// energy grows by exp(π ω h/2) up to a few parts of (ω h)².
TEST(Dem, ThesisUpdateMakesEnergy) {
  constexpr double m = 1.0, k = 1e4, v = 1.0;
  for (const double eta : {0.1, 0.05, 0.025}) {  // ω h
    const double h = eta / std::sqrt(k / m);
    Stepper<2> run = touching<2>(springs(k), m, v, h);
    run.scheme.update = DemUpdate::thesis;
    while (run.bodies.velocity[0][1] <= 0.0 || run.step().contacts.size() > 0) run.step();
    const double factor = std::pow(run.bodies.velocity[0][1] / v, 2);
    EXPECT_NEAR(std::log(factor), 0.5 * pi * eta, 2.0 * eta * eta) << eta;
  }
}

// Overlap at a fixed time within an impact: (v/ω) sin ωt. Second order: halving the step leaves a
// quarter of the error, up to the next order (ω h)² < 0.01.
TEST(Dem, SecondOrder) {
  constexpr double m = 1.0, k = 100.0, v = 1.0, end = 0.2;
  const double omega = std::sqrt(k / m);
  double before = 0.0;
  for (const int n : {20, 40, 80}) {
    Stepper<2> run = touching<2>(springs(k), m, v, end / n);
    for (int s = 0; s < n; ++s) run.step();
    const double error =
        std::abs(0.5 - run.bodies.position[0][1] - v / omega * std::sin(omega * end));
    if (before > 0.0) {
      EXPECT_NEAR(before / error, 4.0, 0.1) << n;
    }
    before = error;
  }
}

// Restitution with a dashpot: exp(−β t*), law/spring.hpp. The ball starts on the floor, so the jump
// of the dashpot at touch falls on a step; the rest is second order with constants of order 1.
TEST(Dem, DashpotHasItsRestitution) {
  constexpr double m = 2.0, k = 1e4, v = 3.0;
  for (const double damping_ratio : {0.05, 0.3, 0.9}) {
    const double omega0 = std::sqrt(k / m);
    const double beta = damping_ratio * omega0;
    const double omega = std::sqrt(omega0 * omega0 - beta * beta);
    const double until = (pi - std::atan2(2.0 * beta * omega, omega * omega - beta * beta)) / omega;
    const double expected = std::exp(-beta * until);
    const double h = 0.01 / omega0;
    Stepper<3> run = touching<3>(springs(k, 2.0 * m * beta), m, v, h);
    double energy = 0.5 * m * v * v;
    double dissipated = 0.0;
    while (run.bodies.velocity[0][2] <= 0.0 || !run.memory.empty()) {
      dissipated += run.step().work.dissipated;
    }
    const double back = run.bodies.velocity[0][2];
    EXPECT_NEAR(back / v, expected, 1e-3) << damping_ratio;
    energy -= 0.5 * m * back * back;
    EXPECT_NEAR(dissipated, energy, 1e-3 * 0.5 * m * v * v) << damping_ratio;
  }
}

// A ball that cannot turn lies on a floor in equilibrium, overlap m g/k, and is given the velocity
// u along it.
template <int D>
Stepper<D> resting(double u, double h, double mu, double k_t, double c_t = 0.0) {
  constexpr double m = 2.0, g = 10.0, k = 1e5;
  Stepper<D> run(world_of<D>(springs(k, 0.0, mu, k_t, c_t), Vec<D>(-g * Vec<D>::Unit(D - 1))), h);
  add_boundary<D>(run.world, HalfSpace<D>{Vec<D>::Zero(), Vec<D>::Unit(D - 1)});
  Body<D> body =
      ball<D>(Vec<D>((0.5 - m * g / k) * Vec<D>::Unit(D - 1)), 0.5, m, Vec<D>(u * Vec<D>::Unit(0)));
  body.free_rotation = false;
  run.bodies.add(body);
  return run;
}

// Below Coulomb's limit the tangential spring oscillates as the normal one does.
template <int D>
void check_stick() {
  constexpr double m = 2.0, k_t = 5e4, u = 1e-3, mu = 0.5, h = 1e-3;
  const double theta = 2.0 * std::asin(0.5 * h * std::sqrt(k_t / m));
  Stepper<D> run = resting<D>(u, h, mu, k_t);
  ASSERT_LT(k_t * u / std::sqrt(k_t / m), 0.5 * mu * m * 10.0);  // far from slip
  for (int s = 1; s < 100; ++s) {
    const StepOutcome<D> out = run.step();
    ASSERT_EQ(out.status.at(0), ContactStatus::stick);
    EXPECT_NEAR(run.bodies.position[0][0], u * h * std::sin(s * theta) / std::sin(theta), 1e-14);
    EXPECT_NEAR(out.impulses[0][0] / h, -k_t * run.bodies.position[0][0], 1e-9);
    EXPECT_NEAR(out.work.dissipated, 0.0, 1e-15);
  }
}

TEST(Dem, StickIsASpring) {
  check_stick<2>();
  check_stick<3>();
}

// With a tangential dashpot, γ = c_t/m, a step is linear in x and v, and the run its power:
//   a = −(k_t x + c_t v)/m,   x⁺ = x + h v + h² a/2,   v⁺ = v + (h/2)(a + a⁺),
// a⁺ with x⁺ and the velocity v + h a that the start foresees. It approaches the damped oscillation
// (u/ω) exp(−βt) sin ωt, β = γ/2, ω² = k_t/m − β², with h²; so does what the dashpot is said to
// take approach the energy that is gone. Oscillations of 1 mm round off at 1e-18 per step.
template <int D>
void check_damped_stick() {
  constexpr double m = 2.0, k_t = 5e4, c_t = 60.0, u = 1e-3, mu = 0.5, end = 0.05;
  const double beta = 0.5 * c_t / m;
  const double omega = std::sqrt(k_t / m - beta * beta);
  const double exact = u / omega * std::exp(-beta * end) * std::sin(omega * end);
  double error_before = 0.0;
  double missing_before = 0.0;
  for (const int n : {50, 100, 200}) {
    const double h = end / n;
    Stepper<D> run = resting<D>(u, h, mu, k_t, c_t);
    double x = 0.0;
    double v = u;
    double dissipated = 0.0;
    double stored = 0.0;
    for (int s = 0; s < n; ++s) {
      const double a = -(k_t * x + c_t * v) / m;
      x += h * v + 0.5 * h * h * a;
      v += 0.5 * h * (a - (k_t * x + c_t * (v + h * a)) / m);
      const StepOutcome<D> out = run.step();
      ASSERT_EQ(out.status.at(0), ContactStatus::stick);
      EXPECT_NEAR(run.bodies.position[0][0], x, 1e-15);
      EXPECT_NEAR(run.bodies.velocity[0][0], v, 1e-13);
      dissipated += out.work.dissipated;
      stored = out.stored - 0.5 * 20.0 * 20.0 / 1e5;
    }
    const double error = std::abs(x - exact);
    const double missing = std::abs(0.5 * m * (u * u - v * v) - stored - dissipated);
    EXPECT_GT(dissipated, 0.7 * 0.5 * m * u * u);
    if (n > 50) {
      EXPECT_NEAR(error_before / error, 4.0, 0.4) << n;
      EXPECT_NEAR(missing_before / missing, 4.0, 0.4) << n;
    }
    error_before = error;
    missing_before = missing;
  }
}

TEST(Dem, TangentialDashpotDampsStick) {
  check_damped_stick<2>();
  check_damped_stick<3>();
}

// Beyond it the ball is slowed down by mu g, and every step takes mu m g times its way, all of
// which is slip, and none is left for a dashpot.
template <int D>
void check_slip(double c_t) {
  constexpr double m = 2.0, g = 10.0, k_t = 5e4, u = 3.0, mu = 0.5, h = 1e-3;
  Stepper<D> run = resting<D>(u, h, mu, k_t, c_t);
  for (int s = 0; s < 20; ++s) run.step();  // past the stretching
  for (int s = 0; s < 400; ++s) {
    const double v = run.bodies.velocity[0][0];
    const double x = run.bodies.position[0][0];
    const StepOutcome<D> out = run.step();
    ASSERT_EQ(out.status.at(0), ContactStatus::slip);
    EXPECT_NEAR(run.bodies.velocity[0][0] - v, -mu * g * h, 1e-13);
    EXPECT_NEAR(out.work.dissipated, mu * m * g * (run.bodies.position[0][0] - x), 1e-11);
  }
}

TEST(Dem, SlipIsCoulombs) {
  for (const double c_t : {0.0, 60.0}) {
    check_slip<2>(c_t);
    check_slip<3>(c_t);
  }
}

// A sliding ball begins to roll. The normal force passes through the contact point, a = r − d below
// the centre, so m a v + I ω stays; the tangential spring goes on oscillating below Coulomb's
// limit, with velocities of at most mu m g/√(k_t w⁻¹), w = 1/m + a²/I.
TEST(Dem, SlidingBecomesRolling) {
  constexpr double m = 2.0, g = 10.0, k_t = 5e4, u = 1.0, mu = 0.5, h = 2e-4;
  Stepper<3> run = resting<3>(u, h, mu, k_t);
  run.bodies.inverse_inertia[0] = 1.0 / run.bodies.inertia[0];
  const double a = run.bodies.position[0][2];
  const double inertia = run.bodies.inertia[0];
  for (int s = 0; s < 5000; ++s) run.step();
  const double v = run.bodies.velocity[0][0];
  const double w = run.bodies.spin[0][1];
  EXPECT_NEAR(m * a * v + inertia * w, m * a * u, 1e-10);
  EXPECT_LT(std::abs(v - a * w), 1.01 * mu * m * g * std::sqrt((1.0 / m + a * a / inertia) / k_t));
  EXPECT_NEAR(v, u * (m * a * a / inertia) / (1.0 + m * a * a / inertia), 0.05 * u);
}

// The floor carries a ball along: its work is what the balances find.
TEST(Dem, MovingFloorDoesWork) {
  constexpr double h = 1e-3;
  Stepper<2> run = resting<2>(0.0, h, 0.5, 5e4);
  run.world.boundaries[0].motion.surface_velocity = Vec<2>(0.5, 0.0);
  double work = 0.0;
  double dissipated = 0.0;
  Vec<2> support = Vec<2>::Zero();
  double stored = 0.5 * 20.0 * 20.0 / 1e5;
  for (int s = 0; s < 300; ++s) {
    const StepOutcome<2> out = run.step();
    work += out.work.boundaries;
    dissipated += out.work.dissipated;
    support += out.momentum.support;
    stored = out.stored;
  }
  const double v = run.bodies.velocity[0][0];
  EXPECT_GT(v, 0.3);
  EXPECT_NEAR(support[0], 2.0 * v, 1e-12);  // momentum
  EXPECT_NEAR(support[1], 300 * h * 20.0, 1e-9);
  // Second order: (ω h)²/4 of the energy in the tangential spring, ω h = 0.16.
  EXPECT_NEAR(work - dissipated, v * v + stored - 0.5 * 20.0 * 20.0 / 1e5, 1e-2 * work);
}

// Balls of two sizes in a heap, with everything a contact can do.
template <int D>
Stepper<D> heap(int side, int threads, double c_t, double mu_r) {
  Vec<D> gravity = Vec<D>::Zero();
  gravity[D - 1] = -10.0;
  PairLaw law = springs(1e4, 1.0, 0.4, 5e3, c_t);
  law.rolling_friction = mu_r;
  law.twisting_friction = D == 3 ? 0.5 * mu_r : 0.0;
  Stepper<D> run(world_of<D>(law, gravity), 2e-4, threads);
  add_boundary<D>(run.world, HalfSpace<D>{Vec<D>::Zero(), Vec<D>::Unit(D - 1)});
  Random random(3);
  const int count = static_cast<int>(std::lround(std::pow(side, D)));
  for (int i = 0; i < count; ++i) {
    Vec<D> cell;
    cell[0] = i % side;
    cell[1] = i / side % side;
    if constexpr (D == 3) cell[2] = i / (side * side);
    const Vec<D> place = 0.199 * cell + Vec<D>::Constant(0.0995);
    Body<D> body =
        ball<D>(place, random.uniform(0.0996, 0.1), 0.1, Vec<D>(random_vector<D>(random, 0.3)));
    body.spin = random_vector<spin_dimension<D>>(random, 3.0);
    run.bodies.add(body);
  }
  return run;
}

template <int D>
void expect_same(const Bodies<D>& a, const Bodies<D>& b) {
  EXPECT_EQ(a.position, b.position);
  EXPECT_EQ(a.velocity, b.velocity);
  EXPECT_EQ(a.spin, b.spin);
}

// The state is all: tools that are made anew in every step change no bit.
TEST(Dem, ToolsHoldNoState) {
  for (const auto& [c_t, mu_r] : {std::pair{0.0, 0.0}, {0.5, 0.0}, {0.0, 0.2}, {0.5, 0.2}}) {
    Stepper<3> kept = heap<3>(5, 1, c_t, mu_r);
    Stepper<3> anew = heap<3>(5, 1, c_t, mu_r);
    anew.new_tools = true;
    for (int s = 0; s < 20; ++s) {
      kept.step();
      anew.step();
    }
    ASSERT_GT(kept.memory.size(), 50U);
    ASSERT_EQ(kept.memory.moments.size(), mu_r > 0.0 ? kept.memory.size() : 0U);
    expect_same(kept.bodies, anew.bodies);
  }
}

TEST(Dem, ThreadsChangeNoBit) {
  for (const auto& [c_t, mu_r] : {std::pair{0.0, 0.0}, {0.5, 0.0}, {0.0, 0.2}}) {
    // 5625 discs, beyond the shortest loop that is shared.
    Stepper<2> one = heap<2>(75, 1, c_t, mu_r);
    Stepper<2> three = heap<2>(75, 3, c_t, mu_r);
    double dissipated = 0.0;
    for (int s = 0; s < 20; ++s) {
      const double a = one.step().work.dissipated;
      ASSERT_EQ(a, three.step().work.dissipated);
      dissipated += a;
    }
    ASSERT_GT(one.memory.size(), 4096U);
    EXPECT_GT(dissipated, 0.0);
    expect_same(one.bodies, three.bodies);
  }
}

// A pair that turns as one body about any axis keeps the stretch of its tangential spring, turned
// with it: nothing moves at the contact. The balls are so heavy that forces do nothing, and are
// sent along the chords of their circle.
TEST(Dem, StretchTurnsWithThePair) {
  constexpr double k_t = 2.0, h = 1e-3, d = 1e-3;
  Stepper<3> run(world_of<3>(springs(1.0, 0.0, 1e9, k_t)), h);
  const Vec<3> axis = Vec<3>(0.3, -0.5, 0.8).normalized();
  const Vec<3> omega = 2.0 * axis;
  const Vec<3> arm = (0.5 - 0.5 * d) * Vec<3>::Unit(0);
  for (int k = 0; k < 2; ++k) run.bodies.add(ball<3>(Vec<3>::Zero(), 0.5, 1e12));
  const Vec<3> force(0.0, 3e-4, -4e-4);
  run.memory.add({{0}, {1}, 0}, {.impulse = h * (d * Vec<3>::Unit(0) + force)});
  constexpr int n = 100;
  for (int s = 0; s < n; ++s) {
    const Eigen::AngleAxisd turn(2.0 * s * h, axis);
    const Eigen::AngleAxisd after(2.0 * (s + 1) * h, axis);
    for (std::size_t k = 0; k < 2; ++k) {
      const double side = k == 0 ? -1.0 : 1.0;
      run.bodies.position[k] = side * (turn * arm);
      run.bodies.velocity[k] = side / h * (after * arm - turn * arm);
      run.bodies.spin[k] = omega;
    }
    run.step();
  }
  ASSERT_EQ(run.memory.size(), 1U);
  const Eigen::AngleAxisd turn(2.0 * n * h, axis);
  const Vec<3> normal = turn * Vec<3>(Vec<3>::Unit(0));
  const Vec<3> now = run.memory.impulses[0] / h;
  const Vec<3> tangential = now - now.dot(normal) * normal;
  // The chord is shorter than the arc by (ω h)²/24, the mean of two levers than a lever by (ω
  // h)²/8: a relative motion of (ω h)²/12 times the speed 2 m/s, which stretches the spring.
  EXPECT_LT((tangential - turn * force).norm(), 1.1 * k_t * (n * h) * 2.0 * 4e-6 / 12.0);
}

}  // namespace
}  // namespace galet::dem_test
