#include "galet/base/text_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <limits>
#include <system_error>

#include <fmt/format.h>

#include "galet/base/error.hpp"

namespace galet {

std::string read_text_file(const std::filesystem::path& file, const std::string& key) {
  const auto refuse = [&](const std::string& message) {
    throw InputError(SourceLocation{.file = file.string()}, key, message);
  };
  std::error_code failure;
  const auto status = std::filesystem::status(file, failure);
  if (status.type() == std::filesystem::file_type::not_found) refuse("there is no such file");
  if (failure) refuse(fmt::format("cannot be read: {}", failure.message()));
  if (std::filesystem::is_directory(status)) refuse("is a folder; expected a file");
  // Devices and pipes may never end.
  if (!std::filesystem::is_regular_file(status)) refuse("is not a regular file");
  const std::uintmax_t size = std::filesystem::file_size(file, failure);
  if (failure) refuse(fmt::format("cannot be read: {}", failure.message()));
  // Lines and columns are counted in int.
  if (size > static_cast<std::uintmax_t>(std::numeric_limits<int>::max())) {
    refuse("is larger than 2 GiB");
  }
  std::ifstream stream(file, std::ios::binary);
  if (!stream) refuse(fmt::format("cannot be read: {}", std::strerror(errno)));
  std::string text(static_cast<std::size_t>(size), '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (stream.bad()) refuse(fmt::format("cannot be read: {}", std::strerror(errno)));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text;
}

}  // namespace galet
