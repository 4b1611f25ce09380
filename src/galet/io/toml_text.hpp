// Settings as TOML text: the right-hand side of "key = value" for every kind of member.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "galet/base/field_kinds.hpp"
#include "galet/scene/scene.hpp"

namespace galet {

// Shortest text that reads back as the same number.
std::string toml_text(double x);
std::string toml_text(bool x);
std::string toml_text(std::int64_t x);
std::string toml_text(const std::string& x);
std::string toml_text(const Numbers& x);
std::string toml_text(const Rows& x);
std::string toml_text(const RadiusDistribution& x);
std::string toml_text(const InertiaRule& x);
std::string toml_text(const VectorSeries& x);

template <NamedEnum E>
std::string toml_text(E x) {
  return toml_text(std::string(name_of(x)));
}
template <class T>
std::string toml_text(const std::optional<T>& x);
template <class T>
std::string toml_text(const std::vector<T>& x);
template <Listed S>
std::string toml_text(const S& x);
template <class... Ts>
std::string toml_text(const std::variant<Ts...>& x);

// Whether a member stands for a key left out.
template <class T>
bool is_left_out(const T& x) {
  if constexpr (is_optional<T>) {
    return !x.has_value();
  } else if constexpr (requires { x.empty(); }) {
    return x.empty();
  } else if constexpr (std::is_same_v<T, VectorSeries>) {
    return x.values.empty();
  } else if constexpr (std::is_same_v<T, RadiusDistribution>) {
    return x.values.empty() && x.diameter.empty() && !x.min && !x.max;
  } else {
    return false;
  }
}

template <class T>
std::string toml_text(const std::optional<T>& x) {
  return x ? toml_text(*x) : std::string();
}

template <class T>
std::string toml_text(const std::vector<T>& x) {
  std::string text;
  for (const T& element : x) {
    text += text.empty() ? "" : ", ";
    text += toml_text(element);
  }
  return fmt::format("[{}]", text);
}

// The fields of a table as "key = value" with a separator in between.
template <Listed S>
std::string toml_fields(const S& x, std::string_view separator) {
  std::string text;
  for_each_field(x, [&](const Field& field, const auto& member) {
    if (is_left_out(member) && !field.required) return;
    if (!text.empty()) text += separator;
    text += fmt::format("{} = {}", field.key, toml_text(member));
  });
  return text;
}

template <Listed S>
std::string toml_text(const S& x) {
  return fmt::format("{{{}}}", toml_fields(x, ", "));
}

template <class... Ts>
std::string toml_text(const std::variant<Ts...>& x) {
  return std::visit(
      [](const auto& settings) {
        const std::string tag = toml_text(std::string(settings.tag));
        const std::string fields = toml_fields(settings, ", ");
        if (fields.empty()) return tag;  // the tag alone
        return fmt::format("{{{} = {}, {}}}", settings.tag_key, tag, fields);
      },
      x);
}

}  // namespace galet
