#include <cmath>

#include <gtest/gtest.h>

#include "galet/base/error.hpp"
#include "galet/sets/ball.hpp"
#include "galet/sets/box.hpp"
#include "galet/sweep/bracket.hpp"
#include "galet/sweep/build.hpp"
#include "galet/sweep/expression.hpp"
#include "galet/sweep/integrators.hpp"

namespace galet::sweep::sweep_test {
namespace {

Vector v(std::initializer_list<double> values) {
  Vector x(static_cast<Eigen::Index>(values.size()));
  std::ranges::copy(values, x.begin());
  return x;
}

// ---- Formulas ----

double evaluate(const std::string& text, double t) {
  return Expression(text, {"t"}, "key")(std::span(&t, 1));
}

TEST(Formulas, arithmetic_functions_and_choice) {
  EXPECT_DOUBLE_EQ(evaluate("2*t^2 - 1", 3.0), 17.0);
  EXPECT_DOUBLE_EQ(evaluate("sin(pi*t)", 0.5), 1.0);
  EXPECT_DOUBLE_EQ(evaluate("t < 1 ? -2 : 3", 0.5), -2.0);
  EXPECT_DOUBLE_EQ(evaluate("t < 1 ? -2 : 3", 1.0), 3.0);
  EXPECT_DOUBLE_EQ(evaluate("max(t, 4, 2)", 1.0), 4.0);
}

TEST(Formulas, mistakes_are_named) {
  const auto message = [](const std::string& text) {
    try {
      Expression(text, {"t", "x"}, "set[0].motion.angle");
    } catch (const InputError& error) {
      EXPECT_EQ(error.key(), "set[0].motion.angle") << text;
      return error.message();
    }
    ADD_FAILURE() << "accepted: " << text;
    return std::string();
  };
  EXPECT_NE(message("sin(").find("sin("), std::string::npos);
  EXPECT_NE(message("2*q").find("q"), std::string::npos);
  EXPECT_NE(message("2*q").find("t, x"), std::string::npos);
  message("");
  message("1, 2");
  message("t = 3");
  message("system(\"ls\")");
  message(std::string(5000, '1'));
}

// ---- Steps and paths ----

TEST(Steps, end_at_breaks) {
  Process p;
  p.time_end = 1.0;
  p.breaks = {0.35, 1.0};
  const auto all = pieces(p, 0.1);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].steps, 4);
  EXPECT_EQ(all[0].to, 0.35);
  EXPECT_TRUE(all[0].jump_at_end);
  EXPECT_EQ(all[1].steps, 7);
  EXPECT_TRUE(all[1].jump_at_end);
  p.breaks.clear();
  EXPECT_EQ(pieces(p, 0.1).front().steps, 10);  // 1/0.1 rounds to 10, not to 11 steps
}

TEST(Paths, are_linear_between_instants_and_right_continuous) {
  Solution s;
  s.path = {{0.0, v({0})}, {1.0, v({2})}, {1.0, v({5})}, {2.0, v({6})}};
  EXPECT_EQ(s.at(0.25)[0], 0.5);
  EXPECT_EQ(s.at(1.0)[0], 5.0);
  EXPECT_EQ(s.at(1.5)[0], 5.5);
  EXPECT_EQ(s.at(9.0)[0], 6.0);
}

// d + s d^e = D, checked by inserting the root.
TEST(PenaltyDistance, solves_its_equation_over_many_decades) {
  for (const double e : {1.0, 1.5, 2.0, 3.0}) {
    for (const double s : {1e-8, 1.0, 1e8, 1e16}) {
      for (const double D : {1e-9, 1e-3, 1.0, 1e6}) {
        const double d = penalty_distance(D, s, e);
        EXPECT_NEAR((d + s * std::pow(d, e)) / D, 1.0, 1e-13) << e << ' ' << s << ' ' << D;
      }
    }
  }
  EXPECT_EQ(penalty_distance(0.0, 5.0, 2.0), 0.0);
  EXPECT_EQ(penalty_distance(3.0, 0.0, 2.0), 3.0);
}

