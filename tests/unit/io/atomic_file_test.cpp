#include "galet/io/atomic_file.hpp"

#include <fstream>
#include <iterator>
#include <string>

#include "unit/io/sample.hpp"
#include "unit/io/small_disk.hpp"
#include <gtest/gtest.h>

namespace galet::atomic_file_test {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(AtomicFile, writes_and_replaces) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a.txt";
  write_atomically(path, "first");
  EXPECT_EQ(content_of(path), "first");
  write_atomically(path, std::string("zero \0 byte", 11));
  EXPECT_EQ(content_of(path), std::string("zero \0 byte", 11));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(AtomicFile, keeps_the_old_file_when_the_disk_is_full) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a.txt";
  write_atomically(path, "old");
  {
    const SmallDisk disk(1024);
    EXPECT_THROW(write_atomically(path, std::string(4096, 'x')), SystemError);
  }
  EXPECT_EQ(content_of(path), "old");
  EXPECT_FALSE(fs::exists(folder.path() / "a.txt.part"));
}

TEST(AtomicFile, names_path_and_reason) {
  const TemporaryFolder folder;
  write_atomically(folder.path() / "file", "");
  const fs::path below = folder.path() / "file" / "a.txt";
  try {
    write_atomically(below, "x");
    FAIL() << "no error";
  } catch (const SystemError& error) {
    EXPECT_NE(std::string(error.what()).find(below.string()), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("Not a directory"), std::string::npos) << error.what();
  }
  EXPECT_THROW(make_folder(folder.path() / "file" / "sub"), SystemError);
}

TEST(AtomicFile, makes_folders_once) {
  const TemporaryFolder folder;
  make_folder(folder.path() / "a" / "b");
  make_folder(folder.path() / "a" / "b");
  EXPECT_TRUE(fs::is_directory(folder.path() / "a" / "b"));
}

}  // namespace
}  // namespace galet::atomic_file_test
