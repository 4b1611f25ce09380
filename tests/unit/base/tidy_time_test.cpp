#include "galet/base/tidy_time.hpp"

#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace galet::tidy_time_test {
namespace {

TEST(TidyTime, products_of_steps_become_round) {
  EXPECT_NE(600 * 1e-4, 0.06);  // or there would be nothing to do
  EXPECT_EQ(tidy_time(600 * 1e-4), 0.06);
  EXPECT_EQ(tidy_time(0.0), 0.0);
  EXPECT_EQ(tidy_time(3 * 0.1), 0.3);
  // n steps of 1e-4 s for every n up to 10 s: never more than four decimals.
  for (int n = 0; n < 100000; ++n) {
    EXPECT_LE(fmt::format("{}", tidy_time(n * 1e-4)).size(), 6U) << n;
  }
}

TEST(TidyTime, hardly_moves_a_time) {
  for (const double t : {1.0 / 3.0, 12345.678901234567, 1e-9 / 7.0}) {
    EXPECT_NEAR(tidy_time(t), t, 5e-15 * t);
    EXPECT_EQ(tidy_time(tidy_time(t)), tidy_time(t));
  }
}

}  // namespace
}  // namespace galet::tidy_time_test
