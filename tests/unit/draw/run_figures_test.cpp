#include "galet/draw/run_figures.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "galet/base/error.hpp"

namespace galet::run_figures_test {
namespace {

RunSeries run_of(const std::string& name) {
  return {name,
          {{{"step", "", {0, 10, 20}},
            {"time", "s", {0.0, 0.1, 0.2}},
            {"kinetic", "J", {0.0, 1.0, 2.0}},
            {"potential", "J", {5.0, 4.0, 3.5}},
            {"dissipated", "J", {0.0, 0.0, 0.0}},
            {"iterations", "", {0, 50, 30}}}}};
}

const Chart& named(const std::vector<RunFigure>& figures, const std::string& name) {
  for (const RunFigure& figure : figures) {
    if (figure.name == name) return figure.chart;
  }
  throw std::runtime_error("no figure " + name);
}

TEST(RunFigures, energies_that_are_there) {
  const std::vector<RunSeries> runs{run_of("a")};
  const Chart chart = named(standard_figures(runs), "energies");
  ASSERT_EQ(chart.curves.size(), 2U);  // nothing is dissipated
  EXPECT_EQ(chart.curves[0].name, "kinetic");
  EXPECT_EQ(chart.curves[1].y, (std::vector<double>{0.0, -1.0, -1.5}));
  EXPECT_EQ(chart.x.unit, "s");
  EXPECT_EQ(chart.y.unit, "J");
  EXPECT_EQ(chart.title, "Energies – a");
}

TEST(RunFigures, mean_iterations_of_a_step) {
  const std::vector<RunSeries> runs{run_of("a")};
  const Chart chart = named(standard_figures(runs), "iterations");
  ASSERT_EQ(chart.curves.size(), 1U);
  EXPECT_TRUE(std::isnan(chart.curves[0].y[0]));  // no step yet
  EXPECT_EQ(chart.curves[0].y[1], 5.0);
  EXPECT_EQ(chart.curves[0].y[2], 3.0);
}

TEST(RunFigures, runs_are_told_apart) {
  const std::vector<RunSeries> runs{run_of("a"), run_of("b")};
  const auto figures = standard_figures(runs);
  const Chart energies = named(figures, "energies");
  ASSERT_EQ(energies.curves.size(), 4U);
  EXPECT_EQ(energies.curves[1].name, "kinetic, b");
  EXPECT_EQ(energies.curves[0].color, energies.curves[1].color);
  EXPECT_NE(energies.curves[0].dashes, energies.curves[1].dashes);
  const Chart iterations = named(figures, "iterations");
  EXPECT_EQ(iterations.curves[1].name, "b");
  EXPECT_NE(iterations.curves[0].color, iterations.curves[1].color);
}

TEST(RunFigures, columns_over_another) {
  const std::vector<RunSeries> runs{run_of("a")};
  const RunFigure figure = figure_of_columns(runs, "potential", {"kinetic"});
  EXPECT_EQ(figure.name, "kinetic-over-potential");
  EXPECT_EQ(figure.chart.curves[0].x, (std::vector<double>{5.0, 4.0, 3.5}));
  EXPECT_EQ(figure.chart.y.name, "kinetic");
  EXPECT_EQ(figure.chart.y.unit, "J");
}

TEST(RunFigures, refuses_unknown_columns_and_mixed_units) {
  const std::vector<RunSeries> runs{run_of("a")};
  const auto message = [&](const std::string& x, const std::vector<std::string>& columns) {
    try {
      static_cast<void>(figure_of_columns(runs, x, columns));
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_NE(message("time", {"kinetc"}).find("did you mean \"kinetic\"?"), std::string::npos);
  EXPECT_NE(message("tme", {"kinetic"}).find("did you mean \"time\"?"), std::string::npos);
  EXPECT_NE(message("step", {"kinetic", "time"}).find("one unit"), std::string::npos);
}

}  // namespace
}  // namespace galet::run_figures_test
