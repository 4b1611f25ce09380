// Event-driven dynamics against solutions by hand [Moreau1999, §8.4, §10].
#include "galet/sweep/event_dynamics.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace galet::sweep::event_dynamics_test {
namespace {

constexpr double g = 9.81;

Vector v(std::initializer_list<double> values) {
  Vector x(static_cast<Eigen::Index>(values.size()));
  std::ranges::copy(values, x.begin());
  return x;
}

BallsAndPlanes one_ball() {
  BallsAndPlanes b;
  b.masses = v({2.0});
  b.radii = v({0.1});
  b.gravity = v({0, -g});
  b.planes = {MovingPlane::at_rest(v({0, 1}), 0.0)};
  return b;
}

// Falls from the height H, stops (e = 0), and lies.
TEST(FallingBall, lies_still_after_an_inelastic_impact) {
  const FrictionlessSystem system = one_ball().system();
  const double H = 0.5;
  const auto s = integrate_dynamics(system, v({0, 0.1 + H}), v({1.0, 0}), 0.0, 1.0, {.step = 0.01});
  EXPECT_TRUE(s.report.completed);
  EXPECT_EQ(s.report.impacts, 1);
  EXPECT_LE((s.path.back().q - v({1.0, 0.1})).norm(), 1e-10);
  EXPECT_LE((s.path.back().u - v({1.0, 0.0})).norm(), 1e-10);
  double impact = 0.0;
  for (std::size_t k = 1; k < s.path.size(); ++k) {
    if (s.path[k].time == s.path[k - 1].time) impact = s.path[k].time;
  }
  EXPECT_NEAR(impact, std::sqrt(2.0 * H / g), 1e-10);
  const RightAcceleration a =
      right_acceleration(system, 1.0, s.path.back().q, s.path.back().u, {0});
  EXPECT_NEAR(a.forces[0], 2.0 * g, 1e-12);  // the weight
  EXPECT_LE(a.acceleration.norm(), 1e-13);
}

// With e the flights last 2 e^k v/g, k = 1, 2, …, v = √(2gH): infinitely many impacts before
// t = √(2H/g)(1 + e)/(1 − e); then it lies. The guard cuts them off.
TEST(BouncingBall, infinitely_many_impacts_in_finite_time) {
  FrictionlessSystem system = one_ball().system();
  system.restitution = 0.5;
  const double H = 0.5;
  const auto s = integrate_dynamics(system, v({0, 0.1 + H}), v({0, 0}), 0.0, 1.5, {.step = 0.01});
  EXPECT_TRUE(s.report.completed);
  EXPECT_LE((s.path.back().q - v({0, 0.1})).norm(), 1e-8);
  EXPECT_LE(s.path.back().u.norm(), 1e-8);
  const double fall = std::sqrt(2.0 * H / g);
  const double end = fall * (1.0 + 0.5) / (1.0 - 0.5);
  double moving_until = 0.0;
  for (const DynamicsInstant& i : s.path) {
    if (i.u.norm() > 1e-6) moving_until = i.time;
  }
  EXPECT_NEAR(moving_until, end, 1e-5);
  // Heights after the first impacts: e^{2k} H.
  const double first_top = fall + 0.5 * std::sqrt(2.0 * g * H) / g;
  double height = 0.0;
  for (const DynamicsInstant& i : s.path) {
    if (i.time > fall && i.time < first_top + 0.005) height = std::max(height, i.q[1] - 0.1);
  }
  EXPECT_NEAR(height, 0.25 * H, 1e-3);
}

// On a plane y = A sin(wt) the force is m (g − A w² sin wt): the ball leaves when sin wt = g/(A
// w²), with the plane's velocity, and flies.
TEST(ShakenPlane, is_left_when_the_force_vanishes) {
  BallsAndPlanes b = one_ball();
  const double A = 0.1;
  const double w = 15.0;
  b.planes = {{v({0, 1}), [=](double t) { return A * std::sin(w * t); },
               [=](double t) { return A * w * std::cos(w * t); },
               [=](double t) { return -A * w * w * std::sin(w * t); }}};
  const double left = std::asin(g / (A * w * w)) / w;
  const double end = 0.1;
  const auto s =
      integrate_dynamics(b.system(), v({0, 0.1}), v({0, A * w}), 0.0, end, {.step = 1e-3});
  EXPECT_EQ(s.report.releases, 1);
  EXPECT_EQ(s.report.impacts, 0);
  const double flight = end - left;
  const double exact = 0.1 + A * std::sin(w * left) + A * w * std::cos(w * left) * flight -
                       0.5 * g * flight * flight;
  EXPECT_NEAR(s.path.back().q[1], exact, 1e-9);
}

// A point that slides on the outside of a circle of radius R, from the top with the speed v0: it
// leaves where m v²/R = m g cos θ, v² = v0² + 2gR(1 − cos θ): cos θ = 2/3 + v0²/(3gR).
TEST(SlidingOffASphere, leaves_at_the_known_angle) {
  const double R = 2.0;
  FrictionlessSystem system;
  system.mass = 3.0 * Matrix::Identity(2, 2);
  system.length = R;
  system.force = [](double, const Vector&, const Vector&) { return v({0, -3.0 * g}); };
  system.contacts = [R](double, const Vector& q, const Vector& u) {
    const double r = q.norm();
    const Vector n = q / r;
    const double along = n.dot(u);
    return Contacts{v({R - r}), -n, v({0}), v({-(u.squaredNorm() - along * along) / r})};
  };
  const double v0 = 1.0;
  const auto s = integrate_dynamics(system, v({0, R}), v({v0, 0}), 0.0, 1.2, {.step = 2e-3});
  EXPECT_EQ(s.report.releases, 1);
  double last_on_sphere = 0.0;
  for (const DynamicsInstant& i : s.path) {
    if (i.q.norm() - R < 1e-9) last_on_sphere = i.q[1] / R;
  }
  EXPECT_NEAR(last_on_sphere, 2.0 / 3.0 + v0 * v0 / (3.0 * g * R), 1e-8);
  // Energy: no work is done by the reaction.
  const DynamicsInstant& end = s.path.back();
  EXPECT_NEAR(0.5 * end.u.squaredNorm() + g * end.q[1], 0.5 * v0 * v0 + g * R, 1e-8);
}

// Collective impact of four touching equal balls hit by one [Moreau1999, §10]: (1/4, …) for e = 0,
// and (−1/2, 1/2, 1/2, 1/2) for e = 1.
TEST(Cradle, all_contacts_collide_together) {
  BallsAndPlanes b;
  b.dimension = 1;
  b.masses = v({1, 1, 1, 1});
  b.radii = v({0.5, 0.5, 0.5, 0.5});
  b.gravity = v({0});
  FrictionlessSystem system = b.system();
  const Vector q = v({-0.7, 1, 2, 3});
  const Vector u = v({1, 0, 0, 0});
  const auto inelastic = integrate_dynamics(system, q, u, 0.0, 1.0, {.step = 0.1});
  EXPECT_LE((inelastic.path.back().u - v({0.25, 0.25, 0.25, 0.25})).norm(), 1e-14);
  system.restitution = 1.0;
  const auto elastic = integrate_dynamics(system, q, u, 0.0, 1.0, {.step = 0.1});
  EXPECT_LE((elastic.path.back().u - v({-0.5, 0.5, 0.5, 0.5})).norm(), 1e-13);
}

// A ball on top of two others on the floor, everything frictionless, in a groove that holds the
// outer ones: forces by statics. Three balls of radius r, the upper one above the middle of the
// gap: with the outer walls the system rests; N_pair = m g/(2 cos 30°), floor forces 3 m g/2 each.
TEST(ThreeBallsInATrough, forces_of_the_right_acceleration_problem_are_those_of_statics) {
  BallsAndPlanes b;
  const double r = 0.1;
  const double m = 2.0;
  b.masses = v({m, m, m});
  b.radii = v({r, r, r});
  b.gravity = v({0, -g});
  b.planes = {MovingPlane::at_rest(v({0, 1}), 0.0), MovingPlane::at_rest(v({1, 0}), 0.0),
              MovingPlane::at_rest(v({-1, 0}), -4.0 * r)};
  const FrictionlessSystem system = b.system();
  const Vector q = v({r, r, 3.0 * r, r, 2.0 * r, r + std::sqrt(3.0) * r});
  const Vector u = Vector::Zero(6);
  const Contacts c = system.contacts(0.0, q, u);
  std::vector<Eigen::Index> closed;
  for (Eigen::Index k = 0; k < c.value.size(); ++k) {
    if (std::abs(c.value[k]) < 1e-12) closed.push_back(k);
  }
  const RightAcceleration a = right_acceleration(system, 0.0, q, u, closed);
  EXPECT_LE(a.acceleration.norm(), 1e-12);
  Vector force = Vector::Zero(6);
  for (std::size_t j = 0; j < closed.size(); ++j) {
    force -= a.forces[static_cast<Eigen::Index>(j)] * c.gradient.col(closed[j]);
  }
  EXPECT_LE((force - v({0, m * g, 0, m * g, 0, m * g})).norm(), 1e-11);
  // Without the right wall the heap opens at once, and the contact of the lower balls with it.
  b.planes.pop_back();
  const auto s = integrate_dynamics(b.system(), q, u, 0.0, 0.05, {.step = 1e-3});
  EXPECT_TRUE(s.report.completed);
  EXPECT_GT(s.path.back().q[2], 3.0 * r + 1e-4);
  EXPECT_NEAR(s.path.back().q[0], r, 1e-9);
  const Vector& last = s.path.back().q;
  EXPECT_NEAR((last.segment(4, 2) - last.segment(0, 2)).norm(), 2.0 * r, 1e-9);
}

}  // namespace
}  // namespace galet::sweep::event_dynamics_test
