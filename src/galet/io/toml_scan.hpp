// A look at the bytes of a TOML document before it is parsed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace galet {

struct TomlFault {
  int line = 0;
  int column = 0;
  std::string message;
};

// The first thing in the text that toml++ 3.3 mishandles, if any: bytes that are not UTF-8, control
// characters, characters outside ASCII where only strings and comments may have them, table
// headers without a name, and nesting (of brackets, and of dotted keys) deep enough to endanger the
// stack.
std::optional<TomlFault> find_toml_fault(std::string_view text);

}  // namespace galet
