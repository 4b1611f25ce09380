// Rolling and twisting friction of explicit springs, against the motion of rigid bodies with a
// constant moment, and what the springs add to it.
//
// One ball on a plane in equilibrium with its normal spring, which nothing moves from there. With
// rolling resistance, I' = I + m r² (it rolls without slip) and the spring k_r it obeys, in the
// angle φ rolled,
//   I' φ'' = G − k_r θ,   θ = φ − slip,   k_r |θ| <= M = mu_r r m g cos α,   G = m g r sin α.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/simulate.hpp"
#include <gtest/gtest.h>

namespace galet::rolling_dem_test {
namespace {

using test::ball;
using test::simulate;

constexpr double kGravity = 9.81, kRadius = 0.1, kMass = 2.0, kStep = 2e-5;
// The lever is shorter than the radius by the overlap: kSunk = m g/(k r) = 2e-5 of it.
constexpr double kNormal = 1e7, kSunk = kMass * kGravity / (kNormal * kRadius);
// The tangential spring, of ω_t² = k_t (1/m + r²/I) >= 3 k_t/m, sways about the force that it
// carries; it is at most so much behind in time.
constexpr double kTangential = 2e6;
const double kDelay = 2.0 / std::sqrt(3.0 * kTangential / kMass);

template <int D>
Scene dem_scene() {
  Scene scene = test::scene_of<D>(kStep);
  scene.scheme = DemSettings{};
  return scene;
}

// On a plane that falls towards +x at the angle a.
template <int D>
Simulation<D> ball_on_plane(double angle, const PairLaw& law, double v, const Spin<D>& spin) {
  // Gravity is turned, the plane is level.
  Vec<D> gravity = Vec<D>::Zero();
  gravity[0] = kGravity * std::sin(angle);
  gravity[D - 1] = -kGravity * std::cos(angle);
  World<D> world = test::world_of<D>(law, gravity);
  const Vec<D> up = Vec<D>::Unit(D - 1);
  test::add_boundary<D>(world, HalfSpace<D>{Vec<D>::Zero(), up});
  const double sunk = kMass * kGravity * std::cos(angle) / kNormal;
  Body<D> body = ball<D>((kRadius - sunk) * up, kRadius, kMass, Vec<D>(v * Vec<D>::Unit(0)));
  body.spin = spin;
  Bodies<D> bodies;
  bodies.add(body);
  return simulate<D>(world, bodies, dem_scene<D>());
}

PairLaw law_of(double mu_r, double mu_tw, double k_r) {
  PairLaw law;
  law.friction = 0.9;
  law.rolling_friction = mu_r;
  law.twisting_friction = mu_tw;
  law.spring = {.normal = kNormal, .tangential = kTangential, .rolling = k_r};
  return law;
}

template <int D>
Spin<D> rolls_forward(double omega) {
  if constexpr (D == 2) {
    return Spin<2>{-omega};
  } else {
    return Spin<3>(0.0, omega, 0.0);
  }
}

// Time until the speed that `speed` reads first vanishes.
template <int D, class F>
double time_to_stop(Simulation<D>& simulation, F&& speed) {
  double before = speed(simulation.state().bodies);
  for (;;) {
    simulation.advance();
    const double now = speed(simulation.state().bodies);
    if (now <= 0.0) return simulation.state().time - kStep * now / (now - before);
    before = now;
  }
}

// From the angular speed w0 the spring is stretched to θ_y = M/k_r, a part of an oscillation with
// ω_r² = k_r/I', then the moment is constant: with x = ω_r θ_y/w0, the square root of the energy
// that the spring can hold over that of the ball, it stops after
//   (asin x + √(1 − x²)/x)/ω_r = (1 + x²/2 + O(x⁴)) w0 I'/M.
double stop_after(double w0, double inertia, double M, double k_r) {
  const double omega = std::sqrt(k_r / inertia);
  const double x = omega * M / (k_r * w0);
  return (std::asin(x) + std::sqrt(1.0 - x * x) / x) / omega;
}

// v0 (1 + I/(m r²))/(mu_r g): 3/2 for a disc, 7/5 for a sphere; way v0/2 times that.
template <int D>
void check_rolling_stop(double v0, double mu_r, double factor) {
  const double k_r = 40.0;
  Simulation<D> simulation =
      ball_on_plane<D>(0.0, law_of(mu_r, 0.0, k_r), v0, rolls_forward<D>(v0 / kRadius));
  const double rigid = factor * v0 / (mu_r * kGravity);
  const double M = mu_r * kRadius * kMass * kGravity;
  const double exact = stop_after(v0 / kRadius, factor * kMass * kRadius * kRadius, M, k_r);
  const double x2 = M * M / (k_r * factor * kMass * v0 * v0);
  EXPECT_LT(std::abs(exact / rigid - 1.0), x2);
  const double found =
      time_to_stop(simulation, [](const Bodies<D>& bodies) { return bodies.velocity[0][0]; });
  const double left = 2.0 * kSunk * rigid + kDelay;
  EXPECT_NEAR(found, exact, left);
  EXPECT_NEAR(found, rigid, x2 * rigid + left);
  // Energy: M times the angle is what it had, but for M²/2k_r left in the spring.
  const double way = 0.5 * factor * kMass * v0 * v0 * kRadius / M + 0.5 * kRadius * M / k_r;
  EXPECT_NEAR(simulation.state().bodies.position[0][0], way, way * 2.0 * kSunk + v0 * kDelay);
  // It rocks back and is not where it stopped for ever; the spring holds what is left.
  EXPECT_NEAR(simulation.last().stored - 0.5 * std::pow(kMass * kGravity, 2) / kNormal,
              0.5 * M * M / k_r, 1e-2 * M * M / k_r);
}

TEST(RollingDem, disc_and_sphere_stop_rolling) {
  check_rolling_stop<2>(0.5, 0.1, 1.5);
  check_rolling_stop<3>(0.5, 0.1, 1.4);
  check_rolling_stop<3>(0.3, 0.05, 1.4);
}

// A sphere that spins about the normal stops after I ω0/(mu_tw r m g) = 2 r ω0/(5 mu_tw g).
TEST(RollingDem, sphere_stops_spinning) {
  constexpr double w0 = 10.0, mu_tw = 0.2, k_r = 40.0;
  Simulation<3> simulation =
      ball_on_plane<3>(0.0, law_of(0.0, mu_tw, k_r), 0.0, Spin<3>(0.0, 0.0, w0));
  const double rigid = 2.0 * kRadius * w0 / (5.0 * mu_tw * kGravity);
  const double M = mu_tw * kRadius * kMass * kGravity;
  const double inertia = 0.4 * kMass * kRadius * kRadius;
  const double exact = stop_after(w0, inertia, M, k_r);
  const double x2 = M * M / (k_r * inertia * w0 * w0);
  const double found =
      time_to_stop(simulation, [](const Bodies<3>& bodies) { return bodies.spin[0][2]; });
  // Nothing but the step: (ω h)²/24 of the elastic part, a step where the spring yields.
  EXPECT_NEAR(found, exact, kStep);
  EXPECT_NEAR(found, rigid, x2 * rigid);
  EXPECT_EQ(simulation.state().bodies.position[0][0], 0.0);
  EXPECT_NEAR(simulation.state().energy.work.dissipated,
              0.5 * inertia * w0 * w0 - M * M / (2 * k_r), 1e-3 * inertia * w0 * w0);
}

// Released on an incline with G < M it rolls until G φ = k_r θ²/2 + M (φ − θ): by 2G/k_r if that
// leaves the spring within its limit (2G <= M), else by (M/2k_r)/(1 − G/M); then it rocks about
// G/k_r less, and never goes on.
TEST(RollingDem, disc_stays_on_a_gentle_incline) {
  constexpr double mu_r = 0.2, k_r = 40.0;
  for (const double share : {0.4, 0.9}) {
    const double angle = std::atan(share * mu_r);
    Simulation<2> simulation =
        ball_on_plane<2>(angle, law_of(mu_r, 0.0, k_r), 0.0, Spin<2>::Zero());
    const double M = mu_r * kRadius * kMass * kGravity * std::cos(angle);
    const double G = share * M;
    const double most = 2.0 * G <= M ? 2.0 * G / k_r : 0.5 * M / k_r / (1.0 - G / M);
    // Six periods.
    const double period = 2.0 * std::numbers::pi * std::sqrt(1.5 * kMass * kRadius * kRadius / k_r);
    double furthest = 0.0;
    double nearest = 1.0;
    while (simulation.state().time < 6.0 * period) {
      simulation.advance();
      const double x = simulation.state().bodies.position[0][0] / kRadius;
      furthest = std::max(furthest, x);
      if (simulation.state().time > 4.0 * period) nearest = std::min(nearest, x);
    }
    // The tangential spring gives way by up to twice m g sin α/k_t, and sways.
    const double give = 4.0 * kMass * kGravity * std::sin(angle) / kTangential / kRadius;
    EXPECT_NEAR(furthest, most, 2.0 * kSunk * most + give + 1e-2 * most) << share;
    // Plastic once, then G/k_r ± what the limit leaves: from the furthest, where θ = min(2G,
    // M)/k_r, back by twice θ − G/k_r.
    const double back = 2.0 * (std::min(2.0 * G, M) - G) / k_r;
    EXPECT_NEAR(nearest, most - back, 2.0 * kSunk * most + give + 1e-2 * most) << share;
  }
}

// Above it rolls: the energy (G − M) φ + M²/2k_r is I' φ'²/2 once the spring has yielded.
TEST(RollingDem, disc_rolls_on_a_steep_incline) {
  constexpr double mu_r = 0.1, k_r = 40.0;
  const double angle = std::atan(1.5 * mu_r);
  Simulation<2> simulation = ball_on_plane<2>(angle, law_of(mu_r, 0.0, k_r), 0.0, Spin<2>::Zero());
  while (simulation.state().time < 0.7) simulation.advance();
  const double M = mu_r * kRadius * kMass * kGravity * std::cos(angle);
  const Bodies<2>& bodies = simulation.state().bodies;
  const double phi = bodies.position[0][0] / kRadius;
  const double kinetic = 0.75 * kMass * bodies.velocity[0].squaredNorm();
  EXPECT_NEAR(kinetic, 0.5 * M * phi + 0.5 * M * M / k_r, 1e-2 * kinetic);
  EXPECT_GT(phi, 0.5);
}

// A run that is stopped and taken up has the bits of one without a break.
TEST(RollingDem, taken_up_runs_have_the_same_bits) {
  const auto begin = [] {
    return ball_on_plane<3>(0.05, law_of(0.1, 0.05, 40.0), 0.4, Spin<3>(0.5, 1.0, 2.0));
  };
  Simulation<3> whole = begin();
  for (int k = 0; k < 2000; ++k) whole.advance();
  Simulation<3> second = begin();
  second.restore(whole.save({}));
  for (int k = 0; k < 2000; ++k) {
    whole.advance();
    second.advance();
  }
  EXPECT_EQ(hash_of(whole.state()).value(), hash_of(second.state()).value());
  ASSERT_EQ(whole.state().memory.moments.size(), 1U);
  EXPECT_GT(whole.state().memory.moments[0].norm(), 0.0);
}

}  // namespace
}  // namespace galet::rolling_dem_test
