// Checkpoints of any size.
#include "galet/io/checkpoint.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>

#include "galet/scene/scene.hpp"

namespace galet::checkpoint_test {
namespace {

// Lengths beyond 31 bits, and more than the system reads or writes at a time (2^31 − 4096 bytes).
// It takes 5 GB of memory, 2 GB of disk and half a minute: `make soak`.
TEST(Checkpoint, of_more_than_2_GiB_is_read_back) {
  if (std::getenv("GALET_SOAK") == nullptr) GTEST_SKIP() << "only with GALET_SOAK";
  const TemporaryFolder folder;
  Scene scene;
  Checkpoint checkpoint;
  checkpoint.scene = scene_identity(scene);
  checkpoint.run.resize((std::size_t{1} << 31) + 12345);
  checkpoint.run.front() = std::byte{1};
  checkpoint.run.back() = std::byte{2};
  write_checkpoint(folder.path(), checkpoint, 1);
  const std::vector<std::byte> run = read_checkpoint(folder.path(), scene).checkpoint.run;
  EXPECT_TRUE(run == checkpoint.run);
}

std::vector<std::string> files_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

TEST(Checkpoint, counts_when_it_settles) {
  const TemporaryFolder folder;
  const Scene scene;
  Checkpoint checkpoint;
  checkpoint.scene = scene_identity(scene);
  checkpoint.run = {std::byte{1}};
  write_checkpoint(folder.path(), checkpoint, 2);
  const auto last = [&] { return read_checkpoint(folder.path(), scene).checkpoint.run; };
  const std::vector<std::byte> before = checkpoint.run;
  checkpoint.run = {std::byte{2}, std::byte{3}};
  {
    const PreparedCheckpoint dropped(folder.path(), checkpoint, 2);
    EXPECT_EQ(files_in(folder.path()),
              (std::vector<std::string>{"checkpoint-new.bin", "checkpoint.bin"}));
    EXPECT_EQ(last(), before);
  }
  EXPECT_EQ(files_in(folder.path()), std::vector<std::string>{"checkpoint.bin"});
  PreparedCheckpoint(folder.path(), checkpoint, 2).settle();
  EXPECT_EQ(files_in(folder.path()),
            (std::vector<std::string>{"checkpoint-1.bin", "checkpoint.bin"}));
  EXPECT_EQ(last(), checkpoint.run);
}

}  // namespace
}  // namespace galet::checkpoint_test
