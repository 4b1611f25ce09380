#include "galet/io/stored_series.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "galet/base/error.hpp"
#include "galet/base/field_kinds.hpp"
#include "galet/base/text_file.hpp"
#include "galet/io/manifest.hpp"
#include "galet/sim/record_fields.hpp"

namespace galet {
namespace {

std::string unit_of_column(std::string_view name) {
  std::string_view unit;
  for_each_field(SeriesRow{}, [&](const Field& field, const auto&) {
    if (field.key == name) unit = field.unit;
  });
  return std::string(unit);
}

std::vector<std::string_view> cells_of(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  std::vector<std::string_view> cells;
  for (std::size_t from = 0;;) {
    const std::size_t comma = line.find(',', from);
    cells.push_back(line.substr(from, comma - from));
    if (comma == std::string_view::npos) return cells;
    from = comma + 1;
  }
}

double number_in(std::string_view cell, const SourceLocation& where, const std::string& column) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc{} || end != cell.data() + cell.size()) {
    throw InputError(where, column, fmt::format("expected a number, got \"{}\"", cell));
  }
  return value;
}

}  // namespace

const SeriesColumn* StoredSeries::find(std::string_view name) const {
  const auto it = std::ranges::find(columns, name, &SeriesColumn::name);
  return it == columns.end() ? nullptr : &*it;
}

StoredSeries series_table(std::span<const SeriesRow> rows) {
  StoredSeries table;
  for_each_field(SeriesRow{}, [&](const Field& field, const auto&) {
    table.columns.push_back({std::string(field.key), std::string(field.unit), {}});
  });
  for (const SeriesRow& row : rows) {
    auto column = table.columns.begin();
    for_each_field(row, [&](const Field&, const auto& value) {
      (column++)->values.push_back(static_cast<double>(value));
    });
  }
  return table;
}

StoredSeries read_table(const std::filesystem::path& csv) {
  const std::string text = read_text_file(csv);
  StoredSeries table;
  SourceLocation where{csv.string(), 0, 0};
  for (std::size_t from = 0, end; (end = text.find('\n', from)) != std::string::npos;
       from = end + 1) {
    ++where.line;
    const auto cells = cells_of(std::string_view(text).substr(from, end - from));
    if (where.line == 1) {
      for (const std::string_view name : cells) {
        if (name.empty() || table.find(name) != nullptr) {
          throw InputError(where, "", "expected different names of columns, separated by commas");
        }
        table.columns.push_back({std::string(name), unit_of_column(name), {}});
      }
      continue;
    }
    if (cells.size() != table.columns.size()) {
      throw InputError(where, "",
                       fmt::format("expected {} numbers, got {}; the file is damaged",
                                   table.columns.size(), cells.size()));
    }
    for (std::size_t k = 0; k < cells.size(); ++k) {
      SeriesColumn& column = table.columns[k];
      column.values.push_back(number_in(cells[k], where, column.name));
    }
  }
  if (table.columns.empty()) throw InputError(where, "", "is empty; expected a table of numbers");
  return table;
}

StoredSeries read_series(const std::filesystem::path& folder) {
  check_listed(folder, "series.csv");
  if (!std::filesystem::exists(folder / "series.csv")) {
    throw InputError({folder.string(), 0, 0}, "", "contains no results of a run (no series.csv)");
  }
  return read_table(folder / "series.csv");
}

StoredSeries read_observed(const std::filesystem::path& folder, const std::string& name) {
  check_listed(folder, "observe/observers.json");
  const std::filesystem::path file = folder / "observe" / "observers.json";
  const std::string text = std::filesystem::exists(file) ? read_text_file(file) : "{}";
  const auto all = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!all.is_object()) {
    throw InputError({file.string(), 0, 0}, "", "is not a list of observers; the file is damaged");
  }
  if (!all.contains(name)) {
    std::vector<std::string> names;
    for (const auto& [known, table] : all.items()) names.push_back(known);
    throw InputError({folder.string(), 0, 0}, "",
                     names.empty() ? "the run has no observers"
                                   : fmt::format("the run has no observer \"{}\"; it has {}", name,
                                                 fmt::join(names, ", ")));
  }
  // The name is one of the list, so that it leads to no other place.
  if (name.find('/') != std::string::npos) {
    throw InputError({file.string(), 0, 0}, "", "names a table outside its folder");
  }
  const std::string csv = "observe/" + name + ".csv";
  check_listed(folder, csv);
  StoredSeries table = read_table(folder / csv);
  try {
    for (const auto& column : all.at(name).at("columns")) {
      const std::string known = column.at("name");
      const auto it = std::ranges::find(table.columns, known, &SeriesColumn::name);
      if (it != table.columns.end()) it->unit = column.at("unit").get<std::string>();
    }
  } catch (const nlohmann::json::exception&) {
    throw InputError({file.string(), 0, 0}, name, "has no columns with names and units");
  }
  return table;
}

}  // namespace galet
