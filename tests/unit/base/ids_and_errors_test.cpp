#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "galet/base/error.hpp"
#include "galet/base/fields.hpp"
#include "galet/base/ids.hpp"
#include "galet/base/near_miss.hpp"
#include "galet/base/process_memory.hpp"
#include "galet/base/timer.hpp"

namespace galet::ids_and_errors_test {
namespace {

TEST(BodyId, boundaries_are_negative_and_come_back) {
  for (const std::int32_t k : {0, 1, 17}) {
    EXPECT_TRUE(BodyId::boundary(k).is_boundary());
    EXPECT_EQ(BodyId::boundary(k).boundary_index(), k);
    EXPECT_FALSE(BodyId::body(k).is_boundary());
    EXPECT_LT(BodyId::boundary(k), BodyId::body(0));
  }
}

TEST(ContactKey, sorts_by_a_then_b_then_feature) {
  std::vector<ContactKey> keys{{BodyId::body(1), BodyId::body(2), 0},
                               {BodyId::boundary(0), BodyId::body(3), 1},
                               {BodyId::body(0), BodyId::body(2), 0},
                               {BodyId::boundary(0), BodyId::body(3), 0},
                               {BodyId::boundary(1), BodyId::body(9), 0}};
  std::ranges::sort(keys);
  const std::vector<ContactKey> expected{{BodyId::boundary(1), BodyId::body(9), 0},
                                         {BodyId::boundary(0), BodyId::body(3), 0},
                                         {BodyId::boundary(0), BodyId::body(3), 1},
                                         {BodyId::body(0), BodyId::body(2), 0},
                                         {BodyId::body(1), BodyId::body(2), 0}};
  EXPECT_EQ(keys, expected);
}

TEST(InputError, says_where_which_and_what) {
  const InputError bare("time.step", "must be positive");
  EXPECT_STREQ(bare.what(), "time.step: must be positive");
  const InputError placed({"scene.toml", 4, 9}, "time.step", "must be positive");
  EXPECT_STREQ(placed.what(), "scene.toml:4:9: time.step: must be positive");
  EXPECT_EQ(placed.key(), "time.step");
  EXPECT_EQ(placed.where().line, 4);
  const InputError file_only({"scene.toml", 0, 0}, "", "cannot be read");
  EXPECT_STREQ(file_only.what(), "scene.toml: cannot be read");
}

TEST(AssertDeathTest, a_broken_assertion_aborts_in_every_build) {
  EXPECT_DEATH(GALET_ASSERT(1 + 1 == 3), "1 \\+ 1 == 3 does not hold");
}

TEST(Range, open_and_closed_ends) {
  EXPECT_FALSE(Range::positive().contains(0.0));
  EXPECT_TRUE(Range::positive().contains(std::numeric_limits<double>::denorm_min()));
  EXPECT_TRUE(Range::at_least(0.0).contains(0.0));
  EXPECT_FALSE(Range::at_least(0.0).contains(-1e-300));
  EXPECT_TRUE(Range::between(2, 3).contains(2.0));
  EXPECT_TRUE(Range::between(2, 3).contains(3.0));
  EXPECT_FALSE(Range::between(2, 3).contains(3.0000001));
  for (const Range r : {Range::any(), Range::positive(), Range::between(0, 1)}) {
    EXPECT_FALSE(r.contains(std::numeric_limits<double>::quiet_NaN()));
  }
}

TEST(NearMiss, finds_the_word_that_was_meant) {
  constexpr std::array<std::string_view, 4> names{"friction", "restitution", "restitution_t",
                                                  "density"};
  EXPECT_EQ(near_miss("frcition", names), "friction");       // exchange of neighbours
  EXPECT_EQ(near_miss("Friction", names), "friction");       // letter case
  EXPECT_EQ(near_miss("restituton", names), "restitution");  // deletion
  EXPECT_EQ(near_miss("densityy", names), "density");        // insertion
  EXPECT_EQ(near_miss("colour", names), std::nullopt);
  EXPECT_EQ(near_miss("x", names), std::nullopt);
}

TEST(NearMiss, says_what_is_expected) {
  constexpr std::array<std::string_view, 2> names{"plane", "drum"};
  EXPECT_EQ(suggestion("plan", names), "did you mean \"plane\"?");
  EXPECT_EQ(suggestion("hyperboloid", names), "expected one of \"plane\", \"drum\"");
}

TEST(Stopwatch, laps_add_up_to_no_more_than_the_total) {
  Stopwatch watch;
  const double first = watch.lap();
  const double second = watch.lap();
  EXPECT_GE(first, 0.0);
  EXPECT_GE(second, 0.0);
  EXPECT_LE(first + second, watch.seconds() + 1e-6);
  EXPECT_GT(process_cpu_seconds(), 0.0);
}

TEST(ProcessMemory, peak_counts_what_was_touched_and_stays) {
  const std::int64_t before = peak_memory_bytes();
  ASSERT_GT(before, 0);
  constexpr std::size_t bytes = std::size_t{64} << 20;
  { const std::vector<char> touched(bytes, 'x'); }
  const std::int64_t after = peak_memory_bytes();
  // What the process had and no longer used may have served for a part.
  EXPECT_GT(after, static_cast<std::int64_t>(bytes));
  EXPECT_GE(after, before);
  EXPECT_GE(peak_memory_bytes(), after);
}

}  // namespace
}  // namespace galet::ids_and_errors_test
