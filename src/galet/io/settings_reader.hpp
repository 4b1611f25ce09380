// From TOML to settings, driven by their lists (fields_of).
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include <fmt/format.h>

#include "galet/base/field_kinds.hpp"
#include "galet/base/near_miss.hpp"
#include "galet/io/foreign_keys.hpp"
#include "galet/io/scene_reader.hpp"
#include "galet/io/toml_document.hpp"

namespace galet {

// A value to be read, with its path and the place to blame.
struct SettingsItem {
  const TomlValue& value;
  std::string path;
  TomlPlace place;
};

inline std::string joined_path(const std::string& table, std::string_view key) {
  return table.empty() ? std::string(key) : fmt::format("{}.{}", table, key);
}

inline SettingsItem element(const SettingsItem& list, std::size_t index) {
  const TomlValue& value = (*list.value.array())[index];
  return {value, fmt::format("{}[{}]", list.path, index), value.place};
}

// Reads one document. A function read(item, out) for every kind of member leaves `out` alone when
// the value is wrong, and says so by fail().
class SettingsReader {
 public:
  using Item = SettingsItem;

  template <Listed S>
  void read_document(const TomlValue& document, S& settings) {
    read_table(Item{document, "", document.place}, {}, settings);
  }

  // All errors in one; nothing to do without any.
  void throw_errors() const {
    if (!errors_.empty()) throw joined(errors_);
  }

 private:
  void fail(const Item& item, std::string message) {
    errors_.emplace_back(item.place.location(), item.path, std::move(message));
  }
  void fail_kind(const Item& item, std::string_view expected) {
    fail(item, fmt::format("expected {}, got {}", expected, kind_of(item.value)));
  }

  // ---- Simple values ----

  void read(const Item& item, bool& out) {
    if (const auto* x = std::get_if<bool>(&item.value.data)) {
      out = *x;
    } else {
      fail_kind(item, "true or false");
    }
  }

  void read(const Item& item, std::int64_t& out) {
    if (const auto* x = std::get_if<std::int64_t>(&item.value.data)) {
      out = *x;
      return;
    }
    const auto* x = std::get_if<double>(&item.value.data);
    if (x == nullptr) return fail_kind(item, "an integer");
    // 1e4 is a common way to write an integer; up to 2^53 nothing is lost.
    if (std::abs(*x) > 0x1p53 || *x != std::trunc(*x)) {
      return fail(item, fmt::format("expected an integer, got {}", *x));
    }
    out = static_cast<std::int64_t>(*x);
  }

  void read(const Item& item, double& out) {
    if (const auto* integer = std::get_if<std::int64_t>(&item.value.data)) {
      out = static_cast<double>(*integer);
      return;
    }
    const auto* x = std::get_if<double>(&item.value.data);
    if (x == nullptr) return fail_kind(item, "a number");
    if (!std::isfinite(*x)) return fail(item, fmt::format("expected a finite number, got {}", *x));
    out = *x;
  }

  void read(const Item& item, std::string& out) {
    if (const auto* x = item.value.string()) {
      out = *x;
    } else {
      fail_kind(item, "a string");
    }
  }

  template <NamedEnum E>
  void read(const Item& item, E& out) {
    constexpr auto& names = EnumNames<E>::names;
    const auto* text = item.value.string();
    if (text == nullptr) return fail_kind(item, fmt::format("one of {}", quoted_list(names)));
    const auto found = std::ranges::find(names, *text);
    if (found == names.end()) {
      return fail(item, fmt::format("unknown value \"{}\"; {}", *text, suggestion(*text, names)));
    }
    out = static_cast<E>(found - names.begin());
  }

  template <class T>
  void read(const Item& item, std::optional<T>& out) {
    T value{};
    const std::size_t errors_before = errors_.size();
    read(item, value);
    if (errors_.size() == errors_before) out = std::move(value);
  }

  // ---- Lists ----

