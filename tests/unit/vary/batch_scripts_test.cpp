#include "galet/vary/batch_scripts.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace galet::batch_scripts_test {
namespace {

TEST(BatchScripts, numbers_that_follow_each_other_are_a_range) {
  EXPECT_EQ(number_ranges(std::vector<std::int64_t>{1, 2, 3, 7, 9, 10}), "1-3,7,9-10");
  EXPECT_EQ(number_ranges(std::vector<std::int64_t>{4}), "4");
}

// Indices of arrays end at 1000 on a cluster as it is installed: higher numbers have an offset.
TEST(BatchScripts, a_script_has_a_thousand_numbers_at_most) {
  const std::vector<std::int64_t> numbers{5, 1000, 1001, 2500};
  const auto scripts = slurm_scripts({.program = "/g", .folder = "/f", .name = "x"}, numbers);
  ASSERT_EQ(scripts.size(), 3U);
  EXPECT_NE(scripts[0].find("--array=5,1000\n"), std::string::npos);
  EXPECT_NE(scripts[0].find("SLURM_ARRAY_TASK_ID + 0"), std::string::npos);
  EXPECT_NE(scripts[1].find("--array=1\n"), std::string::npos);
  EXPECT_NE(scripts[1].find("SLURM_ARRAY_TASK_ID + 1000"), std::string::npos);
  EXPECT_NE(scripts[2].find("--array=500\n"), std::string::npos);
  EXPECT_NE(scripts[2].find("SLURM_ARRAY_TASK_ID + 2000"), std::string::npos);
}

TEST(BatchScripts, names_of_jobs_are_plain) {
  const auto scripts = slurm_scripts({.program = "/g", .folder = "/f", .name = "a \"b\"\n#SBATCH"},
                                     std::vector<std::int64_t>{1});
  EXPECT_NE(scripts[0].find("--job-name=a--b---SBATCH\n"), std::string::npos);
}

}  // namespace
}  // namespace galet::batch_scripts_test
