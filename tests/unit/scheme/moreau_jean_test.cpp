#include "galet/scheme/moreau_jean.hpp"

#include <limits>
#include <memory>
#include <utility>

#include "support/hand_built.hpp"
#include "support/random_vectors.hpp"
#include <gtest/gtest.h>

namespace galet::moreau_jean_test {
namespace {

using test::add_boundary;
using test::ball;
using test::world_of;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// Sweeps that solve a single contact exactly.
SolverSettings plain_sweeps() {
  NlgsSettings settings;
  settings.batches = false;
  return settings;
}

// Steps of a hand-built world, with the tools kept or made anew in every step.
template <int D>
struct Stepper {
  World<D> world;
  double h;
  bool new_tools = false;
  Bodies<D> bodies;
  MoreauJeanSettings scheme;
  SolverSettings solver = plain_sweeps();
  ContactMemory<D> memory;
  std::vector<LoadedMotion> loaded;
  Workers workers{1};
  StepTools<D> tools{workers};
  int steps = 0;

  Stepper(World<D> surroundings, double step) : world(std::move(surroundings)), h(step) {
    scheme.normal = NormalContact::velocity;
  }

  StepOutcome<D> step() {
    if (new_tools) tools.pairs = PairList<D>();
    return step_moreau_jean<D>(world, scheme, solver, h * steps++, h, tools, bodies, memory,
                               loaded);
  }
};

// θ = 1/2: x = x0 + v0 t + g t²/2 exactly; for general θ the velocities are weighted, which adds
// (θ − 1/2) g h t. Every step rounds once or twice at the size of x: n steps give n roundings.
template <int D>
void check_free_flight(double theta) {
  constexpr int n = 1000;
  Vec<D> g = Vec<D>::Zero(), v0 = Vec<D>::Constant(3.0), x0 = Vec<D>::Constant(1.0);
  g[D - 1] = -9.81;
  Stepper<D> run(world_of<D>({}, g), 1e-3);
  run.scheme.theta = theta;
  Body<D> body = ball<D>(x0, 0.1, 2.0, v0);
  body.spin = Spin<D>::Constant(2.0);
  run.bodies.add(body);
  for (int k = 0; k < n; ++k) EXPECT_TRUE(run.step().contacts.empty());
  const double t = n * run.h;
  const Vec<D> x = x0 + t * v0 + (0.5 * t * t + (theta - 0.5) * run.h * t) * g;
  EXPECT_NEAR((run.bodies.velocity[0] - v0 - t * g).norm(), 0.0, 2 * n * kEpsilon * 10.0);
  EXPECT_NEAR((run.bodies.position[0] - x).norm(), 0.0, 4 * n * kEpsilon * 5.0);
  const Rotation<D> turned = Rotation<D>::by(t * Spin<D>(Spin<D>::Constant(2.0)));
  EXPECT_NEAR((run.bodies.rotation[0].apply(x0) - turned.apply(x0)).norm(), 0.0,
              4 * n * kEpsilon * 5.0);
}
TEST(MoreauJean, free_flight_is_a_parabola) {
  check_free_flight<2>(0.5);
  check_free_flight<3>(0.5);
}
TEST(MoreauJean, free_flight_with_other_weights) {
  check_free_flight<2>(1.0);
  check_free_flight<3>(0.75);
}

// θ-weighted forces: gravity that grows linearly from 0 to g over the step gives θ g h.
TEST(MoreauJean, forces_are_weighted_at_the_ends_of_the_step) {
  for (const double theta : {0.5, 0.75, 1.0}) {
    Stepper<2> run(world_of<2>({}), 0.5);
    run.world.groups = {"", "pushed"};
    run.world.gravity = {{0.0, 0.5}, {{0.0, 0.0}, {0.0, -8.0}}};
    run.world.forces = {{1, VectorSeries{{0.0, 0.5}, {{4.0, 0.0}, {8.0, 0.0}}}}};
    run.scheme.theta = theta;
    Body<2> body = ball<2>({0.0, 0.0}, 0.1, 2.0);
    run.bodies.add(body);
    body.position = {10.0, 0.0};
    body.group = 1;
    run.bodies.add(body);
    run.step();
    EXPECT_NEAR((run.bodies.velocity[0] - 0.5 * Vec<2>(0.0, -8.0 * theta)).norm(), 0.0, 1e-15);
    const double force = (1.0 - theta) * 4.0 + theta * 8.0;
    EXPECT_NEAR((run.bodies.velocity[1] - 0.5 * Vec<2>(force / 2.0, -8.0 * theta)).norm(), 0.0,
                1e-15);
  }
}

TEST(MoreauJean, locked_directions_feel_no_force) {
  Stepper<2> run(world_of<2>({}, Vec<2>(1.0, -10.0)), 0.1);
  Body<2> body = ball<2>({0.0, 0.0}, 0.1);
  body.free = {1.0, 0.0};
  run.bodies.add(body);
  for (int k = 0; k < 10; ++k) run.step();
  EXPECT_NEAR(run.bodies.velocity[0][0], 1.0, 1e-14);
  EXPECT_EQ(run.bodies.velocity[0][1], 0.0);
  EXPECT_EQ(run.bodies.position[0][1], 0.0);
}

// The contact is felt in the step whose middle is at or below the floor, with the impulse that
// turns the velocity into −e times itself. Gap 1, velocity −1, h = 0.4: middle of step k at gap 1 −
// 0.4 (k + 1/2), negative from k = 2 on.
TEST(MoreauJean, impact_in_the_step_whose_middle_has_closed) {
  for (const double e : {0.0, 0.5, 1.0}) {
    Stepper<2> run(world_of<2>({0.3, {e, 0.0}}), 0.4);
    add_boundary<2>(run.world, HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}});
    run.bodies.add(ball<2>({0.0, 1.5}, 0.5, 2.0, {0.0, -1.0}));
    EXPECT_TRUE(run.step().contacts.empty());
    EXPECT_TRUE(run.step().contacts.empty());
    const StepOutcome<2> out = run.step();
    ASSERT_EQ(out.contacts.size(), 1u);
    EXPECT_NEAR(out.contacts[0].gap, 0.0, 1e-15);
    EXPECT_NEAR(run.bodies.velocity[0][1], e, 1e-15);
    EXPECT_NEAR(out.impulses[0][1], 2.0 * (1.0 + e), 1e-15);
    EXPECT_NEAR(out.work.dissipated, 0.5 * 2.0 * (1.0 - e * e), 1e-15);
    EXPECT_EQ(run.memory.size(), 1u);
    // Position: half a step with the old velocity, half with the new one.
    EXPECT_NEAR(run.bodies.position[0][1], 0.5 + 0.2 * e, 1e-15);
  }
}

