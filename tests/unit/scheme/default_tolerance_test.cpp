#include "galet/scheme/default_tolerance.hpp"

#include "support/hand_built.hpp"
#include <gtest/gtest.h>

namespace galet::default_tolerance_test {
namespace {

constexpr double kStep = 1e-3;

struct Loads {
  World<2> world = test::world_of<2>(PairLaw{}, Vec<2>(0.0, -9.81));
  Bodies<2> bodies;
  std::vector<LoadedMotion> loaded;

  Loads() {
    bodies.add(test::ball<2>({0.0, 1.0}, 0.1, 1.0));
    bodies.add(test::ball<2>({1.0, 1.0}, 0.1, 3.0));
  }
  double speed() {
    Workers workers(1);
    loaded.assign(world.boundaries.size(), {});
    const StepForces<2> forces(world, 0.0, kStep, 1.0);
    const LoadedPlanes<2> planes(world, 0.0, kStep, 1.0, forces.gravity, loaded);
    return speed_of_loads(forces, planes, 1.0, kStep, bodies, workers);
  }
  void press(double force) {
    auto& plane = test::add_boundary<2>(world, HalfSpace<2>{Vec<2>(0, 2), Vec<2>(0, -1)});
    plane.load = Load{.mass = 1.0, .force = VectorSeries::constant({force})};
  }
};

TEST(SpeedOfLoads, gravity_gives_every_bed_gh) {
  Loads loads;
  EXPECT_DOUBLE_EQ(loads.speed(), 9.81 * kStep);
  // What cannot move carries no load of its own.
  Body<2> fixed = test::ball<2>({2.0, 1.0}, 0.1, 1000.0);
  fixed.free.setZero();
  loads.bodies.add(fixed);
  EXPECT_DOUBLE_EQ(loads.speed(), 9.81 * kStep);
}

TEST(SpeedOfLoads, forces_count_by_body) {
  Loads loads;
  loads.world.gravity = VectorSeries::constant({0.0, 0.0});
  EXPECT_EQ(loads.speed(), 0.0);
  loads.world.forces.push_back({0, VectorSeries::constant({0.6, 0.8})});
  EXPECT_DOUBLE_EQ(loads.speed(), 2.0 * 1.0 / 4.0 * kStep);
}

// Plates that press on a sample from several sides do not press more than the strongest.
TEST(SpeedOfLoads, the_strongest_plane_counts_with_its_weight) {
  Loads loads;
  loads.press(20.0);
  EXPECT_DOUBLE_EQ(loads.speed(), (9.81 + (20.0 + 9.81) / 4.0) * kStep);
  loads.press(10.0);
  EXPECT_DOUBLE_EQ(loads.speed(), (9.81 + (20.0 + 9.81) / 4.0) * kStep);
}

TEST(DefaultTolerance, is_a_tenth_of_the_loads_or_relative) {
  const auto under = std::get<NlgsSettings>(with_tolerance_of_loads(NlgsSettings{}, 0.01));
  EXPECT_EQ(under.tolerance, 1e-5);
  EXPECT_DOUBLE_EQ(under.tolerance_velocity.value(), 1e-3);
  const auto alone = std::get<NlgsSettings>(with_tolerance_of_loads(NlgsSettings{}, 0.0));
  EXPECT_EQ(alone.tolerance, 1e-4);
  EXPECT_FALSE(alone.tolerance_velocity.has_value());
}

TEST(DefaultTolerance, gives_way_to_what_is_named) {
  for (NlgsSettings named :
       {NlgsSettings{.tolerance = 1e-8}, NlgsSettings{.tolerance_velocity = 1e-2},
        NlgsSettings{.criterion = NlgsCriterion::stagnation}}) {
    const auto kept = std::get<NlgsSettings>(with_tolerance_of_loads(named, 0.01));
    EXPECT_EQ(kept.tolerance, named.tolerance);
    EXPECT_EQ(kept.tolerance_velocity, named.tolerance_velocity);
  }
}

}  // namespace
}  // namespace galet::default_tolerance_test
