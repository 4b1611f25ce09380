#include "galet/build/build.hpp"

#include <numbers>

#include "support/scenes.hpp"

namespace galet::build_test {
namespace {

TEST(Build, materials_and_pairs) {
  Scene scene = scene_with(2, balls_at({{0, 0}}, 0.1));
  std::get<ListBodies>(scene.bodies[0]).common.material = "steel";
  scene.material.push_back({"steel", 7800.0});
  scene.pair.push_back({{"steel", "glass"}, 0.3, 0.5, 0.1, {}});
  const auto setup = build<2>(scene);
  EXPECT_EQ(setup.world.materials, (std::vector<std::string>{"glass", "steel"}));
  EXPECT_EQ(setup.bodies.material[0], 1);
  EXPECT_EQ(setup.world.pairs(0, 1).friction, 0.3);
  EXPECT_EQ(setup.world.pairs(1, 0).restitution.normal, 0.5);
  EXPECT_EQ(setup.world.pairs(1, 0).restitution.tangential, 0.1);
  EXPECT_EQ(setup.world.pairs(1, 1).friction, 0.0);
}

TEST(Build, material_errors) {
  Scene scene = scene_with(2, balls_at({{0, 0}}, 0.1));
  scene.pair.push_back({{"glass", "stel"}, 0, 0, 0, {}});
  scene.material.push_back({"steel", 7800.0});
  EXPECT_EQ(build_error<2>(scene),
            "pair[0].materials: unknown material \"stel\"; did you mean \"steel\"?");
  scene.pair[0].materials = {"glass"};
  EXPECT_EQ(build_error<2>(scene), "pair[0].materials: expected two materials, got 1");
  scene.pair[0].materials = {"glass", "steel"};
  scene.pair.push_back({{"steel", "glass"}, 0, 0, 0, {}});
  EXPECT_EQ(build_error<2>(scene),
            "pair[1].materials: the pair \"steel\", \"glass\" is given already");
  scene.pair.clear();
  EXPECT_EQ(build_error<2>(scene),
            "bodies[0].material: missing; a material must be named where the scene has several");
  scene.material[1].name = "glass";
  EXPECT_EQ(build_error<2>(scene),
            "material[1].name: \"glass\" is the name of another material already");
  scene.material.clear();
  EXPECT_EQ(build_error<2>(scene), "material: a scene needs at least one material");
}

TEST(Build, groups_and_forces) {
  Scene scene = scene_with(2, balls_at({{0, 0}}, 0.1));
  ListBodies named = balls_at({{1, 0}}, 0.1);
  named.common.group = "movers";
  scene.bodies.emplace_back(named);
  scene.force.push_back({"movers", VectorSeries::constant({1, 2})});
  scene.force.push_back({"", VectorSeries::constant({3, 4})});
  const auto setup = build<2>(scene);
  EXPECT_EQ(setup.world.groups, (std::vector<std::string>{"", "movers"}));
  EXPECT_EQ(setup.bodies.group, (std::vector<GroupIndex>{0, 1}));
  // The force without a group acts on both.
  ASSERT_EQ(setup.world.forces.size(), 3u);
  EXPECT_EQ(setup.world.forces[0].group, 1);
  EXPECT_EQ(setup.world.forces[1].group, 0);
  EXPECT_EQ(setup.world.forces[2].group, 1);
  EXPECT_EQ(setup.world.forces[2].force.values[0], (std::vector<double>{3.0, 4.0}));

  scene.force[0].group = "mover";
  EXPECT_EQ(build_error<2>(scene),
            "force[0].group: unknown group \"mover\"; did you mean \"movers\"?");
}

TEST(Build, gravity_is_zero_unless_given) {
  Scene scene = scene_with(3, balls_at({{0, 0, 0}}, 0.1));
  EXPECT_EQ(build<3>(scene).world.gravity_at(0.0), Vec<3>::Zero());
  scene.gravity = {{0.0, 2.0}, {{0, 0, 0}, {0, 0, -4}}};
  EXPECT_EQ(build<3>(scene).world.gravity_at(1.0), Vec<3>(0, 0, -2));
  scene.gravity = VectorSeries::constant({0, -9.81});
  EXPECT_EQ(build_error<3>(scene), "gravity: expected 3 numbers, got 2");
  scene.gravity = {{0.0, 2.0}, {{0, 0, 0}}};
  EXPECT_EQ(build_error<3>(scene), "gravity: has 2 times but 1 rows");
  scene.gravity = {{0.0, 0.0}, {{0, 0, 0}, {0, 0, 1}}};
  EXPECT_EQ(build_error<3>(scene), "gravity.t: must increase; 0 follows 0");
  scene.gravity = {{0.0, 1.0}, {{0, 0, 0}, {0, 0}}};
  EXPECT_EQ(build_error<3>(scene), "gravity.value[1]: expected 3 numbers, got 2");
}

TEST(Build, mass_and_inertia) {
  constexpr double pi = std::numbers::pi;
  // [Abide2021]: a steel sphere of radius 2.7 mm has 6.5958e-4 kg.
  Scene scene = scene_with(2, balls_at({{0, 0}}, 0.0027));
  scene.material[0].density = 8000.0;
  auto& common = std::get<ListBodies>(scene.bodies[0]).common;
  common.shape = BallSolid::sphere;
  auto setup = build<2>(scene);
  EXPECT_NEAR(setup.bodies.mass[0], 6.5958e-4, 1e-8);
  EXPECT_NEAR(setup.bodies.inertia[0], 0.4 * setup.bodies.mass[0] * 0.0027 * 0.0027, 1e-20);
  EXPECT_EQ(setup.bodies.inverse_inertia[0], 1.0 / setup.bodies.inertia[0]);

  common.shape = BallSolid::disc;
  setup = build<2>(scene);
  EXPECT_NEAR(setup.bodies.mass[0], 8000.0 * pi * 0.0027 * 0.0027, 1e-15);
  EXPECT_NEAR(setup.bodies.inertia[0], 0.5 * setup.bodies.mass[0] * 0.0027 * 0.0027, 1e-18);

  common.mass.values = {3.0};
  common.inertia.kind = InertiaRule::Kind::mass;
  setup = build<2>(scene);
  EXPECT_EQ(setup.bodies.mass[0], 3.0);
  EXPECT_EQ(setup.bodies.inertia[0], 3.0);

  common.inertia = {InertiaRule::Kind::value, 0.25};
  EXPECT_EQ(build<2>(scene).bodies.inertia[0], 0.25);

  scene = scene_with(3, balls_at({{0, 0, 0}}, 0.5));
  EXPECT_NEAR(build<3>(scene).bodies.mass[0], 2600.0 * pi / 6.0, 1e-9);
  std::get<ListBodies>(scene.bodies[0]).common.shape = BallSolid::disc;
  EXPECT_EQ(build_error<3>(scene), "bodies[0].shape: a disc belongs to 2D; expected \"sphere\"");
}

TEST(Build, mass_needs_a_density_unless_fixed) {
  Scene scene = scene_with(2, balls_at({{0, 0}}, 0.1));
  scene.material[0].density.reset();
  EXPECT_EQ(build_error<2>(scene),
            "bodies[0].mass: missing; give the bodies a mass or the material \"glass\" a density");
  std::get<ListBodies>(scene.bodies[0]).common.fixed = true;
  const auto setup = build<2>(scene);
  EXPECT_EQ(setup.bodies.inverse_mass[0], Vec<2>::Zero());
  EXPECT_EQ(setup.bodies.inverse_inertia[0], 0.0);
  EXPECT_EQ(setup.bodies.mass[0], 1.0);
}

TEST(Build, locks) {
  ListBodies list = balls_at({{0, 0}}, 0.1);
  list.common.free = "x";
  list.common.rotation = false;
  list.common.mass.values = {2.0};
  list.velocity = {{{3, 4}}, false};
  list.spin = {{{5}}, false};
  Scene scene = scene_with(2, list);
  const auto setup = build<2>(scene);
  EXPECT_EQ(setup.bodies.inverse_mass[0], Vec<2>(0.5, 0.0));
  EXPECT_EQ(setup.bodies.inverse_inertia[0], 0.0);
  EXPECT_EQ(setup.bodies.velocity[0], Vec<2>(3, 0));
  EXPECT_EQ(setup.bodies.spin[0][0], 0.0);

  auto& free = std::get<ListBodies>(scene.bodies[0]).common.free;
  free = "xz";
  EXPECT_EQ(build_error<2>(scene),
            "bodies[0].free: 'z' is not a direction; expected letters of \"xy\"");
  free = "xx";
  EXPECT_EQ(build_error<2>(scene), "bodies[0].free: 'x' is given twice");
}

TEST(Build, time_and_output) {
  Scene scene = scene_with(2, balls_at({{0, 0}}, 0.1));
  scene.time = {1.0, 0.5};
  EXPECT_EQ(build_error<2>(scene), "time.end: must be at least one step (1), got 0.5");
  scene.time = {1e-12, 1e6};
  EXPECT_EQ(build_error<2>(scene), "time.step: makes 1e+18 steps; at most 1e+12 are allowed");
  scene.time = {1e-3, 1.0};
  scene.output.every = 1e-4;
  EXPECT_EQ(build_error<2>(scene),
            "output.every: must be at least the time step (0.001), got 0.0001");
  scene.time.step = -1.0;
  EXPECT_EQ(build_error<2>(scene), "time.step: must be positive, got -1");
}

TEST(Build, absurd_sizes_are_refused_before_allocation) {
  LatticeBodies lattice;
  lattice.origin = {0, 0};
  lattice.pitch.values = {1};
  lattice.count = {2000000000, 2000000000};
  lattice.radius.values.values = {0.1};
  const std::string error = build_error<2>(scene_with(2, lattice));
  EXPECT_TRUE(error.starts_with("bodies[0].count: 4e+18 bodies need about ")) << error;
  EXPECT_NE(error.find("GB of memory; this machine has"), std::string::npos) << error;
}

TEST(Build, a_scene_needs_a_body) {
  EXPECT_EQ(build_error<2>(empty_scene(2)), "bodies: a scene needs at least one body, or a feed");
}

TEST(Build, overlapping_bodies_are_named) {
  Scene scene = scene_with(2, balls_at({{0, 0}, {0.3, 0}}, 0.1));
  scene.bodies.emplace_back(balls_at({{1, 0}, {0.14, 0.0}}, 0.1));
  EXPECT_EQ(build_error<2>(scene),
            "bodies[1]: body 3 (centre (0.14, 0), radius 0.1) overlaps body 0 (centre (0, 0), "
            "radius 0.1) by 0.06 m, 0.6 of the smaller radius (overlap_tolerance is 1e-06); it is "
            "the worst of 2 overlaps");
  scene.overlap_tolerance = 0.7;
  EXPECT_EQ(build_error<2>(scene), "");
}

TEST(Build, overlaps_between_very_different_sizes_are_found) {
  // A large ball and one a thousand times smaller just inside its surface.
  ListBodies list = balls_at({{0, 0, 0}, {1.0, 0, 0}}, 1.0);
  list.radius.values = {1.0, 1e-3};
  EXPECT_TRUE(build_error<3>(scene_with(3, list)).starts_with("bodies[0]: body 1 "));
  list.position.rows[1][0] = 1.0011;
  EXPECT_EQ(build_error<3>(scene_with(3, list)), "");
}

TEST(Build, fixed_bodies_may_overlap_each_other) {
  ListBodies rough = balls_at({{0, 0}, {0.1, 0}}, 0.1);
  rough.common.fixed = true;
  Scene scene = scene_with(2, rough);
  EXPECT_EQ(build_error<2>(scene), "");
  scene.bodies.emplace_back(balls_at({{0.05, 0.1}}, 0.1));
  EXPECT_TRUE(build_error<2>(scene).starts_with("bodies[1]: body 2 "));
}

TEST(Build, many_bodies_in_one_place_are_refused_quickly) {
  LatticeBodies lattice;
  lattice.origin = {0, 0};
  lattice.pitch.values = {0};
  lattice.count = {300, 300};
  lattice.radius.values.values = {0.1};
  const std::string error = build_error<2>(scene_with(2, lattice));
  EXPECT_NE(error.find("the worst of more than 100000 overlaps"), std::string::npos) << error;
}

TEST(Build, bodies_at_boundaries) {
  PlaneBoundary floor;
  floor.point = {0, 0};
  floor.normal = {0, 2};
  floor.common.name = "floor";
  Scene scene = scene_with(2, balls_at({{0, 0.1}}, 0.1));
  scene.boundary.emplace_back(floor);
  EXPECT_EQ(build_error<2>(scene), "");  // touching
  auto& rows = std::get<ListBodies>(scene.bodies[0]).position.rows;
  rows = {{0, 0.05}};
  EXPECT_EQ(build_error<2>(scene),
            "bodies[0]: body 0 (centre (0, 0.05), radius 0.1) overlaps boundary \"floor\" by 0.05 "
            "m, 0.5 of its radius (overlap_tolerance is 1e-06)");
  rows = {{0, -0.25}};
  EXPECT_EQ(build_error<2>(scene),
            "bodies[0]: body 0 (centre (0, -0.25), radius 0.1) lies outside boundary \"floor\", "
            "its centre 0.25 m beyond (overlap_tolerance is 1e-06)");
}

}  // namespace
}  // namespace galet::build_test
