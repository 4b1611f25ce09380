#include "galet/draw/camera.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace galet::camera_test {
namespace {

std::vector<Ball> random_balls() {
  std::vector<Ball> balls;
  const int count = *rc::gen::inRange(1, 30);
  const Vec<3> stretch(*rc::gen::inRange(1, 50), *rc::gen::inRange(1, 50),
                       *rc::gen::inRange(1, 50));
  for (int k = 0; k < count; ++k) {
    const Vec<3> x(*rc::gen::inRange(-100, 100), *rc::gen::inRange(-100, 100),
                   *rc::gen::inRange(-100, 100));
    balls.push_back({0.01 * x.cwiseProduct(stretch), 0.1 * *rc::gen::inRange(1, 30), {}});
  }
  return balls;
}

// How far a ball stays inside the pyramid of sight, over its radius: the distance of its centre
// from each of the four planes through the eye and an edge of the picture.
double least_room(const Camera& camera, const std::vector<Ball>& balls) {
  double least = std::numeric_limits<double>::infinity();
  for (const Ball& ball : balls) {
    const Vec<3> own = camera.to_own(ball.center);
    for (const auto& [across, half] :
         {std::pair(own.x(), 0.5 * camera.width), std::pair(own.y(), 0.5 * camera.height)}) {
      const double reach = std::hypot(half, camera.focal);
      const double distance = (own.z() * half - std::abs(across) * camera.focal) / reach;
      least = std::min(least, distance - ball.radius);
    }
  }
  return least;
}

RC_GTEST_PROP(Camera, shows_all_balls_whole_and_near, ()) {
  const std::vector<Ball> balls = random_balls();
  const ViewAngles angles{0.1 * *rc::gen::inRange(-31, 31), 0.1 * *rc::gen::inRange(-14, 14)};
  Camera camera = framed_camera(balls, Vec<3>::UnitZ(), Vec<3>(-Vec<3>::UnitY()), angles, 1200);
  RC_ASSERT(least_room(camera, balls) > 0.0);
  RC_ASSERT(camera.height >= 540 && camera.height <= 1320);
  // Not farther away than needed: a fifth nearer, some ball would be cut.
  const Vec<3> away = camera.axes.row(2).transpose();
  double distance = 0.0;
  for (const Ball& ball : balls) distance = std::max(distance, camera.to_own(ball.center).z());
  camera.eye += 0.2 * distance * away;
  RC_ASSERT(least_room(camera, balls) < 0.0);
}

TEST(Camera, up_is_up_and_right_is_right) {
  const std::vector<Ball> balls{{Vec<3>::Zero(), 1.0, {}}};
  const Camera camera =
      framed_camera(balls, Vec<3>::UnitZ(), Vec<3>(-Vec<3>::UnitY()), {0.3, 0.2}, 600);
  const auto pixel = [&](const Vec<3>& x) { return camera.project(camera.to_own(x)); };
  EXPECT_NEAR(pixel(Vec<3>::Zero()).x(), 300.0, 1e-9);
  EXPECT_LT(pixel({0.0, 0.0, 0.5}).y(), pixel(Vec<3>::Zero()).y());
  EXPECT_GT(pixel({0.5, 0.0, 0.0}).x(), pixel(Vec<3>::Zero()).x());
  // Turned to the right, it sees more of the right side.
  EXPECT_GT(camera.eye.x(), 0.0);
  EXPECT_LT(camera.eye.y(), 0.0);
  EXPECT_GT(camera.eye.z(), 0.0);
  EXPECT_NEAR(camera.axes.determinant(), -1.0, 1e-12);  // right, up, away: left-handed
}

TEST(Camera, rays_go_through_what_they_show) {
  const std::vector<Ball> balls{{Vec<3>::Zero(), 1.0, {}}};
  const Camera camera =
      framed_camera(balls, Vec<3>::UnitZ(), Vec<3>(-Vec<3>::UnitY()), {0.3, 0.2}, 600);
  const Vec<3> x = camera.to_world(4.0 * camera.ray(17, 23));
  const Pixel p = camera.project(camera.to_own(x));
  EXPECT_NEAR(p.x(), 17.5, 1e-9);
  EXPECT_NEAR(p.y(), 23.5, 1e-9);
}

}  // namespace
}  // namespace galet::camera_test