  template <class T>
  void read_elements(const Item& item, std::vector<T>& out) {
    std::vector<T> values(item.value.array()->size());
    const std::size_t errors_before = errors_.size();
    for (std::size_t k = 0; k < values.size() && errors_.size() == errors_before; ++k) {
      read(element(item, k), values[k]);
    }
    if (errors_.size() == errors_before) out = std::move(values);
  }

  template <class T>
  requires(!Listed<T> && !is_variant<T>) void read(const Item& item, std::vector<T>& out) {
    if (item.value.array() != nullptr) return read_elements(item, out);
    if constexpr (std::is_same_v<T, std::string>) {
      fail_kind(item, "a list of strings");
    } else if constexpr (std::is_same_v<T, std::int64_t>) {
      fail_kind(item, "a list of integers");
    } else {
      fail_kind(item, "a list of numbers");
    }
  }

  // ---- Values with a short and a long form ----

  static bool is_number(const TomlValue& value) {
    return std::holds_alternative<std::int64_t>(value.data) ||
           std::holds_alternative<double>(value.data);
  }

  void read(const Item& item, Numbers& out) {
    if (item.value.array() != nullptr) return read_elements(item, out.values);
    if (!is_number(item.value)) return fail_kind(item, "a number or a list of numbers");
    double x = 0.0;
    read(item, x);
    out.values = {x};
  }

  void read(const Item& item, Rows& out) {
    const auto* array = item.value.array();
    if (array != nullptr && !array->empty() && array->front().array() != nullptr) {
      out.nested = true;
      return read_elements(item, out.rows);
    }
    if (array == nullptr && !is_number(item.value)) {
      return fail_kind(item, "a list of numbers or a list of such lists");
    }
    Numbers row;
    read(item, row);
    out = Rows{};
    if (!row.empty()) out.rows.push_back(std::move(row.values));
  }

  void read(const Item& item, RadiusDistribution& out) {
    if (item.value.table() != nullptr) return read_table(item, {}, out);
    if (!is_number(item.value)) return fail_kind(item, "a number or a table");
    read(item, out.values);
  }

  void read(const Item& item, InertiaRule& out) {
    if (!is_number(item.value)) return read(item, out.kind);
    out.kind = InertiaRule::Kind::value;
    read(item, out.value);
  }

  void read(const Item& item, VectorSeries& out) {
    if (item.value.array() != nullptr) {
      out = VectorSeries::constant({});
      return read_elements(item, out.values.front());
    }
    if (is_number(item.value)) {
      out = VectorSeries::constant({0.0});
      return read(item, out.values.front().front());
    }
    if (item.value.table() == nullptr) {
      return fail_kind(item, "a number, a list of numbers or a table");
    }
    SeriesTable table;
    read_table(item, {}, table);
    // A flat list has one number for each time.
    Rows& rows = table.value;
    if (!rows.nested && rows.rows.size() == 1) {
      const std::vector<double> numbers = rows.rows.front();
      rows.rows.clear();
      for (const double x : numbers) rows.rows.push_back({x});
    }
    out.times = std::move(table.t.values);
    out.values = std::move(rows.rows);
    out.interpolation = table.interpolation;
  }

  // ---- Tables ----

  template <Listed S>
  void read(const Item& item, S& out) {
    if (item.value.table() == nullptr) return fail_kind(item, "a table");
    read_table(item, {}, out);
  }

  template <class T>
  requires(Listed<T> || is_variant<T>) void read(const Item& item, std::vector<T>& out) {
    const auto* array = item.value.array();
    if (array == nullptr) {
      return fail(item, fmt::format("expected a list of tables (opened by [[{}]]), got {}",
                                    item.path, kind_of(item.value)));
    }
    out.resize(array->size());
    for (std::size_t k = 0; k < array->size(); ++k) {
      if constexpr (is_variant<T>) {
        read_variant(element(item, k), out[k], /*has_default=*/false);
      } else {
        read(element(item, k), out[k]);
      }
    }
  }

