#include "galet/base/error.hpp"

#include <cstdio>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

namespace galet {
namespace {

std::string describe(const SourceLocation& where, const std::string& key,
                     const std::string& message) {
  std::string text;
  if (!where.file.empty()) {
    text = where.line > 0 ? fmt::format("{}:{}:{}: ", where.file, where.line, where.column)
                          : fmt::format("{}: ", where.file);
  }
  if (!key.empty()) text += fmt::format("{}: ", key);
  return text + message;
}

}  // namespace

InputError::InputError(std::string key, std::string message)
    : InputError(SourceLocation{}, std::move(key), std::move(message)) {}

InputError::InputError(SourceLocation where, std::string key, std::string message)
    : std::runtime_error(describe(where, key, message)),
      where_(std::move(where)),
      key_(std::move(key)),
      message_(std::move(message)) {}

void assertion_failed(std::string_view condition, std::string_view file, int line) {
  fmt::print(stderr, "galet: internal error: {} does not hold ({}:{}); please report it\n",
             condition, file, line);
  std::abort();
}

}  // namespace galet
