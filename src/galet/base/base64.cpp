#include "galet/base/base64.hpp"

#include <cstddef>
#include <cstdint>

namespace galet {

std::string base64(std::string_view bytes) {
  static constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    const auto byte = [&](std::size_t i) -> std::uint32_t {
      return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U;
    };
    const std::uint32_t group = byte(k) << 16U | byte(k + 1) << 8U | byte(k + 2);
    out += letters[group >> 18U];
    out += letters[group >> 12U & 63U];
    out += k + 1 < bytes.size() ? letters[group >> 6U & 63U] : '=';
    out += k + 2 < bytes.size() ? letters[group & 63U] : '=';
  }
  return out;
}

}  // namespace galet
