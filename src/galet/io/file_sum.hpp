// The length and the checksum of a file, or of the first part of one that grows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace galet {

struct FileSum {
  std::int64_t bytes = 0;
  std::uint64_t sum = 0;  // a Checksum

  bool operator==(const FileSum&) const = default;
};

FileSum sum_of(std::span<const std::byte> content);
// Throws SystemError when the file cannot be read.
FileSum sum_of_file(const std::filesystem::path& path);
// Whether a file is what it was; one that grows, in its first bytes. Throws DamagedFile otherwise.
void check_sum(const std::filesystem::path& path, const FileSum& expected, bool grows = false);

}  // namespace galet
