// A library to preload: counts the operations of a program on the files below a folder, and kills
// the program at one of them, or makes that one fail.
//
//   GALET_FAULT_FOLDER  operations on what lies below it count
//   GALET_FAULT_AT      the number of the operation, from 1; 0: none
//   GALET_FAULT_MODE    kill: before it; tear: in the middle of a write; or an error, ENOSPC or
//                       EIO, that it ends with; "ENOSPC+": so do all after it. NOMEM: what counts
//                       are allocations by operator new, from the first such operation on
//   GALET_FAULT_COUNT   file that gets the number of operations when the program ends in order
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

namespace {

// Known without a look at the plan, which allocates itself.
std::atomic<bool> allocations_count{false};
std::atomic<long> allocations{0};

std::string setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

struct Plan {
  std::string folder = setting("GALET_FAULT_FOLDER");
  long at = std::atol(setting("GALET_FAULT_AT").c_str());
  std::string mode = setting("GALET_FAULT_MODE");
  std::string count_file = setting("GALET_FAULT_COUNT");
  std::atomic<long> count{0};
};

// Never destroyed: files are closed until the very end.
Plan& plan() {
  static Plan& the_plan = *new Plan;
  return the_plan;
}

template <class F>
F next(const char* name) {
  return reinterpret_cast<F>(dlsym(RTLD_NEXT, name));
}

bool is_below(const char* path) {
  const std::string& folder = plan().folder;
  return path != nullptr && !folder.empty() &&
         std::strncmp(path, folder.c_str(), folder.size()) == 0;
}

bool is_below(int descriptor) {
  char link[64];
  char path[4096];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return false;
  path[length] = '\0';
  return is_below(path);
}

enum class Fate { go_on, tear, fail };

// Counts one operation and says what becomes of it; errno is set where it fails.
template <class Object>
Fate fate_of(Object object) {
  const int before = errno;
  const bool counts = is_below(object);
  errno = before;
  if (!counts) return Fate::go_on;
  if (plan().mode == "NOMEM") {
    allocations_count = true;
    return Fate::go_on;
  }
  const long number = ++plan().count;
  const bool lasting = plan().mode.ends_with("+");
  if (plan().at == 0 || (lasting ? number < plan().at : number != plan().at)) return Fate::go_on;
  if (plan().mode == "kill") kill(getpid(), SIGKILL);
  if (plan().mode == "tear") return Fate::tear;
  errno = plan().mode.starts_with("ENOSPC") ? ENOSPC : EIO;
  return Fate::fail;
}

// What is no write is torn before it begins.
template <class Object>
bool goes_on(Object object) {
  const Fate fate = fate_of(object);
  if (fate == Fate::tear) kill(getpid(), SIGKILL);
  return fate == Fate::go_on;
}

struct Report {
  ~Report() {
    allocations_count = false;
    if (plan().count_file.empty()) return;
    if (std::FILE* file = std::fopen(plan().count_file.c_str(), "w")) {
      std::fprintf(file, "%ld\n",
                   plan().mode == "NOMEM" ? allocations.load() : plan().count.load());
      std::fclose(file);
    }
  }
} report;

bool takes_mode(int flags) { return (flags & (O_CREAT | O_TMPFILE)) != 0; }

}  // namespace

void* operator new(std::size_t size) {
  if (allocations_count && ++allocations == plan().at) throw std::bad_alloc();
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

// To be found before those of the system, whatever the options of the build say of other symbols.
#pragma GCC visibility push(default)
extern "C" {

int open(const char* path, int flags, ...) {
  mode_t mode = 0;
  if (takes_mode(flags)) {
    va_list rest;
    va_start(rest, flags);
    mode = va_arg(rest, mode_t);
    va_end(rest);
  }
  // Reading alone changes nothing, and readers look where there may be nothing.
  const bool reads = (flags & O_ACCMODE) == O_RDONLY;
  if (!reads && !goes_on(path)) return -1;
  return next<int (*)(const char*, int, ...)>("open")(path, flags, mode);
}

ssize_t write(int descriptor, const void* bytes, size_t count) {
  const auto real = next<ssize_t (*)(int, const void*, size_t)>("write");
  switch (fate_of(descriptor)) {
    case Fate::go_on:
      return real(descriptor, bytes, count);
    case Fate::fail:
      return -1;
    case Fate::tear:
      break;
  }
  real(descriptor, bytes, count / 2);
  kill(getpid(), SIGKILL);
  return -1;
}

int fsync(int descriptor) {
  return goes_on(descriptor) ? next<int (*)(int)>("fsync")(descriptor) : -1;
}

int ftruncate(int descriptor, off_t length) {
  return goes_on(descriptor) ? next<int (*)(int, off_t)>("ftruncate")(descriptor, length) : -1;
}

int rename(const char* from, const char* to) {
  return goes_on(to) ? next<int (*)(const char*, const char*)>("rename")(from, to) : -1;
}

int mkdir(const char* path, mode_t mode) {
  return goes_on(path) ? next<int (*)(const char*, mode_t)>("mkdir")(path, mode) : -1;
}

int unlink(const char* path) {
  return goes_on(path) ? next<int (*)(const char*)>("unlink")(path) : -1;
}

int remove(const char* path) {
  return goes_on(path) ? next<int (*)(const char*)>("remove")(path) : -1;
}
}
#pragma GCC visibility pop
