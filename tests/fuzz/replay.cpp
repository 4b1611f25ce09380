// The files of corpus/, which are seeds of the fuzzer and what it found, through the targets.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <vector>

#include "fuzz/targets.hpp"
#include <gtest/gtest.h>

namespace galet::fuzz {
namespace {

class Replay : public testing::TestWithParam<Target> {};

std::string name_of_target(const testing::TestParamInfo<Target>& info) {
  return std::string(info.param.name);
}

TEST_P(Replay, files_of_the_corpus) {
  const std::filesystem::path folder = std::filesystem::path(GALET_CORPUS) / GetParam().name;
  std::vector<std::filesystem::path> files(std::filesystem::directory_iterator(folder), {});
  std::ranges::sort(files);
  ASSERT_FALSE(files.empty());
  for (const std::filesystem::path& path : files) {
    SCOPED_TRACE(path.string());
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    EXPECT_NO_THROW(GetParam().run(std::as_bytes(std::span(bytes))));
  }
}

INSTANTIATE_TEST_SUITE_P(, Replay, testing::ValuesIn(targets), name_of_target);

}  // namespace
}  // namespace galet::fuzz
