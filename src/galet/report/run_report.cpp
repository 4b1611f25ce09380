#include "galet/report/run_report.hpp"

#include <cmath>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/base/field_kinds.hpp"
#include "galet/base/text_file.hpp"
#include "galet/draw/picture.hpp"
#include "galet/draw/run_figures.hpp"
#include "galet/io/manifest.hpp"
#include "galet/io/replay.hpp"
#include "galet/io/stored_series.hpp"
#include "galet/io/summary_json.hpp"
#include "galet/sim/record_fields.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

std::string cell_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

template <class T>
std::string value_text(const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "yes" : "no";
  } else if constexpr (std::is_same_v<T, std::string>) {
    return cell_text(value);
  } else if constexpr (NamedEnum<T>) {
    return std::string(name_of(value));
  } else if constexpr (std::is_floating_point_v<T>) {
    return std::isfinite(value) ? fmt::format("{:.6g}", value) : "–";
  } else if constexpr (std::is_arithmetic_v<T>) {
    return fmt::format("{}", value);
  } else {
    return "";  // the warnings, which have a section of their own
  }
}

// What the fields of the summary say whose names start so (all that no other table has, for "").
std::string summary_table(const RunSummary& summary, std::string_view prefix) {
  std::string rows = "| | | |\n|---|---|---|\n";
  for_each_field(summary, [&](const Field& field, const auto& value) {
    const bool own = field.key.find('.') == std::string_view::npos;
    if (prefix.empty() ? !own : !field.key.starts_with(prefix)) return;
    const std::string text = value_text(value);
    if (text.empty() || field.key == "title") return;
    rows +=
        fmt::format("| {} | {}{}{} | {} |\n", field.key.substr(prefix.size()), text,
                    field.unit.empty() ? "" : " ", field.unit, cell_text(std::string(field.doc)));
  });
  return rows + "\n";
}

std::string warnings_list(const std::vector<Warning>& warnings) {
  if (warnings.empty()) return "None.\n\n";
  std::string list;
  for (const Warning& warning : warnings) {
    list += fmt::format("- **{}**: {}\n", name_of(warning.code), warning.message);
  }
  return list + "\n";
}

// Of the first and the last frame, in one scale.
template <int D>
void add_pictures(const Replay& replay, ReportPage& report) {
  const PictureOptions options;
  const auto last = replay.frame<D>(replay.frames() - 1);
  PictureScale<D> scale = picture_scale(last.frame(), options);
  const auto add = [&](const std::string& name, const std::string& words, const Frame<D>& frame) {
    report.add_image(name, fmt::format("{}, t = {:.6g} s", words, frame.state.time),
                     picture_bytes(frame, PictureFormat::png, options, scale));
  };
  if (replay.frames() > 1) {
    const auto first = replay.frame<D>(0);
    scale.include(picture_scale(first.frame(), options));
    add("first.png", "First frame", first.frame());
  }
  add("last.png", "Last frame", last.frame());
}

void add_figures(const std::vector<RunFigure>& figures, bool of_solver, ReportPage& report) {
  for (const RunFigure& figure : figures) {
    if ((figure.name == "iterations" || figure.name == "residual") != of_solver) continue;
    report.add_figure(figure);
  }
}

std::string phases_table(const PhaseSeconds& phases) {
  const auto& [predict, detect, pose, solve, advance, observe] = phases;
  const double sum = predict + detect + pose + solve + advance + observe;
  std::string rows = "| phase | seconds | share |\n|---|---|---|\n";
  const auto row = [&](std::string_view name, double seconds) {
    rows += fmt::format("| {} | {:.3g} | {:.0f} % |\n", name, seconds,
                        sum > 0.0 ? 100.0 * seconds / sum : 0.0);
  };
  row("predict", predict);
  row("detect", detect);
  row("pose", pose);
  row("solve", solve);
  row("advance", advance);
  row("observe", observe);
  return rows + "\n";
}

}  // namespace

ReportPage run_report(const fs::path& folder) {
  ReportPage report;
  const Replay replay(folder);
  check_listed(folder, "summary.json");
  const bool ended = fs::exists(folder / "summary.json");
  std::optional<StoredSummary> stored;
  if (ended) stored = read_summary(folder / "summary.json");
  std::vector<RunSeries> runs;
  runs.push_back({replay.trajectory().title(), read_series(folder)});
  const std::vector<RunFigure> figures = standard_figures(runs);

  std::string& text = report.markdown;
  text += fmt::format("# {}\n\n", replay.trajectory().title());
  if (stored) {
    const RunSummary& run = stored->run;
    text += fmt::format(
        "{} bodies in {}D, {} steps to t = {:.6g} s in {:.3g} s of wall-clock time on {} thread{}, "
        "by galet {}.{}\n\n",
        run.bodies, run.dimension, run.steps, run.time_end, run.wall_seconds, run.threads,
        run.threads == 1 ? "" : "s", run.program,
        run.interrupted ? " The run was interrupted." : "");
  } else {
    text += "The run is still going or was killed: no `summary.json`.\n\n";
  }
  if (stored) text += "## Warnings\n\n" + warnings_list(stored->run.warnings);
  text += "## Pictures\n\n";
  if (replay.dimension() == 2) {
    add_pictures<2>(replay, report);
  } else {
    add_pictures<3>(replay, report);
  }
  text += "## Plots\n\n";
  add_figures(figures, false, report);
  text += "## Solver\n\n";
  if (stored) text += summary_table(stored->run, "solver.") + phases_table(stored->run.phases);
  add_figures(figures, true, report);
  if (stored) {
    text += "## Summary\n\n" + summary_table(stored->run, "");
    text += "### Energy\n\n" + summary_table(stored->run, "energy.");
    text += "### Contacts\n\n" + summary_table(stored->run, "contacts.");
    text += "### Penetration\n\n" + summary_table(stored->run, "penetration.");
  }
  text += "## Scene\n\n```toml\n" + read_text_file(folder / "scene.toml") + "```\n";
  return report;
}

}  // namespace galet
