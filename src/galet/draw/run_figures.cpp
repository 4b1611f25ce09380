#include "galet/draw/run_figures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/base/near_miss.hpp"

namespace galet {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

enum class Derived {
  as_it_is,
  since_start,  // less its first value
  per_step,     // a sum over the steps of a row, divided by their number
};

struct Quantity {
  std::string column;
  std::string name;  // in the legend
  Derived derived = Derived::as_it_is;
  bool optional = true;  // left out where it is next to nothing in all runs
};

struct StandardFigure {
  std::string name;
  std::string title;
  AxisSettings y;
  std::vector<Quantity> quantities;
};

std::vector<StandardFigure> standard_list() {
  return {
      {"energies",
       "Energies",
       {"energy", "J"},
       {{"kinetic", "kinetic", Derived::as_it_is, false},
        {"potential", "change of potential", Derived::since_start},
        {"stored", "stored in contacts"},
        {"dissipated", "dissipated"},
        {"work_boundaries", "work of boundaries"},
        {"work_external", "work of forces"},
        {"exchanged", "of bodies in and out"},
        {"correction", "correction"}}},
      {"contacts",
       "Contacts",
       {"contacts", ""},
       {{"contacts", "listed", Derived::as_it_is, false},
        {"contacts_active", "with an impulse", Derived::as_it_is, false}}},
      {"penetration",
       "Penetration",
       {"largest overlap over radius", ""},
       {{"penetration_relative", "overlap over radius", Derived::as_it_is, false}}},
      {"iterations",
       "Iterations",
       {"iterations of a step", ""},
       {{"iterations", "mean", Derived::per_step}, {"iterations_max", "largest"}}},
      {"residual",
       "Residual",
       {"largest relative residual", "", true},
       {{"residual_relative", "relative residual"}}},
  };
}

std::vector<double> derived_values(const StoredSeries& table, const Quantity& quantity) {
  std::vector<double> values = table.find(quantity.column)->values;
  if (quantity.derived == Derived::since_start && !values.empty()) {
    const double first = values.front();
    for (double& x : values) x -= first;
  }
  const SeriesColumn* steps = table.find("step");
  if (quantity.derived == Derived::per_step && steps != nullptr) {
    for (std::size_t k = values.size(); k-- > 0;) {
      const double done = k > 0 ? steps->values[k] - steps->values[k - 1] : 0.0;
      values[k] = done > 0.0 ? values[k] / done : no_number;
    }
  }
  return values;
}

bool all_have(std::span<const RunSeries> runs, const Quantity& quantity) {
  return std::ranges::all_of(runs, [&](const RunSeries& run) {
    return run.table.find(quantity.column) != nullptr && run.table.find("time") != nullptr;
  });
}

double largest_value(std::span<const RunSeries> runs, const Quantity& quantity) {
  double largest = 0.0;
  for (const RunSeries& run : runs) {
    for (const double x : derived_values(run.table, quantity)) {
      if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
    }
  }
  return largest;
}

// Those that all runs have and that could be told from 0 in the figure.
std::vector<Quantity> shown_of(std::span<const RunSeries> runs,
                               const std::vector<Quantity>& quantities) {
  std::vector<std::pair<Quantity, double>> there;
  double largest = 0.0;
  for (const Quantity& quantity : quantities) {
    if (!all_have(runs, quantity)) continue;
    there.emplace_back(quantity, largest_value(runs, quantity));
    largest = std::max(largest, there.back().second);
  }
  std::vector<Quantity> shown;
  for (const auto& [quantity, size] : there) {
    if (!quantity.optional || size > 1e-3 * largest) shown.push_back(quantity);
  }
  return shown;
}

// One run is named in the title, several in the legend.
std::string titled_figure(const std::string& title, std::span<const RunSeries> runs) {
  return runs.size() == 1 ? fmt::format("{} – {}", title, runs.front().name) : title;
}

Curve curve_of(std::span<const RunSeries> runs, std::size_t run, const std::string& x,
               const std::vector<Quantity>& shown, std::size_t k) {
  const bool alone = shown.size() == 1;
  const std::string& name = shown[k].name;
  Curve curve{.name = runs.size() == 1 ? name
                      : alone          ? runs[run].name
                                       : fmt::format("{}, {}", name, runs[run].name),
              .x = runs[run].table.find(x)->values,
              .y = derived_values(runs[run].table, shown[k])};
  curve.color = static_cast<int>(alone ? run : k);
  curve.dashes = static_cast<int>(run);
  return curve;
}

Chart overlaid(std::span<const RunSeries> runs, const std::string& x,
               const std::vector<Quantity>& shown) {
  Chart chart;
  for (std::size_t k = 0; k < shown.size(); ++k) {
    for (std::size_t run = 0; run < runs.size(); ++run) {
      chart.curves.push_back(curve_of(runs, run, x, shown, k));
    }
  }
  return chart;
}

const SeriesColumn& column_of(const RunSeries& run, const std::string& name) {
  if (const SeriesColumn* column = run.table.find(name)) return *column;
  std::vector<std::string_view> names;
  for (const SeriesColumn& column : run.table.columns) names.push_back(column.name);
  throw InputError("", fmt::format("the table of {} has no column \"{}\"; {}", run.name, name,
                                   suggestion(name, names)));
}

}  // namespace

std::vector<RunFigure> standard_figures(std::span<const RunSeries> runs) {
  std::vector<RunFigure> figures;
  for (const StandardFigure& standard : standard_list()) {
    const std::vector<Quantity> shown = shown_of(runs, standard.quantities);
    if (shown.empty()) continue;
    Chart chart = overlaid(runs, "time", shown);
    chart.title = titled_figure(standard.title, runs);
    chart.x = {"time", "s"};
    chart.y = standard.y;
    figures.push_back({standard.name, std::move(chart)});
  }
  return figures;
}

RunFigure figure_of_columns(std::span<const RunSeries> runs, const std::string& x,
                            const std::vector<std::string>& columns) {
  std::vector<Quantity> shown;
  std::optional<std::string> unit;
  for (const std::string& name : columns) {
    for (const RunSeries& run : runs) {
      const SeriesColumn& column = column_of(run, name);
      if (unit.value_or(column.unit) != column.unit) {
        throw InputError("", fmt::format("{} is in \"{}\", {} in \"{}\"; choose columns of one "
                                         "unit",
                                         columns.front(), *unit, name, column.unit));
      }
      unit = column.unit;
    }
    shown.push_back({name, name, Derived::as_it_is, false});
  }
  for (const RunSeries& run : runs) column_of(run, x);
  const std::string joined = fmt::format("{}", fmt::join(columns, ", "));
  Chart chart = overlaid(runs, x, shown);
  chart.title = titled_figure(fmt::format("{} over {}", joined, x), runs);
  chart.x = {x, column_of(runs.front(), x).unit};
  chart.y = {joined, unit.value_or("")};
  return {fmt::format("{}-over-{}", fmt::join(columns, "-"), x), std::move(chart)};
}

}  // namespace galet
