#include "galet/draw/plot.hpp"

#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <sstream>

#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>

#include "galet/base/error.hpp"

namespace galet::plot_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// The points of all strokes in the first colour of curves, which no axis or text has.
std::vector<std::vector<Pixel>> strokes(const std::string& svg) {
  std::vector<std::vector<Pixel>> out;
  const std::string color = "stroke:rgb(0%,44.7";
  for (std::size_t at = svg.find(color); at != std::string::npos; at = svg.find(color, at + 1)) {
    const std::size_t path = svg.find(" d=\"", at) + 4;
    std::istringstream words(svg.substr(path, svg.find('"', path) - path));
    std::vector<Pixel>& points = out.emplace_back();
    std::string letter;
    Pixel point;
    while (words >> letter >> point.x() >> point.y()) points.push_back(point);
  }
  return out;
}

Chart one_curve(std::vector<double> x, std::vector<double> y) {
  return {.title = "Title",
          .x = {"time", "s"},
          .y = {"energy", "J"},
          .curves = {{.name = "a", .x = std::move(x), .y = std::move(y)}}};
}

// Equal differences of numbers are equal differences of pixels, upwards. Cairo keeps coordinates in
// units of 1/256 pixel, so that a difference of differences is off by four halves of it, and one of
// six numbers by six.
TEST(Plot, curve_goes_where_its_numbers_are) {
  const auto lines =
      strokes(chart_bytes(one_curve({0, 1, 2, 4}, {0, 1, 2, 4}), PictureFormat::svg));
  ASSERT_EQ(lines.size(), 1U);
  const std::vector<Pixel>& p = lines[0];
  ASSERT_EQ(p.size(), 4U);
  EXPECT_LT(p[1].y(), p[0].y());
  EXPECT_NEAR((p[1] - p[0]).x(), (p[2] - p[1]).x(), 4.1 / 512);
  EXPECT_NEAR((p[1] - p[0]).y(), (p[2] - p[1]).y(), 4.1 / 512);
  EXPECT_LT((p[3] - p[2] - 2.0 * (p[1] - p[0])).lpNorm<Eigen::Infinity>(), 6.1 / 512);
}

// A bar of half height e at y reaches from y − e to y + e, with a cap at both ends, and fits on the
// axes; points without an error have none.
TEST(Plot, bars_reach_as_far_as_their_errors) {
  Chart chart = one_curve({0, 1, 2}, {1, 2, 3});
  chart.curves[0].error = {0.0, 0.5, 1.0};
  const auto lines = strokes(chart_bytes(chart, PictureFormat::svg));
  ASSERT_EQ(lines.size(), 7U);  // two bars of three strokes, the curve
  const std::vector<Pixel>& curve = lines.back();
  ASSERT_EQ(curve.size(), 3U);
  const double unit = curve[0].y() - curve[1].y();  // pixels
  const auto bar = [&](std::size_t k) { return lines[3 * k]; };
  for (const std::size_t k : {0U, 1U}) {
    const Pixel& middle = curve[k + 1];
    const double half = chart.curves[0].error[k + 1] * unit;
    EXPECT_NEAR(bar(k)[0].x(), middle.x(), 2.1 / 512);
    EXPECT_NEAR(middle.y() - bar(k)[0].y(), half, 6.1 / 512);
    EXPECT_NEAR(bar(k)[1].y() - middle.y(), half, 6.1 / 512);
  }
  EXPECT_GT(bar(1)[0].y(), 40.0);  // below the title
}

TEST(Plot, numbers_that_are_not_finite_leave_gaps) {
  const auto lines =
      strokes(chart_bytes(one_curve({0, 1, 2, 3, 4}, {1, 2, nan, 2, 1}), PictureFormat::svg));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].size(), 2U);
  EXPECT_EQ(lines[1].size(), 2U);
}

TEST(Plot, numbers_without_logarithm_leave_gaps) {
  Chart chart = one_curve({0, 1, 2, 3, 4}, {1, 0.1, 0, 0.01, 0.001});
  chart.y.logarithmic = true;
  EXPECT_EQ(strokes(chart_bytes(chart, PictureFormat::svg)).size(), 2U);
}

// A million points are not more than four in each of the 900 columns of pixels, and the one that
// sticks out is among them.
TEST(Plot, long_curves_are_thinned_without_losing_extremes) {
  std::vector<double> x;
  std::vector<double> y;
  for (int k = 0; k < 1'000'000; ++k) {
    x.push_back(k);
    y.push_back(k == 400'123 ? 2.0 : std::sin(0.37 * k));
  }
  const auto lines = strokes(chart_bytes(one_curve(x, y), PictureFormat::svg));
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_LT(lines[0].size(), 3600U);
  double highest = 1e9;
  double second = 1e9;
  for (const Pixel& p : lines[0]) {
    if (p.y() < highest) {
      second = highest;
      highest = p.y();
    }
  }
  EXPECT_GT(second - highest, 50.0);  // a third of the axis above all others
}

TEST(Plot, without_numbers_is_a_plot_still) {
  EXPECT_TRUE(strokes(chart_bytes({}, PictureFormat::svg)).empty());
  EXPECT_TRUE(strokes(chart_bytes(one_curve({}, {}), PictureFormat::svg)).empty());
  EXPECT_TRUE(strokes(chart_bytes(one_curve({nan}, {nan}), PictureFormat::svg)).empty());
}

TEST(Plot, format_follows_from_the_name) {
  const TemporaryFolder folder;
  const auto head = [&](const std::string& name) {
    draw_chart(one_curve({0, 1}, {0, 1}), folder.path() / name);
    std::ifstream file(folder.path() / name, std::ios::binary);
    std::string bytes(5, '\0');
    file.read(bytes.data(), 5);
    return bytes;
  };
  EXPECT_EQ(head("a.svg"), "<?xml");
  EXPECT_EQ(head("a.pdf"), "%PDF-");
  EXPECT_EQ(head("a.png").substr(1, 3), "PNG");
  EXPECT_THROW(head("a.jpg"), InputError);
}

TEST(Plot, long_names_stay_inside) {
  Chart chart = one_curve({0, 1}, {0, 1});
  chart.title = std::string(500, 'W');
  chart.curves.push_back({.name = std::string(300, 'M') + "é", .x = {0, 1}, .y = {1, 0}});
  const auto lines = strokes(chart_bytes(chart, PictureFormat::svg));
  ASSERT_FALSE(lines.empty());
  EXPECT_GT((lines[0].back() - lines[0].front()).x(), 300.0);  // a third of the width at least
}

}  // namespace
}  // namespace galet::plot_test
