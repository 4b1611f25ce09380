#include "galet/draw/axis.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace galet::axis_test {
namespace {

std::vector<std::string> labels(const Axis& axis) {
  std::vector<std::string> out;
  for (const Tick& tick : axis.ticks()) out.push_back(tick.label);
  return out;
}

TEST(Axis, ticks_are_round_numbers_within) {
  const std::vector<double> ticks = round_ticks(-0.03, 1.02, 6.0);
  ASSERT_EQ(ticks.size(), 6U);
  for (std::size_t k = 0; k < ticks.size(); ++k) {
    EXPECT_NEAR(ticks[k], 0.2 * static_cast<double>(k), 1e-15);
    EXPECT_FALSE(std::signbit(ticks[k]));
  }
}

// Few enough to be read, enough to read between, inside, evenly spaced: whatever the numbers.
RC_GTEST_PROP(Axis, ticks_of_any_extent, ()) {
  const double size =
      std::pow(10.0, *rc::gen::inRange(-30, 30)) * (1.0 + 0.01 * *rc::gen::inRange(0, 900));
  const double low = size * 0.01 * *rc::gen::inRange(-1000, 1000);
  const std::vector<double> ticks = round_ticks(low, low + size, 6.0);
  RC_ASSERT(ticks.size() >= 3U && ticks.size() <= 11U);
  for (std::size_t k = 0; k < ticks.size(); ++k) {
    RC_ASSERT(ticks[k] >= low - 1e-6 * size && ticks[k] <= low + size * (1.0 + 1e-6));
    if (k > 1) {
      RC_ASSERT(std::abs(ticks[k] - 2.0 * ticks[k - 1] + ticks[k - 2]) < 1e-9 * size);
    }
  }
}

TEST(Axis, small_numbers_get_a_prefix_or_a_power) {
  const Axis metres({"overlap", "m"}, {0.0, 3e-5}, 0.0, 4.0);
  EXPECT_EQ(metres.title(), "overlap (µm)");
  EXPECT_EQ(labels(metres), (std::vector<std::string>{"0", "10", "20", "30"}));
  EXPECT_DOUBLE_EQ(metres.ticks()[1].value, 1e-5);
  const Axis plain({"overlap over radius", ""}, {0.0, 3e-5}, 0.0, 4.0);
  EXPECT_EQ(plain.title(), "overlap over radius (10⁻⁶)");
  const Axis volume({"volume", "m³"}, {0.0, 3e-5}, 0.0, 4.0);
  EXPECT_EQ(volume.title(), "volume (10⁻⁶ m³)");  // 30 mm³ would be something else
  const Axis seconds({"time", "s"}, {0.0, 2.0}, 0.0, 4.0);
  EXPECT_EQ(seconds.title(), "time (s)");
  EXPECT_EQ(labels(seconds), (std::vector<std::string>{"0.0", "0.5", "1.0", "1.5", "2.0"}));
}

TEST(Axis, starts_at_zero_unless_numbers_are_far_from_it) {
  EXPECT_EQ(Axis({}, {1.0, 10.0}, 0.05, 5.0).place(0.0), 0.0);
  EXPECT_EQ(Axis({}, {-10.0, -1.0}, 0.05, 5.0).place(0.0), 1.0);
  EXPECT_LT(Axis({}, {9.0, 10.0}, 0.05, 5.0).place(0.0), -1.0);
}

TEST(Axis, keeps_room_beyond_the_numbers) {
  const Axis axis({}, {-1.0, 1.0}, 0.05, 5.0);
  // 2 of 2.2 are numbers, 0.1 on either side are free.
  EXPECT_NEAR(axis.place(-1.0), 0.1 / 2.2, 1e-15);
  EXPECT_NEAR(axis.place(1.0), 2.1 / 2.2, 1e-15);
}

TEST(Axis, of_one_number_or_none) {
  const Axis one({}, {3.0, 3.0}, 0.05, 5.0);
  EXPECT_NEAR(one.place(3.0), 0.5, 1e-15);
  EXPECT_GE(one.ticks().size(), 3U);
  EXPECT_GE(Axis({}, {}, 0.05, 5.0).ticks().size(), 3U);
  EXPECT_NEAR(Axis({}, {0.0, 0.0}, 0.05, 5.0).place(0.0), 0.5, 1e-15);
}

TEST(Axis, decades) {
  const Axis axis({"residual", "", true}, {2e-7, 1e-4}, 0.0, 5.0);
  EXPECT_EQ(labels(axis), (std::vector<std::string>{"10⁻⁷", "10⁻⁶", "10⁻⁵", "10⁻⁴"}));
  // Evenly spaced, the ends a little inside.
  EXPECT_NEAR(axis.place(1e-5) - axis.place(1e-6), axis.place(1e-4) - axis.place(1e-5), 1e-12);
  EXPECT_GT(axis.place(1e-7), 0.0);
  EXPECT_LT(axis.place(1e-4), 1.0);
  EXPECT_FALSE(std::isfinite(axis.place(0.0)));
  EXPECT_FALSE(std::isfinite(axis.place(-1.0)));
  const Axis many({"", "", true}, {1e-300, 1.0}, 0.0, 5.0);
  EXPECT_LE(many.ticks().size(), 8U);
}

}  // namespace
}  // namespace galet::axis_test
