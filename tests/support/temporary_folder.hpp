// Folders for the files of tests. Tests run at the same time, so no two may share a file.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace galet {

// An empty folder that is removed at the end of the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "galet-test-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// A folder of this test program alone, with a trailing separator.
inline std::filesystem::path test_folder() {
  static const TemporaryFolder folder;
  return folder.path() / "";
}

}  // namespace galet
