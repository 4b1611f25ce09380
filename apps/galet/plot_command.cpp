#include <filesystem>
#include <string>
#include <vector>

#include "commands.hpp"
#include "exit_codes.hpp"
#include "run_plots.hpp"
#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/io/atomic_file.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

struct PlotArguments {
  std::string folder;
  std::vector<std::string> others;
  std::string output;
  std::vector<std::string> xy;
  std::string observer;
  std::string format = "svg";
  std::string logarithmic;
  ChartOptions size;
};

bool names_a_picture(const fs::path& path) {
  return path.extension() == ".svg" || path.extension() == ".png" || path.extension() == ".pdf";
}

std::vector<RunFigure> chosen_figures(const PlotArguments& arguments,
                                      const std::vector<RunSeries>& runs) {
  std::vector<RunFigure> figures;
  if (arguments.xy.empty()) {
    figures = standard_figures(runs);
  } else {
    figures.push_back(figure_of_columns(runs, arguments.xy.front(),
                                        {arguments.xy.begin() + 1, arguments.xy.end()}));
  }
  if (figures.empty()) {
    std::vector<std::string> names;
    for (const SeriesColumn& column : runs.front().table.columns) names.push_back(column.name);
    throw InputError("", fmt::format("no standard figure fits these runs; choose columns with "
                                     "--xy from {}",
                                     fmt::join(names, ", ")));
  }
  for (RunFigure& figure : figures) {
    if (arguments.logarithmic.find('x') != std::string::npos) figure.chart.x.logarithmic = true;
    if (arguments.logarithmic.find('y') != std::string::npos) figure.chart.y.logarithmic = true;
  }
  return figures;
}

void plot(const PlotArguments& arguments) {
  if (arguments.xy.size() == 1) {
    throw InputError("--xy", fmt::format("expected two columns or more, as in time,kinetic; got "
                                         "\"{}\"",
                                         arguments.xy.front()));
  }
  if (!arguments.observer.empty() && arguments.xy.empty()) {
    throw InputError("--observer", "say with --xy which of its columns to plot, as in time,power");
  }
  std::vector<std::string> folders{arguments.folder};
  folders.insert(folders.end(), arguments.others.begin(), arguments.others.end());
  const std::vector<RunFigure> figures =
      chosen_figures(arguments, read_runs(folders, arguments.observer));

  if (names_a_picture(arguments.output)) {
    if (figures.size() > 1) {
      throw InputError("-o", fmt::format("{} figures do not go into one file; give a folder, or "
                                         "choose one with --xy",
                                         figures.size()));
    }
    draw_chart(figures.front().chart, arguments.output, arguments.size);
    fmt::print("{}\n", arguments.output);
    return;
  }
  const fs::path target =
      arguments.output.empty() ? fs::path(arguments.folder) / "plots" : fs::path(arguments.output);
  make_folder(target);
  for (const RunFigure& figure : figures) {
    const fs::path path = target / fmt::format("{}.{}", figure.name, arguments.format);
    draw_chart(figure.chart, path, arguments.size);
    fmt::print("{}\n", path.string());
  }
}

}  // namespace

void add_plot_command(CLI::App& app, int& exit_code, Guard guard) {
  auto arguments = std::make_shared<PlotArguments>();
  CLI::App* command = app.add_subcommand("plot", "Plot energies, contacts and errors of runs");
  command->add_option("folder", arguments->folder, "Results folder")->required();
  command->add_option("--compare", arguments->others, "Other results to plot over the first");
  command
      ->add_option("--xy", arguments->xy,
                   "Columns of series.csv to plot instead of the standard figures, the first on "
                   "the x axis, the others on the y axis, such as time,kinetic")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("X,Y,…");
  command
      ->add_option(
          "--observer", arguments->observer,
          "With --xy: take the columns from the table of this observer, observe/<name>.csv")
      ->type_name("NAME");
  command->add_option("--log", arguments->logarithmic, "Logarithmic axes: x, y or xy")
      ->check(CLI::IsMember({"x", "y", "xy"}));
  command->add_option("--format", arguments->format, "svg (default), png or pdf")
      ->check(CLI::IsMember({"svg", "png", "pdf"}));
  command->add_option("--width", arguments->size.width, "Pixels (default: 900)")
      ->check(CLI::Range(300, 8000));
  command->add_option("--height", arguments->size.height, "Pixels (default: 540)")
      ->check(CLI::Range(200, 8000));
  command->add_option("-o,--output", arguments->output,
                      "Folder (default: plots in the results folder), or with --xy a file that "
                      "ends in .svg, .png or .pdf");
  command->callback([arguments, &exit_code, guard] {
    exit_code = guard([&] {
      plot(*arguments);
      return kDone;
    });
  });
}

}  // namespace galet
