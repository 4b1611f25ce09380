// Bytes as text of 64 letters (RFC 4648).
#pragma once

#include <string>
#include <string_view>

namespace galet {

std::string base64(std::string_view bytes);

}  // namespace galet
