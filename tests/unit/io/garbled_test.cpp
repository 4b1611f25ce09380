// Files with random damage are refused or read as something that a run can have written; they never
// end the program. Seeds are fixed.
#include <algorithm>
#include <fstream>
#include <vector>

#include "unit/io/sample.hpp"
#include <gtest/gtest.h>

#include "galet/base/random.hpp"
#include "galet/io/checkpoint.hpp"
#include "galet/io/damaged_file.hpp"
#include "galet/io/frame_check.hpp"
#include "galet/io/trajectory.hpp"

namespace galet::garbled_test {
namespace {

namespace fs = std::filesystem;

std::vector<std::byte> content_of(const fs::path& path) {
  std::vector<std::byte> bytes(fs::file_size(path));
  std::ifstream(path, std::ios::binary)
      .read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return bytes;
}

void put(const fs::path& path, const std::vector<std::byte>& bytes) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

std::size_t below(Random& random, std::size_t n) {
  return std::min(n - 1, static_cast<std::size_t>(random.uniform(0.0, static_cast<double>(n))));
}

// A few bytes another, a stretch of zeros, a piece cut off or doubled.
std::vector<std::byte> garbled(std::vector<std::byte> bytes, Random& random) {
  const std::size_t kind = below(random, 4);
  const std::size_t at = below(random, bytes.size());
  const std::size_t length = std::min(bytes.size() - at, 1 + below(random, 64));
  const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(at);
  if (kind == 0) {
    for (std::size_t k = 0; k <= below(random, 8); ++k) {
      bytes[below(random, bytes.size())] = static_cast<std::byte>(below(random, 256));
    }
  } else if (kind == 1) {
    std::fill_n(begin, length, std::byte{0});
  } else if (kind == 2) {
    bytes.resize(at);
  } else {
    std::copy_n(
        begin, length,
        bytes.begin() + static_cast<std::ptrdiff_t>(below(random, bytes.size() - length + 1)));
  }
  return bytes;
}

template <int D>
void read_garbled_segments(int count) {
  const TemporaryFolder folder;
  {
    TrajectoryWriter writer(folder.path(), "title", D, 10);
    writer.add(stored(packed_sample<D>(std::vector<int>(D, 3), 0.1).frame(0)));
  }
  const fs::path segment = folder.path() / "trajectory" / "000000.h5";
  const std::vector<std::byte> whole = content_of(segment);
  Random random(7);
  int refused = 0;
  for (int k = 0; k < count; ++k) {
    put(segment, garbled(whole, random));
    try {
      const TrajectoryReader reader(folder.path());
      for (std::int64_t n = 0; n < reader.frames(); ++n) validate(reader.read(n), "again");
    } catch (const SystemError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, count / 4);
}

TEST(Garbled, segments_2d) { read_garbled_segments<2>(1500); }
TEST(Garbled, segments_3d) { read_garbled_segments<3>(1500); }

TEST(Garbled, checkpoints) {
  const TemporaryFolder folder;
  Scene scene;
  Checkpoint checkpoint;
  checkpoint.scene = scene_identity(scene);
  checkpoint.files.trajectory.names.materials = {"glass", "steel"};
  checkpoint.files.trajectory.times = {0.0, 1.0};
  checkpoint.run.resize(100);
  write_checkpoint(folder.path(), checkpoint, 1);
  EXPECT_EQ(read_checkpoint(folder.path(), scene).checkpoint.run.size(), 100U);
  const fs::path path = folder.path() / "checkpoint.bin";
  const std::vector<std::byte> whole = content_of(path);
  Random random(9);
  for (int k = 0; k < 3000; ++k) {
    const std::vector<std::byte> bytes = garbled(whole, random);
    if (bytes == whole) continue;
    put(path, bytes);
    EXPECT_THROW(read_checkpoint(folder.path(), scene), SystemError);
  }
}

}  // namespace
}  // namespace galet::garbled_test