  template <class... Ts>
  void read(const Item& item, std::variant<Ts...>& out) {
    read_variant(item, out, /*has_default=*/true);
  }

  // A table with the tag among its keys, or the tag alone. Without a tag the alternative is the one
  // that `out` holds, if it has a default.
  template <class Variant>
  void read_variant(const Item& item, Variant& out, bool has_default) {
    constexpr std::string_view tag_key = tag_key_of<Variant>;
    const std::vector<std::string_view> tags = tags_of<Variant>();
    if (const auto* tag = item.value.string()) return choose(item, item, *tag, out);
    if (item.value.table() == nullptr) {
      return fail_kind(item, fmt::format("a table or one of {}", quoted_list(tags)));
    }
    const TomlEntry* entry = find_entry(*item.value.table(), tag_key);
    if (entry == nullptr) {
      if (has_default) return read_alternative(item, out);
      return fail(Item{item.value, joined_path(item.path, tag_key), item.place},
                  fmt::format("missing; expected one of {}", quoted_list(tags)));
    }
    const Item tag{entry->value, joined_path(item.path, tag_key), entry->place};
    if (const auto* text = entry->value.string()) return choose(item, tag, *text, out);
    fail_kind(tag, fmt::format("one of {}", quoted_list(tags)));
  }

  template <class Variant>
  void choose(const Item& item, const Item& tag_item, const std::string& tag, Variant& out) {
    bool known = false;
    for_each_alternative<Variant>([&](auto&& alternative) {
      if (alternative.tag != tag) return;
      known = true;
      out = std::forward<decltype(alternative)>(alternative);
    });
    if (known) return read_alternative(item, out);
    const std::vector<std::string_view> tags = tags_of<Variant>();
    const auto near = near_miss(tag, tags);
    fail(tag_item,
         fmt::format("unknown {} \"{}\"; {}expected one of {}", tag_key_of<Variant>, tag,
                     near ? fmt::format("did you mean \"{}\"? ", *near) : "", quoted_list(tags)));
  }

  template <class Variant>
  void read_alternative(const Item& item, Variant& out) {
    // The tag alone stands for a table with nothing else in it.
    const TomlValue nothing{TomlValue::Table{}, item.place};
    const Item table{item.value.table() != nullptr ? item.value : nothing, item.path, item.place};
    std::visit([&](auto& settings) { read_table(table, tag_key_of<Variant>, settings); }, out);
  }

  template <class S>
  void read_table(const Item& item, std::string_view tag_key, S& settings) {
    const TomlValue::Table& table = *item.value.table();
    std::vector<std::string_view> keys;
    std::vector<Field> missing;
    if (!tag_key.empty()) keys.push_back(tag_key);
    fields_of(settings, [&]<class T>(const Field& field, T& member) {
      keys.push_back(field.key);
      if (const TomlEntry* entry = find_entry(table, field.key)) {
        read(Item{entry->value, joined_path(item.path, field.key), entry->place}, member);
      } else if (field.required) {
        missing.push_back(field);
      }
    });
    for (const TomlEntry& entry : table) {
      if (std::ranges::find(keys, entry.key) != keys.end()) continue;
      const auto near = near_miss(entry.key, keys);
      const std::string_view advice = advice_on_foreign_key(entry.key);
      fail(Item{entry.value, joined_path(item.path, entry.key), entry.place},
           !advice.empty() ? fmt::format("unknown key; {}", advice)
           : near          ? fmt::format("unknown key; did you mean \"{}\"?", *near)
                           : fmt::format("unknown key; valid here: {}", fmt::join(keys, ", ")));
      // A misspelt key is not reported again as a missing one.
      if (near) std::erase_if(missing, [&](const Field& field) { return field.key == *near; });
    }
    for (const Field& field : missing) {
      fail(Item{item.value, joined_path(item.path, field.key), item.place},
           fmt::format("missing; this key is required. {}", field.doc));
    }
  }

  std::vector<InputError> errors_;
};

}  // namespace galet
