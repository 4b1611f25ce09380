// Steps that are undone and made in parts (time.on_trouble).
#include <cmath>

#include "support/scenes.hpp"
#include <gtest/gtest.h>

#include "galet/base/error.hpp"
#include "galet/sim/simulation.hpp"

namespace galet::halving_test {
namespace {

constexpr double kRadius = 0.05;

PlaneBoundary floor_at(double height) {
  PlaneBoundary floor;
  floor.point = {0.0, height};
  floor.normal = {0.0, 1.0};
  return floor;
}

PairSettings pair_of(const SchemeSettings& scheme) {
  PairSettings pair;
  pair.materials = {"glass", "glass"};
  pair.friction = 0.5;
  if (std::holds_alternative<NewmarkSettings>(scheme)) {
    pair.compliance.emplace();
    pair.compliance->exponent = 2;
    pair.compliance->stiffness = 1e4;
    pair.compliance->c_t = 1e3;
  }
  if (std::holds_alternative<DemSettings>(scheme)) {
    pair.spring.emplace();
    pair.spring->normal = 4e5;
    pair.spring->tangential = 2e5;
  }
  return pair;
}

// A disc 2 mm above a floor, which it hits.
Scene impact_scene(const SchemeSettings& scheme, double speed, double step) {
  ListBodies discs = balls_at({{0.0, kRadius + 0.002}}, kRadius);
  discs.velocity.rows = {{0.0, -speed}};
  Scene scene = scene_with(2, discs);
  scene.scheme = scheme;
  scene.pair = {pair_of(scheme)};
  scene.boundary.emplace_back(floor_at(0.0));
  scene.time = {step, 1.0, OnTrouble::halve_step};
  return scene;
}

SchemeSettings on_velocities() {
  MoreauJeanSettings scheme;
  scheme.normal = NormalContact::velocity;
  return scheme;
}

double allowed_overlap(const SchemeSettings& scheme) {
  return has_rigid_contacts(scheme) ? kLargeOverlap : kLargeSoftOverlap;
}

// The end of so many steps, and the largest overlap on the way.
struct Steps {
  Steps(Scene scene, std::int64_t count) : simulation(plain(scene), build<2>(scene)) {
    for (std::int64_t k = 0; k < count; ++k) {
      overlap = std::max(overlap, simulation.advance().penetration_relative);
    }
  }
  static Scene& plain(Scene& scene) {
    scene.time.on_trouble = OnTrouble::stop;
    return scene;
  }
  Simulation<2> simulation;
  double overlap = 0.0;
};

// A step made in n parts is n steps of an n-th, to the bit; half as many would not have done.
void expect_parts_are_steps(const SchemeSettings& scheme, double speed, bool troubled = false) {
  const double step = 8e-3;
  const Scene scene = impact_scene(scheme, speed, step);
  Simulation<2> halved(scene, build<2>(scene));
  const StepRecord record = halved.advance();
  ASSERT_GT(record.parts, 1);
  EXPECT_EQ(record.troubled, troubled);
  EXPECT_EQ(halved.state().step, 1);
  EXPECT_EQ(halved.state().time, step);
  const double part = step / static_cast<double>(record.parts);
  EXPECT_EQ(halved.step_length(), part);

  const Steps steps(impact_scene(scheme, speed, part), record.parts);
  const State<2>& state = steps.simulation.state();
  EXPECT_EQ(state.time, halved.state().time);
  EXPECT_EQ(state.bodies.position[0], halved.state().bodies.position[0]);
  EXPECT_EQ(state.bodies.velocity[0], halved.state().bodies.velocity[0]);
  EXPECT_EQ(state.energy.work.dissipated, halved.state().energy.work.dissipated);
  EXPECT_EQ(state.energy.turnover, halved.state().energy.turnover);
  EXPECT_EQ(steps.overlap, record.penetration_relative);
  EXPECT_EQ(steps.overlap > allowed_overlap(scheme), troubled);
  const Steps fewer(impact_scene(scheme, speed, 2.0 * part), record.parts / 2);
  EXPECT_GT(fewer.overlap, allowed_overlap(scheme));
}

TEST(Halving, parts_are_steps_on_velocities) { expect_parts_are_steps(on_velocities(), 2.0); }
// The springs, with omega = sqrt(k/m) = 140/s, take the disc in by v/omega = 0.49 radii; a step of
// 8 ms, in which they are not felt, by (v h - 2 mm) = 0.51 radii.
TEST(Halving, parts_are_steps_of_dem) { expect_parts_are_steps(DemSettings{}, 3.45); }
// Here they take it in by several metres, however short the steps.
TEST(Halving, parts_are_steps_of_newmark) {
  expect_parts_are_steps(NewmarkSettings{}, 200.0, true);
}

TEST(Halving, without_trouble_there_is_nothing_to_it) {
  for (const SchemeSettings& scheme :
       {SchemeSettings(MoreauJeanSettings{}), SchemeSettings(ConvexSettings{}),
        SchemeSettings(NewmarkSettings{}), SchemeSettings(DemSettings{})}) {
    Scene scene = impact_scene(scheme, 0.1, 1e-4);
    scene.time.end = 0.03;
    Simulation<2> halving(scene, build<2>(scene));
    const RunSummary with = run(halving);
    scene.time.on_trouble = OnTrouble::stop;
    Simulation<2> plain(scene, build<2>(scene));
    const RunSummary without = run(plain);
    EXPECT_EQ(with.state_hash, without.state_hash);
    EXPECT_EQ(with.halved_steps, 0);
    EXPECT_EQ(with.troubled_steps, 0);
  }
}

// A disc that is held on a slope by the stretch of its spring alone does not notice that the step
// is made in parts because of another one, which hits the slope far away.
TEST(Halving, springs_keep_their_stretch) {
  const double angle = 0.2;
  const Vec<2> down(std::cos(angle), -std::sin(angle));
  const Vec<2> normal(std::sin(angle), std::cos(angle));
  const double k_n = 1e6;
  const double mass = 2600.0 * std::numbers::pi * kRadius * kRadius;
  const double depth = mass * 9.81 * std::cos(angle) / k_n;
  const Vec<2> rest = (kRadius - depth) * normal;
  const Vec<2> far = 3.0 * down + (kRadius + 0.06) * normal;
  ListBodies resting = balls_at({{rest[0], rest[1]}}, kRadius);
  resting.common.rotation = false;
  ListBodies flying = balls_at({{far[0], far[1]}}, kRadius);
  flying.velocity.rows = {{-40.0 * normal[0], -40.0 * normal[1]}};
  Scene scene = scene_with(2, resting);
  scene.bodies.emplace_back(flying);
  scene.gravity = VectorSeries::constant({0.0, -9.81});
  PlaneBoundary slope = floor_at(0.0);
  slope.normal = {normal[0], normal[1]};
  scene.boundary.emplace_back(slope);
  scene.scheme = DemSettings{};
  scene.pair = {pair_of(scene.scheme)};
  scene.pair[0].spring->normal = k_n;
  // Settled by its dashpots before the other arrives.
  scene.pair[0].spring->damping = 4e3;
  scene.pair[0].spring->tangential_damping = 2e3;
  scene.overlap_tolerance = 0.01;
  scene.time = {4e-4, 1.0, OnTrouble::halve_step};
  std::get<ListBodies>(scene.bodies[1]).position.rows[0] = {far[0] + 40.0 * 0.2 * normal[0],
                                                            far[1] + 40.0 * 0.2 * normal[1]};
  Simulation<2> simulation(scene, build<2>(scene));
  std::int64_t parts = 1;
  double speed_before = 0.0;
  for (int s = 0; s < 600 && parts == 1; ++s) {
    speed_before = simulation.state().bodies.velocity[0].norm();
    parts = simulation.advance().parts;
  }
  ASSERT_GT(parts, 1);
  // Without its stretch it would have gone off at g sin(a) h; with that of whole steps, at as many
  // times more as there are parts.
  const double gone = 9.81 * std::sin(angle) * scene.time.step;
  EXPECT_LT(simulation.state().bodies.velocity[0].norm(), 0.1 * gone + speed_before);
  simulation.advance();
  EXPECT_LT(simulation.state().bodies.velocity[0].norm(), 0.1 * gone + speed_before);
}

// Discs that rain on one another, with impacts in most steps: stopped and taken up again after
// each of them they end with the same bits.
TEST(Halving, a_run_can_be_taken_up_between_any_steps) {
  for (const SchemeSettings& scheme :
       {on_velocities(), SchemeSettings(DemSettings{}), SchemeSettings(NewmarkSettings{})}) {
    Scene scene = impact_scene(scheme, 0.0, 2e-3);
    ListBodies discs = balls_at({}, kRadius);
    discs.velocity.nested = true;
    for (int k = 0; k < 12; ++k) {
      discs.position.rows.push_back({0.11 * (k % 3) + 0.003 * k, 0.06 + 0.11 * (k / 3)});
      discs.velocity.rows.push_back({0.1 * (k % 2), -15.0 - k});
    }
    scene.bodies = {discs};
    scene.gravity = VectorSeries::constant({0.0, -9.81});
    Simulation<2> whole(scene, build<2>(scene));
    int halved = 0;
    for (int s = 0; s < 12; ++s) {
      const std::vector<std::byte> saved = whole.save({});
      halved += whole.advance().parts > 1 ? 1 : 0;
      Simulation<2> resumed(scene, build<2>(scene), 2);
      resumed.restore(saved);
      resumed.advance();
      ASSERT_EQ(hash_of(resumed.state()).value(), hash_of(whole.state()).value()) << "step " << s;
    }
    EXPECT_GE(halved, 1);
  }
}

// Between plates that close nothing helps; the run ends as it would have.
TEST(Halving, what_cannot_be_mended_ends_the_run_or_is_told) {
  Scene scene = scene_with(2, balls_at({{0.0, 0.05}}, kRadius));
  std::get<ListBodies>(scene.bodies[0]).common.fixed = true;
  scene.bodies.emplace_back(balls_at({{0.0, 0.1501}}, kRadius));
  PlaneBoundary press = floor_at(0.201);
  press.normal = {0.0, -1.0};
  press.common.motion.emplace();
  press.common.motion->velocity = VectorSeries::constant({0.0, -1.0});
  scene.boundary.emplace_back(press);
  scene.pair = {pair_of(scene.scheme)};
  for (const OnTrouble policy : {OnTrouble::stop, OnTrouble::halve_step}) {
    scene.time = {1e-3, 0.02, policy};
    Simulation<2> simulation(scene, build<2>(scene));
    EXPECT_THROW(run(simulation), NumericalError);
  }
  scene.time.on_trouble = OnTrouble::warn;
  Simulation<2> simulation(scene, build<2>(scene));
  const RunSummary summary = run(simulation);
  EXPECT_EQ(summary.steps, 20);
  // In which steps the sweeps recognise it depends on rounding.
  EXPECT_GT(summary.troubled_steps, 0);
  EXPECT_TRUE(std::ranges::any_of(summary.warnings,
                                  [](const Warning& w) { return w.code == WarningCode::trouble; }));
}

}  // namespace
}  // namespace galet::halving_test
