// Feeds and removals in periodic cells.
#include "support/periodic_bodies.hpp"
#include "support/scenes.hpp"

#include "galet/sim/simulation.hpp"

namespace galet::exchange_test {
namespace {

// Bodies that are put in one after the other without gravity fill the region over the seam.
TEST(Exchange, feeds_go_over_the_seam) {
  Scene scene = empty_scene(2);
  FeedSettings feed;
  feed.region.low = {0.0, 0.0};
  feed.region.high = {1.0, 1.0};
  feed.rate = 1e4;
  feed.count = 60;
  feed.radius.min = 0.03;
  feed.radius.max = 0.06;
  scene.feed.push_back(feed);
  scene.periodic.x = {0.0, 1.0};
  Simulation<2> simulation(scene, build<2>(scene));
  for (int k = 0; k < 20; ++k) simulation.advance();
  EXPECT_EQ(simulation.state().inserted, 60);
  test::expect_no_overlaps(simulation.world().cell, simulation.state().bodies);
  EXPECT_GT(test::bodies_across_the_seam(simulation.world().cell, simulation.state().bodies), 2);
}

// A region on the seam holds what is on both sides of it.
TEST(Exchange, removal_looks_over_the_seam) {
  Scene scene = scene_with(2, balls_at({{0.05, 0.0}, {0.5, 0.0}, {0.95, 0.0}}, 0.04));
  scene.periodic.x = {0.0, 1.0};
  RemoveSettings remove;
  remove.region = FillRegion{.center = {0.0, 0.0}, .radius = 0.1};
  remove.where = RegionSide::inside;
  scene.remove.push_back(remove);
  Simulation<2> simulation(scene, build<2>(scene));
  simulation.advance();
  ASSERT_EQ(simulation.state().bodies.size(), 1u);
  EXPECT_EQ(simulation.state().bodies.id[0], BodyId::body(1));
}

}  // namespace
}  // namespace galet::exchange_test
