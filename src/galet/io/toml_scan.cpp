#include "galet/io/toml_scan.hpp"

#include <array>
#include <cctype>
#include <cstdint>

#include <fmt/format.h>

namespace galet {
namespace {

// Far beyond what a scene needs. Depth of the tree is at most about the product of the two.
constexpr std::size_t max_brackets = 32;
constexpr int max_dots = 32;

// Length of the UTF-8 sequence at the start of the text, 0 if there is no valid one
// (Unicode 15, table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF).
std::size_t utf8_length(std::string_view text) {
  const auto byte = [text](std::size_t k) {
    return k < text.size() ? static_cast<std::uint8_t>(text[k]) : std::uint8_t{0};
  };
  const auto within = [](std::uint8_t x, int low, int high) { return x >= low && x <= high; };
  const std::uint8_t first = byte(0);
  if (first < 0x80) return 1;
  if (within(first, 0xC2, 0xDF)) return within(byte(1), 0x80, 0xBF) ? 2 : 0;
  if (within(first, 0xE0, 0xEF)) {
    const int low = first == 0xE0 ? 0xA0 : 0x80;
    const int high = first == 0xED ? 0x9F : 0xBF;
    return within(byte(1), low, high) && within(byte(2), 0x80, 0xBF) ? 3 : 0;
  }
  if (within(first, 0xF0, 0xF4)) {
    const int low = first == 0xF0 ? 0x90 : 0x80;
    const int high = first == 0xF4 ? 0x8F : 0xBF;
    return within(byte(1), low, high) && within(byte(2), 0x80, 0xBF) && within(byte(3), 0x80, 0xBF)
               ? 4
               : 0;
  }
  return 0;
}

enum class Inside { nothing, comment, basic, literal, long_basic, long_literal };

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::optional<TomlFault> run() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;  // a byte order mark is no character
    while (at_ < text_.size()) {
      if (auto fault = check_character()) return fault;
      step();
    }
    return std::nullopt;
  }

 private:
  TomlFault fault(std::string message) const { return {line_, column_, std::move(message)}; }

  std::optional<TomlFault> check_character() {
    length_ = utf8_length(text_.substr(at_));
    const auto byte = static_cast<std::uint8_t>(text_[at_]);
    if (length_ == 0) return fault(fmt::format("byte 0x{:02X} is not valid UTF-8", byte));
    if (length_ > 1 && inside_ == Inside::nothing) {
      return fault(
          fmt::format("unexpected character '{}'; outside strings and comments only ASCII "
                      "is allowed",
                      text_.substr(at_, length_)));
    }
    const bool line_end = byte == '\n' || (byte == '\r' && text_.substr(at_).starts_with("\r\n"));
    if ((byte < 0x20 && byte != '\t' && !line_end) || byte == 0x7F) {
      return fault(fmt::format("control character 0x{:02X} is not allowed", byte));
    }
    return inside_ == Inside::nothing ? check_structure(static_cast<char>(byte)) : std::nullopt;
  }

  // A value that is none (0.x, 1=2) the parser reads to the next blank, comma or closing bracket,
  // strings and all, and mishandles what a string may hold: such values are found here.
  std::optional<TomlFault> check_structure(char c) {
    const bool opens_header = c == '[' && depth_ == 0 && line_is_blank_;
    if (c != ' ' && c != '\t') line_is_blank_ = false;
    if (opens_header && !names_follow(text_.substr(at_))) {
      return fault("expected the name of a table after '['");
    }
    if (!is_structure(c) && !is_word(c)) {
      return fault(fmt::format("unexpected character '{}' outside strings and comments", c));
    }
    const bool continues = in_word() || (in_value_ && at_ > 0 && text_[at_ - 1] == '.');
    if ((c == '"' || c == '\'') && continues) return fault("unexpected quote inside a word");
    if ((c == '[' || c == '{') && in_value_ && continues) {
      return fault(fmt::format("unexpected '{}' inside a word", c));
    }
    if (c == '=' && in_value_) return fault("unexpected '=' inside a value");
    if (c == '.') {
      ++dots_;
    } else if (std::string_view("=,[]{}\n").find(c) != std::string_view::npos) {
      dots_ = 0;
    }
    if (dots_ > max_dots) return fault(fmt::format("more than {} dots in a key", max_dots));
    if ((c == '[' || c == '{') && depth_ == max_brackets) {
      return fault(fmt::format("more than {} levels of brackets", max_brackets));
    }
    nest(c, opens_header);
    return std::nullopt;
  }

