// Numbers with their noun: 1 frame, 2 frames.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace galet {

inline std::string counted(std::int64_t n, std::string_view one, std::string_view more) {
  return fmt::format("{} {}", n, n == 1 ? one : more);
}

}  // namespace galet
