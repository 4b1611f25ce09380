// to_toml: every setting of a scene as TOML.
#include "galet/io/scene_file.hpp"
#include "galet/io/toml_text.hpp"

namespace galet {
namespace {

std::string fields_in_lines(const std::string& fields) {
  return fields.empty() ? fields : fields + "\n";
}

// What stands under the header of a table.
template <Listed S>
std::string table_body(const S& settings) {
  return fields_in_lines(toml_fields(settings, "\n"));
}

template <class... Ts>
std::string table_body(const std::variant<Ts...>& settings) {
  return std::visit(
      [](const auto& alternative) {
        return fmt::format("{} = {}\n", alternative.tag_key,
                           toml_text(std::string(alternative.tag))) +
               table_body(alternative);
      },
      settings);
}

template <class T>
inline constexpr bool has_short_form = std::is_same_v<T, RadiusDistribution>;

template <class T>
inline constexpr bool is_table = (Listed<T> && !has_short_form<T>) || is_variant<T>;

}  // namespace

std::string to_toml(const Scene& scene) {
  // TOML wants the plain keys before the first table.
  std::string plain;
  std::string tables;
  for_each_field(scene, [&]<class T>(const Field& field, const T& member) {
    if constexpr (is_table<T>) {
      tables += fmt::format("\n[{}]\n{}", field.key, table_body(member));
    } else if constexpr (is_table_list<T>) {
      for (const auto& entry : member) {
        tables += fmt::format("\n[[{}]]\n{}", field.key, table_body(entry));
      }
      if (member.empty() && field.required) plain += fmt::format("{} = []\n", field.key);
    } else if (field.required || !is_left_out(member)) {
      plain += fmt::format("{} = {}\n", field.key, toml_text(member));
    }
  });
  return plain + tables;
}

}  // namespace galet
