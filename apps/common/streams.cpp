#include "streams.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iostream>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace galet {
namespace {

// A descriptor that takes everything; the first failure is kept.
struct Forgiving {
  int descriptor;
  int error = 0;
};

Forgiving out{STDOUT_FILENO};
Forgiving err{STDERR_FILENO};

ssize_t write_or_drop(void* cookie, const char* bytes, std::size_t count) {
  auto& stream = *static_cast<Forgiving*>(cookie);
  for (std::size_t done = 0; done < count && stream.error == 0;) {
    const ssize_t written = ::write(stream.descriptor, bytes + done, count - done);
    if (written >= 0) {
      done += static_cast<std::size_t>(written);
    } else if (errno != EINTR) {
      stream.error = errno;
    }
  }
  return static_cast<ssize_t>(count);
}

// stdout and stderr are variables in the C library of Linux.
std::FILE* forgiving(Forgiving& stream, int buffering) {
  std::FILE* file = ::fopencookie(
      &stream, "w", {.read = nullptr, .write = write_or_drop, .seek = nullptr, .close = nullptr});
  if (file != nullptr) std::setvbuf(file, nullptr, buffering, BUFSIZ);
  return file;
}

}  // namespace

void open_streams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    // The lowest free descriptor is taken, which is this one.
    if (::fcntl(descriptor, F_GETFD) == -1 && errno == EBADF) {
      [[maybe_unused]] const int opened = ::open("/dev/null", O_RDWR);
    }
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  if (std::FILE* file = forgiving(out, ::isatty(STDOUT_FILENO) != 0 ? _IOLBF : _IOFBF)) {
    stdout = file;
  }
  if (std::FILE* file = forgiving(err, _IONBF)) stderr = file;
}

bool close_output() {
  std::fflush(stdout);
  errno = 0;
  if (!std::cout.flush() && out.error == 0) out.error = errno != 0 ? errno : EIO;
  if (out.error == 0) return true;
  fmt::print(stderr, "galet: cannot continue: cannot write to standard output: {}\n",
             std::strerror(out.error));
  return false;
}

}  // namespace galet
