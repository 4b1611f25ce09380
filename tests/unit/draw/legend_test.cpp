#include "galet/draw/legend.hpp"

#include <gtest/gtest.h>

namespace galet::legend_test {
namespace {

TEST(Legend, round_numbers) {
  EXPECT_DOUBLE_EQ(round_number_above(0.3), 0.5);
  EXPECT_DOUBLE_EQ(round_number_above(7.0), 10.0);
  EXPECT_DOUBLE_EQ(round_number_above(200.0), 200.0);
  EXPECT_DOUBLE_EQ(round_number_below(0.3), 0.2);
  EXPECT_DOUBLE_EQ(round_number_below(7.0), 5.0);
  EXPECT_DOUBLE_EQ(round_number_below(1e-3), 1e-3);
}

TEST(Legend, prefixes) {
  EXPECT_EQ(with_prefix(0.02, "m"), "20 mm");
  EXPECT_EQ(with_prefix(1e-6, "m"), "1 µm");
  EXPECT_EQ(with_prefix(1e-3, "N"), "1 mN");
  EXPECT_EQ(with_prefix(1.0, "N"), "1 N");
  EXPECT_EQ(with_prefix(5e5, "N"), "500 kN");
  EXPECT_EQ(with_prefix(0.0, "m/s"), "0 m/s");
}

}  // namespace
}  // namespace galet::legend_test
