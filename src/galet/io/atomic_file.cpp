#include "galet/io/atomic_file.hpp"

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace galet {
namespace {

namespace fs = std::filesystem;

class Descriptor {
 public:
  Descriptor(const fs::path& path, int flags) : path_(path) {
    do {
      fd_ = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
    } while (fd_ < 0 && errno == EINTR);
    if (fd_ < 0) throw file_error("open", path_, errno);
  }
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  void write(std::span<const std::byte> rest) {
    while (!rest.empty()) {
      const ssize_t written = ::write(fd_, rest.data(), rest.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) throw file_error("write", path_, errno);
      rest = rest.subspan(static_cast<std::size_t>(written));
    }
  }

  // Some file systems have nothing to synchronise for a folder and say EINVAL.
  void sync(bool folder = false) {
    while (::fsync(fd_) != 0) {
      if (errno == EINTR) continue;
      if (folder && errno == EINVAL) return;
      throw file_error("write", path_, errno);
    }
  }

  // Closing may report an error of an earlier write (network file systems, quotas).
  void close() {
    if (::close(std::exchange(fd_, -1)) != 0 && errno != EINTR) {
      throw file_error("write", path_, errno);
    }
  }

 private:
  fs::path path_;
  int fd_ = -1;
};

}  // namespace

SystemError file_error(std::string_view action, const fs::path& path, int error) {
  return SystemError(fmt::format("cannot {} {}: {}", action, path.string(), std::strerror(error)));
}

void sync_folder(const fs::path& folder) {
  const fs::path path = folder.empty() ? fs::path(".") : folder;
  // One may write into folders that one may not list; they cannot be synchronised.
  if (::access(path.c_str(), R_OK) != 0 && errno == EACCES) return;
  Descriptor(path, O_RDONLY | O_DIRECTORY).sync(true);
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> made;
  for (fs::path p = folder; !p.empty() && !fs::exists(p, error); p = p.parent_path()) {
    made.push_back(p);
  }
  fs::create_directories(folder, error);
  if (error) {
    throw SystemError(
        fmt::format("cannot make the folder {}: {}", folder.string(), error.message()));
  }
  for (const fs::path& p : made) sync_folder(p.parent_path());
}

void write_atomically(const fs::path& path,
                      std::initializer_list<std::span<const std::byte>> pieces) {
  fs::path part = path;
  part += ".part";
  // What a kill left behind, or a link that was put there.
  const fs::file_status stale = fs::symlink_status(part);
  if (fs::is_regular_file(stale) || fs::is_symlink(stale)) ::unlink(part.c_str());
  try {
    Descriptor file(part, O_WRONLY | O_CREAT | O_EXCL);
    for (const std::span<const std::byte> piece : pieces) file.write(piece);
    file.sync();
    file.close();
    if (::rename(part.c_str(), path.c_str()) != 0) throw file_error("write", path, errno);
  } catch (...) {
    // On a full disk the space is worth more than the piece.
    ::unlink(part.c_str());
    throw;
  }
  sync_folder(path.parent_path());
}

void write_atomically(const fs::path& path, std::span<const std::byte> content) {
  write_atomically(path, {content});
}

void write_atomically(const fs::path& path, std::string_view text) {
  write_atomically(path, std::as_bytes(std::span(text)));
}

}  // namespace galet
