#include "galet/vary/reduce_rows.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace galet::reduce_rows_test {
namespace {

const std::vector<double> time{0, 1, 2, 3, 4};
const std::vector<double> values{5, 1, 2, 3, 9};

double of(const ReduceSettings& settings) { return reduced(settings, time, values).value(); }

TEST(Reduced, gives_what_its_name_says) {
  EXPECT_EQ(of({.reduce = Reduce::first}), 5);
  EXPECT_EQ(of({.reduce = Reduce::last}), 9);
  EXPECT_EQ(of({.reduce = Reduce::min}), 1);
  EXPECT_EQ(of({.reduce = Reduce::max}), 9);
  EXPECT_EQ(of({.reduce = Reduce::mean}), 4);
  EXPECT_EQ(of({.reduce = Reduce::change}), 4);
  // Deviations 1, −3, −2, −1, 5: squares 40, over 4.
  EXPECT_DOUBLE_EQ(of({.reduce = Reduce::deviation}), std::sqrt(10.0));
  // Σ (t − 2)(y − 4) = −2·1 + (−1)(−3) + 0 + 1·(−1) + 2·5 = 10, over Σ (t − 2)² = 10.
  EXPECT_DOUBLE_EQ(of({.reduce = Reduce::slope}), 1.0);
}

TEST(Reduced, limits_leave_rows_out) {
  EXPECT_EQ(of({.reduce = Reduce::mean, .after = 1, .until = 3}), 2);
  EXPECT_EQ(of({.reduce = Reduce::first, .skip = 0.5}), 2);  // from half of 4 s on
  EXPECT_EQ(of({.reduce = Reduce::slope, .after = 1, .until = 3}), 1);
}

// 3·0.1 is more than 0.3 by rounding: the row at 0.3 counts.
TEST(Reduced, limits_are_met_up_to_rounding) {
  const std::vector<double> t{0.1, 3 * 0.1};
  const std::vector<double> y{1, 2};
  EXPECT_EQ(reduced({.reduce = Reduce::last, .until = 0.3}, t, y), 2);
}

TEST(Reduced, nothing_comes_of_too_few_rows) {
  EXPECT_FALSE(reduced({.reduce = Reduce::mean, .after = 5}, time, values));
  EXPECT_FALSE(reduced({.reduce = Reduce::deviation, .after = 4}, time, values));
  EXPECT_FALSE(reduced({.reduce = Reduce::slope, .after = 4}, time, values));
  EXPECT_FALSE(reduced({}, {}, {}));
}

// 1, 2, 3, 4: s² = 5/3, the standard error √(5/12).
TEST(Estimated, is_the_mean_with_its_standard_error) {
  const Estimate estimate = estimated(std::vector<double>{1, 2, 3, 4});
  EXPECT_EQ(estimate.mean, 2.5);
  EXPECT_DOUBLE_EQ(estimate.error.value(), std::sqrt(5.0 / 12.0));
  EXPECT_FALSE(estimated(std::vector<double>{1}).error);
}

}  // namespace
}  // namespace galet::reduce_rows_test
