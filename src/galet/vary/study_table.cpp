#include "galet/vary/study_table.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "galet/base/error.hpp"
#include "galet/base/text_file.hpp"
#include "galet/io/manifest.hpp"
#include "galet/io/stored_series.hpp"
#include "galet/io/summary_json.hpp"
#include "galet/sim/record_fields.hpp"
#include "galet/vary/reduce_rows.hpp"
#include "galet/vary/study_file.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

struct FigureValue {
  std::optional<double> value;
  std::string unit;
};

// The unit of what a reduction of a column gives.
std::string reduced_unit(const std::string& unit, Reduce reduce) {
  if (reduce != Reduce::slope) return unit;
  return unit.empty() ? "1/s" : unit + "/s";
}

FigureValue figure_of(const SummaryFigure& figure, const fs::path&, const StoredSummary& summary) {
  // What only the file knows.
  if (figure.key == "energy.balance_error_relative") return {summary.balance_error_relative, ""};
  FigureValue found;
  for_each_field(summary.run, [&]<class T>(const Field& field, const T& value) {
    if constexpr (std::is_arithmetic_v<T>) {
      if (field.key == figure.key) found = {static_cast<double>(value), std::string(field.unit)};
    }
  });
  return found;
}

FigureValue figure_in(const StoredSeries& table, const std::string& name,
                      const std::optional<WhereSettings>& where, const ReduceSettings& rows) {
  const auto column = [&](const std::string& wanted) -> const SeriesColumn& {
    if (const SeriesColumn* found = table.find(wanted)) return *found;
    throw InputError("", fmt::format("there is no column \"{}\"", wanted));
  };
  const SeriesColumn& values = column(name);
  std::vector<double> t = column("time").values;
  std::vector<double> y = values.values;
  if (where) {
    const std::vector<double>& choice = column(where->column).values;
    std::size_t kept = 0;
    for (std::size_t k = 0; k < choice.size(); ++k) {
      if (choice[k] != where->value) continue;
      t[kept] = t[k];
      y[kept++] = y[k];
    }
    t.resize(kept);
    y.resize(kept);
  }
  return {reduced(rows, t, y), reduced_unit(values.unit, rows.reduce)};
}

FigureValue figure_of(const SeriesFigure& figure, const fs::path& run, const StoredSummary&) {
  return figure_in(read_series(run), figure.column, std::nullopt, figure.rows);
}

FigureValue figure_of(const ObserverFigure& figure, const fs::path& run, const StoredSummary&) {
  return figure_in(read_observed(run, figure.observer), figure.column, figure.where, figure.rows);
}

// The first is kept: what comes later mostly follows from it.
void add_reason(StudyRow& row, const std::string& reason) {
  if (row.reason.empty()) row.reason = reason;
}

void read_figures(StudyRow& row, const fs::path& run, const StudySettings& study,
                  std::vector<std::string>& units) {
  check_listed(run, "summary.json");
  const StoredSummary summary = read_summary(run / "summary.json");
  for (const Warning& warning : summary.run.warnings) {
    row.warnings += fmt::format("{}{}", row.warnings.empty() ? "" : " ", name_of(warning.code));
  }
  for (std::size_t k = 0; k < study.figure.size(); ++k) {
    const std::string name = name_of_figure(study.figure[k]);
    try {
      const FigureValue found =
          std::visit([&](const auto& f) { return figure_of(f, run, summary); }, study.figure[k]);
      if (found.value && std::isfinite(*found.value)) {
        row.figures[k] = found.value;
      } else {
        add_reason(row, fmt::format("{}: no rows to take it from, or no number in them", name));
      }
      if (units[k].empty()) units[k] = found.unit;
    } catch (const InputError& error) {
      add_reason(row, fmt::format("{}: {}", name, error.what()));
    }
  }
}

// A cell of CSV (RFC 4180), in one line.
std::string csv_cell(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  if (text.find_first_of(",\"\r") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

}  // namespace

std::size_t StudyTable::count(RunState state) const {
  return static_cast<std::size_t>(std::ranges::count(rows, state, &StudyRow::state));
}

StudyTable gather(const StudyFolder& folder, const StudyManifest& manifest,
                  const StudySettings& study) {
  StudyTable table;
  table.figure_units.resize(study.figure.size());
  for (const StudyRun& run : manifest.runs) {
    StudyRow row{.run = run, .figures = {}, .warnings = {}, .reason = {}};
    row.figures.resize(study.figure.size());
    RunStanding standing = standing_of(folder, run);
    row.state = standing.state;
    row.reason = std::move(standing.outcome.message);
    if (row.state == RunState::done) {
      try {
        read_figures(row, folder.run(run.number), study, table.figure_units);
      } catch (const SystemError& error) {  // damage
        row.state = RunState::failed;
        row.reason = error.what();
        std::ranges::fill(row.figures, std::nullopt);
      }
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string to_csv(const StudyTable& table, const StudyManifest& manifest,
                   const StudySettings& study) {
  std::string text = "run,state";
  for (const std::string& name : manifest.parameters) text += "," + name;
  text += ",replica,seed";
  for (const FigureSettings& figure : study.figure) text += "," + name_of_figure(figure);
  text += ",warnings,reason\n";
  for (const StudyRow& row : table.rows) {
    text += fmt::format("{},{}", StudyFolder::name_of(row.run.number), name_of(row.state));
    for (const std::string& value : row.run.values) text += "," + csv_cell(value);
    text += fmt::format(",{},{}", row.run.replica, row.run.seed);
    for (const auto& figure : row.figures) text += figure ? fmt::format(",{}", *figure) : ",";
    text += fmt::format(",{},{}\n", row.warnings, csv_cell(row.reason));
  }
  return text;
}

}  // namespace galet
