#include "galet/io/row_file.hpp"

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "galet/io/atomic_file.hpp"
#include "galet/io/damaged_file.hpp"

namespace galet {

RowFile::RowFile(std::filesystem::path path) : path_(std::move(path)) {
  open(O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW);
}

RowFile::RowFile(std::filesystem::path path, const FileSum& beginning) : path_(std::move(path)) {
  open(O_RDWR | O_NOFOLLOW);
  std::vector<std::byte> buffer(std::size_t{1} << 16);
  while (bytes_ < beginning.bytes) {
    const auto wanted = static_cast<std::size_t>(
        std::min<std::int64_t>(static_cast<std::int64_t>(buffer.size()), beginning.bytes - bytes_));
    const ssize_t got = ::read(descriptor_, buffer.data(), wanted);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw file_error("read", path_, errno);
    if (got == 0) break;
    checksum_.add(std::span(buffer).first(static_cast<std::size_t>(got)));
    bytes_ += got;
  }
  if (written() != beginning) {
    throw DamagedFile(path_.string(), "", "has been changed since the run wrote it");
  }
  if (::ftruncate(descriptor_, beginning.bytes) != 0) throw file_error("write", path_, errno);
}

RowFile::~RowFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

RowFile::RowFile(RowFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      bytes_(other.bytes_),
      checksum_(other.checksum_) {}

void RowFile::open(int flags) {
  descriptor_ = ::open(path_.c_str(), flags | O_CLOEXEC, 0666);
  if (descriptor_ < 0) throw file_error("open", path_, errno);
}

void RowFile::put(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw file_error("write", path_, errno);
    const auto count = static_cast<std::size_t>(written);
    checksum_.add(std::as_bytes(std::span(text.substr(0, count))));
    bytes_ += written;
    text.remove_prefix(count);
  }
}

void RowFile::sync() {
  while (::fsync(descriptor_) != 0) {
    if (errno != EINTR) throw file_error("write", path_, errno);
  }
}

}  // namespace galet
