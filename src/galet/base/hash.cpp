#include "galet/base/hash.hpp"

#include <fmt/format.h>

namespace galet {

std::string Hash::hex() const { return fmt::format("{:016x}", value_); }

}  // namespace galet
