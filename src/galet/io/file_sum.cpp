#include "galet/io/file_sum.hpp"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "galet/io/atomic_file.hpp"
#include "galet/io/checksum.hpp"
#include "galet/io/damaged_file.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

// Of at most so many bytes from the beginning.
FileSum sum_of_beginning(const fs::path& path, std::int64_t most) {
  constexpr std::size_t piece = std::size_t{1} << 20;
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw file_error("open", path, errno);
  std::vector<std::byte> buffer(piece);
  Checksum checksum;
  FileSum read;
  while (read.bytes < most) {
    const auto wanted = static_cast<std::size_t>(
        std::min<std::int64_t>(static_cast<std::int64_t>(piece), most - read.bytes));
    const ssize_t got = ::read(descriptor, buffer.data(), wanted);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      const int error = errno;
      ::close(descriptor);
      throw file_error("read", path, error);
    }
    if (got == 0) break;
    checksum.add(std::span(buffer).first(static_cast<std::size_t>(got)));
    read.bytes += got;
  }
  ::close(descriptor);
  read.sum = checksum.value();
  return read;
}

}  // namespace

FileSum sum_of(std::span<const std::byte> content) {
  Checksum checksum;
  checksum.add(content);
  return {static_cast<std::int64_t>(content.size()), checksum.value()};
}

FileSum sum_of_file(const fs::path& path) {
  return sum_of_beginning(path, std::numeric_limits<std::int64_t>::max());
}

void check_sum(const fs::path& path, const FileSum& expected, bool grows) {
  if (!fs::exists(path)) throw DamagedFile(path.string(), "", "missing");
  const FileSum found = grows ? sum_of_beginning(path, expected.bytes) : sum_of_file(path);
  if (found == expected) return;
  if (found.bytes != expected.bytes) {
    throw DamagedFile(path.string(), "",
                      fmt::format("had {} bytes and has {} now", expected.bytes, found.bytes));
  }
  throw DamagedFile(path.string(), "",
                    "has been changed since it was written: its checksum does not fit");
}

}  // namespace galet
