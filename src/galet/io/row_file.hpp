// A text file that grows row by row. Rows have left the process when put() returns: a kill loses
// none of them; sync() brings them to the disk.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

namespace galet {

class RowFile {
 public:
  // An empty file; one of that name is replaced, a link refused.
  explicit RowFile(std::filesystem::path path);
  // Goes on with the first bytes of a file, which must be there and be no link; what follows them
  // is dropped.
  RowFile(std::filesystem::path path, std::int64_t bytes);

  void put(std::string_view text);
  void sync();
  std::int64_t bytes() const { return bytes_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void open(int flags, const char* mode);

  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Close> file_;
  std::int64_t bytes_ = 0;
};

}  // namespace galet
