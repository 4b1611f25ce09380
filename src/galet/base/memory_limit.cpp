#include "galet/base/memory_limit.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "galet/base/refuse.hpp"

namespace galet {
namespace {

double physical_memory() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
}

std::string amount(double bytes) {
  constexpr double giga = 1e9;
  return fmt::format("{:.3g} GB", bytes / giga);
}

}  // namespace

void check_memory(const std::string& key, const std::string& what, double bytes) {
  const double available = physical_memory();
  if (bytes > available) {
    refuse(key, fmt::format("{} need about {} of memory; this machine has {}", what, amount(bytes),
                            amount(available)));
  }
}

}  // namespace galet
