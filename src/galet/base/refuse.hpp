// Refusal of a setting.
#pragma once

#include <string>

#include "galet/base/error.hpp"

namespace galet {

[[noreturn]] inline void refuse(const std::string& key, const std::string& message) {
  throw InputError(key, message);
}

}  // namespace galet
