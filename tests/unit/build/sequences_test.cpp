// Checks of sequences in scenes, and earlier runs taken up.
#include "support/scenes.hpp"

#include "galet/build/earlier_state.hpp"

namespace galet::sequences_test {
namespace {

PlaneBoundary floor_below() {
  PlaneBoundary floor;
  floor.common.name = "floor";
  floor.point = {0, -1};
  floor.normal = {0, 1};
  return floor;
}

TEST(Sequence, times_of_a_boundary) {
  PlaneBoundary gate = floor_below();
  gate.common.from = 0.5;
  gate.common.until = 0.75;
  Scene scene = scene_with_boundaries(2, gate);
  const Boundary<2> boundary = build<2>(scene).world.boundaries[0];
  EXPECT_FALSE(boundary.placement(0.4999).present);
  EXPECT_TRUE(boundary.placement(0.5).present);
  EXPECT_TRUE(boundary.placement(0.7499).present);
  EXPECT_FALSE(boundary.placement(0.75).present);

  auto& common = std::get<PlaneBoundary>(scene.boundary[0]).common;
  common.until = 0.5;
  EXPECT_EQ(build_error<2>(scene),
            "boundary[0].until: must be after the boundary is put in (from = 0.5), got 0.5");
  common.until = 0.0;
  EXPECT_EQ(build_error<2>(scene), "boundary[0].until: must be positive, got 0");
  common.until = 1.0;
  common.motion = MotionSettings{};
  common.motion->velocity = VectorSeries::constant({1, 0});
  common.motion->start = 1.0;
  EXPECT_EQ(build_error<2>(scene),
            "boundary[0].motion.start: must be before the boundary is taken away (until = 1), got "
            "1");
  common.motion->start = 0.5;
  common.motion->stop = 0.25;
  EXPECT_EQ(build_error<2>(scene),
            "boundary[0].motion.stop: must be after the start (0.5), got 0.25");
  common.motion->start = -1.0;
  EXPECT_EQ(build_error<2>(scene), "boundary[0].motion.start: must be at least 0, got -1");
}

// What is not there at the start may stand where bodies are.
TEST(Sequence, later_boundaries_do_not_overlap_at_the_start) {
  PlaneBoundary gate = floor_below();
  gate.point = {0, 10};
  gate.common.from = 0.5;
  EXPECT_EQ(build_error<2>(scene_with_boundaries(2, gate)), "");
  gate.common.from = 0.0;
  EXPECT_NE(build_error<2>(scene_with_boundaries(2, gate)), "");
}

TEST(Sequence, stop_conditions) {
  Scene scene = scene_with(2, balls_at({{0, 0}}, 0.1));
  scene.stop.lasting = 0.1;
  EXPECT_EQ(build_error<2>(scene),
            "stop.kinetic_energy: missing; `lasting` says for how long it must be low");
  scene.stop = {.after = 0.5};
  EXPECT_EQ(build_error<2>(scene),
            "stop.after: needs a condition: kinetic_energy, kinetic_energy_per_body, unbalanced or "
            "empty");
  scene.stop = {.kinetic_energy = 1.0, .after = 2.0};
  EXPECT_EQ(build_error<2>(scene), "stop.after: must be before the end of the run (1), got 2");
  scene.stop = {.kinetic_energy = 0.0};
  EXPECT_EQ(build_error<2>(scene), "stop.kinetic_energy: must be positive, got 0");
  scene.stop = {.empty = FillRegion{.low = {0, 0}}};
  EXPECT_EQ(build_error<2>(scene), "stop.empty.high: expected 2 numbers, got 0");
}

TEST(Load, is_built_and_checked) {
  PlaneBoundary lid = floor_below();
  lid.load = LoadSettings{2.0, VectorSeries::constant({10.0})};
  Scene scene = scene_with_boundaries(2, lid);
  const Boundary<2> boundary = build<2>(scene).world.boundaries[0];
  EXPECT_EQ(boundary.load->mass, 2.0);
  EXPECT_EQ(boundary.load->force_at(0.5), 10.0);
  EXPECT_EQ(boundary.placement(0.0, {0.25, 3.0}).position, Vec<2>(0.0, -0.75));
  EXPECT_EQ(boundary.placement(0.0, {0.25, 3.0}).velocity, Vec<2>(0.0, 3.0));

  auto& plane = std::get<PlaneBoundary>(scene.boundary[0]);
  plane.load->force = VectorSeries::constant({1.0, 2.0});
  EXPECT_EQ(build_error<2>(scene), "boundary[0].load.force: expected 1 number, got 2");
  plane.load->force = {{0.0, 1.0}, {{1.0}, {2.0}}};
  EXPECT_EQ(build_error<2>(scene), "");
  plane.load->mass = 0.0;
  EXPECT_EQ(build_error<2>(scene), "boundary[0].load.mass: must be positive, got 0");
  plane.load->mass = 1.0;
  plane.common.motion = MotionSettings{};
  plane.common.motion->velocity = VectorSeries::constant({1.0, 0.0});
  EXPECT_EQ(build_error<2>(scene), "");
  plane.common.motion->velocity = VectorSeries::constant({1.0, 1.0});
  EXPECT_EQ(build_error<2>(scene),
            "boundary[0].motion.velocity: must be along the plane, which its load moves along the "
            "normal");
  plane.common.motion->velocity = {};
  plane.common.motion->spin = VectorSeries::constant({1.0});
  EXPECT_EQ(build_error<2>(scene),
            "boundary[0].motion.spin: a plane under load does not turn; leave one of the two out");
}

// Two touching bodies on the floor, with an impulse each; ids 4 and 7.
std::shared_ptr<EarlierRun> earlier_run() {
  EarlierState<2> state;
  state.materials = {"steel", "glass"};
  state.groups = {"", "grains"};
  state.boundaries = {"lid", "floor"};
  state.loaded = {{0.5, 0.25}, {}};
  state.boundary_position = {Vec<2>(0.0, 2.5), Vec<2>(0.0, -1.0)};
  Body<2> body;
  body.radius = 0.1;
  body.mass = 2.0;
  body.inertia = 0.5;
  body.material = 1;
  body.group = 1;
  body.velocity = {1.0, 2.0};
  body.spin = Spin<2>(3.0);
  body.rotation = Rotation<2>(0.25);
  body.position = {0.0, -0.9};
  state.bodies.add(body, BodyId::body(4));
  body.position = {0.2, -0.9};
  state.bodies.add(body, BodyId::body(7));
  state.memory = {{{BodyId::boundary(1), BodyId::body(4), 0}, {Vec<2>(0.0, 1.0)}},
                  {{BodyId::boundary(0), BodyId::body(7), 0}, {Vec<2>(0.0, -1.0)}},
                  {{BodyId::body(4), BodyId::body(7), 0}, {Vec<2>(2.0, 0.5)}}};
  auto run = std::make_shared<EarlierRun>();
  run->state = state;
  return run;
}

bool has_warning(const Setup<2>& setup, WarningCode code) {
  return std::ranges::any_of(setup.warnings, [&](const Warning& w) { return w.code == code; });
}

RunBodies from_earlier_run() {
  RunBodies bodies;
  bodies.folder = "earlier";
  bodies.state = earlier_run();
  return bodies;
}

TEST(EarlierRun, is_taken_up_by_names) {
  Scene scene = scene_with(2, from_earlier_run());
  scene.boundary.emplace_back(floor_below());
  scene.bodies.emplace_back(balls_at({{5, 0}}, 0.1));
  const auto setup = build<2>(scene);
  ASSERT_EQ(setup.bodies.size(), 3U);
  EXPECT_EQ(setup.bodies.id[0].value, 4);
  EXPECT_EQ(setup.bodies.id[1].value, 7);
  EXPECT_EQ(setup.bodies.id[2].value, 8);  // counts on
  EXPECT_EQ(setup.bodies.material[0], 0);  // "glass" of this scene
  EXPECT_EQ(setup.bodies.mass[0], 2.0);
  EXPECT_EQ(setup.bodies.inertia[0], 0.5);
  EXPECT_EQ(setup.bodies.rotation[0].angle(), 0.25);
  EXPECT_EQ(setup.bodies.velocity[1], Vec<2>(1.0, 2.0));
  EXPECT_EQ(setup.world.groups, (std::vector<std::string>{"", "grains"}));
  EXPECT_EQ(setup.bodies.group, (std::vector<GroupIndex>{1, 1, 0}));
  // The floor is boundary 0 now; the lid is gone with its impulse.
  ASSERT_EQ(setup.memory.size(), 2U);
  EXPECT_EQ(setup.memory.places[0], (ContactPlace{NodeRef::boundary(0), {0}, 0}));
  EXPECT_EQ(setup.memory.impulses[0], Vec<2>(0.0, 1.0));
  EXPECT_EQ(setup.memory.places[1], (ContactPlace{{0}, {1}, 0}));
}

// A piston goes on from where it was, (0, 2.5), wherever the new scene puts it.
TEST(EarlierRun, planes_under_load_go_on) {
  Scene scene = scene_with(2, from_earlier_run());
  scene.boundary.emplace_back(floor_below());
  PlaneBoundary lid = floor_below();
  lid.common.name = "lid";
  lid.point = {0, 3};
  lid.normal = {0, -1};
  lid.load = LoadSettings{1.0, VectorSeries::constant({1.0})};
  scene.boundary.emplace_back(lid);
  EXPECT_EQ(build<2>(scene).loaded[1].displacement, 0.5);
  EXPECT_EQ(build<2>(scene).loaded[1].velocity, 0.25);
  auto& put = std::get<PlaneBoundary>(scene.boundary[1]);
  put.point = {7, 2.5};
  EXPECT_EQ(build<2>(scene).loaded[1].displacement, 0.0);
  put.point = {0, 2};
  EXPECT_EQ(build<2>(scene).loaded[1].displacement, -0.5);
  std::get<RunBodies>(scene.bodies[0]).at_rest = true;
  EXPECT_EQ(build<2>(scene).loaded[1].velocity, 0.0);
}

// Unless the new scene says that it stands where it is put.
TEST(EarlierRun, planes_under_load_stand_as_given) {
  Scene scene = scene_with(2, from_earlier_run());
  std::get<RunBodies>(scene.bodies[0]).pistons = PistonStart::as_given;
  PlaneBoundary lid = floor_below();
  lid.common.name = "lid";
  lid.point = {0, 3};
  lid.normal = {0, -1};
  lid.load = LoadSettings{1.0, VectorSeries::constant({1.0})};
  scene.boundary.emplace_back(lid);
  EXPECT_EQ(build<2>(scene).loaded[0].displacement, 0.0);
  EXPECT_EQ(build<2>(scene).loaded[0].velocity, 0.0);
}

TEST(EarlierRun, after_other_bodies_at_rest_in_another_group) {
  Scene scene = scene_with(2, balls_at({{5, 0}, {6, 0}}, 0.1));
  RunBodies run = from_earlier_run();
  run.at_rest = true;
  run.group = "bed";
  scene.bodies.emplace_back(run);
  const auto setup = build<2>(scene);
  EXPECT_EQ(setup.bodies.id[2].value, 6);
  EXPECT_EQ(setup.bodies.id[3].value, 9);
  EXPECT_EQ(setup.bodies.velocity[2], Vec<2>(0.0, 0.0));
  EXPECT_EQ(setup.bodies.spin[3][0], 0.0);
  EXPECT_EQ(setup.world.groups[static_cast<std::size_t>(setup.bodies.group[3])], "bed");
  ASSERT_EQ(setup.memory.size(), 1U);
  EXPECT_EQ(setup.memory.places[0], (ContactPlace{{2}, {3}, 0}));
}

// A state that another scene shares stays for that one; else it is moved, not copied.
TEST(EarlierRun, is_given_up_where_nobody_shares_it) {
  Scene scene = scene_with(2, from_earlier_run());
  auto& run = std::get<RunBodies>(scene.bodies[0]);
  const Vec<2>* const stored = std::get<EarlierState<2>>(run.state->state).bodies.position.data();
  Scene sharing = scene;
  const auto copied = build_giving_up_runs<2>(sharing);
  EXPECT_NE(copied.bodies.position.data(), stored);
  EXPECT_EQ(std::get<RunBodies>(sharing.bodies[0]).state, nullptr);
  EXPECT_EQ(build<2>(scene).bodies.position, copied.bodies.position);
  const auto moved = build_giving_up_runs<2>(scene);
  EXPECT_EQ(moved.bodies.position.data(), stored);
  EXPECT_EQ(moved.bodies.position, copied.bodies.position);
  EXPECT_EQ(run.state, nullptr);
}

// Overlaps that the earlier run had are its own; those with new things are refused.
TEST(EarlierRun, overlaps) {
  Scene scene = scene_with(2, from_earlier_run());
  auto run = std::make_shared<EarlierRun>(*earlier_run());
  auto& bodies = std::get<EarlierState<2>>(run->state).bodies;
  bodies.position[1] = {0.19, -0.91};
  std::get<RunBodies>(scene.bodies[0]).state = run;
  scene.boundary.emplace_back(floor_below());
  EXPECT_EQ(build_error<2>(scene), "");
  // A tenth of the radius is told.
  EXPECT_TRUE(has_warning(build<2>(scene), WarningCode::restart_overlap));
  bodies.position[1] = {0.19, -0.9005};
  EXPECT_FALSE(has_warning(build<2>(scene), WarningCode::restart_overlap));
  // A floor of the same name that has come up over the centres.
  std::get<PlaneBoundary>(scene.boundary[0]).point = {0, -0.85};
  EXPECT_NE(build_error<2>(scene).find("lies outside boundary \"floor\""), std::string::npos);
  std::get<PlaneBoundary>(scene.boundary[0]).point = {0, -1};
  std::get<PlaneBoundary>(scene.boundary[0]).common.name = "another";
  EXPECT_TRUE(build_error<2>(scene).starts_with("bodies[0]: body 7 "));
  scene.boundary.clear();
  scene.bodies.emplace_back(balls_at({{0.0, -0.8}}, 0.1));
  EXPECT_TRUE(build_error<2>(scene).starts_with("bodies[1]: body 8 "));
}

TEST(EarlierRun, errors) {
  Scene scene = scene_with(2, from_earlier_run());
  scene.material[0].name = "glas";
  EXPECT_EQ(build_error<2>(scene),
            "bodies[0].folder: unknown material \"glass\"; did you mean \"glas\"?");
  scene = scene_with(3, from_earlier_run());
  EXPECT_EQ(build_error<3>(scene),
            "bodies[0].folder: contains a run in 2 dimensions; this scene has 3");
}

}  // namespace
}  // namespace galet::sequences_test
