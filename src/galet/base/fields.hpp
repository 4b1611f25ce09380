// Settings are plain aggregates listed once. For an aggregate S the free function
//
//   template <class V> void fields_of(S& s, V&& visit) {
//     auto& [step, end] = s;                                   // a forgotten member does not
//     compile visit(Field{"step", "s", "Time step", Range::positive()}, step); visit(Field{"end",
//     "s", "End of the run", Range::positive()}, end);
//   }
//
// names every member. The list drives reading and writing of TOML, the checks of ranges, the
// overrides of the command line and the scene reference in docs/.
//
// Kinds of members a visitor meets: bool, int64, double, string, enum with EnumNames,
// std::vector<double> (a vector of the scene's dimension unless noted), std::vector<std::string>,
// std::optional of a member kind, another listed aggregate (a table), std::vector of aggregates or
// variants (array of tables), std::variant of aggregates told apart by a tag (see Tagged), and the
// value types of model/series.hpp and scene/scene.hpp which have a short and a table form.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <limits>
#include <string_view>
#include <variant>

namespace galet {

// Allowed values of a number (or of every number of a list).
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_open = false;

  static constexpr Range any() { return {}; }
  static constexpr Range positive() { return {.low = 0.0, .low_open = true}; }
  static constexpr Range at_least(double x) { return {.low = x}; }
  static constexpr Range between(double x, double y) { return {.low = x, .high = y}; }
  constexpr bool contains(double x) const {
    return (low_open ? x > low : x >= low) && x <= high;  // false for NaN
  }
};

struct Field {
  std::string_view key;
  std::string_view unit;  // "m", "s", …; "" for numbers without unit and for non-numbers
  std::string_view doc;   // one sentence
  Range range = {};
  bool required = false;  // the reader insists on it
};

// Names of an enum's values, in the order of the values 0, 1, …
template <class E>
struct EnumNames;  // specialise: static constexpr std::array<std::string_view, N> names;

template <class T>
concept NamedEnum = std::is_enum_v<T> && requires {
  EnumNames<T>::names;
};

template <NamedEnum E>
constexpr std::string_view name_of(E value) {
  return EnumNames<E>::names[static_cast<std::size_t>(value)];
}

// An alternative of a variant of settings: chosen by the key `tag_key` ("kind", "name") having the
// value `tag`.
template <class T>
concept Tagged = requires {
  { T::tag_key } -> std::convertible_to<std::string_view>;
  { T::tag } -> std::convertible_to<std::string_view>;
};

template <class T>
inline constexpr bool is_variant = false;
template <class... Ts>
inline constexpr bool is_variant<std::variant<Ts...>> = true;

}  // namespace galet
