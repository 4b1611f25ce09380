// Bodies that come and go: numbers, ids, momentum and energy.
#include <algorithm>
#include <cmath>
#include <set>

#include "support/scenes.hpp"
#include <gtest/gtest.h>

#include "galet/sim/simulation.hpp"

namespace galet::exchange_test {
namespace {

// A feed above an open floor, at which bodies are removed.
template <int D>
Scene hopper_feed(NormalContact normal) {
  Scene scene = empty_scene(D);
  scene.time = {1e-3, 1.0};
  MoreauJeanSettings scheme;
  scheme.normal = normal;
  scene.scheme = scheme;
  NlgsSettings solver;
  solver.tolerance = 1e-6;
  scene.solver = solver;
  std::vector<double> gravity(D, 0.0), low(D, 0.0), high(D, 0.4), wide(D, 10.0), down(D, 0.0);
  gravity[D - 1] = -9.81;
  low[D - 1] = 0.8;
  high[D - 1] = 1.0;
  down[D - 1] = -0.5;
  scene.gravity = VectorSeries::constant(gravity);
  FeedSettings feed;
  feed.region = {.low = low, .high = high};
  feed.rate = 60.0;
  feed.radius.min = 0.02;
  feed.radius.max = 0.03;
  feed.velocity = down;
  feed.velocity_jitter.values = {0.3};
  scene.feed.push_back(feed);
  RemoveSettings remove;
  std::vector<double> bottom(D, -10.0);
  bottom[D - 1] = 0.0;
  remove.region = {.low = bottom, .high = wide};
  scene.remove.push_back(remove);
  return scene;
}

template <int D>
Vec<D> momentum(const Bodies<D>& bodies) {
  Vec<D> sum = Vec<D>::Zero();
  for (std::size_t i = 0; i < bodies.size(); ++i) sum += bodies.mass[i] * bodies.velocity[i];
  return sum;
}

// With room enough, floor(rate · t) bodies have come at time t; ids count on; what leaves is gone;
// the energy account closes although bodies bring and take energy.
template <int D>
void check_feed(NormalContact normal) {
  const Scene scene = hopper_feed<D>(normal);
  Simulation<D> simulation(scene, build<D>(scene));
  std::set<std::int32_t> seen;
  for (int k = 1; k <= 800; ++k) {
    simulation.advance();
    const State<D>& state = simulation.state();
    ASSERT_EQ(state.inserted, static_cast<std::int64_t>(std::floor(60.0 * 1e-3 * k + 1e-9))) << k;
    ASSERT_EQ(state.next_id, state.inserted);
    ASSERT_EQ(static_cast<std::int64_t>(state.bodies.size()), state.inserted - state.removed);
    for (const BodyId id : state.bodies.id) seen.insert(id.value);
    ASSERT_LT(state.energy.balance_error_relative(), 1e-12) << k;
    ASSERT_TRUE(std::ranges::is_sorted(state.memory.places));
  }
  EXPECT_EQ(static_cast<std::int64_t>(seen.size()), simulation.state().inserted);
  EXPECT_GT(simulation.state().removed, 10);
  EXPECT_NE(simulation.state().energy.work.exchanged, 0.0);
}
TEST(Feed, numbers_and_energy_2d) { check_feed<2>(NormalContact::gap); }
TEST(Feed, numbers_and_energy_3d) { check_feed<3>(NormalContact::velocity); }

// Momentum: bodies that come bring theirs, gravity adds m g h per step, contacts nothing.
TEST(Feed, momentum_balance) {
  Scene scene = hopper_feed<2>(NormalContact::gap);
  scene.remove.clear();
  Simulation<2> simulation(scene, build<2>(scene));
  Vec<2> before = Vec<2>::Zero();
  for (int k = 1; k <= 500; ++k) {
    const std::size_t old = simulation.state().bodies.size();
    simulation.advance();
    const Bodies<2>& bodies = simulation.state().bodies;
    Vec<2> expected = before;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      expected[1] -= bodies.mass[i] * 9.81 * 1e-3;
    }
    const Vec<2> now = momentum(bodies);
    if (bodies.size() == old) {
      ASSERT_NEAR((now - expected).norm(), 0.0, 1e-13 * static_cast<double>(old + 1) * 20.0) << k;
    } else {
      // New ones come with (0, −0.5) ± 0.3 m/s.
      double mass = 0.0;
      for (std::size_t i = old; i < bodies.size(); ++i) mass += bodies.mass[i];
      const Vec<2> brought = (now - expected) / mass;
      ASSERT_LE(std::abs(brought[0]), 0.3 + 1e-9);
      ASSERT_LE(std::abs(brought[1] + 0.5), 0.3 + 1e-9);
    }
    before = now;
  }
}

// A region with room for one body: the second waits until the first has left, and comes then with
// the radius it was given.
TEST(Feed, waits_for_room) {
  Scene scene = hopper_feed<2>(NormalContact::gap);
  scene.remove.clear();
  scene.feed[0].region = {.low = {0.0, 0.94}, .high = {0.06, 1.0}};
  scene.feed[0].rate = 1000.0;
  scene.feed[0].velocity_jitter.values.clear();
  scene.feed[0].count = 7;
  Simulation<2> simulation(scene, build<2>(scene));
  for (int k = 0; k < 10; ++k) simulation.advance();
  EXPECT_LT(simulation.state().inserted, 3);
  for (int k = 0; k < 990; ++k) {
    EXPECT_LE(simulation.advance().penetration_relative, 1e-4);
  }
  EXPECT_EQ(simulation.state().inserted, 7);
}

// The same scene gives the same bodies, another seed others.
TEST(Feed, repeats_itself) {
  Scene scene = hopper_feed<2>(NormalContact::gap);
  const auto hash = [&] {
    Simulation<2> simulation(scene, build<2>(scene));
    for (int k = 0; k < 100; ++k) simulation.advance();
    return hash_of(simulation.state()).hex();
  };
  const std::string first = hash();
  EXPECT_EQ(hash(), first);
  scene.feed[0].seed = 17;
  EXPECT_NE(hash(), first);
}

// Only the named group leaves, fixed bodies never do, and the impulses of those that stay survive.
TEST(Remove, by_group_and_side) {
  Scene scene = scene_with(2, balls_at({{0.0, 0.1}, {1.0, 0.1}, {3.0, 0.1}}, 0.1));
  ListBodies named = balls_at({{0.5, 0.1}, {5.0, 0.1}}, 0.1);
  named.common.group = "guests";
  scene.bodies.emplace_back(named);
  ListBodies glued = balls_at({{0.7, 0.5}}, 0.05);
  glued.common.group = "guests";
  glued.common.fixed = true;
  scene.bodies.emplace_back(glued);
  PlaneBoundary floor;
  floor.point = {0, 0};
  floor.normal = {0, 1};
  scene.boundary.emplace_back(floor);
  scene.gravity = VectorSeries::constant({0.0, -9.81});
  RemoveSettings remove;
  remove.region = {.low = {-0.2, -1.0}, .high = {2.0, 1.0}};
  remove.where = RegionSide::inside;
  remove.group = "guests";
  scene.remove.push_back(remove);
  Simulation<2> simulation(scene, build<2>(scene));
  simulation.advance();
  const State<2>& state = simulation.state();
  EXPECT_EQ(state.removed, 1);
  std::vector<std::int32_t> ids;
  for (const BodyId id : state.bodies.id) ids.push_back(id.value);
  EXPECT_EQ(ids, (std::vector<std::int32_t>{0, 1, 2, 4, 5}));
  ASSERT_EQ(state.memory.size(), 4U);
  simulation.advance();
  for (const Vec<2>& impulse : simulation.state().memory.impulses) EXPECT_GT(impulse[1], 0.0);
  EXPECT_LT(state.energy.balance_error_relative(), 1e-13);
}

TEST(Feed, errors) {
  Scene scene = hopper_feed<2>(NormalContact::gap);
  FeedSettings& feed = scene.feed[0];
  feed.from = 1.0;
  feed.until = 0.5;
  EXPECT_EQ(build_error<2>(scene),
            "feed[0].until: must be after the feed begins (from = 1), got 0.5");
  feed.until.reset();
  feed.rate = 0.0;
  EXPECT_EQ(build_error<2>(scene), "feed[0].rate: must be positive, got 0");
  feed.rate = 10.0;
  feed.radius.max = 0.3;
  EXPECT_EQ(build_error<2>(scene), "feed[0].region: a body of radius 0.3 does not fit into it");
  feed.radius.max = 0.03;
  feed.common.material = "glas";
  EXPECT_EQ(build_error<2>(scene),
            "feed[0].material: unknown material \"glas\"; did you mean \"glass\"?");
  feed.common.material = "glass";
  feed.common.group = "grains";
  scene.remove[0].group = "grain";
  EXPECT_EQ(build_error<2>(scene),
            "remove[0].group: unknown group \"grain\"; did you mean \"grains\"?");
  scene.remove[0].group = "grains";
  scene.remove[0].region.high = {0.0, -1.0};
  EXPECT_EQ(build_error<2>(scene), "remove[0].region.high: must be above `low` in every direction");
  scene.remove.clear();
  feed.from = 0.0;
  feed.rate = 1e15;
  EXPECT_TRUE(build_error<2>(scene).starts_with("feed[0].rate: 1e+15 bodies need about"));
}

}  // namespace
}  // namespace galet::exchange_test
