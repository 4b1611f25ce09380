#include "schema.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "galet/io/settings_reference.hpp"
#include "galet/sweep/scene.hpp"

namespace galet::python {
namespace {

using Json = nlohmann::ordered_json;

// The types of Python that the reader takes for a member; those of tables are named by the package.
std::string type_of(Kind<bool>) { return "bool"; }
std::string type_of(Kind<std::int64_t>) { return "int"; }
std::string type_of(Kind<double>) { return "float"; }
std::string type_of(Kind<std::string>) { return "str"; }
std::string type_of(Kind<std::vector<double>>) { return "Sequence[float]"; }
std::string type_of(Kind<std::vector<std::int64_t>>) { return "Sequence[int]"; }
std::string type_of(Kind<std::vector<std::string>>) { return "Sequence[str]"; }
std::string type_of(Kind<std::vector<std::vector<double>>>) { return "Sequence[Sequence[float]]"; }
std::string type_of(Kind<Numbers>) { return "float | Sequence[float]"; }
std::string type_of(Kind<Rows>) { return "Sequence[float] | Sequence[Sequence[float]]"; }
std::string type_of(Kind<RadiusDistribution>) { return "float | Table"; }
std::string type_of(Kind<VectorSeries>) { return "Sequence[float] | Table"; }
std::string type_of(Kind<InertiaRule>) { return "str | float"; }
template <NamedEnum E>
std::string type_of(Kind<E>) {
  std::string names;
  for (const std::string_view name : EnumNames<E>::names) {
    names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", name);
  }
  return fmt::format("Literal[{}]", names);
}
template <Listed S>
std::string type_of(Kind<S>) {
  return "Table";
}
template <class... Ts>
std::string type_of(Kind<std::variant<Ts...>>) {
  return "str | Table";
}
template <class T>
requires(Listed<T> || is_variant<T>) std::string type_of(Kind<std::vector<T>>) {
  return "Sequence[Table]";
}
template <class T>
std::string type_of(Kind<std::optional<T>>) {
  return type_of(Kind<T>{});
}

class SchemaWriter {
 public:
  template <Listed S>
  std::string write(const S& settings) {
    add_table("", settings);
    return tables_.dump();
  }

 private:
  template <class S>
  void add_table(const std::string& path, const S& settings) {
    Json fields = Json::array();
    for_each_field(settings, [&]<class T>(const Field& field, const T& member) {
      const std::string inner =
          path.empty() ? std::string(field.key) : fmt::format("{}.{}", path, field.key);
      const std::string range = range_text(field.range);
      fields.push_back({{"key", field.key},
                        {"type", type_of(Kind<T>{})},
                        {"kind", kind_text(Kind<T>{})},
                        {"unit", field.unit},
                        {"range", range.empty() ? range : range.substr(2)},
                        {"doc", field.doc},
                        {"default", written_default(member)},
                        {"required", field.required},
                        {"path", has_table<T>() ? Json(inner) : Json()}});
      add_nested(inner, member);
    });
    Json table = {{"path", path}, {"tag_key", nullptr}, {"tag", nullptr}};
    if constexpr (Tagged<S>) {
      table["tag_key"] = S::tag_key;
      table["tag"] = S::tag;
    }
    table["fields"] = std::move(fields);
    tables_.push_back(std::move(table));
  }

  template <class T>
  static Json written_default(const T& member) {
    if constexpr (is_table_list<T> || is_variant<T> ||
                  (Listed<T> && !std::is_same_v<T, RadiusDistribution>)) {
      return {};
    } else {
      return is_left_out(member) ? Json() : Json(toml_text(member));
    }
  }

  template <class T>
  static constexpr bool has_table() {
    if constexpr (is_optional<T>) {
      return has_table<typename T::value_type>();
    } else {
      return is_table_list<T> || is_variant<T> || Listed<T>;
    }
  }

  template <class T>
  void add_nested(const std::string& path, const T& member) {
    if constexpr (is_optional<T>) {
      add_nested(path, member.value_or(typename T::value_type{}));
    } else if constexpr (is_table_list<T>) {
      add_nested(path, typename T::value_type{});
    } else if constexpr (is_variant<T> || Listed<T>) {
      // Every kind of boundary has the same motion: one table.
      if (std::ranges::find(seen_, path) != seen_.end()) return;
      seen_.push_back(path);
      if constexpr (is_variant<T>) {
        for_each_alternative<T>([&](const auto& alternative) { add_table(path, alternative); });
      } else {
        add_table(path, member);
      }
    }
  }

  Json tables_ = Json::array();
  std::vector<std::string> seen_;  // paths
};

}  // namespace

std::string scene_schema() { return SchemaWriter().write(Scene{}); }
std::string sweep_schema() { return SchemaWriter().write(sweep::SweepScene{}); }

}  // namespace galet::python