// Tangential restitution: with e_t the slip velocity turns into −e_t times itself if friction
// allows.
TEST(MoreauJean, tangential_restitution) {
  Stepper<2> run(world_of<2>({10.0, {0.0, 0.5}}), 0.1);
  add_boundary<2>(run.world, HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}});
  run.bodies.add(ball<2>({0.0, 0.5}, 0.5, 1.0, {3.0, -1.0}));
  const StepOutcome<2> out = run.step();
  ASSERT_EQ(out.contacts.size(), 1u);
  EXPECT_EQ(out.status[0], ContactStatus::stick);
  // Velocity of the lowest point: v_x + ω r.
  EXPECT_NEAR(run.bodies.velocity[0][0] + 0.5 * run.bodies.spin[0][0], -1.5, 1e-14);
  EXPECT_NEAR(run.bodies.velocity[0][1], 0.0, 1e-15);
}

// The lists kept between steps are no part of the state: made anew in every step they give the same
// bits.
TEST(MoreauJean, kept_lists_are_not_state) {
  const auto make = [](bool new_tools) {
    auto run =
        std::make_unique<Stepper<3>>(world_of<3>({0.4, {0.2, 0.0}}, Vec<3>(0.0, 0.0, -9.81)), 2e-3);
    run->new_tools = new_tools;
    add_boundary<3>(run->world, test::closed_box<3>(Vec<3>::Zero(), Vec<3>::Ones()));
    Random random(1);
    for (int i = 0; i < 64; ++i) {
      const Vec<3> x(0.13 + 0.245 * (i % 4), 0.13 + 0.245 * (i / 4 % 4), 0.13 + 0.245 * (i / 16));
      run->bodies.add(ball<3>(x, random.uniform(0.06, 0.12), 1.0, test::random_vector<3>(random)));
    }
    return run;
  };
  const auto kept = make(false), anew = make(true);
  for (int k = 0; k < 100; ++k) {
    kept->step();
    anew->step();
  }
  EXPECT_EQ(kept->bodies.position, anew->bodies.position);
  EXPECT_EQ(kept->bodies.velocity, anew->bodies.velocity);
  EXPECT_LT(kept->tools.pairs.rebuilds(), 100);
}

TEST(MoreauJean, nothing_to_move) {
  Stepper<2> run(world_of<2>({}, Vec<2>(0.0, -1.0)), 0.1);
  add_boundary<2>(run.world, HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}});
  const StepOutcome<2> out = run.step();
  EXPECT_TRUE(out.contacts.empty());
  EXPECT_EQ(out.solve.status, SolveStatus::solved);
  EXPECT_EQ(out.work.dissipated, 0.0);
}

// What a fixed body is hit by bounces off as from a wall.
TEST(MoreauJean, fixed_body_stays) {
  Stepper<2> run(world_of<2>({0.0, {1.0, 0.0}}), 0.1);
  Body<2> fixed = ball<2>({0.0, 0.0}, 0.5);
  fixed.free = Vec<2>::Zero();
  fixed.free_rotation = false;
  run.bodies.add(fixed);
  run.bodies.add(ball<2>({1.0, 0.0}, 0.5, 3.0, {-2.0, 0.0}));
  run.step();
  EXPECT_EQ(run.bodies.velocity[0], Vec<2>(0.0, 0.0));
  EXPECT_EQ(run.bodies.position[0], Vec<2>(0.0, 0.0));
  EXPECT_NEAR((run.bodies.velocity[1] - Vec<2>(2.0, 0.0)).norm(), 0.0, 1e-15);
}

}  // namespace
}  // namespace galet::moreau_jean_test
