// The manual of settings, from their own lists.
#pragma once

#include <algorithm>
#include <cmath>

#include "galet/io/scene_file.hpp"
#include "galet/io/toml_text.hpp"

namespace galet {

// A "|" would end the cell of a Markdown table.
inline std::string cell(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '|') result += '\\';
    result += c;
  }
  return result;
}

inline std::string code(std::string_view text) { return fmt::format("`{}`", text); }

inline std::string range_text(const Range& range) {
  const bool below = std::isfinite(range.high);
  if (std::isfinite(range.low) && below) return fmt::format(", {} to {}", range.low, range.high);
  if (std::isfinite(range.low)) {
    return fmt::format(", {} {}", range.low_open ? ">" : "≥", range.low);
  }
  return below ? fmt::format(", ≤ {}", range.high) : "";
}

inline std::string names_text(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) {
    text += fmt::format("{}`\"{}\"`", text.empty() ? "" : ", ", name);
  }
  return text;
}

template <class T>
struct Kind {
  using type = T;
};

inline std::string kind_text(Kind<bool>) { return "true or false"; }
inline std::string kind_text(Kind<std::int64_t>) { return "integer"; }
inline std::string kind_text(Kind<double>) { return "number"; }
inline std::string kind_text(Kind<std::string>) { return "string"; }
inline std::string kind_text(Kind<std::vector<double>>) { return "vector"; }
inline std::string kind_text(Kind<std::vector<std::int64_t>>) {
  return "integers, one per direction";
}
inline std::string kind_text(Kind<std::vector<std::string>>) { return "list of strings"; }
inline std::string kind_text(Kind<std::vector<std::vector<double>>>) { return "list of vectors"; }
inline std::string kind_text(Kind<Numbers>) { return "number or list"; }
inline std::string kind_text(Kind<Rows>) { return "row or list of rows"; }
inline std::string kind_text(Kind<RadiusDistribution>) { return "number or table"; }
inline std::string kind_text(Kind<VectorSeries>) { return "vector or table in time"; }
inline std::string kind_text(Kind<InertiaRule>) {
  return names_text(EnumNames<InertiaRule::Kind>::names) + " or number";
}
template <NamedEnum E>
std::string kind_text(Kind<E>) {
  return names_text(EnumNames<E>::names);
}
template <Listed S>
std::string kind_text(Kind<S>) {
  return "table";
}
template <class... Ts>
std::string kind_text(Kind<std::variant<Ts...>>) {
  const auto tags = tags_of<std::variant<Ts...>>();
  return fmt::format("{} or table", names_text(tags));
}
template <class T>
requires(Listed<T> || is_variant<T>) std::string kind_text(Kind<std::vector<T>>) {
  return "list of tables";
}
template <class T>
std::string kind_text(Kind<std::optional<T>>) {
  return kind_text(Kind<T>{});
}

template <class T>
std::string default_text(const Field& field, const T& member) {
  if (field.required) return "**required**";
  // Tables have defaults key by key, in their own sections.
  if constexpr (is_table_list<T> || (Listed<T> && !std::is_same_v<T, RadiusDistribution>)) {
    return "—";
  } else if constexpr (is_variant<T>) {
    return std::visit([](const auto& x) { return code(toml_text(std::string(x.tag))); }, member);
  } else {
    return is_left_out(member) ? "—" : code(toml_text(member));
  }
}

class SettingsReference {
 public:
  template <Listed S>
  std::string write(std::string introduction, const S& settings) {
    text_ = std::move(introduction);
    section(2, "Top level", settings);
    write_nested();
    return std::move(text_);
  }

 private:
  template <class S>
  void section(int level, const std::string& heading, const S& settings) {
    text_ += fmt::format("\n{:#<{}} {}\n\n", "", level, heading);
    table(settings, "");
  }

  template <class S>
  void table(const S& settings, const std::string& path) {
    put_table(rows_of(settings, path));
  }

  void put_table(const std::vector<std::string>& rows) {
    if (rows.empty()) {
      text_ += "No further keys.\n";
      return;
    }
    text_ += fmt::format("| key | type | unit | default | meaning |\n|---|---|---|---|---|\n{}",
                         fmt::join(rows, ""));
  }

  // One for each key; sections for the tables among the members are to follow.
  template <class S>
  std::vector<std::string> rows_of(const S& settings, const std::string& path) {
    std::vector<std::string> rows;
    for_each_field(settings, [&]<class T>(const Field& field, const T& member) {
      rows.push_back(fmt::format("| {} | {}{} | {} | {} | {} |\n", code(field.key),
                                 cell(kind_text(Kind<T>{})), range_text(field.range), field.unit,
                                 cell(default_text(field, member)), cell(field.doc)));
      nest(path.empty() ? std::string(field.key) : fmt::format("{}.{}", path, field.key), member);
    });
    return rows;
  }

