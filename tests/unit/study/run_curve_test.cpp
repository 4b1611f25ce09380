#include "galet/study/run_curve.hpp"

#include <gtest/gtest.h>

#include "galet/study/curve_charts.hpp"

namespace galet::run_curve_test {
namespace {

TEST(RunCurve, keeps_some_hundred_points_evenly) {
  RunCurve curve;
  for (int k = 0; k < 10000; ++k) curve.add({double(k), 2.0 * k, 3.0 * k, 4.0 * k});
  ASSERT_GT(curve.time.size(), 200u);
  ASSERT_LE(curve.time.size(), 512u);
  const double spacing = curve.time[1] - curve.time[0];
  for (std::size_t k = 0; k < curve.time.size(); ++k) {
    EXPECT_EQ(curve.time[k], spacing * double(k));
    EXPECT_EQ(curve.energy[k], 2.0 * curve.time[k]);
    EXPECT_EQ(curve.iterations[k], 3.0 * curve.time[k]);
    EXPECT_EQ(curve.seconds[k], 4.0 * curve.time[k]);
  }
}

TEST(RunCurve, charts_leave_out_what_was_not_kept) {
  std::vector<RunCurve> curves(2);
  curves[0].name = "sal";
  curves[1].name = "ibp";
  curves[0].add({0.0, 1.0, 2.0, 3.0});
  curves[1].add({0.0, {}, 2.0, 3.0});
  const std::vector<NamedChart> charts = charts_of(curves);
  ASSERT_EQ(charts.size(), 3u);
  EXPECT_EQ(charts[0].name, "energy");
  ASSERT_EQ(charts[0].chart.curves.size(), 1u);
  EXPECT_EQ(charts[0].chart.curves[0].name, "sal");
  EXPECT_EQ(charts[1].chart.curves.size(), 2u);
  EXPECT_TRUE(charts_of({}).empty());
}

}  // namespace
}  // namespace galet::run_curve_test