TEST(Bracketing, encloses_the_change_of_sign_to_the_last_digits) {
  const auto f = [](double x) { return x * x * x - 2.0; };
  const SignChange root = find_sign_change(f, 0.0, f(0.0), 10.0, f(10.0));
  EXPECT_LE(f(root.before), 0.0);
  EXPECT_GT(f(root.after), 0.0);
  EXPECT_NEAR(root.before, std::cbrt(2.0), 2e-15);
  EXPECT_NEAR(root.after, std::cbrt(2.0), 2e-15);
  EXPECT_EQ(find_sign_change(f, 2.0, f(2.0), 10.0, f(10.0)).after, 2.0);
  // A jump is found, too.
  const auto jump = [](double x) { return x < 0.3 ? -1.0 : 100.0; };
  EXPECT_NEAR(find_sign_change(jump, 0.0, -1.0, 1.0, 100.0).after, 0.3, 1e-15);
}

// ---- Building ----

SweepScene ball_scene() {
  SweepScene scene;
  scene.sweep = {.dimension = 2, .start = {0.0, 0.0}, .perturbation = {}};
  scene.time = {.start = 0.0, .end = 1.0, .step = 0.1, .breaks = {}};
  BallSettings ball;
  ball.center = {0.0, 0.0};
  ball.motion.translation = {"t", "2*t"};
  scene.set = {ball};
  return scene;
}

void expect_refused(const SweepScene& scene, const std::string& key) {
  try {
    static_cast<void>(build(scene));
    ADD_FAILURE() << "accepted; expected an error at " << key;
  } catch (const InputError& error) {
    EXPECT_EQ(error.key(), key) << error.what();
  }
}

TEST(BuildingAProcess, motion_and_wrong_input) {
  const Process p = build(ball_scene());
  EXPECT_LE((p.set->at(0.5)->project(v({9.5, 1.0})).point - v({1.5, 1.0})).norm(), 1e-15);

  SweepScene scene = ball_scene();
  scene.sweep.start = {1.0};
  expect_refused(scene, "sweep.start");
  scene = ball_scene();
  std::get<BallSettings>(scene.set[0]).center = {1, 2, 3};
  expect_refused(scene, "set[0].center");
  scene = ball_scene();
  std::get<BallSettings>(scene.set[0]).motion.translation = {"t", "u"};
  expect_refused(scene, "set[0].motion.translation[1]");
  scene = ball_scene();
  std::get<BallSettings>(scene.set[0]).motion.scale = "t - 1";
  expect_refused(scene, "set[0]");
  scene = ball_scene();
  scene.time.end = -1.0;
  expect_refused(scene, "time.end");
  scene = ball_scene();
  scene.time.step = 1e-12;
  expect_refused(scene, "time.step");
  scene = ball_scene();
  scene.set.clear();
  expect_refused(scene, "set");
  scene = ball_scene();
  scene.sweep.perturbation = {"x"};
  expect_refused(scene, "sweep.perturbation");
  scene = ball_scene();
  PolygonSettings clockwise;
  clockwise.corners = {{0, 0}, {0, 1}, {1, 0}};
  scene.set = {clockwise};
  expect_refused(scene, "set[0].corners");
  PolyhedronSettings empty;
  empty.normals = {{1, 0}, {-1, 0}};
  empty.offsets = {0, -1};
  scene.set = {empty};
  expect_refused(scene, "set[0].offsets");
}

TEST(BuildingAProcess, rotation_and_scaling_about_a_point) {
  SweepScene scene = ball_scene();
  BoxSettings box;
  box.low = {1.0, 1.0};
  box.high = {2.0, 1.0};
  box.motion.angle = "pi/2";
  box.motion.scale = "3";
  box.motion.about = {1.0, 1.0};
  scene.set = {box};
  // The segment from (1, 1) to (2, 1) becomes that from (1, 1) to (1, 4).
  const auto set = build(scene).set->at(0.0);
  EXPECT_LE((set->project(v({1.0, 9.0})).point - v({1.0, 4.0})).norm(), 1e-14);
  EXPECT_LE((set->project(v({1.0, -9.0})).point - v({1.0, 1.0})).norm(), 1e-14);
}

// Gradients of formulas by differences: an ellipse as a sublevel set.
TEST(BuildingAProcess, sublevel_set_of_formulas) {
  SweepScene scene = ball_scene();
  SublevelSettings s;
  s.functions = {"x^2/4 + y^2 - 1 - t"};
  s.convex = true;
  scene.set = {s};
  const auto set = build(scene).set->at(0.0);
  EXPECT_LE((set->project(v({5.0, 0.0})).point - v({2.0, 0.0})).norm(), 1e-10);
  EXPECT_TRUE(set->is_convex());
}

}  // namespace
}  // namespace galet::sweep::sweep_test
