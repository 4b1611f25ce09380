#include "galet/vary/study_page.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <regex>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "galet/base/version.hpp"
#include "galet/io/atomic_file.hpp"
#include "galet/io/settings_reference.hpp"
#include "galet/report/html_page.hpp"
#include "galet/vary/reduce_rows.hpp"
#include "galet/vary/study_file.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_curves = 12;
constexpr std::size_t most_points_on_page = 500;
constexpr std::size_t most_values_on_page = 12;

// Runs that differ in the seed only, by their rows.
struct PointRows {
  std::vector<std::string> values;
  std::vector<const StudyRow*> rows;
};

std::vector<PointRows> points_in(const StudyTable& table) {
  std::vector<PointRows> points;
  std::map<std::vector<std::string>, std::size_t> places;
  for (const StudyRow& row : table.rows) {
    const auto [place, is_new] = places.emplace(row.run.values, points.size());
    if (is_new) points.push_back({row.run.values, {}});
    points[place->second].rows.push_back(&row);
  }
  return points;
}

std::optional<Estimate> estimate_of(const PointRows& point, std::size_t figure) {
  std::vector<double> values;
  for (const StudyRow* row : point.rows) {
    if (row->figures[figure]) values.push_back(*row->figures[figure]);
  }
  if (values.empty()) return std::nullopt;
  return estimated(values);
}

bool is_of_grid(const ParameterSettings& p) {
  return !std::holds_alternative<LatinParameter>(p) && !std::holds_alternative<FormulaParameter>(p);
}

class ChartMaker {
 public:
  ChartMaker(const StudyTable& table, const StudyManifest& manifest, const StudySettings& study)
      : table_(table), manifest_(manifest), study_(study), points_(points_in(table)) {
    for (std::size_t k = 0; k < study.parameter.size(); ++k) {
      std::set<std::string> different;
      for (const PointRows& point : points_) different.insert(point.values[k]);
      varies_.push_back(different.size() > 1);
    }
  }

  std::vector<StudyChart> make() const {
    std::vector<StudyChart> charts;
    for (const StudyPlotSettings& plot : study_.plot) add(plot, charts);
    if (!study_.plot.empty()) return charts;
    for (const FigureSettings& figure : study_.figure) {
      for (std::size_t k = 0; k < study_.parameter.size(); ++k) {
        const ParameterSettings& parameter = study_.parameter[k];
        const bool formula = std::holds_alternative<FormulaParameter>(parameter);
        if (formula || !has_numbers(parameter) || !varies_[k]) continue;
        add({name_of_parameter(parameter), name_of_figure(figure), is_logarithmic(parameter)},
            charts);
      }
    }
    return charts;
  }

 private:
  static bool is_logarithmic(const ParameterSettings& parameter) {
    return std::visit(
        [](const auto& p) {
          if constexpr (requires { p.logarithmic; }) {
            return p.logarithmic;
          } else {
            return false;
          }
        },
        parameter);
  }

  std::optional<std::size_t> parameter_named(const std::string& name) const {
    const auto found = std::ranges::find(manifest_.parameters, name);
    if (found == manifest_.parameters.end()) return std::nullopt;
    return static_cast<std::size_t>(found - manifest_.parameters.begin());
  }
  std::size_t figure_named(const std::string& name) const {
    const auto found = std::ranges::find(study_.figure, name, name_of_figure);
    return static_cast<std::size_t>(found - study_.figure.begin());
  }

  // Of a parameter exactly, of a figure as the mean over the replicas.
  std::optional<Estimate> number(const PointRows& point, const std::string& name) const {
    const auto parameter = parameter_named(name);
    if (!parameter) return estimate_of(point, figure_named(name));
    const std::string& text = point.values[*parameter];
    double x = 0.0;
    std::from_chars(text.data(), text.data() + text.size(), x);
    return Estimate{.mean = x, .count = point.rows.size()};
  }

  std::string unit_of(const std::string& name) const {
    const auto parameter = parameter_named(name);
    return parameter ? unit_of_parameter(study_.parameter[*parameter])
                     : table_.figure_units[figure_named(name)];
  }

  void add(const StudyPlotSettings& plot, std::vector<StudyChart>& charts) const {
    const auto x = parameter_named(plot.x);
    const bool over_grid = x && is_of_grid(study_.parameter[*x]);
    // Parameters that a curve has one value of.
    std::vector<std::size_t> fixed;
    bool sampled = false;
    for (std::size_t k = 0; k < study_.parameter.size(); ++k) {
      sampled |= std::holds_alternative<LatinParameter>(study_.parameter[k]);
      if (!varies_[k] || k == x || !is_of_grid(study_.parameter[k])) continue;
      if (over_grid || !has_numbers(study_.parameter[k])) fixed.push_back(k);
    }
    const bool joined = over_grid && !sampled;
    std::vector<Curve> curves = curves_of(plot, fixed);
    const bool many = curves.size() > most_curves;
    if (many) curves = curves_of(plot, {});
    std::erase_if(curves, [](const Curve& curve) { return curve.x.empty(); });
    if (curves.empty()) return;
    for (Curve& curve : curves) {
      curve.style = joined && !many ? CurveStyle::line_and_points : CurveStyle::points;
    }
    charts.push_back({fmt::format("{}-over-{}", plot.y, plot.x),
                      {.title = study_.title,
                       .x = {plot.x, unit_of(plot.x), plot.logarithmic_x},
                       .y = {plot.y, unit_of(plot.y), plot.logarithmic_y},
                       .curves = std::move(curves)}});
  }

