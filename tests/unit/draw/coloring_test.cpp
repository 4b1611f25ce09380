#include "galet/draw/coloring.hpp"

#include <cmath>
#include <numbers>

#include "unit/io/sample.hpp"
#include <gtest/gtest.h>

#include "galet/draw/palette.hpp"

namespace galet::coloring_test {
namespace {

// CIE 1976 lightness, 0 to 100, of a colour in sRGB.
double cie_lightness(const Color& color) {
  const auto linear = [](double x) {
    return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
  };
  const double y =
      0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue);
  return y > 0.008856 ? 116.0 * std::cbrt(y) - 16.0 : 903.3 * y;
}

// The map is made in OKLab; CIE's lightness, an older model of the same eye, agrees with it to a
// quarter of a step.
TEST(Palette, maps_are_evenly_darker) {
  for (const double sign : {1.0, -1.0}) {
    const auto color = [&](double s) {
      return sign > 0.0 ? palette::sequential(s) : palette::diverging(-s);
    };
    const double mean = (cie_lightness(color(0.0)) - cie_lightness(color(1.0))) / 10.0;
    EXPECT_GT(mean, 5.0);
    for (int k = 0; k < 10; ++k) {
      const double step = cie_lightness(color(0.1 * k)) - cie_lightness(color(0.1 * (k + 1)));
      EXPECT_NEAR(step, mean, 0.25 * mean) << k;
    }
  }
  EXPECT_NEAR(cie_lightness(palette::diverging(1.0)), cie_lightness(palette::diverging(-1.0)), 5.0);
}

TEST(Palette, what_is_no_number_is_pale) {
  EXPECT_EQ(palette::sequential(std::nan("")).red, palette::sequential(0.0).red);
  EXPECT_EQ(palette::sequential(7.0).red, palette::sequential(1.0).red);
}

// A disc of radius r between two forces F: σ = Σ f ⊗ x / V has the only entry 2 F r / (π r²) along
// the forces, and half of it is the mean of the two normal stresses.
TEST(Coloring, pressure_of_a_squeezed_disc) {
  constexpr double r = 0.5;
  constexpr double impulse = 3e-3;
  Sample<2> sample;
  for (int k = 0; k < 3; ++k) sample.add_body({2.0 * r * k, 0.0}, r);
  sample.add_contact(0, 1, {impulse, 0.0});
  sample.add_contact(1, 2, {impulse, 0.0});
  const double force = impulse / sample.step_length;
  const std::vector<double> p = color_values(sample.frame(), ColorBy::pressure);
  EXPECT_NEAR(p[1], force / (std::numbers::pi * r), 1e-12 * force);
  EXPECT_NEAR(p[0], 0.5 * p[1], 1e-12 * force);
  EXPECT_EQ(color_values(sample.frame(), ColorBy::contacts), (std::vector<double>{1, 2, 1}));
}

// The same in space, squeezed along three axes: the pressure of a cube of side 2r under F on each
// face, times the share of the cube that the ball fills not: Σ F r / (3 · 4/3 π r³), six forces.
TEST(Coloring, pressure_of_a_squeezed_ball) {
  constexpr double r = 0.1;
  constexpr double impulse = 2e-3;
  Sample<3> sample;
  sample.add_body(Vec<3>::Zero(), r);
  for (int k = 0; k < 3; ++k) {
    sample.add_body(2.0 * r * Vec<3>::Unit(k), r);
    sample.add_body(-2.0 * r * Vec<3>::Unit(k), r);
  }
  for (int b = 1; b <= 6; ++b) sample.add_contact(0, b, {impulse, 0.0, 0.0});
  const double force = impulse / sample.step_length;
  const double expected = 6.0 * force * r / (4.0 * std::numbers::pi * r * r * r);
  const double p = color_values(sample.frame(), ColorBy::pressure)[0];
  EXPECT_NEAR(p, expected, 1e-12 * expected);
}

TEST(Coloring, spin_has_a_sign_in_the_plane) {
  Sample<2> sample;
  sample.add_body({0.0, 0.0}, 1.0);
  sample.add_body({2.0, 0.0}, 1.0);
  sample.state.bodies.spin[0][0] = 3.0;
  sample.state.bodies.spin[1][0] = -3.0;
  const double scale = color_scale(sample.frame(), ColorBy::spin);
  EXPECT_DOUBLE_EQ(scale, 5.0);
  const ColorKey key = color_key(sample.frame(), ColorBy::spin, scale);
  const std::vector<Color> colors = body_colors(sample.frame(), ColorBy::spin, key);
  EXPECT_GT(colors[0].red, colors[0].blue);  // anticlockwise: brown
  EXPECT_LT(colors[1].red, colors[1].blue);  // clockwise: blue
}

TEST(Coloring, materials_by_name_and_fixed_bodies_grey) {
  Sample<2> sample;
  sample.world.materials = {"glass", "steel"};
  for (int k = 0; k < 3; ++k) sample.add_body({2.0 * k, 0.0}, 1.0);
  sample.state.bodies.material = {0, 1, 1};
  sample.state.bodies.inverse_mass[2].setZero();
  const ColorKey key = color_key(sample.frame(), ColorBy::material, 0.0);
  EXPECT_EQ(key.names, sample.world.materials);
  const std::vector<Color> colors = body_colors(sample.frame(), ColorBy::material, key);
  EXPECT_NE(colors[0].red, colors[1].red);
  EXPECT_EQ(colors[2].red, palette::fixed_body.red);
}

}  // namespace
}  // namespace galet::coloring_test
