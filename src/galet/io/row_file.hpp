// A text file that grows row by row. Rows have left the process when put() returns: a kill loses
// none of them; sync() brings them to the disk.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "galet/io/checksum.hpp"
#include "galet/io/file_sum.hpp"

namespace galet {

class RowFile {
 public:
  // An empty file; one of that name is replaced, a link refused.
  explicit RowFile(std::filesystem::path path);
  // Goes on with the first part of a file, which must be what it was; what follows is dropped.
  // Throws DamagedFile when it is another.
  RowFile(std::filesystem::path path, const FileSum& beginning);
  ~RowFile();
  RowFile(RowFile&& other) noexcept;
  RowFile& operator=(RowFile&&) = delete;

  void put(std::string_view text);
  void sync();
  // Of all that was put.
  FileSum written() const { return {bytes_, checksum_.value()}; }

 private:
  void open(int flags);

  std::filesystem::path path_;
  int descriptor_ = -1;
  std::int64_t bytes_ = 0;
  Checksum checksum_;
};

}  // namespace galet