  std::string label(const PointRows& point, const std::vector<std::size_t>& fixed) const {
    std::string text;
    for (const std::size_t k : fixed) {
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", manifest_.parameters[k],
                          point.values[k]);
    }
    return text;
  }

  std::vector<Curve> curves_of(const StudyPlotSettings& plot,
                               const std::vector<std::size_t>& fixed) const {
    struct Place {
      double x, y, error;
    };
    std::vector<std::pair<std::string, std::vector<Place>>> sets;
    for (const PointRows& point : points_) {
      const std::string name = label(point, fixed);
      auto set = std::ranges::find(sets, name, [](const auto& one) { return one.first; });
      if (set == sets.end()) set = sets.insert(set, {name, {}});
      const auto x = number(point, plot.x);
      const auto y = number(point, plot.y);
      if (x && y) set->second.push_back({x->mean, y->mean, y->error.value_or(0.0)});
    }
    std::vector<Curve> curves;
    for (auto& [name, places] : sets) {
      std::ranges::stable_sort(places, {}, &Place::x);
      Curve& curve = curves.emplace_back();
      curve.name = name;
      for (const Place& place : places) {
        curve.x.push_back(place.x);
        curve.y.push_back(place.y);
        curve.error.push_back(place.error);
      }
    }
    return curves;
  }

  const StudyTable& table_;
  const StudyManifest& manifest_;
  const StudySettings& study_;
  std::vector<PointRows> points_;
  std::vector<bool> varies_;  // by parameter
};

// ---- The page ----------------------------------------------------------------------------------

std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return cell(text);
}

std::string keys_text(const ParameterSettings& parameter) {
  std::vector<std::string> keys;
  std::visit(
      [&](const auto& p) {
        if constexpr (requires { p.common; }) {
          if (!p.common.key.empty()) keys.push_back(code(p.common.key));
          for (const std::string& key : p.common.also) keys.push_back(code(key));
        } else {
          for (const StudyCase& one : p.cases) {
            for (const std::string& text : one.set) {
              const std::string key = code(text.substr(0, text.find('=')));
              if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
            }
          }
        }
      },
      parameter);
  return fmt::format("{}", fmt::join(keys, ", "));
}

std::string values_text(const StudyTable& table, std::size_t parameter) {
  std::vector<std::string> values;
  for (const StudyRow& row : table.rows) {
    const std::string& value = row.run.values[parameter];
    if (std::ranges::find(values, value) == values.end()) values.push_back(value);
    if (values.size() > most_values_on_page) return fmt::format("{}, …", fmt::join(values, ", "));
  }
  return fmt::format("{}", fmt::join(values, ", "));
}

std::string parameters_section(const StudyTable& table, const StudyManifest& manifest,
                               const StudySettings& study) {
  if (study.parameter.empty()) return "";
  std::string text =
      "\n## Parameters\n\n| parameter | kind | keys of the scene | values |\n|---|---|---|---|\n";
  for (std::size_t k = 0; k < study.parameter.size(); ++k) {
    const std::string_view kind =
        std::visit([](const auto& p) { return p.tag; }, study.parameter[k]);
    text += fmt::format("| {} | {} | {} | {} |\n", manifest.parameters[k], kind,
                        one_line(keys_text(study.parameter[k])), one_line(values_text(table, k)));
  }
  return text;
}

std::string titled_columns(const StudyTable& table, const StudySettings& study) {
  std::string text;
  for (std::size_t k = 0; k < study.figure.size(); ++k) {
    const std::string& unit = table.figure_units[k];
    text += fmt::format(" {}{} |", name_of_figure(study.figure[k]),
                        unit.empty() ? "" : ", " + one_line(unit));
  }
  return text;
}

std::string points_section(const StudyTable& table, const StudyManifest& manifest,
                           const StudySettings& study) {
  const std::vector<PointRows> points = points_in(table);
  std::string text =
      "\n## Figures\n\nMeans over the runs of a point that are done, ± standard "
      "error where there are several.\n\n|";
  for (const std::string& name : manifest.parameters) text += fmt::format(" {} |", name);
  text += " done |" + titled_columns(table, study) + "\n|";
  for (std::size_t k = 0; k < manifest.parameters.size() + 1 + study.figure.size(); ++k) {
    text += "---|";
  }
  text += "\n";
  for (std::size_t i = 0; i < std::min(points.size(), most_points_on_page); ++i) {
    text += "|";
    for (const std::string& value : points[i].values) text += fmt::format(" {} |", one_line(value));
    const auto done = std::ranges::count(points[i].rows, RunState::done, &StudyRow::state);
    text += fmt::format(" {} of {} |", done, points[i].rows.size());
    for (std::size_t k = 0; k < study.figure.size(); ++k) {
      const auto estimate = estimate_of(points[i], k);
      text += !estimate ? " – |"
              : !estimate->error
                  ? fmt::format(" {:.6g} |", estimate->mean)
                  : fmt::format(" {:.6g} ± {:.2g} |", estimate->mean, *estimate->error);
    }
    text += "\n";
  }
  if (points.size() > most_points_on_page) {
    text +=
        fmt::format("\n{} points more are in `table.csv`.\n", points.size() - most_points_on_page);
  }
  return text;
}

