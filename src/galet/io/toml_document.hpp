// TOML files as a plain tree that remembers where everything stands. The parser is toml++; only
// toml_document.cpp includes it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "galet/base/error.hpp"

namespace galet {

// A place in a file or in an override; `source` is shared by all values of one source.
struct TomlPlace {
  std::shared_ptr<const std::string> source;
  int line = 0;
  int column = 0;

  SourceLocation location() const { return {source ? *source : std::string(), line, column}; }
};

// Dates and times: valid TOML that no setting takes.
struct TomlDate {};

struct TomlEntry;

struct TomlValue {
  using Array = std::vector<TomlValue>;
  using Table = std::vector<TomlEntry>;  // in the order of the keys' places

  std::variant<Table, Array, std::string, std::int64_t, double, bool, TomlDate> data;
  TomlPlace place;

  const Table* table() const { return std::get_if<Table>(&data); }
  const Array* array() const { return std::get_if<Array>(&data); }
  const std::string* string() const { return std::get_if<std::string>(&data); }
};

struct TomlEntry {
  std::string key;
  TomlPlace place;  // of the key
  TomlValue value;
};

// The entry of a table with that key, or null.
const TomlEntry* find_entry(const TomlValue::Table& table, std::string_view key);

// "a table", "a string", … for messages.
std::string_view kind_of(const TomlValue& value);

// Parses a document, whatever its bytes; `source` names it in messages. Throws InputError.
TomlValue parse_toml(std::string_view text, std::string source);

// Reads and parses a file. Throws InputError, also when it cannot be read.
TomlValue read_toml(const std::filesystem::path& file);

}  // namespace galet
