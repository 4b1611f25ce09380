#include "galet/vary/points.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "galet/base/error.hpp"

namespace galet::points_test {
namespace {

ListParameter listed(const std::string& name, std::vector<double> values) {
  return {.common = {.name = name, .key = name + ".key"}, .values = {std::move(values)}};
}

using Texts = std::vector<std::string>;

TEST(Points, lists_make_a_grid_whose_last_parameter_varies_fastest) {
  StudySettings study;
  study.parameter = {listed("a", {1, 2}), listed("b", {0.5, 0.25, 3})};
  const std::vector<StudyPoint> points = points_of(study, 7);
  ASSERT_EQ(points.size(), 6U);
  EXPECT_EQ(points[0].values, (Texts{"1", "0.5"}));
  EXPECT_EQ(points[1].values, (Texts{"1", "0.25"}));
  EXPECT_EQ(points[3].values, (Texts{"2", "0.5"}));
  EXPECT_EQ(points[0].overrides, (Texts{"a.key=1.0", "b.key=0.5", "seed=7"}));
  EXPECT_EQ(points[0].origins, (std::vector<int>{0, 1, -1}));
}

TEST(Points, replicas_are_innermost_and_count_seeds_up) {
  StudySettings study;
  study.replicas = 2;
  study.seed = 40;
  study.seed_keys = {"seed", "feed[0].seed"};
  study.set = {"time.end=2"};
  study.parameter = {listed("a", {1, 2})};
  const std::vector<StudyPoint> points = points_of(study, 7);
  ASSERT_EQ(points.size(), 4U);
  EXPECT_EQ(points[1].values, (Texts{"1"}));
  EXPECT_EQ(points[1].replica, 2);
  EXPECT_EQ(points[1].seed, 41);
  EXPECT_EQ(points[1].overrides, (Texts{"time.end=2", "a.key=1.0", "seed=41", "feed[0].seed=41"}));
}

// 0.1·10^{k/2}, and 0.1 + 0.1 k without the noise of binary fractions.
TEST(Points, ranges_have_both_ends_and_short_numbers) {
  StudySettings study;
  study.parameter = {RangeParameter{.common = {.name = "x"}, .from = 0.1, .to = 0.5, .count = 5}};
  Texts values;
  for (const StudyPoint& point : points_of(study, 1)) values.push_back(point.values[0]);
  EXPECT_EQ(values, (Texts{"0.1", "0.2", "0.3", "0.4", "0.5"}));
  study.parameter = {RangeParameter{
      .common = {.name = "x"}, .from = 0.1, .to = 10, .count = 3, .logarithmic = true}};
  values.clear();
  for (const StudyPoint& point : points_of(study, 1)) values.push_back(point.values[0]);
  EXPECT_EQ(values, (Texts{"0.1", "1", "10"}));
}

TEST(Points, words_are_strings_and_cases_are_settings) {
  StudySettings study;
  study.parameter = {
      WordsParameter{.common = {.key = "scheme"}, .values = {"convex", "dem"}},
      CasesParameter{.name = "law",
                     .cases = {{"hard", {}}, {"soft", {"a.b=1", "time.step=1e-4"}}}}};
  const std::vector<StudyPoint> points = points_of(study, 1);
  ASSERT_EQ(points.size(), 4U);
  EXPECT_EQ(points[3].values, (Texts{"dem", "soft"}));
  EXPECT_EQ(points[3].overrides, (Texts{"scheme=\"dem\"", "a.b=1", "time.step=1e-4", "seed=1"}));
}

TEST(Points, formulas_know_the_numbers_before_them) {
  StudySettings study;
  ListParameter helper = listed("speed", {0.1, 0.2});
  helper.common.key = "";
  study.parameter = {
      helper,
      FormulaParameter{.common = {.name = "end", .key = "time.end", .also = {"output.every"}},
                       .formula = "6*0.05/speed"}};
  const std::vector<StudyPoint> points = points_of(study, 1);
  EXPECT_EQ(points[1].values[1], "1.5");
  EXPECT_EQ(points[1].overrides.size(), 3U);
  EXPECT_TRUE(points[1].overrides[1].starts_with("output.every=1.5"));
}

TEST(Points, what_cannot_be_is_refused_with_its_key) {
  const auto key_of_error = [](const StudySettings& study) {
    try {
      points_of(study, 1);
    } catch (const InputError& error) {
      return error.key();
    }
    return std::string("no error");
  };
  StudySettings study;
  study.parameter = {listed("a", {1, 2, 1})};
  EXPECT_EQ(key_of_error(study), "parameter[0]");
  study.parameter = {FormulaParameter{.common = {.name = "f"}, .formula = "2*later"},
                     listed("later", {1})};
  EXPECT_EQ(key_of_error(study), "parameter[0].formula");
  study.parameter = {listed("a", {0}), FormulaParameter{.common = {.name = "f"}, .formula = "1/a"}};
  EXPECT_EQ(key_of_error(study), "parameter[1].formula");
  study.parameter = {listed("a", {1, 2})};
  study.replicas = 60000;  // 120 000 runs
  EXPECT_EQ(key_of_error(study), "parameter");
}

}  // namespace
}  // namespace galet::points_test
