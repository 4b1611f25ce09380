// Exact motions of the scheme "first-order": what walkers do whose projection is known.
#include <cmath>
#include <numbers>

#include "support/scenes.hpp"
#include "support/simulate.hpp"
#include <gtest/gtest.h>

namespace galet::first_order_test {
namespace {

using test::add_boundary;
using test::ball;
using test::simulate;
using test::world_of;

constexpr double kStep = 0.05;

Scene walkers_scene(double h = kStep) {
  Scene scene = test::scene_of<2>(h, 1e-13);
  scene.scheme = FirstOrderSettings{};
  return scene;
}

template <int D>
Desire<D> steady(const Vec<D>& v) {
  return {SteadyDesire{VectorSeries::constant(std::vector<double>(v.begin(), v.end()))}};
}

// Walkers, each in a group of its own, with their desires.
struct Walkers {
  World<2> world = world_of<2>(PairLaw{});
  Bodies<2> bodies;

  void add(const Vec<2>& x, double radius, const Vec<2>& wanted) {
    Body<2> body = ball<2>(x, radius);
    body.free_rotation = false;
    body.group = static_cast<GroupIndex>(world.desires.size());
    world.groups.resize(world.desires.size() + 1);
    world.desire_of_group.push_back(static_cast<std::int32_t>(world.desires.size()));
    world.desires.push_back(steady(wanted));
    bodies.add(body);
  }
  Simulation<2> run(double h = kStep) { return simulate<2>(world, bodies, walkers_scene(h)); }
};

// The projection on {u : u·n >= 0} takes the part of U into the wall away: speed |U| cos θ.
TEST(FirstOrder, a_walker_slides_along_a_wall_at_v_cos_theta) {
  constexpr double v = 1.3;
  for (const double theta : {0.0, 0.3, 1.0, 0.5 * std::numbers::pi}) {
    Walkers walkers;
    add_boundary<2>(walkers.world, HalfSpace<2>{Vec<2>::Zero(), Vec<2>(0.0, 1.0)});
    walkers.add({0.0, 0.25}, 0.25, v * Vec<2>(std::cos(theta), -std::sin(theta)));
    Simulation<2> simulation = walkers.run();
    for (int n = 1; n <= 40; ++n) {
      simulation.advance();
      const Bodies<2>& now = simulation.state().bodies;
      ASSERT_NEAR((now.velocity[0] - Vec<2>(v * std::cos(theta), 0.0)).norm(), 0.0, 1e-14);
      ASSERT_NEAR((now.position[0] - Vec<2>(n * kStep * v * std::cos(theta), 0.25)).norm(), 0.0,
                  1e-13);
    }
  }
}

// It reaches the wall exactly: u_n = −g/h in the step in which it would go through.
TEST(FirstOrder, a_walker_stops_at_the_wall) {
  Walkers walkers;
  add_boundary<2>(walkers.world, HalfSpace<2>{Vec<2>::Zero(), Vec<2>(0.0, 1.0)});
  walkers.add({0.0, 0.25 + 0.1}, 0.25, {0.0, -1.3});
  Simulation<2> simulation = walkers.run();
  simulation.advance();
  EXPECT_NEAR(simulation.state().bodies.velocity[0].y(), -1.3, 1e-15);
  simulation.advance();
  EXPECT_NEAR(simulation.state().bodies.velocity[0].y(), -(0.1 - 1.3 * kStep) / kStep, 1e-13);
  simulation.advance();
  EXPECT_NEAR(simulation.state().bodies.velocity[0].y(), 0.0, 1e-13);
  EXPECT_NEAR(simulation.state().bodies.position[0].y(), 0.25, 1e-15);
}

// Two in a file, u_2 >= u_1: the nearest such pair to (v_1, v_2) with v_1 > v_2 is the mean twice.
TEST(FirstOrder, a_file_goes_at_the_mean_of_its_desires) {
  for (const double turn : {0.0, 0.7, 2.0}) {
    const Vec<2> along(std::cos(turn), std::sin(turn));
    Walkers walkers;
    walkers.add(Vec<2>::Zero(), 0.25, 1.5 * along);
    walkers.add(0.55 * along, 0.3, 0.7 * along);
    Simulation<2> simulation = walkers.run();
    for (int n = 1; n <= 30; ++n) {
      simulation.advance();
      for (std::size_t i = 0; i < 2; ++i) {
        ASSERT_NEAR((simulation.state().bodies.velocity[i] - 1.1 * along).norm(), 0.0, 1e-13);
      }
    }
    EXPECT_NEAR((simulation.state().bodies.position[1] - (0.55 + 30 * kStep * 1.1) * along).norm(),
                0.0, 1e-12);
  }
}

// The slower behind is left behind; each goes as it wants.
TEST(FirstOrder, who_is_not_in_the_way_is_free) {
  Walkers walkers;
  walkers.add({0.0, 0.0}, 0.25, {0.7, 0.0});
  walkers.add({0.5, 0.0}, 0.25, {1.5, 0.0});
  Simulation<2> simulation = walkers.run();
  simulation.advance();
  EXPECT_EQ(simulation.state().bodies.velocity[0], Vec<2>(0.7, 0.0));
  EXPECT_EQ(simulation.state().bodies.velocity[1], Vec<2>(1.5, 0.0));
}

// A row whose first stands at a wall cannot go on: u = 0 is the projection, since the multipliers
// N v, (N − 1) v, …, v are not negative.
TEST(FirstOrder, a_row_at_a_wall_stands_still) {
  constexpr int count = 12;
  constexpr double v = 1.3;
  Walkers walkers;
  add_boundary<2>(walkers.world, HalfSpace<2>{Vec<2>::Zero(), Vec<2>(-1.0, 0.0)});
  for (int k = 0; k < count; ++k) walkers.add({-0.25 - 0.5 * k, 0.0}, 0.25, {v, 0.0});
  Simulation<2> simulation = walkers.run();
  simulation.advance();
  const StepOutcome<2>& out = simulation.last();
  for (int k = 0; k < count; ++k) {
    EXPECT_NEAR(simulation.state().bodies.velocity[static_cast<std::size_t>(k)].norm(), 0.0, 1e-11);
  }
  // The impulses are the multipliers: what those behind want, all together.
  double at_wall = 0.0;
  for (std::size_t c = 0; c < out.contacts.size(); ++c) {
    if (out.contacts[c].a().is_boundary()) at_wall = out.impulses[c].norm();
  }
  EXPECT_NEAR(at_wall, count * v, 1e-10);
}

// Nothing is left of a push: as soon as the way is free the walker goes as it wants.
TEST(FirstOrder, there_is_no_inertia) {
  Walkers walkers;
  walkers.add({0.0, 0.0}, 0.25, {1.0, 0.0});
  walkers.add({0.5, 0.0}, 0.25, {0.0, 0.0});  // is pushed
  Boundary<2>& gate = add_boundary<2>(walkers.world, HalfSpace<2>{{0.8, 0.0}, {-1.0, 0.0}});
  gate.until = 5 * kStep;
  Simulation<2> simulation = walkers.run();
  // Both at 1/2 until the second has gone 0.05 m, then none.
  simulation.advance();
  EXPECT_NEAR(simulation.state().bodies.velocity[1].x(), 0.5, 1e-13);
  for (int n = 0; n < 3; ++n) simulation.advance();
  EXPECT_NEAR(simulation.state().bodies.velocity[0].x(), 0.0, 1e-12);
  for (int n = 0; n < 2; ++n) simulation.advance();
  EXPECT_NEAR(simulation.state().bodies.velocity[0].x(), 0.5, 1e-12);
}

// To a point, and to rest there: 1.3 m at 1 m/s with steps of 0.05 s, the last of them exactly.
TEST(FirstOrder, walkers_come_to_rest_at_their_point_2d_and_3d) {
  const auto check = []<int D>(std::integral_constant<int, D>) {
    World<D> world = world_of<D>(PairLaw{});
    world.desire_of_group = {0};
    Vec<D> goal = Vec<D>::Zero();
    goal[D - 1] = 1.32;
    world.desires = {Desire<D>{PointDesire<D>{goal, 1.0}}};
    Bodies<D> bodies;
    bodies.add(ball<D>(Vec<D>::Zero(), 0.25));
    Scene scene = test::scene_of<D>(kStep, 1e-12);
    scene.scheme = FirstOrderSettings{};
    Simulation<D> simulation = simulate<D>(world, bodies, scene);
    for (int n = 1; n <= 26; ++n) simulation.advance();
    EXPECT_NEAR(simulation.state().bodies.position[0][D - 1], 26 * kStep, 1e-13);
    for (int n = 0; n < 3; ++n) simulation.advance();
    EXPECT_NEAR((simulation.state().bodies.position[0] - goal).norm(), 0.0, 1e-15);
    EXPECT_NEAR(simulation.state().bodies.velocity[0].norm(), 0.0, 1e-13);
  };
  check(std::integral_constant<int, 2>{});
  check(std::integral_constant<int, 3>{});
}

// Spheres in a corner: the projection on u_x <= 0, u_y <= 0 leaves what is along z.
TEST(FirstOrder, a_walker_slides_along_an_edge_in_3d) {
  World<3> world = world_of<3>(PairLaw{});
  add_boundary<3>(world, HalfSpace<3>{Vec<3>::Zero(), -Vec<3>::Unit(0)});
  add_boundary<3>(world, HalfSpace<3>{Vec<3>::Zero(), -Vec<3>::Unit(1)});
  world.desire_of_group = {0};
  world.desires = {steady<3>({1.0, 2.0, 0.5})};
  Bodies<3> bodies;
  bodies.add(ball<3>({-0.3, -0.3, 0.0}, 0.3));
  Scene scene = test::scene_of<3>(kStep, 1e-13);
  scene.scheme = FirstOrderSettings{};
  Simulation<3> simulation = simulate<3>(world, bodies, scene);
  for (int n = 0; n < 10; ++n) simulation.advance();
  EXPECT_NEAR((simulation.state().bodies.velocity[0] - Vec<3>(0.0, 0.0, 0.5)).norm(), 0.0, 1e-13);
}

// ---- Whole scenes ----

SegmentBoundary wall(std::vector<double> start, std::vector<double> end) {
  SegmentBoundary segment;
  segment.start = std::move(start);
  segment.end = std::move(end);
  return segment;
}

// A room of 8 m by 6 m with a door of 1.2 m and a column before it.
Scene room_scene(int people, double density) {
  Scene scene = empty_scene(2);
  scene.scheme = FirstOrderSettings{};
  scene.material = {{"people", density}};
  FillBodies crowd;
  crowd.common.group = "people";
  crowd.region.low = {0.0, 0.0};
  crowd.region.high = {5.0, 6.0};
  crowd.count = people;
  crowd.radius.min = 0.23;
  crowd.radius.max = 0.27;
  scene.bodies.emplace_back(crowd);
  ListBodies column = balls_at({{6.4, 3.1}}, 0.4);
  column.common.fixed = true;
  scene.bodies.emplace_back(column);
  for (const auto& [from, to] :
       std::vector<std::pair<std::vector<double>, std::vector<double>>>{{{0.0, 0.0}, {0.0, 6.0}},
                                                                        {{0.0, 0.0}, {8.0, 0.0}},
                                                                        {{0.0, 6.0}, {8.0, 6.0}},
                                                                        {{8.0, 0.0}, {8.0, 2.4}},
                                                                        {{8.0, 3.6}, {8.0, 6.0}}}) {
    scene.boundary.emplace_back(wall(from, to));
  }
  TowardsExits desire;
  desire.group = "people";
  desire.speed = 1.3;
  desire.exits = {{{8.0, 2.4}, {8.0, 3.6}}};
  scene.desire.emplace_back(desire);
  scene.stop.empty = FillRegion{.low = {0.0, 0.0}, .high = {8.0, 6.0}};
  scene.time = {kStep, 120.0};
  NlgsSettings solver;
  solver.tolerance_velocity = 1.3e-3;
  scene.solver = solver;
  return scene;
}

TEST(FirstOrder, everybody_leaves_the_room_without_overlap) {
  const Scene scene = room_scene(60, 80.0);
  Simulation<2> simulation(scene, build<2>(scene));
  const RunSummary summary = run(simulation);
  EXPECT_EQ(summary.ended_by, EndedBy::empty_region);
  // The column stays, and who left in the last step is taken out before the next.
  EXPECT_EQ(summary.removed + summary.bodies, 61);
  EXPECT_LE(summary.bodies, 3);
  EXPECT_EQ(summary.unconverged_steps, 0);
  // h times the residual, and rounding of coordinates up to 8 m.
  EXPECT_LE(summary.penetration_max, kStep * summary.residual_velocity_max + 1e-14);
  EXPECT_LE(summary.residual_velocity_max, 1.3e-3);
  // No one is faster than he wants alone by way and time: the last had some metres to go.
  EXPECT_GT(summary.time_end, 3.0 / 1.3);
  // What walking put in is what contacts took and what left with the walkers.
  EXPECT_LT(summary.energy.balance_error_relative(), 1e-12);
  EXPECT_GT(summary.energy.work.external, 0.0);
  EXPECT_GT(summary.energy.work.dissipated, 0.0);
}

// All weigh the same, whatever they are made of.
TEST(FirstOrder, densities_do_not_count) {
  std::vector<std::string> hashes;
  for (const double density : {1.0, 80.0, 1e4}) {
    Scene scene = room_scene(40, density);
    scene.time.end = 3.0;
    Simulation<2> simulation(scene, build<2>(scene));
    hashes.push_back(run(simulation).state_hash);
  }
  EXPECT_EQ(hashes[0], hashes[1]);
  EXPECT_EQ(hashes[0], hashes[2]);
}

// Who has passed the exit leaves at the start of the next step, also when a break lies between.
TEST(FirstOrder, goes_on_after_a_break_with_the_same_bits) {
  Scene scene = room_scene(40, 80.0);
  Simulation<2> whole(scene, build<2>(scene));
  std::int64_t removed = 0;
  int breaks = 0;
  for (int n = 0; n < 160; ++n) {
    const std::vector<std::byte> saved = whole.save({});
    whole.advance();
    if (n % 20 != 0 && whole.state().removed == removed) continue;
    removed = whole.state().removed;
    ++breaks;
    Simulation<2> resumed(scene, build<2>(scene));
    resumed.restore(saved);
    resumed.advance();
    ASSERT_EQ(hash_of(resumed.state()).value(), hash_of(whole.state()).value()) << "step " << n;
  }
  EXPECT_GT(removed, 5);
  EXPECT_GT(breaks, 10);
}

TEST(FirstOrder, threads_do_not_count) {
  std::vector<std::string> hashes;
  for (const int threads : {1, 2}) {
    Scene scene = room_scene(80, 80.0);
    // More than one task of the sweeps, loops in parallel.
    std::get<FillBodies>(scene.bodies[0]).count = 4500;
    std::get<FillBodies>(scene.bodies[0]).region.low = {-95.0, 0.0};
    std::get<FillBodies>(scene.bodies[0]).region.high = {5.0, 20.0};
    scene.boundary.clear();
    scene.boundary.emplace_back(wall({8.0, -10.0}, {8.0, 2.4}));
    scene.boundary.emplace_back(wall({8.0, 3.6}, {8.0, 30.0}));
    scene.stop.empty.reset();
    std::get<TowardsExits>(scene.desire[0]).cell = 0.25;
    scene.time.end = 4 * kStep;
    Simulation<2> simulation(scene, build<2>(scene), threads);
    hashes.push_back(run(simulation).state_hash);
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

}  // namespace
}  // namespace galet::first_order_test
