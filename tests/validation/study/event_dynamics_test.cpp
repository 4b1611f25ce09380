// The Moreau–Jean scheme against event-driven dynamics, which shares no code with it
// [Moreau1999, §8.3 and §8.4].
#include "galet/sweep/event_dynamics.hpp"

#include <cmath>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "galet/build/build.hpp"
#include "galet/io/scene_reader.hpp"
#include "galet/sim/simulation.hpp"

namespace galet::event_dynamics_test {
namespace {

constexpr double kRadius = 0.1;
constexpr double kEnd = 0.6;

// A ball on the floor and another one above it; no friction, e = 0.
std::string scene_text(double step, const sweep::Vector& q) {
  return fmt::format(R"(
title = "two balls"
dimension = 2
gravity = [0, -9.81]
[[material]]
name = "ball"
[[pair]]
materials = ["ball", "ball"]
friction = 0.0
restitution = 0.0
[[bodies]]
kind = "list"
material = "ball"
position = [[{}, {}], [{}, {}]]
radius = 0.1
mass = [1.0, 2.0]
rotation = false
[[boundary]]
kind = "plane"
material = "ball"
point = [0, 0]
normal = [0, 1]
[time]
step = {}
end = {}
[scheme]
name = "moreau-jean"
normal = "velocity"
theta = 0.5
[solver]
name = "nlgs"
tolerance = 1e-12
max_iterations = 10000
)",
                     q[0], q[1], q[2], q[3], step, kEnd);
}

sweep::Vector time_stepping(double step, const sweep::Vector& start) {
  const Scene scene = read_scene(parse_toml(scene_text(step, start), "two-balls")).scene;
  Simulation<2> simulation(scene, build<2>(scene));
  const std::int64_t steps = count_steps(scene.time);
  while (simulation.state().step < steps) static_cast<void>(simulation.advance());
  sweep::Vector q(4);
  for (int k = 0; k < 2; ++k) q.segment(2 * k, 2) = simulation.state().bodies.position[k];
  return q;
}

sweep::DynamicsSolution event_driven(const sweep::Vector& start) {
  sweep::BallsAndPlanes balls;
  balls.masses = Eigen::Vector2d(1.0, 2.0);
  balls.radii = Eigen::Vector2d(kRadius, kRadius);
  balls.gravity = Eigen::Vector2d(0.0, -9.81);
  balls.planes = {sweep::MovingPlane::at_rest(Eigen::Vector2d(0, 1), 0.0)};
  return sweep::integrate_dynamics(balls.system(), start, sweep::Vector::Zero(4), 0.0, kEnd,
                                   {.step = 1e-3});
}

void expect_limit(const sweep::Vector& start, const sweep::Vector& q, double constant) {
  for (const double h : {2e-3, 1e-3, 5e-4, 2.5e-4, 1.25e-4}) {
    const double error = (time_stepping(h, start) - q).norm();
    EXPECT_LE(error, constant * h) << "h = " << h;
    EXPECT_GT(error, 0.0);  // they are different methods
  }
}

// Dropped on the shoulder of the lower ball: an impact of two contacts together, flight, an impact
// on the floor. An impact is up to a step late: at v = 2.3 m/s the normal of the two balls is then
// turned by v h/(2r), which changes velocities of 2.3 m/s by that part, for the 0.4 s that remain:
// 10 h. Each of the impacts moves positions by up to 3 h besides.
TEST(EventDrivenDynamics, is_the_limit_of_the_moreau_jean_scheme_for_impacts) {
  const sweep::Vector start = Eigen::Vector4d(0.0, 0.1, 0.06, 0.55);
  const auto exact = event_driven(start);
  ASSERT_TRUE(exact.report.completed);
  EXPECT_EQ(exact.report.impacts, 2);
  expect_limit(start, exact.path.back().q, 16.0);
}

// Placed on the shoulder: slides down while it pushes the lower ball away, leaves it, falls on the
// floor. The floor is met at 1.9 m/s, up to a step late; the start and the end of the sliding
// contact cost a step of an acceleration below g over the 0.6 s, 6 h.
TEST(EventDrivenDynamics, is_the_limit_of_the_moreau_jean_scheme_for_sliding) {
  const double angle = 0.35;
  const sweep::Vector start =
      Eigen::Vector4d(0.0, 0.1, 0.2 * std::sin(angle), 0.1 + 0.2 * std::cos(angle));
  const auto exact = event_driven(start);
  ASSERT_TRUE(exact.report.completed);
  EXPECT_EQ(exact.report.impacts, 1);
  EXPECT_EQ(exact.report.releases, 1);
  expect_limit(start, exact.path.back().q, 8.0);
}

}  // namespace
}  // namespace galet::event_dynamics_test