  // Sections for the tables among the members.
  template <class T>
  void nest(const std::string& path, const T& member) {
    if constexpr (is_optional<T>) {
      nest(path, member.value_or(typename T::value_type{}));
    } else if constexpr (is_table_list<T>) {
      later(path, fmt::format("`[[{}]]`", path), typename T::value_type{}, /*has_default=*/false);
    } else if constexpr (is_variant<T> || Listed<T>) {
      later(path, fmt::format("`[{}]`", path), member, /*has_default=*/true);
    } else if constexpr (std::is_same_v<T, VectorSeries>) {
      later("series", "Tables in time", SeriesTable{}, false);
    }
  }

  template <class T>
  void later(const std::string& path, const std::string& heading, const T& settings,
             bool has_default) {
    // Every kind of boundary has the same motion: one section.
    const std::string name = std::is_same_v<T, RadiusDistribution> ? "radius" : path;
    if (std::ranges::find(seen_, name) != seen_.end()) return;
    seen_.push_back(name);
    SettingsReference inner;
    inner.seen_ = seen_;
    if constexpr (is_variant<T>) {
      inner.alternatives(path, heading, settings, has_default);
    } else {
      inner.text_ = fmt::format("\n## {}\n\n", std::is_same_v<T, RadiusDistribution>
                                                   ? std::string("`radius` as a table")
                                                   : heading);
      inner.table(settings, path);
    }
    inner.write_nested();
    seen_ = inner.seen_;
    pending_.push_back(std::move(inner.text_));
  }

  template <class Variant>
  void alternatives(const std::string& path, const std::string& heading, const Variant& settings,
                    bool has_default) {
    constexpr std::string_view tag_key = tag_key_of<Variant>;
    text_ += fmt::format(
        "\n## {}\n\nThe key `{}` chooses one of {}{}.\n", heading, tag_key,
        names_text(tags_of<Variant>()),
        has_default
            ? fmt::format("; by default {}", names_text(std::vector{std::visit(
                                                 [](const auto& x) { return x.tag; }, settings)}))
            : "; it is required");
    std::vector<Alternative> all;
    for_each_alternative<Variant>([&](const auto& alternative) {
      all.push_back({alternative.tag, rows_of(alternative, path)});
    });
    for (const Shared& shared : take_shared_rows(all)) {
      if (shared.tags.size() == all.size()) {
        text_ += fmt::format("\n### `{}` with any `{}`\n\n", path, tag_key);
      } else {
        text_ += fmt::format("\n### `{}`: keys of several kinds\n\nWith `{}` one of {}:\n\n", path,
                             tag_key, names_text(shared.tags));
      }
      put_table(shared.rows);
    }
    for (const Alternative& alternative : all) {
      text_ += fmt::format("\n### `{}` with `{} = \"{}\"`\n\n", path, tag_key, alternative.tag);
      put_table(alternative.rows);
    }
  }

  struct Alternative {
    std::string_view tag;
    std::vector<std::string> rows;
  };
  // Rows that the same alternatives have.
  struct Shared {
    std::vector<std::string_view> tags;
    std::vector<std::string> rows;
  };

  // Takes the rows that most of the alternatives have, word by word, out of them.
  static std::vector<Shared> take_shared_rows(std::vector<Alternative>& all) {
    std::vector<Shared> shared;
    std::vector<std::string> looked_at;
    for (const Alternative& first : all) {
      for (const std::string& row : first.rows) {
        if (std::ranges::find(looked_at, row) != looked_at.end()) continue;
        looked_at.push_back(row);
        std::vector<std::string_view> tags;
        for (const Alternative& other : all) {
          if (std::ranges::find(other.rows, row) != other.rows.end()) tags.push_back(other.tag);
        }
        if (2 * tags.size() <= all.size() || tags.size() < 2) continue;
        auto found = std::ranges::find(shared, tags, &Shared::tags);
        if (found == shared.end()) found = shared.insert(found, Shared{tags, {}});
        found->rows.push_back(row);
      }
    }
    for (const Shared& group : shared) {
      for (Alternative& alternative : all) {
        std::erase_if(alternative.rows, [&](const std::string& row) {
          return std::ranges::find(group.rows, row) != group.rows.end();
        });
      }
    }
    return shared;
  }

  void write_nested() {
    for (const std::string& text : pending_) text_ += text;
    pending_.clear();
  }

  std::string text_;
  std::vector<std::string> pending_;  // sections to follow the one being written
  std::vector<std::string> seen_;     // names of the sections that are written or pending
};

}  // namespace galet
