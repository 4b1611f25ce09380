#include "galet/io/summary_json.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <concepts>
#include <fstream>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>

#include "galet/base/field_kinds.hpp"
#include "galet/io/atomic_file.hpp"
#include "galet/io/damaged_file.hpp"
#include "galet/sim/record_fields.hpp"

namespace galet {
namespace {

using Json = nlohmann::ordered_json;

EndedBy read_ended_by(const std::string& name) {
  constexpr auto& names = EnumNames<EndedBy>::names;
  const auto found = std::ranges::find(names, name);
  return found == names.end() ? EndedBy::time : static_cast<EndedBy>(found - names.begin());
}

Json json_of(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }
Json json_of(EndedBy x) { return name_of(x); }
Json json_of(const std::vector<Warning>& warnings) { return to_json(warnings); }
template <class T>
Json json_of(const T& x) {
  return x;
}

void read(const Json& json, double& x) {
  x = json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}
void read(const Json& json, EndedBy& x) { x = read_ended_by(json.get<std::string>()); }
// Codes that another version of the program knew are left out.
void read(const Json& json, std::vector<Warning>& warnings) {
  constexpr auto& names = EnumNames<WarningCode>::names;
  for (const Json& entry : json) {
    const auto found = std::ranges::find(names, entry.at("code").get<std::string>());
    if (found == names.end()) continue;
    warnings.push_back(
        {static_cast<WarningCode>(found - names.begin()), entry.at("message").get<std::string>()});
  }
}
template <class T>
void read(const Json& json, T& x) {
  // Whole numbers only: what is too large for T is not defined.
  if constexpr (std::integral<T> && !std::same_as<T, bool>) {
    if (!json.is_number_integer()) throw Json::type_error::create(302, "not a whole number", &json);
  }
  json.get_to(x);
}

// The name of the table that a key stands in, "" without one, and the key there.
std::pair<std::string, std::string> place_of(std::string_view key) {
  const std::size_t point = key.find('.');
  if (point == key.npos) return {"", std::string(key)};
  return {std::string(key.substr(0, point)), std::string(key.substr(point + 1))};
}

// Fields that follow from others are constants, and not read.
struct ReadField {
  const Json& json;

  template <class T>
  void operator()(const Field& field, T& x) const {
    if constexpr (!std::is_const_v<T>) {
      const auto [name, key] = place_of(field.key);
      const Json& table = name.empty() ? json : json.at(name);
      if (field.required || table.contains(key)) read(table.at(key), x);
    }
  }
};

}  // namespace

Json to_json(const std::vector<Warning>& warnings) {
  Json list = Json::array();
  for (const Warning& warning : warnings) {
    list.push_back({{"code", name_of(warning.code)}, {"message", warning.message}});
  }
  return list;
}

Json to_json(const RunSummary& summary) {
  Json json;
  for_each_field(summary, [&](const Field& field, const auto& x) {
    const auto [name, key] = place_of(field.key);
    (name.empty() ? json : json[name])[key] = json_of(x);
  });
  return json;
}

void write_summary(const std::filesystem::path& path, const RunSummary& summary) {
  // A title that is not UTF-8 must not cost the summary.
  constexpr auto on_bad_text = Json::error_handler_t::replace;
  write_atomically(path, to_json(summary).dump(2, ' ', false, on_bad_text) + "\n");
}

StoredSummary read_summary(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw file_error("open", path, errno);
  try {
    const Json json = Json::parse(file);
    StoredSummary stored;
    fields_of(stored.run, ReadField{json});
    read(json.at("energy").at("balance_error_relative"), stored.balance_error_relative);
    return stored;
  } catch (const Json::exception& error) {
    throw DamagedFile(path.string(), "", std::string("not a summary of a run: ") + error.what());
  }
}

}  // namespace galet
