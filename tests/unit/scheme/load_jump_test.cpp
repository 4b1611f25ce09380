#include "galet/scheme/load_jump.hpp"

#include "support/hand_built.hpp"
#include <gtest/gtest.h>

namespace galet::load_jump_test {
namespace {

constexpr double kStep = 1e-3;

VectorSeries step_at(double time, std::vector<double> after) {
  return {{0.0, time}, {std::vector<double>(after.size(), 0.0), after}, Interpolation::step};
}

struct Bed {
  World<2> world = test::world_of<2>(PairLaw{}, Vec<2>(0.0, -10.0));
  Bodies<2> bodies;

  Bed() { bodies.add(test::ball<2>({0.0, 1.0}, 0.1, 2.0)); }
  bool jumped(double t) const { return load_jumped(world, bodies, t, kStep); }
};

TEST(LoadJump, a_start_is_one) {
  const Bed bed;
  EXPECT_TRUE(bed.jumped(0.0));
  EXPECT_TRUE(bed.jumped(0.009));
  EXPECT_FALSE(bed.jumped(0.011));
}

TEST(LoadJump, a_force_is_compared_with_the_weight) {
  Bed bed;
  bed.world.forces.push_back({0, step_at(1.0, {0.0, -2.5})});  // the weight is 20 N
  EXPECT_FALSE(bed.jumped(0.9));
  EXPECT_TRUE(bed.jumped(1.0));
  EXPECT_TRUE(bed.jumped(1.005));
  EXPECT_FALSE(bed.jumped(1.1));
  bed.world.forces[0].force = step_at(1.0, {0.0, -2.0});
  EXPECT_FALSE(bed.jumped(1.0));  // 2 of 22 N
}

TEST(LoadJump, forces_on_a_group_without_bodies_do_not_count) {
  Bed bed;
  bed.world.groups.emplace_back("nobody");
  bed.world.forces.push_back({1, step_at(1.0, {0.0, -100.0})});
  EXPECT_FALSE(bed.jumped(1.0));
}

TEST(LoadJump, a_plane_is_compared_with_its_own_load) {
  Bed bed;
  auto& plane = test::add_boundary<2>(bed.world, HalfSpace<2>{Vec<2>(0, 2), Vec<2>(0, -1)});
  plane.load = Load{.mass = 1.0, .force = {{0.0, 1.0}, {{100.0}, {109.0}}, Interpolation::step}};
  EXPECT_FALSE(bed.jumped(1.0));
  plane.load->force.values[1][0] = 120.0;
  EXPECT_TRUE(bed.jumped(1.0));
  EXPECT_FALSE(bed.jumped(1.1));
}

TEST(LoadJump, gravity_that_turns_slowly_does_not_jump) {
  Bed bed;
  bed.world.gravity = {{0.0, 1.0}, {{0.0, -10.0}, {10.0, 0.0}}, Interpolation::linear};
  EXPECT_FALSE(bed.jumped(0.5));
  bed.world.gravity.interpolation = Interpolation::step;
  EXPECT_TRUE(bed.jumped(1.0));
}

}  // namespace
}  // namespace galet::load_jump_test
