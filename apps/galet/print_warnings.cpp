#include "print_warnings.hpp"

#include <cstdio>

#include <fmt/format.h>

namespace galet {

void print_warnings(std::span<const Warning> warnings, bool strict) {
  for (const Warning& warning : warnings) {
    fmt::print(stderr, "galet: {} [{}]: {}\n", strict ? "error" : "warning", name_of(warning.code),
               warning.message);
  }
}

}  // namespace galet
