#include "galet/build/check_loads.hpp"

#include "support/scenes.hpp"

namespace galet::check_loads_test {
namespace {

// A ball under a lid in a box of which the faces can be opened.
Scene pressed_scene() {
  Scene scene = scene_with(2, balls_at({{0.5, 0.5}, {0.5, 0.8}}, 0.1));
  BoxBoundary box;
  box.low = {0, 0};
  box.high = {1, 2};
  box.open = {"y+"};
  scene.boundary.emplace_back(box);
  PlaneBoundary lid;
  lid.common.name = "lid";
  lid.point = {0, 1.5};
  lid.normal = {0, -1};
  lid.load.emplace();
  lid.load->pressure = VectorSeries::constant({100.0});
  scene.boundary.emplace_back(lid);
  return scene;
}

LoadSettings& load_of(Scene& scene) { return *std::get<PlaneBoundary>(scene.boundary[1]).load; }
BoxBoundary& box_of(Scene& scene) { return std::get<BoxBoundary>(scene.boundary[0]); }

TEST(CheckLoads, the_mass_is_that_of_the_bodies_unless_given) {
  Scene scene = pressed_scene();
  const auto setup = build<2>(scene);
  EXPECT_DOUBLE_EQ(setup.world.boundaries[1].load->mass,
                   setup.bodies.mass[0] + setup.bodies.mass[1]);
  load_of(scene).mass = 7.0;
  EXPECT_EQ(build<2>(scene).world.boundaries[1].load->mass, 7.0);
  load_of(scene).mass.reset();
  std::get<ListBodies>(scene.bodies[0]).common.fixed = true;
  EXPECT_TRUE(build_error<2>(scene).starts_with("boundary[1].load.mass: missing")) << "fixed";
}

TEST(CheckLoads, a_pressure_needs_an_area) {
  Scene scene = pressed_scene();
  box_of(scene).open = {"y+", "x+"};
  EXPECT_TRUE(build_error<2>(scene).starts_with(
      "boundary[1].load.pressure: the area that \"lid\" presses is not known at t = 0 s: there "
      "must be walls on both sides"))
      << build_error<2>(scene);
  load_of(scene).area = 1.0;
  EXPECT_EQ(build_error<2>(scene), "");
  // A wall that is taken away, or turns.
  scene = pressed_scene();
  box_of(scene).common.until = 0.5;
  EXPECT_TRUE(build_error<2>(scene).find("is not known at t = 0.5 s") != std::string::npos);
  scene = pressed_scene();
  box_of(scene).common.motion.emplace().spin = VectorSeries::constant({0.1});
  EXPECT_TRUE(build_error<2>(scene).find("is not known at t = 1 s") != std::string::npos);
}

TEST(CheckLoads, errors_of_loads) {
  Scene scene = pressed_scene();
  load_of(scene).pressure = {};
  EXPECT_EQ(build_error<2>(scene),
            "boundary[1].load.force: missing; a load has a force or a pressure (0 for none)");
  load_of(scene).force = VectorSeries::constant({1.0});
  load_of(scene).area = 1.0;
  EXPECT_EQ(build_error<2>(scene), "boundary[1].load.area: is for `pressure`, which is missing");
  scene = pressed_scene();
  load_of(scene).pressure = {{0.0, 0.0}, {{1.0}, {2.0}}};
  EXPECT_EQ(build_error<2>(scene), "boundary[1].load.pressure.t: must increase; 0 follows 0");
}

TEST(CheckLoads, errors_of_drives) {
  Scene scene = pressed_scene();
  const VectorSeries v = VectorSeries::constant({0.1});
  load_of(scene).drive = {{0.2, 0.1, v}};
  EXPECT_EQ(build_error<2>(scene),
            "boundary[1].load.drive[0].until: must be after `from` (0.2), got 0.1");
  load_of(scene).drive = {{0.1, 0.3, v}, {0.2, {}, v}};
  EXPECT_EQ(build_error<2>(scene),
            "boundary[1].load.drive[1].from: must not be before the end of the drive before (0.3), "
            "got 0.2");
  load_of(scene).drive = {{0.1, 0.3, VectorSeries::constant({0.1, 0.2})}};
  EXPECT_EQ(build_error<2>(scene), "boundary[1].load.drive[0].velocity: expected 1 number, got 2");
  load_of(scene).drive = {{0.1, 0.3, v}, {0.5, {}, v}};
  EXPECT_EQ(build_error<2>(scene), "");
  PairSettings pair;
  pair.materials = {"glass", "glass"};
  pair.compliance.emplace();
  pair.compliance->stiffness = 1e6;
  scene.pair = {pair};
  scene.scheme = NewmarkSettings{};
  EXPECT_TRUE(
      build_error<2>(scene).starts_with("boundary[1].load.drive: is not for scheme = \"newmark\""))
      << build_error<2>(scene);
}

}  // namespace
}  // namespace galet::check_loads_test
