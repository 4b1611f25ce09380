#include "galet/base/process_memory.hpp"

#include <fstream>
#include <string>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace galet {

// From the status of the process: unlike getrusage, it does not count the program that started
// this one.
std::int64_t peak_memory_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::int64_t kilobytes = 0;
    if (word == "VmHWM:" && status >> kilobytes) return 1024 * kilobytes;
  }
  return 0;
}

void return_arrays_to_system([[maybe_unused]] bool wanted) {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, wanted ? 1 << 18 : 1 << 25);
  mallopt(M_TRIM_THRESHOLD, wanted ? 1 << 24 : 1 << 26);
#endif
}

}  // namespace galet
