// The ranges that fields_of gives for numbers, and the texts of names, checked for settings of any
// kind.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/base/field_kinds.hpp"
#include "galet/scene/scene.hpp"

namespace galet {

inline std::string broken_rule(const Range& range, double x) {
  if (!std::isfinite(x)) return fmt::format("must be finite, got {}", x);
  if (std::isfinite(range.low) && std::isfinite(range.high)) {
    return fmt::format("must be between {} and {}, got {}", range.low, range.high, x);
  }
  if (std::isfinite(range.high)) return fmt::format("must be at most {}, got {}", range.high, x);
  if (range.low_open && range.low == 0.0) return fmt::format("must be positive, got {}", x);
  return fmt::format("must be {} {}, got {}", range.low_open ? "above" : "at least", range.low, x);
}

class RangeCheck {
 public:
  template <class S>
  void check_table(const std::string& path, const S& settings) {
    for_each_field(settings, [&](const Field& field, const auto& member) {
      check(path.empty() ? std::string(field.key) : fmt::format("{}.{}", path, field.key), field,
            member);
    });
  }

  std::vector<InputError> errors;

 private:
  void check(const std::string& path, const Field& field, double x) {
    if (!std::isfinite(x) || !field.range.contains(x)) {
      errors.emplace_back(path, broken_rule(field.range, x));
    }
  }
  void check(const std::string& path, const Field& field, std::int64_t x) {
    check(path, field, static_cast<double>(x));
  }
  void check(const std::string& path, const Field& field, const Numbers& x) {
    // A number and a list of one number are the same here; a number is the common form.
    if (x.values.size() == 1) return check(path, field, x.values.front());
    check(path, field, x.values);
  }
  void check(const std::string& path, const Field& field, const Rows& x) {
    if (!x.nested && x.rows.size() == 1) return check(path, field, x.rows.front());
    check(path, field, x.rows);
  }
  void check(const std::string& path, const Field& field, const RadiusDistribution& x) {
    if (x.is_constant()) return check(path, field, x.values);
    check_table(path, x);
  }
  void check(const std::string& path, const Field& field, const InertiaRule& x) {
    if (x.kind == InertiaRule::Kind::value) check(path, field, x.value);
  }
  void check(const std::string& path, const Field& field, const VectorSeries& x) {
    if (x.is_constant() && x.values.size() == 1) return check(path, field, x.values.front());
    if (!x.values.empty())
      check_table(path, SeriesTable{{x.times}, {x.values, true}, x.interpolation});
  }
  template <Listed S>
  void check(const std::string& path, const Field&, const S& x) {
    check_table(path, x);
  }
  template <class... Ts>
  void check(const std::string& path, const Field&, const std::variant<Ts...>& x) {
    std::visit([&](const auto& alternative) { check_table(path, alternative); }, x);
  }
  template <class T>
  void check(const std::string& path, const Field& field, const std::vector<T>& x) {
    for (std::size_t k = 0; k < x.size(); ++k) {
      // Writing the path is dear where lists are long and right.
      if constexpr (std::is_arithmetic_v<T>) {
        const auto value = static_cast<double>(x[k]);
        if (std::isfinite(value) && field.range.contains(value)) continue;
      }
      check(fmt::format("{}[{}]", path, k), field, x[k]);
    }
  }
  template <class T>
  void check(const std::string& path, const Field& field, const std::optional<T>& x) {
    if (x) check(path, field, *x);
  }
  // Names stand in messages, tables and lists: one line each.
  void check(const std::string& path, const Field& field, const std::string& x) {
    const std::string_view key = field.key;
    if (key != "name" && key != "group" && key != "title") return;
    const bool plain =
        std::ranges::none_of(x, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
    if (!plain) errors.emplace_back(path, "must not contain line breaks or control characters");
  }
  // Kinds without numbers.
  void check(const std::string&, const Field&, bool) {}
  template <NamedEnum E>
  void check(const std::string&, const Field&, E) {}
};

// One error, with its key, for every number that is not finite or out of its range.
template <Listed S>
std::vector<InputError> range_errors(const S& settings) {
  RangeCheck check;
  check.check_table("", settings);
  return std::move(check.errors);
}

}  // namespace galet
