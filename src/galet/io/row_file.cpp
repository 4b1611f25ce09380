#include "galet/io/row_file.hpp"

#include <cerrno>
#include <utility>

#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "galet/io/atomic_file.hpp"

namespace galet {

RowFile::RowFile(std::filesystem::path path)
    : path_(std::move(path)), file_(std::fopen(path_.c_str(), "we")) {
  if (!file_) throw file_error("open", path_, errno);
  lock();
}

RowFile::RowFile(std::filesystem::path path, std::int64_t bytes)
    : path_(std::move(path)), file_(std::fopen(path_.c_str(), "r+e")), bytes_(bytes) {
  if (!file_) throw file_error("open", path_, errno);
  lock();
  if (std::fseek(file_.get(), 0, SEEK_END) != 0) throw file_error("read", path_, errno);
  const auto size = static_cast<std::int64_t>(std::ftell(file_.get()));
  if (size < bytes) {
    throw SystemError(fmt::format("cannot continue {}: it had {} bytes and has {} now",
                                  path_.string(), bytes, size));
  }
  if (::ftruncate(::fileno(file_.get()), bytes) != 0 || std::fseek(file_.get(), 0, SEEK_END) != 0) {
    throw file_error("write", path_, errno);
  }
}

void RowFile::lock() {
  // File systems that know no locks are left without.
  if (::flock(::fileno(file_.get()), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw SystemError(
        fmt::format("cannot write {}: another process is writing it", path_.string()));
  }
}

void RowFile::put(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size() ||
      std::fflush(file_.get()) != 0) {
    throw file_error("write", path_, errno);
  }
  bytes_ += static_cast<std::int64_t>(text.size());
}

void RowFile::sync() {
  while (::fsync(::fileno(file_.get())) != 0) {
    if (errno != EINTR) throw file_error("write", path_, errno);
  }
}

}  // namespace galet