  // Keeps account of the brackets, and of whether a value comes or a key.
  void nest(char c, bool opens_header) {
    const auto innermost = [this] { return depth_ > 0 ? brackets_[depth_ - 1] : Bracket::none; };
    if (c == '[') {
      const bool of_header = opens_header || innermost() == Bracket::header;
      brackets_[depth_++] = of_header ? Bracket::header : Bracket::array;
      in_value_ = !of_header;
    } else if (c == '{') {
      brackets_[depth_++] = Bracket::table;
      in_value_ = false;
    } else if (c == ']' || c == '}') {
      if (depth_ > 0) --depth_;
      in_value_ = true;
    } else if (c == '=') {
      in_value_ = true;
    } else if (c == ',') {
      in_value_ = innermost() == Bracket::array;
    }
  }

  static bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("_+-.:").find(c) != std::string_view::npos;
  }
  static bool is_structure(char c) {
    return std::string_view(" \t\r\n=,[]{}#\"'").find(c) != std::string_view::npos;
  }

  // Whether the character before this one belongs to a name, a number or a closed string.
  bool in_word() const {
    return at_ > 0 && std::string_view(" \t\r\n=,.[]{}").find(text_[at_ - 1]) == text_.npos;
  }

  // Whether a name opens after the "[" or "[[" of a table header.
  static bool names_follow(std::string_view header) {
    header.remove_prefix(header.starts_with("[[") ? 2 : 1);
    const std::size_t next = header.find_first_not_of(" \t");
    if (next == std::string_view::npos) return false;
    const auto c = static_cast<unsigned char>(header[next]);
    return std::isalnum(c) != 0 || std::string_view("_-\"'").find(header[next]) != header.npos;
  }

  // Goes past the current character (or delimiter) and updates what it is inside of.
  void step() {
    const std::string_view rest = text_.substr(at_);
    const char c = rest.front();
    if (c == '\n') {
      if (inside_ != Inside::long_basic && inside_ != Inside::long_literal) {
        inside_ = Inside::nothing;
        if (depth_ == 0) in_value_ = false;
      }
      ++at_;
      ++line_;
      column_ = 1;
      line_is_blank_ = inside_ == Inside::nothing;
      return;
    }
    std::size_t characters = 1;
    switch (inside_) {
      case Inside::nothing:
        characters = enter(rest);
        break;
      case Inside::comment:
        break;
      case Inside::basic:
        if (c == '\\' && is_escape(rest)) characters = 2;
        if (c == '"') inside_ = Inside::nothing;
        break;
      case Inside::literal:
        if (c == '\'') inside_ = Inside::nothing;
        break;
      case Inside::long_basic:
        if (c == '\\' && is_escape(rest)) characters = 2;
        if (rest.starts_with("\"\"\"")) characters = leave_long(rest, '"');
        break;
      case Inside::long_literal:
        if (rest.starts_with("'''")) characters = leave_long(rest, '\'');
        break;
    }
    at_ += characters == 1 ? length_ : characters;  // delimiters and escapes are ASCII
    column_ += static_cast<int>(characters);
  }

  static bool is_escape(std::string_view rest) {
    return rest.size() > 1 && (rest[1] == '\\' || rest[1] == '"');
  }

  std::size_t enter(std::string_view rest) {
    if (rest.starts_with("\"\"\"")) {
      inside_ = Inside::long_basic;
      return 3;
    }
    if (rest.starts_with("'''")) {
      inside_ = Inside::long_literal;
      return 3;
    }
    if (rest.front() == '#') inside_ = Inside::comment;
    if (rest.front() == '"') inside_ = Inside::basic;
    if (rest.front() == '\'') inside_ = Inside::literal;
    return 1;
  }

  // Up to two quotes may stand right before the closing three.
  std::size_t leave_long(std::string_view rest, char quote) {
    inside_ = Inside::nothing;
    std::size_t quotes = 3;
    while (quotes < 5 && quotes < rest.size() && rest[quotes] == quote) ++quotes;
    return quotes;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t length_ = 1;  // bytes of the current character
  int line_ = 1;
  int column_ = 1;
  enum class Bracket { none, header, array, table };
  std::array<Bracket, max_brackets> brackets_{};  // open ones
  std::size_t depth_ = 0;                         // how many
  bool in_value_ = false;                         // and not in a key
  int dots_ = 0;
  bool line_is_blank_ = true;  // so far
  Inside inside_ = Inside::nothing;
};

}  // namespace

std::optional<TomlFault> find_toml_fault(std::string_view text) { return Scanner(text).run(); }

}  // namespace galet
