#include "galet/io/toml_document.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "galet/base/text_file.hpp"
#include "galet/io/toml_scan.hpp"

// toml++ checks its own assumptions by assertions, some of which bad input violates (a line with a
// single "["), and in optimised builds tells the compiler that they hold. Here they are exceptions,
// in every build type; hence the header-only form, compiled in this file alone.
namespace galet {
namespace {
struct ParserConfused : std::runtime_error {
  ParserConfused() : std::runtime_error("syntax not understood") {}
};
[[noreturn]] void parser_confused() { throw ParserConfused(); }
}  // namespace
}  // namespace galet
#undef NDEBUG
#undef TOML_HEADER_ONLY
#undef TOML_SHARED_LIB
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 1
#define TOML_ENABLE_FORMATTERS 0
#define TOML_ASSERT(condition) ((condition) ? static_cast<void>(0) : ::galet::parser_confused())
#include <toml++/toml.h>

namespace galet {
namespace {

TomlPlace place_of(const toml::source_region& region,
                   const std::shared_ptr<const std::string>& source) {
  return {source, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

bool stands_before(const TomlEntry& a, const TomlEntry& b) {
  return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
}

TomlValue converted(const toml::node& node, const std::shared_ptr<const std::string>& source) {
  TomlValue value{.data = TomlDate{}, .place = place_of(node.source(), source)};
  if (const toml::table* table = node.as_table()) {
    TomlValue::Table entries;
    entries.reserve(table->size());
    for (const auto& [key, child] : *table) {
      entries.push_back(
          {std::string(key.str()), place_of(key.source(), source), converted(child, source)});
    }
    std::ranges::stable_sort(entries, stands_before);
    value.data = std::move(entries);
  } else if (const toml::array* array = node.as_array()) {
    TomlValue::Array elements;
    elements.reserve(array->size());
    for (const toml::node& child : *array) elements.push_back(converted(child, source));
    value.data = std::move(elements);
  } else if (const auto* text = node.as_string()) {
    value.data = text->get();
  } else if (const auto* integer = node.as_integer()) {
    value.data = integer->get();
  } else if (const auto* number = node.as_floating_point()) {
    value.data = number->get();
  } else if (const auto* boolean = node.as_boolean()) {
    value.data = boolean->get();
  }
  return value;
}

// The parser's messages open with where it was in the grammar.
std::string plain(std::string_view description) {
  constexpr std::string_view opening = "Error while parsing ";
  if (description.starts_with(opening)) description.remove_prefix(opening.size());
  return fmt::format("not valid TOML: in {}", description);
}

bool confuses_parser(std::string_view text) {
  try {
    static_cast<void>(toml::parse(text));
  } catch (const toml::parse_error&) {
    return false;
  } catch (const ParserConfused&) {
    return true;
  }
  return false;
}

// The line that confuses the parser, which reads from front to back: bisection over the lines.
int confusing_line(std::string_view text) {
  std::vector<std::size_t> ends;  // of the lines
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '\n') ends.push_back(k + 1);
  }
  const auto line = std::ranges::partition_point(
      ends, [text](std::size_t end) { return !confuses_parser(text.substr(0, end)); });
  return static_cast<int>(line - ends.begin()) + 1;
}

}  // namespace

const TomlEntry* find_entry(const TomlValue::Table& table, std::string_view key) {
  const auto found = std::ranges::find(table, key, &TomlEntry::key);
  return found == table.end() ? nullptr : &*found;
}

std::string_view kind_of(const TomlValue& value) {
  constexpr std::string_view names[] = {"a table",  "a list",        "a string", "an integer",
                                        "a number", "true or false", "a date"};
  return names[value.data.index()];
}

TomlValue parse_toml(std::string_view text, std::string source) {
  const auto shared = std::make_shared<const std::string>(std::move(source));
  if (const auto fault = find_toml_fault(text)) {
    throw InputError({*shared, fault->line, fault->column}, "",
                     fmt::format("not valid TOML: {}", fault->message));
  }
  try {
    TomlValue document = converted(toml::parse(text), shared);
    document.place = {shared, 1, 1};
    return document;
  } catch (const toml::parse_error& error) {
    throw InputError(place_of(error.source(), shared).location(), "", plain(error.description()));
  } catch (const ParserConfused& confused) {
    throw InputError({*shared, confusing_line(text), 1}, "",
                     fmt::format("not valid TOML: {}", confused.what()));
  }
}

TomlValue read_toml(const std::filesystem::path& file) {
  return parse_toml(read_text_file(file), file.string());
}

}  // namespace galet
