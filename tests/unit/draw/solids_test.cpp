#include "galet/draw/solids.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "galet/base/random.hpp"

namespace galet::solids_test {
namespace {

constexpr Color white{1.0, 1.0, 1.0};
constexpr Color red{0.8, 0.1, 0.1};
constexpr Color blue{0.1, 0.1, 0.8};

// From (0, −10, 0) along y.
Camera camera_along_y(int width, int height, double focal) {
  Camera camera;
  camera.eye = {0.0, -10.0, 0.0};
  camera.axes.row(0) = Vec<3>::UnitX();
  camera.axes.row(1) = Vec<3>::UnitZ();
  camera.axes.row(2) = Vec<3>::UnitY();
  camera.focal = focal;
  camera.width = width;
  camera.height = height;
  return camera;
}

PixelImage image_of(const Solids& solids, const Camera& camera, int threads = 1) {
  Workers workers(threads);
  return shade(solids, camera, white, workers);
}

std::uint32_t at(const PixelImage& image, const Pixel& p) {
  const auto x = static_cast<std::size_t>(p.x());
  const auto y = static_cast<std::size_t>(p.y());
  return image.pixels[y * static_cast<std::size_t>(image.width) + x];
}

int red_of(std::uint32_t pixel) { return static_cast<int>(pixel >> 16 & 0xffU); }
int blue_of(std::uint32_t pixel) { return static_cast<int>(pixel & 0xffU); }
int sum_of(std::uint32_t pixel) {
  return red_of(pixel) + static_cast<int>(pixel >> 8 & 0xffU) + blue_of(pixel);
}

// The ball of radius r at distance d is seen under the angle asin(r/d): a circle of the radius
// focal · r / sqrt(d² − r²) in the picture.
TEST(Solids, silhouette_of_a_ball) {
  Solids solids;
  solids.balls.push_back({Vec<3>::Zero(), 2.0, red});
  const PixelImage image = image_of(solids, camera_along_y(400, 400, 800.0));
  const double radius = 800.0 * 2.0 / std::sqrt(100.0 - 4.0);
  const auto count =
      std::ranges::count_if(image.pixels, [](std::uint32_t p) { return p != 0xffffff; });
  // Pixels on the rim count whole: a ring of about one pixel more.
  const double area = std::numbers::pi * radius * radius;
  EXPECT_GT(count, area);
  EXPECT_LT(count, area + 2.0 * std::numbers::pi * radius * 1.5);
  EXPECT_EQ(at(image, {200.0 + radius + 2.0, 200.0}), 0xffffffU);
  EXPECT_NE(at(image, {200.0 + radius - 2.0, 200.0}), 0xffffffU);
}

TEST(Solids, near_balls_hide_far_ones) {
  for (const bool swapped : {false, true}) {
    Solids solids;
    solids.balls.push_back({{0.0, 3.0, 0.0}, 1.5, blue});
    solids.balls.push_back({{0.0, 0.0, 0.0}, 0.5, red});
    if (swapped) std::swap(solids.balls[0], solids.balls[1]);
    const PixelImage image = image_of(solids, camera_along_y(200, 200, 500.0));
    EXPECT_GT(red_of(at(image, {100, 100})), blue_of(at(image, {100, 100})));
    EXPECT_LT(red_of(at(image, {100, 50})), blue_of(at(image, {100, 50})));
  }
}

TEST(Solids, lower_sides_and_neighbourhoods_are_darker) {
  Solids solids;
  solids.balls.push_back({Vec<3>::Zero(), 1.0, red});
  const Camera camera = camera_along_y(200, 200, 500.0);
  const PixelImage alone = image_of(solids, camera);
  EXPECT_GT(sum_of(at(alone, {100, 65})), sum_of(at(alone, {100, 135})));
  solids.balls.push_back({{0.0, 0.0, -2.0}, 1.0, red});
  const PixelImage stacked = image_of(solids, camera);
  EXPECT_LT(sum_of(at(stacked, {100, 142})), sum_of(at(alone, {100, 142})));
}

// The lamp stands above, to the left and behind the viewer: the shadow on the floor lies to the
// right of the ball, and farther away. The ball is so high that it does not dim the sky there.
TEST(Solids, a_ball_throws_a_shadow) {
  Solids solids;
  solids.faces.push_back({{{-5, -5, -1}, {5, -5, -1}, {5, 5, -1}, {-5, 5, -1}}, white});
  Camera camera = camera_along_y(400, 400, 500.0);
  camera.eye = {0.0, -10.0, 6.0};
  const Vec<3> away = Vec<3>(0.0, 10.0, -6.0).normalized();
  camera.axes.row(2) = away.transpose();
  camera.axes.row(1) = Vec<3>(0.0, 6.0, 10.0).normalized().transpose();
  const PixelImage before = image_of(solids, camera);
  const Vec<3> center(0.0, 0.0, 1.5);
  solids.balls.push_back({center, 0.5, red});
  const PixelImage after = image_of(solids, camera);
  const Vec<3> to_lamp = (Vec<3>::UnitZ() - 0.55 * Vec<3>::UnitX() - 0.55 * away).normalized();
  const Vec<3> shadow = center - 2.5 / to_lamp.z() * to_lamp;  // of the centre, on the floor
  EXPECT_NEAR(shadow.z(), -1.0, 1e-12);
  const auto share = [&](const Vec<3>& x) {
    const Pixel p = camera.project(camera.to_own(x));
    return static_cast<double>(sum_of(at(after, p))) / sum_of(at(before, p));
  };
  EXPECT_LT(share(shadow), 0.85);
  EXPECT_EQ(share(shadow + Vec<3>(1.5, 0.0, 0.0)), 1.0);
  EXPECT_EQ(share(shadow - Vec<3>(3.0, 0.0, 0.0)), 1.0);
}

// Cut through its middle, a ball shows a flat disc of even colour; cut before it, itself.
TEST(Solids, cut_plane) {
  Solids solids;
  solids.balls.push_back({Vec<3>::Zero(), 1.0, red});
  solids.cut = CutPlane{Vec<3>::Zero(), -Vec<3>::UnitY()};
  const Camera camera = camera_along_y(200, 200, 500.0);
  const PixelImage half = image_of(solids, camera);
  EXPECT_EQ(at(half, {100, 70}), at(half, {100, 130}));
  EXPECT_EQ(at(half, {70, 100}), at(half, {130, 100}));
  solids.cut->point = {0.0, -2.0, 0.0};
  const PixelImage whole = image_of(solids, camera);
  EXPECT_NE(at(whole, {100, 70}), at(whole, {100, 130}));
  solids.cut->point = {0.0, 2.0, 0.0};
  const PixelImage none = image_of(solids, camera);
  EXPECT_TRUE(std::ranges::all_of(none.pixels, [](std::uint32_t p) { return p == 0xffffff; }));
}

TEST(Solids, tubes_are_seen_through_glass) {
  Solids solids;
  solids.tubes.push_back({{-2.0, 0.0, 0.0}, {2.0, 0.0, 0.0}, 0.2, red});
  solids.balls.push_back({Vec<3>::Zero(), 1.0, blue});
  const Camera camera = camera_along_y(200, 200, 500.0);
  const PixelImage hidden = image_of(solids, camera);
  solids.opacity = 0.2;
  const PixelImage glass = image_of(solids, camera);
  EXPECT_GT(blue_of(at(hidden, {100, 100})), red_of(at(hidden, {100, 100})));
  EXPECT_GT(red_of(at(glass, {100, 100})), blue_of(at(glass, {100, 100})));
  // Beside the tube the paper shines through.
  EXPECT_GT(sum_of(at(glass, {100, 75})), sum_of(at(hidden, {100, 75})));
}

TEST(Solids, same_bytes_for_any_number_of_threads) {
  Random random(3);
  Solids solids;
  for (int k = 0; k < 5000; ++k) {
    solids.balls.push_back({{random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)},
                            random.uniform(0.05, 0.2),
                            {random.uniform(), random.uniform(), random.uniform()}});
  }
  const Camera camera = camera_along_y(300, 300, 400.0);
  EXPECT_EQ(image_of(solids, camera, 1).pixels, image_of(solids, camera, 3).pixels);
}

// A ball that has flown away to the end of the world costs neither memory nor light.
TEST(Solids, stray_balls_do_no_harm) {
  Solids solids;
  solids.balls.push_back({Vec<3>::Zero(), 1.0, red});
  const Camera camera = camera_along_y(100, 100, 250.0);
  const std::uint32_t middle = at(image_of(solids, camera), {50, 50});
  solids.balls.push_back({{1e12, 1e9, -1e7}, 1e-3, red});  // far to the right
  EXPECT_EQ(at(image_of(solids, camera), {50, 50}), middle);
}

// The middle of a disc that is made of sectors: corners coincide there.
TEST(Solids, corners_may_coincide) {
  Solids solids;
  solids.faces.push_back({{{0, 0, 0}, {0, 0, 0}, {1, 0, 1}, {1, 0, -1}}, red});
  solids.faces.push_back({{{0, 0, 0}, {0, 0, 0}, {-1, 0, 0}}, blue});  // nothing at all
  const PixelImage image = image_of(solids, camera_along_y(100, 100, 250.0));
  EXPECT_GT(red_of(at(image, {65, 50})), blue_of(at(image, {65, 50})));
  EXPECT_EQ(at(image, {35, 50}), 0xffffffU);
}

TEST(Solids, what_is_not_before_the_eye_is_left_out) {
  Solids solids;
  solids.balls.push_back({{0.0, -20.0, 0.0}, 1.0, red});
  solids.balls.push_back({{0.0, -10.0, 0.0}, 1.0, red});
  solids.faces.push_back({{{-5, -20, -1}, {5, -20, -1}, {5, 5, -1}, {-5, 5, -1}}, red});
  const PixelImage image = image_of(solids, camera_along_y(100, 100, 100.0));
  EXPECT_EQ(image.pixels.size(), 10000U);
}

}  // namespace
}  // namespace galet::solids_test
