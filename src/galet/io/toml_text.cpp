#include "galet/io/toml_text.hpp"

namespace galet {

std::string toml_text(double x) {
  std::string text = fmt::format("{}", x);
  // Without a point or exponent it would read back as an integer, and −0 would lose its sign.
  if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
  return text;
}

std::string toml_text(bool x) { return x ? "true" : "false"; }

std::string toml_text(std::int64_t x) { return fmt::format("{}", x); }

std::string toml_text(const std::string& x) {
  // Text of several lines is kept readable.
  const bool lines = x.find('\n') != std::string::npos;
  std::string text = lines ? "\"\"\"\n" : "\"";
  for (const char c : x) {
    if (c == '"' || c == '\\') {
      text += '\\';
      text += c;
    } else if (c == '\n' || c == '\t' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F)) {
      text += c;
    } else {
      text += fmt::format("\\u{:04X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    }
  }
  return text + (lines ? "\"\"\"" : "\"");
}

std::string toml_text(const Numbers& x) {
  return x.values.size() == 1 ? toml_text(x.values.front()) : toml_text(x.values);
}

std::string toml_text(const Rows& x) {
  if (!x.nested && x.rows.size() == 1) {
    return x.rows.front().size() == 1 ? toml_text(x.rows.front().front())
                                      : toml_text(x.rows.front());
  }
  if (x.rows.size() <= 4) return toml_text(x.rows);
  std::string text = "[\n";
  for (const std::vector<double>& row : x.rows) text += fmt::format("  {},\n", toml_text(row));
  return text + "]";
}

std::string toml_text(const RadiusDistribution& x) {
  return x.is_constant() ? toml_text(x.values) : fmt::format("{{{}}}", toml_fields(x, ", "));
}

std::string toml_text(const InertiaRule& x) {
  return x.kind == InertiaRule::Kind::value ? toml_text(x.value)
                                            : toml_text(std::string(name_of(x.kind)));
}

std::string toml_text(const VectorSeries& x) {
  if (x.is_constant() && x.values.size() == 1) return toml_text(Numbers{x.values.front()});
  return toml_text(SeriesTable{{x.times}, {x.values, true}, x.interpolation});
}

}  // namespace galet
