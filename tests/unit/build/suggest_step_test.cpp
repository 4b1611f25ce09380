#include "galet/build/suggest_step.hpp"

#include "support/scenes.hpp"

namespace galet::suggest_step_test {
namespace {

Scene ball_scene(double radius) { return scene_with(2, balls_at({{0, 0}}, radius)); }

StepAdvice advice_of(const Scene& scene) { return suggest_step<2>(scene, build<2>(scene)).value(); }

// sqrt(1e-3 · 0.01/9.81) = 1.0096e-3, sqrt(1e-3 · 0.001/9.81) = 3.19e-4.
TEST(SuggestStep, gravity_moves_a_thousandth_of_a_radius) {
  Scene scene = ball_scene(0.01);
  scene.gravity = VectorSeries::constant({0, -9.81});
  EXPECT_DOUBLE_EQ(advice_of(scene).seconds, 1e-3);
  EXPECT_EQ(advice_of(scene).reason,
            "loads of 9.81 m/s² move a body of radius 0.01 m by a thousandth of its radius");
  scene.bodies.emplace_back(balls_at({{1, 0}}, 0.001));
  EXPECT_DOUBLE_EQ(advice_of(scene).seconds, 2e-4);
}

// 0.25 · 0.01/3 = 8.3e-4.
TEST(SuggestStep, a_body_in_flight_goes_a_quarter_of_its_radius) {
  Scene scene = ball_scene(0.01);
  std::get<ListBodies>(scene.bodies[0]).velocity = {{{3.0, 0.0}}, true};
  EXPECT_DOUBLE_EQ(advice_of(scene).seconds, 5e-4);
}

// The rim at the ball: (0.5 + 0.01) m · 40 rpm = 2.136 m/s; 0.04 · 0.01/2.136 = 1.87e-4.
TEST(SuggestStep, what_is_driven_goes_a_twenty_fifth) {
  Scene scene = scene_with(2, balls_at({{0.5, 0}}, 0.01));
  scene.gravity = VectorSeries::constant({0, -9.81});
  DrumBoundary drum;
  drum.center = {0, 0};
  drum.radius = 0.6;
  drum.common.motion.emplace().rpm = VectorSeries::constant({40});
  scene.boundary.emplace_back(drum);
  EXPECT_DOUBLE_EQ(advice_of(scene).seconds, 1e-4);
}

TEST(SuggestStep, says_nothing_where_nothing_moves_or_contacts_are_soft) {
  Scene scene = ball_scene(0.01);
  EXPECT_FALSE(suggest_step<2>(scene, build<2>(scene)).has_value());
  scene.gravity = VectorSeries::constant({0, -9.81});
  const auto setup = build<2>(scene);
  scene.scheme = DemSettings{};
  EXPECT_FALSE(suggest_step<2>(scene, setup).has_value());
}

}  // namespace
}  // namespace galet::suggest_step_test
