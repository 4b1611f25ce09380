#include "galet/io/row_file.hpp"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "galet/io/atomic_file.hpp"

namespace galet {

RowFile::RowFile(std::filesystem::path path) : path_(std::move(path)) {
  open(O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, "w");
}

RowFile::RowFile(std::filesystem::path path, std::int64_t bytes)
    : path_(std::move(path)), bytes_(bytes) {
  open(O_RDWR | O_NOFOLLOW, "r+");
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

void RowFile::open(int flags, const char* mode) {
  const int descriptor = ::open(path_.c_str(), flags | O_CLOEXEC, 0666);
  if (descriptor < 0) throw file_error("open", path_, errno);
  file_.reset(::fdopen(descriptor, mode));
  if (file_) return;
  const int error = errno;
  ::close(descriptor);
  throw file_error("open", path_, error);
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
