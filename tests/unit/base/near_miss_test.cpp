#include "galet/base/near_miss.hpp"

#include <array>

#include <gtest/gtest.h>

namespace galet::near_miss_test {
namespace {

constexpr std::array<std::string_view, 5> names{"tolerance", "tolerance_velocity", "order", "x",
                                                "y"};

TEST(NearMiss, allows_more_errors_in_longer_words) {
  EXPECT_EQ(near_miss("tolerancevelocity", names), "tolerance_velocity");
  EXPECT_EQ(near_miss("velocity_tolerance", names), std::nullopt);
}

TEST(NearMiss, does_not_guess_wildly) {
  EXPECT_EQ(near_miss("colour", names), std::nullopt);
  EXPECT_EQ(near_miss("z", names), std::nullopt);  // as near to x as to y
  EXPECT_EQ(near_miss("X", names), "x");
  EXPECT_EQ(near_miss("", names), std::nullopt);
  EXPECT_EQ(near_miss(std::string(100000, 'a'), names), std::nullopt);
}

TEST(NearMiss, without_candidates) { EXPECT_EQ(suggestion("magic", {}), "none is expected here"); }

}  // namespace
}  // namespace galet::near_miss_test
