#include "galet/io/toml_override.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <memory>
#include <string_view>
#include <variant>

#include <fmt/format.h>

namespace galet {
namespace {

// A key of a table, or an index into a list.
using Step = std::variant<std::string, std::size_t>;

bool is_key_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

class Override {
 public:
  explicit Override(const std::string& text)
      : place_{std::make_shared<const std::string>("--set " + text)} {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) fail("expected KEY=VALUE");
    parse_path(std::string_view(text).substr(0, equals));
    parse_value(text.substr(equals + 1));
  }

  void apply(TomlValue& document) {
    TomlValue* at = &document;
    for (std::size_t k = 0; k < path_.size(); ++k) {
      const bool last = k + 1 == path_.size();
      at = std::visit([&](const auto& step) { return &entered(*at, step, last); }, path_[k]);
    }
    *at = std::move(value_);
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw InputError(place_.location(), "", message);
  }

  void parse_path(std::string_view text) {
    while (true) {
      const auto end = std::ranges::find_if_not(text, is_key_character);
      const auto length = static_cast<std::size_t>(end - text.begin());
      if (length == 0) fail("expected a key such as solver.tolerance before '='");
      path_.emplace_back(std::string(text.substr(0, length)));
      text.remove_prefix(length);
      while (text.starts_with('[')) parse_index(text);
      if (text.empty()) return;
      if (text.front() != '.') fail(fmt::format("unexpected '{}' in the key", text.front()));
      text.remove_prefix(1);
    }
  }

  void parse_index(std::string_view& text) {
    std::size_t index = 0;
    const char* const first = text.data() + 1;
    const auto [after, error] = std::from_chars(first, text.data() + text.size(), index);
    const auto length = static_cast<std::size_t>(after - text.data());
    if (error != std::errc{} || length >= text.size() || text[length] != ']') {
      fail("expected an index such as [0] in the key");
    }
    path_.emplace_back(index);
    text.remove_prefix(length + 1);
  }

  void parse_value(const std::string& text) {
    // What opens like a number, string, list or table must be one; so are the words of TOML.
    const std::size_t first = text.find_first_not_of(" \t");
    const bool bare =
        first != std::string::npos && text != "true" && text != "false" && text != "inf" &&
        text != "nan" &&
        std::string_view("\"'[{+-.0123456789#").find(text[first]) == std::string_view::npos;
    if (bare) {
      value_.data = text;
    } else {
      try {
        TomlValue document = parse_toml("value = " + text + "\n", "");
        auto& table = std::get<TomlValue::Table>(document.data);
        if (table.size() != 1) fail("expected a single value after '='");
        value_ = std::move(table.front().value);
      } catch (const InputError& error) {
        if (!error.where().file.empty()) throw;
        fail(fmt::format("the value is {}", error.message()));
      }
    }
    set_place(value_);
  }

  void set_place(TomlValue& value) const {
    value.place = place_;
    if (auto* table = std::get_if<TomlValue::Table>(&value.data)) {
      for (TomlEntry& entry : *table) {
        entry.place = place_;
        set_place(entry.value);
      }
    }
    if (auto* array = std::get_if<TomlValue::Array>(&value.data)) {
      for (TomlValue& element : *array) set_place(element);
    }
  }

  TomlValue& entered(TomlValue& at, const std::string& key, bool last) const {
    auto* table = std::get_if<TomlValue::Table>(&at.data);
    if (table == nullptr) {
      fail(at.array() != nullptr
               ? fmt::format("\"{}\" is looked for in a list; give an index such as [0] before it",
                             key)
               : fmt::format("\"{}\" is looked for in {}", key, kind_of(at)));
    }
    const auto found = std::ranges::find(*table, key, &TomlEntry::key);
    if (found != table->end()) {
      if (last) found->place = place_;
      return found->value;
    }
    table->push_back({key, place_, {TomlValue::Table{}, place_}});
    return table->back().value;
  }

  TomlValue& entered(TomlValue& at, std::size_t index, bool /*last*/) const {
    auto* array = std::get_if<TomlValue::Array>(&at.data);
    if (array == nullptr) fail(fmt::format("[{}] is looked for in {}", index, kind_of(at)));
    if (index >= array->size()) {
      fail(fmt::format("there is no entry [{}]; the list has {}, counted from 0", index,
                       array->size()));
    }
    return (*array)[index];
  }

  TomlPlace place_;
  std::vector<Step> path_;
  TomlValue value_;
};

}  // namespace

void apply_override(TomlValue& document, const std::string& override_text) {
  Override(override_text).apply(document);
}

}  // namespace galet
