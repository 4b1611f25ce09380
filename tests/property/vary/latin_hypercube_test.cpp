#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "galet/vary/points.hpp"

namespace galet::latin_hypercube_test {
namespace {

// The definition of a Latin hypercube [McKay1979]: of n samples one lies in each n-th of every
// interval, whatever the seed, on linear and on logarithmic scales.
RC_GTEST_PROP(LatinHypercube, has_one_sample_in_every_part_of_every_interval, ()) {
  const auto n = *rc::gen::inRange<std::int64_t>(1, 60);
  const auto dimensions = *rc::gen::inRange<std::size_t>(1, 5);
  StudySettings study;
  study.samples = n;
  study.seed = *rc::gen::inRange<std::int64_t>(0, 1000000);
  std::vector<LatinParameter> intervals;
  for (std::size_t k = 0; k < dimensions; ++k) {
    const double low = *rc::gen::inRange(1, 100) * 0.01;
    intervals.push_back({.common = {.name = "x" + std::to_string(k)},
                         .low = low,
                         .high = low * *rc::gen::inRange(2, 50),
                         .logarithmic = *rc::gen::arbitrary<bool>()});
    study.parameter.emplace_back(intervals.back());
  }
  const std::vector<StudyPoint> points = points_of(study, 1);
  RC_ASSERT(points.size() == static_cast<std::size_t>(n));
  for (std::size_t k = 0; k < dimensions; ++k) {
    const LatinParameter& p = intervals[k];
    std::set<std::int64_t> parts;
    for (const StudyPoint& point : points) {
      const double x = std::stod(point.values[k]);
      const double share = p.logarithmic ? std::log(x / p.low) / std::log(p.high / p.low)
                                         : (x - p.low) / (p.high - p.low);
      RC_ASSERT(share >= 0.0 && share < 1.0 + 1e-12);
      // Samples are inside of their parts by far more than rounding, but for a set of measure 1e-9.
      parts.insert(std::llround(std::floor(share * static_cast<double>(n))));
    }
    RC_ASSERT(parts.size() == static_cast<std::size_t>(n));
  }
}

// Parts of different intervals are matched at random: over many seeds every part of the second
// interval meets every part of the first. A cell of 4 × 4 stays empty in 400 draws, each of which
// fills it with probability 1/4, with probability 0.75^400 < 1e-49.
TEST(LatinHypercube, parts_are_matched_at_random) {
  std::map<std::pair<int, int>, int> met;
  for (std::int64_t seed = 0; seed < 400; ++seed) {
    StudySettings study;
    study.samples = 4;
    study.seed = seed;
    study.parameter = {LatinParameter{.common = {.name = "x"}, .low = 0, .high = 4},
                       LatinParameter{.common = {.name = "y"}, .low = 0, .high = 4}};
    for (const StudyPoint& point : points_of(study, 1)) {
      ++met[{static_cast<int>(std::stod(point.values[0])),
             static_cast<int>(std::stod(point.values[1]))}];
    }
  }
  EXPECT_EQ(met.size(), 16U);
  // Each of 16 cells is hit with probability 1/4 in 400 draws: 100 ± 8.7; six deviations.
  for (const auto& [cell, count] : met) EXPECT_NEAR(count, 100, 52);
}

TEST(LatinHypercube, every_point_of_the_grid_has_the_same_samples) {
  StudySettings study;
  study.samples = 3;
  study.parameter = {
      LatinParameter{.common = {.name = "x"}, .low = 0, .high = 1},
      ListParameter{.common = {.name = "a"}, .values = {{1, 2}}},
  };
  const std::vector<StudyPoint> points = points_of(study, 1);
  ASSERT_EQ(points.size(), 6U);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(points[k].values[0], points[k + 3].values[0]);
    EXPECT_EQ(points[k].values[1], "1");
    EXPECT_EQ(points[k + 3].values[1], "2");
  }
}

}  // namespace
}  // namespace galet::latin_hypercube_test
