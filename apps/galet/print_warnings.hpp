// Warnings on the standard error.
#pragma once

#include <span>

#include "galet/base/warning.hpp"

namespace galet {

// One line each, with its code; with `strict` they are called errors.
void print_warnings(std::span<const Warning> warnings, bool strict);

}  // namespace galet
