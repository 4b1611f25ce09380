#include "galet/vary/study_page.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace galet::study_page_test {
namespace {

// Two lists and two replicas; the figure is x + 10 y ± 1, so that means are known.
struct Sample {
  StudySettings study;
  StudyManifest manifest;
  StudyTable table;

  Sample() {
    study.title = "Sample";
    study.replicas = 2;
    study.parameter = {ListParameter{.common = {.name = "x", .unit = "m"}, .values = {{2, 1}}},
                       ListParameter{.common = {.name = "y"}, .values = {{3, 4}}}};
    study.figure = {SummaryFigure{.name = "f", .key = "steps"}};
    manifest.parameters = {"x", "y"};
    table.figure_units = {"J"};
    std::int64_t number = 0;
    for (const int x : {2, 1}) {
      for (const int y : {3, 4}) {
        for (const int replica : {1, 2}) {
          StudyRow row;
          row.run = {++number, {std::to_string(x), std::to_string(y)}, replica, replica, 1.0};
          row.state = RunState::done;
          row.figures = {x + 10.0 * y + (replica == 1 ? -1.0 : 1.0)};
          table.rows.push_back(row);
        }
      }
    }
  }
};

TEST(StudyCharts, have_a_curve_for_each_value_of_the_other_parameter) {
  const Sample sample;
  const auto charts = study_charts(sample.table, sample.manifest, sample.study);
  ASSERT_EQ(charts.size(), 2U);
  EXPECT_EQ(charts[0].name, "f-over-x");
  const Chart& chart = charts[0].chart;
  EXPECT_EQ(chart.x.unit, "m");
  EXPECT_EQ(chart.y.unit, "J");
  ASSERT_EQ(chart.curves.size(), 2U);
  EXPECT_EQ(chart.curves[1].name, "y = 4");
  EXPECT_EQ(chart.curves[1].x, (std::vector<double>{1, 2}));  // sorted
  EXPECT_EQ(chart.curves[1].y, (std::vector<double>{41, 42}));
  // Two values a ± 1: s = √2, over √2.
  EXPECT_DOUBLE_EQ(chart.curves[1].error[0], 1.0);
}

TEST(StudyCharts, runs_without_a_figure_are_left_out) {
  Sample sample;
  for (StudyRow& row : sample.table.rows) {
    if (row.run.values[0] == "2") row.figures = {std::nullopt};
  }
  sample.table.rows.back().figures = {std::nullopt};
  const auto charts = study_charts(sample.table, sample.manifest, sample.study);
  const Curve& curve = charts[0].chart.curves[1];
  EXPECT_EQ(curve.x, (std::vector<double>{1}));
  EXPECT_EQ(curve.y, (std::vector<double>{40}));  // the replica that is left
  EXPECT_EQ(curve.error, (std::vector<double>{0}));
}

TEST(StudyCharts, a_figure_over_a_figure_is_points) {
  Sample sample;
  sample.study.figure.push_back(SummaryFigure{.name = "g", .key = "steps"});
  sample.table.figure_units.emplace_back("s");
  for (StudyRow& row : sample.table.rows) row.figures.push_back(2.0 * row.figures[0].value());
  sample.study.plot = {{.x = "f", .y = "g", .logarithmic_x = true}};
  const auto charts = study_charts(sample.table, sample.manifest, sample.study);
  ASSERT_EQ(charts.size(), 1U);
  ASSERT_EQ(charts[0].chart.curves.size(), 1U);
  EXPECT_EQ(charts[0].chart.curves[0].x, (std::vector<double>{31, 32, 41, 42}));
  EXPECT_EQ(charts[0].chart.curves[0].y, (std::vector<double>{62, 64, 82, 84}));
  EXPECT_EQ(charts[0].chart.curves[0].style, CurveStyle::points);
  EXPECT_TRUE(charts[0].chart.x.logarithmic);
}

TEST(StudyPage, names_every_run_that_has_failed) {
  Sample sample;
  StudyRow& row = sample.table.rows[2];
  row.state = RunState::failed;
  row.figures = {std::nullopt};
  row.reason = "the | computation\nbroke down";
  const std::string page = to_markdown(sample.table, sample.manifest, sample.study, {});
  EXPECT_NE(page.find("8 runs of ``: 7 done, 1 failed"), std::string::npos) << page;
  EXPECT_NE(page.find("| 0003 | x = 2, y = 4, seed 1 | the \\| computation broke down |"),
            std::string::npos)
      << page;
  EXPECT_NE(page.find("| 2 | 4 | 1 of 2 | 43 |"), std::string::npos) << page;
  EXPECT_NE(page.find("| 1 | 3 | 2 of 2 | 31 ± 1 |"), std::string::npos) << page;
}

TEST(StudyTable, csv_has_a_row_for_every_run) {
  Sample sample;
  sample.table.rows.resize(1);
  StudyRow failed = sample.table.rows[0];
  failed.run.number = 12;
  failed.state = RunState::failed;
  failed.figures = {std::nullopt};
  failed.reason = "said \"no\", twice\nor more";
  sample.table.rows.push_back(failed);
  EXPECT_EQ(to_csv(sample.table, sample.manifest, sample.study),
            "run,state,x,y,replica,seed,f,warnings,reason\n"
            "0001,done,2,3,1,1,31,,\n"
            "0012,failed,2,3,1,1,,,\"said \"\"no\"\", twice or more\"\n");
}

}  // namespace
}  // namespace galet::study_page_test
