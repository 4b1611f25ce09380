#include "galet/observe/window.hpp"

#include <cmath>
#include <numbers>

#include "support/touching.hpp"
#include <gtest/gtest.h>

#include "galet/base/random.hpp"
#include "galet/observe/packing.hpp"

namespace galet::window_test {
namespace {

using test::ball;
constexpr double pi = std::numbers::pi;

template <int D>
BoxWindow<D> box(const Vec<D>& low, const Vec<D>& high) {
  return {low, high};
}

TEST(Window, contains_its_surface) {
  const Window<2> rectangle = box<2>({0.0, 0.0}, {1.0, 2.0});
  EXPECT_TRUE(contains<2>(rectangle, {1.0, 2.0}));
  EXPECT_FALSE(contains<2>(rectangle, {1.0 + 1e-15, 2.0}));
  const Window<3> round = BallWindow<3>{{1.0, 0.0, 0.0}, 2.0};
  EXPECT_TRUE(contains<3>(round, {3.0, 0.0, 0.0}));
  EXPECT_FALSE(contains<3>(round, {3.0, 0.1, 0.0}));
  EXPECT_DOUBLE_EQ(volume_of<2>(rectangle), 2.0);
  EXPECT_DOUBLE_EQ(volume_of<3>(round), 32.0 * pi / 3.0);
}

TEST(Window, part_of_a_segment) {
  const Window<2> square = box<2>({0.0, 0.0}, {1.0, 1.0});
  EXPECT_DOUBLE_EQ(fraction_inside<2>(square, {-1.0, 0.5}, {1.0, 0.5}), 0.5);
  EXPECT_DOUBLE_EQ(fraction_inside<2>(square, {-1.0, 0.5}, {3.0, 0.5}), 0.25);
  EXPECT_DOUBLE_EQ(fraction_inside<2>(square, {0.2, 0.2}, {0.9, 0.4}), 1.0);
  EXPECT_EQ(fraction_inside<2>(square, {0.0, 2.0}, {1.0, 2.0}), 0.0);
  EXPECT_EQ(fraction_inside<2>(square, {-1.0, 0.5}, {0.5, 2.0}), 0.0);  // passes the corner
  const Window<2> round = BallWindow<2>{{0.0, 0.0}, 1.0};
  EXPECT_DOUBLE_EQ(fraction_inside<2>(round, {-2.0, 0.0}, {2.0, 0.0}), 0.5);
  EXPECT_DOUBLE_EQ(fraction_inside<2>(round, {0.0, 0.0}, {0.0, 4.0}), 0.25);
  EXPECT_EQ(fraction_inside<2>(round, {1.0, 1.0}, {2.0, 2.0}), 0.0);
  EXPECT_EQ(fraction_inside<2>(round, {0.5, 0.0}, {0.5, 0.0}), 1.0);
}

// Half, quarter and corner of a ball; a chord at distance r/2 leaves the area r²(π/3 − √3/4), a
// plane at r/2 the cap π h² (r − h/3) with h = r/2.
TEST(BallInside, box_of_simple_cuts) {
  const double far = 10.0;
  const Vec<2> c2{1.0, 2.0};
  const double r = 0.5;
  const double disc = pi * r * r;
  const auto in2 = [&](const Vec<2>& low, const Vec<2>& high) {
    return ball_inside<2>(box<2>(c2 + low, c2 + high), c2, r);
  };
  EXPECT_NEAR(in2({0.0, -far}, {far, far}), 0.5 * disc, 1e-15);
  EXPECT_NEAR(in2({-far, 0.0}, {0.0, far}), 0.25 * disc, 1e-15);
  EXPECT_NEAR(in2({0.5 * r, -far}, {far, far}), r * r * (pi / 3.0 - std::sqrt(3.0) / 4.0), 1e-15);
  EXPECT_NEAR(in2({-0.1, -0.1}, {0.1, 0.1}), 0.04, 1e-15);  // the box lies in the disc
  EXPECT_EQ(in2({r, -far}, {far, far}), 0.0);
  EXPECT_EQ(in2({0.4, 0.4}, {far, far}), 0.0);  // beside the corner: 0.4 √2 > r

  const Vec<3> c3{1.0, 2.0, 3.0};
  const double ball = 4.0 / 3.0 * pi * r * r * r;
  const auto in3 = [&](const Vec<3>& low, const Vec<3>& high) {
    return ball_inside<3>(box<3>(c3 + low, c3 + high), c3, r);
  };
  const Vec<3> all{far, far, far};
  EXPECT_NEAR(in3({0.0, -far, -far}, all), 0.5 * ball, 1e-15);
  EXPECT_NEAR(in3({0.5 * r, -far, -far}, all), pi * 0.0625 * (r - 0.25 / 3.0), 1e-15);
  for (const Vec<3>& low :
       {Vec<3>{0.0, 0.0, -far}, Vec<3>{0.0, -far, 0.0}, Vec<3>{-far, 0.0, 0.0}}) {
    EXPECT_NEAR(in3(low, all), 0.25 * ball, 1e-12 * ball);
  }
  EXPECT_NEAR(in3({0.0, 0.0, 0.0}, all), 0.125 * ball, 1e-12 * ball);
  EXPECT_NEAR(in3({-0.1, -0.1, -0.1}, {0.1, 0.1, 0.1}), 0.008, 1e-12 * ball);
}

// Cut by three planes through a point of the ball, the eight parts make the whole; and the
// directions are alike although the third one is treated otherwise.
TEST(BallInside, parts_of_a_sphere_add_up) {
  Random random(3);
  const double r = 1.0;
  const double ball = 4.0 / 3.0 * pi;
  for (int n = 0; n < 200; ++n) {
    Vec<3> p;
    for (int k = 0; k < 3; ++k) p[k] = random.uniform(-1.0, 1.0);
    double sum = 0.0;
    for (int part = 0; part < 8; ++part) {
      Vec<3> low, high;
      for (int k = 0; k < 3; ++k) {
        const bool upper = (part >> k & 1) != 0;
        low[k] = upper ? p[k] : -2.0;
        high[k] = upper ? 2.0 : p[k];
      }
      const double inside = ball_inside<3>(box<3>(low, high), Vec<3>::Zero(), r);
      sum += inside;
      const auto turned = [](const Vec<3>& x) { return Vec<3>(x[1], x[2], x[0]); };
      EXPECT_NEAR(ball_inside<3>(box<3>(turned(low), turned(high)), Vec<3>::Zero(), r), inside,
                  1e-8 * ball);  // the accuracy that window.hpp promises
    }
    EXPECT_NEAR(sum, ball, 4e-8 * ball);
  }
}

// Circles of radius 1 at distance 1 share 2π/3 − √3/2, spheres 5π/12; a ball within the window
// counts whole, one around it as the window.
TEST(BallInside, ball) {
  const Window<2> disc = BallWindow<2>{{0.0, 0.0}, 1.0};
  EXPECT_NEAR(ball_inside<2>(disc, {1.0, 0.0}, 1.0), 2.0 * pi / 3.0 - std::sqrt(3.0) / 2.0, 1e-14);
  EXPECT_NEAR(ball_inside<2>(disc, {0.2, 0.0}, 0.5), pi * 0.25, 1e-15);
  EXPECT_NEAR(ball_inside<2>(disc, {0.2, 0.0}, 5.0), pi, 1e-15);
  EXPECT_EQ(ball_inside<2>(disc, {2.0, 0.0}, 1.0), 0.0);
  const Window<3> round = BallWindow<3>{{0.0, 0.0, 0.0}, 1.0};
  EXPECT_NEAR(ball_inside<3>(round, {0.0, 1.0, 0.0}, 1.0), 5.0 * pi / 12.0, 1e-14);
  // Unequal ones: what is inside of one and of the other is the same.
  EXPECT_NEAR(ball_inside<3>(BallWindow<3>{{0.0, 0.0, 0.0}, 1.0}, {1.1, 0.0, 0.0}, 0.4),
              ball_inside<3>(BallWindow<3>{{1.1, 0.0, 0.0}, 0.4}, {0.0, 0.0, 0.0}, 1.0), 1e-15);
}

// π/4 of the square lattice, π/(2√3) of the hexagonal one, π/(3√2) of the cubic face-centred one,
// in windows whose faces cut bodies in halves, quarters and eighths.
TEST(Packing, of_crystals) {
  Bodies<2> square;
  for (int i = -2; i <= 4; ++i) {
    for (int j = -2; j <= 4; ++j) square.add(ball<2>({2.0 * i, 2.0 * j}, 1.0));
  }
  // A window of whole periods, wherever it lies.
  for (const double shift : {0.0, 0.3, 1.0}) {
    const Part<2> part{{}, box<2>({shift, shift - 0.7}, {shift + 4.0, shift + 3.3})};
    EXPECT_NEAR(compute_packing(square, part).fraction(), pi / 4.0, 1e-14);
  }
  Bodies<2> hexagonal;
  test::add_hexagonal(hexagonal, 8, 8);
  const double h = 2.0 * std::numbers::sqrt3;
  const Part<2> part{{}, box<2>({3.1, h + 0.4}, {9.1, 2.0 * h + 0.4})};
  EXPECT_NEAR(compute_packing(hexagonal, part).fraction(), pi / (2.0 * std::numbers::sqrt3), 1e-14);

  Bodies<3> cubic;
  const double a = 2.0 * std::numbers::sqrt2;
  for (int i = -1; i <= 2; ++i) {
    for (int j = -1; j <= 2; ++j) {
      for (int k = -1; k <= 2; ++k) {
        for (const Vec<3>& x : {Vec<3>{0.0, 0.0, 0.0}, Vec<3>{0.5, 0.5, 0.0}, Vec<3>{0.5, 0.0, 0.5},
                                Vec<3>{0.0, 0.5, 0.5}}) {
          cubic.add(ball<3>(a * (x + Vec<3>(i, j, k)), 1.0));
        }
      }
    }
  }
  for (const double shift : {0.0, 0.21}) {
    const Part<3> cell{{},
                       box<3>(Vec<3>::Constant(a * shift), Vec<3>::Constant(a * (1.0 + shift)))};
    EXPECT_NEAR(compute_packing(cubic, cell).fraction(), pi / (3.0 * std::numbers::sqrt2), 1e-11);
  }
}

TEST(Packing, of_a_group_and_without_window) {
  Bodies<2> bodies;
  Body<2> body = ball<2>({1.0, 1.0}, 1.0);
  bodies.add(body);
  body.position = {3.0, 1.0};
  body.group = 1;
  bodies.add(body);
  EXPECT_NEAR(compute_packing(bodies, Part<2>{}).fraction(), pi / 4.0, 1e-15);  // box of 4 × 2
  EXPECT_NEAR(compute_packing(bodies, Part<2>{1, {}}).volume, 4.0, 1e-15);
  EXPECT_NEAR(compute_packing(bodies, Part<2>{1, box<2>({0.0, 0.0}, {4.0, 2.0})}).fraction(),
              pi / 8.0, 1e-15);
}

}  // namespace
}  // namespace galet::window_test
