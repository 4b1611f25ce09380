#pragma once

#include <string_view>

namespace galet {

// Version of the program, such as "0.1.0".
std::string_view version();

}  // namespace galet
