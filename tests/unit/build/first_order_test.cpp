// Desires of groups, and what goes with the scheme "first-order": messages name key and remedy.
#include <cmath>
#include <numbers>

#include "support/scenes.hpp"

#include "galet/build/build_desires.hpp"

namespace galet::first_order_test {
namespace {

constexpr double kRadius = 0.25;

SegmentBoundary wall(std::vector<double> start, std::vector<double> end) {
  SegmentBoundary segment;
  segment.start = std::move(start);
  segment.end = std::move(end);
  return segment;
}

TowardsExits to_exits(std::vector<ExitSettings> exits, std::string group = "") {
  TowardsExits desire;
  desire.group = std::move(group);
  desire.speed = 1.3;
  desire.exits = std::move(exits);
  return desire;
}

VelocityDesire drift(std::vector<double> velocity, std::string group = "") {
  return {std::move(group), VectorSeries::constant(std::move(velocity))};
}

Scene walkers(int dimension = 2) {
  std::vector<std::vector<double>> at{{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};
  for (auto& x : at) x.resize(static_cast<std::size_t>(dimension));
  ListBodies list = balls_at(at, kRadius);
  list.common.group = "walkers";
  Scene scene = scene_with(dimension, list);
  scene.scheme = FirstOrderSettings{};
  PairSettings pair;
  pair.materials = {"glass", "glass"};
  scene.pair = {pair};
  return scene;
}

// A wall at x = 3 with a door between y = −0.6 and 0.6.
Scene door_scene() {
  Scene scene = walkers();
  scene.boundary.emplace_back(wall({3.0, -4.0}, {3.0, -0.6}));
  scene.boundary.emplace_back(wall({3.0, 0.6}, {3.0, 4.0}));
  scene.desire.emplace_back(to_exits({{{3.0, -0.6}, {3.0, 0.6}}}));
  return scene;
}

// ---- Laws, forces, schemes ----

TEST(FirstOrder, has_no_law_but_the_gap) {
  const auto with = [](auto&& change) {
    Scene scene = walkers(3);
    change(scene.pair[0]);
    return build_error<3>(scene);
  };
  EXPECT_EQ(with([](PairSettings&) {}), "");
  EXPECT_EQ(with([](PairSettings& p) { p.restitution = 0.5; }),
            "pair[0].restitution: must be 0 with scheme = \"first-order\", whose impacts are "
            "inelastic, got 0.5; use \"moreau-jean\"");
  EXPECT_EQ(with([](PairSettings& p) { p.restitution_t = 0.5; }),
            "pair[0].restitution_t: must be 0 with scheme = \"first-order\", whose impacts are "
            "inelastic, got 0.5; use \"moreau-jean\"");
  EXPECT_EQ(with([](PairSettings& p) { p.friction = 0.3; }),
            "pair[0].friction: must be 0 with scheme = \"first-order\", got 0.3; use \"convex\"");
  EXPECT_EQ(with([](PairSettings& p) { p.rolling_friction = 0.1; }),
            "pair[0].rolling_friction: must be 0 with scheme = \"first-order\", got 0.1; use "
            "\"moreau-jean\" or \"dem\"");
  EXPECT_EQ(with([](PairSettings& p) { p.twisting_friction = 0.1; }),
            "pair[0].twisting_friction: must be 0 with scheme = \"first-order\", got 0.1; use "
            "\"moreau-jean\" or \"dem\"");
  EXPECT_EQ(with([](PairSettings& p) { p.cohesion = 1.0; }),
            "pair[0].cohesion: is not built into scheme = \"first-order\"; use \"moreau-jean\"");
  EXPECT_EQ(with([](PairSettings& p) { p.adhesion_energy = 1.0; }),
            "pair[0].adhesion_energy: is not built into scheme = \"first-order\"; use "
            "\"moreau-jean\"");
  EXPECT_EQ(with([](PairSettings& p) { p.gluey = GlueySettings{}; }),
            "pair[0].gluey: is not built into scheme = \"first-order\"; use \"convex\"");
}

TEST(FirstOrder, has_no_forces) {
  const std::string why =
      "has no place in scheme = \"first-order\", where bodies have no inertia and go as they want: "
      "say where by [[desire]] (a steady drift is kind = \"velocity\"), or use scheme = \"convex\"";
  Scene scene = walkers();
  scene.gravity = VectorSeries::constant({0.0, -9.81});
  EXPECT_EQ(build_error<2>(scene), "gravity: " + why);
  scene.gravity = VectorSeries::constant({0.0, 0.0});
  EXPECT_EQ(build_error<2>(scene), "");
  scene.force = {{"walkers", VectorSeries::constant({1.0, 0.0})}};
  EXPECT_EQ(build_error<2>(scene), "force[0]: " + why);

  scene = walkers();
  PlaneBoundary piston;
  piston.point = {-2.0, 0.0};
  piston.normal = {1.0, 0.0};
  piston.load = LoadSettings{1.0, VectorSeries::constant({1.0})};
  scene.boundary.emplace_back(piston);
  EXPECT_EQ(build_error<2>(scene),
            "boundary[0].load: has no place in scheme = \"first-order\", where nothing has "
            "inertia; give the plane a motion, or use scheme = \"convex\"");
}

TEST(Desire, is_for_first_order_alone) {
  Scene scene = walkers();
  scene.desire.emplace_back(drift({1.0, 0.0}));
  EXPECT_EQ(build_error<2>(scene), "");
  scene.scheme = ConvexSettings{};
  EXPECT_EQ(build_error<2>(scene),
            "desire[0]: is for scheme = \"first-order\", got \"convex\", where bodies move by "
            "forces: use [[force]], or scheme = \"first-order\"");
}

// ---- Bodies ----

TEST(FirstOrder, bodies_weigh_the_same_and_begin_at_rest) {
  Scene scene = walkers();
  scene.material[0].density.reset();
  ListBodies heavy = balls_at({{5.0, 0.0}}, 0.5);
  heavy.common.mass.values = {80.0};
  heavy.velocity = {{{1.0, 1.0}}, false};
  heavy.common.free = "x";
  scene.bodies.emplace_back(heavy);
  const auto setup = build<2>(scene);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(setup.bodies.mass[i], 1.0);
    EXPECT_EQ(setup.bodies.inverse_inertia[i], 0.0);
    EXPECT_EQ(setup.bodies.velocity[i], Vec<2>(0.0, 0.0));
  }
  EXPECT_EQ(setup.bodies.inverse_mass[0], Vec<2>(1.0, 1.0));
  EXPECT_EQ(setup.bodies.inverse_mass[2], Vec<2>(1.0, 0.0));
}

// ---- Groups ----

TEST(Desire, groups_have_one_each) {
  Scene scene = walkers();
  scene.desire.emplace_back(drift({1.0, 0.0}, "walker"));
  EXPECT_EQ(build_error<2>(scene),
            "desire[0].group: unknown group \"walker\"; did you mean \"walkers\"?");
  scene.desire = {drift({1.0, 0.0}, "walkers"), drift({2.0, 0.0})};
  EXPECT_EQ(build_error<2>(scene),
            "desire[1].group: desire[0] says already what these bodies want; name another group");
  scene.desire = {drift({1.0, 0.0, 0.0})};
  EXPECT_NE(build_error<2>(scene), "");
}

TEST(Desire, others_want_nothing) {
  Scene scene = walkers();
  ListBodies bystander = balls_at({{5.0, 0.0}}, kRadius);
  scene.bodies.emplace_back(bystander);
  scene.desire.emplace_back(drift({1.0, 0.5}, "walkers"));
  const auto setup = build<2>(scene);
  ASSERT_NE(setup.world.desire_of(setup.bodies, 0), nullptr);
  EXPECT_EQ(setup.world.desire_of(setup.bodies, 0)->velocity_at({0.0, 0.0}, 0.0, 0.1),
            Vec<2>(1.0, 0.5));
  EXPECT_EQ(setup.world.desire_of(setup.bodies, 2), nullptr);
}

// ---- Exits ----

TEST(Desire, exits_are_narrowed_by_the_largest_radius) {
  Scene scene = door_scene();
  std::get<ListBodies>(scene.bodies[0]).radius.values = {0.2, kRadius};
  std::get<TowardsExits>(scene.desire[0]).cell = 0.025;
  const auto setup = build<2>(scene);
  const auto& aim = std::get<ExitDesire>(setup.world.desires[0].aim);
  ASSERT_EQ(aim.exits.size(), 1U);
  EXPECT_NEAR((aim.exits[0].narrowed.start - Vec<2>(3.0, -0.6 + kRadius)).norm(), 0.0, 1e-15);
  EXPECT_NEAR((aim.exits[0].narrowed.end - Vec<2>(3.0, 0.6 - kRadius)).norm(), 0.0, 1e-15);
  // From beside the door the way goes around the jamb enlarged by the radius: the tangent to a disc
  // around (3, 0.6) and its arc, which ends on the narrowed exit, at a right angle. The disc may
  // seem larger by a cell.
  const Vec<2> x(2.0, 2.0);
  const double d = (x - Vec<2>(3.0, 0.6)).norm();
  const double from_jamb = std::numbers::pi - std::atan2(1.4, 1.0);  // where x is seen
  const double arc = 1.5 * std::numbers::pi - from_jamb - std::acos(kRadius / d);
  const double exact = std::sqrt(d * d - kRadius * kRadius) + kRadius * arc;
  EXPECT_NEAR(aim.ways.length_at(x), exact, 0.025 * arc);
  // No desire points into the jamb: centres at the distance of the radius from the wall go along
  // it, and a body in front of the jamb is led beside it.
  EXPECT_GE(-aim.direction_at({3.0 - kRadius, 2.0}).y(), std::cos(0.05));
  const Vec<2> before_jamb(2.0, 0.6);
  EXPECT_LT(aim.direction_at(before_jamb).y(), -0.15);
}

TEST(Desire, directions_next_to_an_exit_lead_through_it) {
  const auto setup = build<2>(door_scene());
  const auto& aim = std::get<ExitDesire>(setup.world.desires[0].aim);
  for (const double distance : {1e-9, 0.01, 0.1}) {
    for (const double y : {-0.35, 0.0, 0.349}) {
      EXPECT_GT(aim.direction_at({3.0 - distance, y}).x(), 0.99) << distance << ", " << y;
      EXPECT_LT(aim.direction_at({3.0 + distance, y}).x(), -0.99) << distance << ", " << y;
    }
  }
  EXPECT_TRUE(setup.world.desires[0].is_left_on({2.99, 0.0}, {3.01, 0.0}));
  EXPECT_FALSE(setup.world.desires[0].is_left_on({2.99, 1.0}, {3.01, 1.0}));
}

TEST(Desire, exits_must_have_room) {
  Scene scene = door_scene();
  std::get<TowardsExits>(scene.desire[0]).exits = {{{3.0, -0.2}, {3.0, 0.2}}};
  EXPECT_EQ(build_error<2>(scene),
            "desire[0].exits[0]: is 0.4 m wide; must be wider than the largest body of the group, "
            "0.5 m");
  std::get<TowardsExits>(scene.desire[0]).exits = {};
  EXPECT_EQ(build_error<2>(scene), "desire[0].exits: must have at least one exit");
  std::get<TowardsExits>(scene.desire[0]).exits = {{{3.0}, {3.0, 0.2}}};
  EXPECT_NE(build_error<2>(scene).find("desire[0].exits[0].start"), std::string::npos);
}

TEST(Desire, exits_must_be_within_reach) {
  Scene scene = door_scene();
  // Around both walkers.
  for (const auto& [a, b] : std::vector<std::pair<std::vector<double>, std::vector<double>>>{
           {{-1.0, -1.0}, {2.0, -1.0}},
           {{2.0, -1.0}, {2.0, 1.0}},
           {{2.0, 1.0}, {-1.0, 1.0}},
           {{-1.0, 1.0}, {-1.0, -1.0}}}) {
    scene.boundary.emplace_back(wall(a, b));
  }
  EXPECT_EQ(build_error<2>(scene),
            "desire[0].exits: no way leads from body 0 at (0, 0) to an exit; gaps must be wider "
            "than the largest body of the group, 0.5 m, by some cells");
  // A wall that is taken away is a door.
  std::get<SegmentBoundary>(scene.boundary[3]).common.until = 0.5;
  EXPECT_EQ(build_error<2>(scene), "");
}

TEST(Desire, ways_go_around_fixed_bodies) {
  Scene scene = door_scene();
  ListBodies column = balls_at({{2.0, 0.02}}, 0.3);
  column.common.fixed = true;
  scene.bodies.emplace_back(column);
  const auto setup = build<2>(scene);
  const auto& aim = std::get<ExitDesire>(setup.world.desires[0].aim);
  EXPECT_LT(aim.direction_at({1.4, 0.0}).y(), -0.5);
}

TEST(Desire, cells_are_no_larger_than_bodies) {
  Scene scene = door_scene();
  std::get<TowardsExits>(scene.desire[0]).cell = 0.3;
  EXPECT_EQ(build_error<2>(scene),
            "desire[0].cell: must be at most the largest radius of the group, 0.25 m, got 0.3; "
            "walls would leak");
  std::get<TowardsExits>(scene.desire[0]).cell = 1e-5;
  EXPECT_NE(build_error<2>(scene).find("desire[0].cell: 1e-05 m makes a grid of"),
            std::string::npos);
}

TEST(Desire, exits_are_of_scenes_that_stay) {
  Scene scene = door_scene();
  std::get<SegmentBoundary>(scene.boundary[0]).common.motion.emplace();
  std::get<SegmentBoundary>(scene.boundary[0]).common.motion->velocity =
      VectorSeries::constant({0.0, 0.1});
  EXPECT_NE(build_error<2>(scene).find("desire[0].exits: the ways to exits are those around "
                                       "obstacles that stay, and boundary \"segment"),
            std::string::npos);
  scene = walkers();
  scene.periodic.x = {-5.0, 5.0};
  scene.desire = {to_exits({{{3.0, -0.6}, {3.0, 0.6}}})};
  EXPECT_EQ(build_error<2>(scene),
            "desire[0].kind: \"exits\" are not built into periodic scenes; use kind = "
            "\"velocity\", or leave [periodic] out");
  scene.desire = {TowardsPoint{"", 1.0, {3.0, 0.0}}};
  EXPECT_EQ(build_error<2>(scene),
            "desire[0].kind: \"point\" has many images in a periodic scene; use kind = "
            "\"velocity\", or leave [periodic] out");
  scene.desire = {drift({1.0, 0.0})};
  EXPECT_EQ(build_error<2>(scene), "");
}

TEST(Desire, exits_are_of_2d) {
  Scene scene = walkers(3);
  scene.desire = {to_exits({{{3.0, -0.6, 0.0}, {3.0, 0.6, 0.0}}})};
  EXPECT_EQ(build_error<3>(scene),
            "desire[0].kind: \"exits\" are of 2D, where shortest ways are computed; in 3D use kind "
            "= \"point\" or \"velocity\"");
  scene.desire = {TowardsPoint{"", 1.0, {3.0, 0.0, 1.0}}};
  EXPECT_EQ(build_error<3>(scene), "");
}

TEST(Desire, feeds_count_among_the_bodies) {
  Scene scene = door_scene();
  FeedSettings feed;
  feed.common.group = "later";
  feed.region.low = {-3.0, -3.0};
  feed.region.high = {-1.0, 3.0};
  feed.rate = 1.0;
  feed.radius.values.values = {0.4};
  scene.feed = {feed};
  const auto setup = build<2>(scene);
  const auto& aim = std::get<ExitDesire>(setup.world.desires[0].aim);
  EXPECT_NEAR(aim.exits[0].narrowed.length(), 1.2 - 2.0 * 0.4, 1e-14);
}

}  // namespace
}  // namespace galet::first_order_test
