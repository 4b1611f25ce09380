// What a visitor of fields_of needs to tell the kinds of members apart.
#pragma once

#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "galet/base/fields.hpp"

namespace galet {

struct IgnoreFields {
  template <class T>
  void operator()(const Field&, T&) const {}
};

// An aggregate that fields_of lists: a table in TOML.
template <class T>
concept Listed = requires(T& settings) {
  fields_of(settings, IgnoreFields{});
};

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

// A member that is an array of tables.
template <class T>
inline constexpr bool is_table_list = false;
template <class T>
inline constexpr bool is_table_list<std::vector<T>> = Listed<T> || is_variant<T>;

// Visits the fields of constant settings; the visitor gets the members as constants.
// fields_of is written once, for members that a reader may assign; nothing is assigned here.
template <Listed S, class V>
void for_each_field(const S& settings, V&& visit) {
  fields_of(const_cast<S&>(settings), [&visit]<class T>(const Field& field, T& member) {
    visit(field, std::as_const(member));
  });
}

// Calls f(alternative) with a default alternative of every kind of a variant of settings.
template <class Variant, class F>
void for_each_alternative(F&& f) {
  [&f]<std::size_t... I>(std::index_sequence<I...>) {
    (f(std::variant_alternative_t<I, Variant>{}), ...);
  }
  (std::make_index_sequence<std::variant_size_v<Variant>>{});
}

// The key by which the alternatives of a variant are told apart; all share it.
template <class Variant>
requires is_variant<Variant>
inline constexpr std::string_view tag_key_of = std::variant_alternative_t<0, Variant>::tag_key;

// The tags of a variant of settings, in the order of its alternatives.
template <class Variant>
requires is_variant<Variant> std::vector<std::string_view> tags_of() {
  std::vector<std::string_view> tags;
  for_each_alternative<Variant>([&tags](const auto& alternative) {
    using T = std::remove_cvref_t<decltype(alternative)>;
    static_assert(Tagged<T> && T::tag_key == tag_key_of<Variant>);
    tags.push_back(T::tag);
  });
  return tags;
}

}  // namespace galet