// Runs of which something is to be said, with it.
template <class Chosen>
std::string runs_section(const std::string& heading, const StudyTable& table,
                         const StudyManifest& manifest, std::string_view column, Chosen&& chosen) {
  std::string rows;
  for (const StudyRow& row : table.rows) {
    const std::string said = chosen(row);
    if (said.empty()) continue;
    std::string values;
    for (std::size_t k = 0; k < row.run.values.size(); ++k) {
      values += fmt::format("{} = {}, ", manifest.parameters[k], row.run.values[k]);
    }
    rows += fmt::format("| {} | {} | {} |\n", StudyFolder::name_of(row.run.number),
                        one_line(fmt::format("{}seed {}", values, row.run.seed)), one_line(said));
  }
  if (rows.empty()) return "";
  return fmt::format("\n## {}\n\n| run | | {} |\n|---|---|---|\n{}", heading, column, rows);
}

// Of earlier figures, which the page does not show any more.
void remove_old_plots(const fs::path& folder, const std::vector<StudyChart>& charts) {
  static const std::regex plot(R"((\w+-over-\w+)\.svg(\.part)?)");
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    std::smatch found;
    if (!std::regex_match(name, found, plot) || !entry.is_regular_file()) continue;
    const std::string stem = found[1];
    const bool is_shown = std::ranges::find(charts, stem, &StudyChart::name) != charts.end();
    if (!is_shown) fs::remove(entry.path());
  }
}

}  // namespace

std::vector<StudyChart> study_charts(const StudyTable& table, const StudyManifest& manifest,
                                     const StudySettings& study) {
  return ChartMaker(table, manifest, study).make();
}

std::string to_markdown(const StudyTable& table, const StudyManifest& manifest,
                        const StudySettings& study, const std::vector<StudyChart>& charts) {
  std::string text = fmt::format("# {}\n\n", study.title);
  if (!study.description.empty()) text += study.description + "\n\n";
  text += fmt::format("{} runs of `{}`: {} done, {} failed, {} unfinished, {} not begun.\n",
                      table.rows.size(), study.scene, table.count(RunState::done),
                      table.count(RunState::failed), table.count(RunState::unfinished),
                      table.count(RunState::waiting));
  text += runs_section("Failed runs", table, manifest, "why", [](const StudyRow& row) {
    return row.state != RunState::failed ? "" : row.reason.empty() ? "unknown" : row.reason;
  });
  text += parameters_section(table, manifest, study);
  text += points_section(table, manifest, study);
  if (!charts.empty()) {
    text += "\n## Plots\n";
    if (study.replicas > 1) text += "\nBars are standard errors of the mean over the replicas.\n";
    for (const StudyChart& chart : charts) {
      text += fmt::format("\n![{0}](plots/{0}.svg)\n", chart.name);
    }
  }
  text += runs_section("Figures that are missing", table, manifest, "why", [](const StudyRow& row) {
    return row.state == RunState::done ? row.reason : std::string();
  });
  text += runs_section("Runs with warnings", table, manifest, "warnings",
                       [](const StudyRow& row) { return row.warnings; });
  text += fmt::format(
      "\n## Files\n\nOne row for each run is in `table.csv`; its scene is `scenes/<run>.toml`, its "
      "results are in `runs/<run>/`. Made by galet {}.\n",
      version());
  return text;
}

StudyTable collect(const StudyFolder& folder) {
  const StudySettings study = load_study(folder.study()).settings;
  const StudyManifest manifest = folder.find_manifest().value();
  const StudyTable table = gather(folder, manifest, study);
  const std::vector<StudyChart> charts = study_charts(table, manifest, study);
  const fs::path plots = folder.path() / "plots";
  make_folder(plots);
  std::map<std::string, std::string> images;
  for (const StudyChart& chart : charts) {
    images["plots/" + chart.name + ".svg"] = chart_bytes(chart.chart, PictureFormat::svg);
    write_atomically(plots / (chart.name + ".svg"), images["plots/" + chart.name + ".svg"]);
  }
  remove_old_plots(plots, charts);
  const std::string markdown = to_markdown(table, manifest, study, charts);
  write_atomically(folder.path() / "table.csv", to_csv(table, manifest, study));
  write_atomically(folder.path() / "study.md", markdown);
  write_atomically(folder.path() / "study.html", html_page(markdown, [&](const std::string& name) {
                     const auto it = images.find(name);
                     return it == images.end() ? std::string() : it->second;
                   }));
  return table;
}

}  // namespace galet
