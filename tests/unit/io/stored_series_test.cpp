#include "galet/io/stored_series.hpp"

#include <cmath>
#include <fstream>

#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>

#include "galet/base/error.hpp"
#include "galet/io/series_csv.hpp"

namespace galet::stored_series_test {
namespace {

StoredSeries table_of(const std::string& text) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "series.csv", std::ios::binary) << text;
  return read_table(folder.path() / "series.csv");
}

std::string refusal(const std::string& text) {
  try {
    table_of(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(StoredSeries, reads_what_was_written) {
  const TemporaryFolder folder;
  SeriesRow row;
  row.step = 7;
  row.time = 0.1 + 0.2;
  row.penetration_max = 1e-300;
  SeriesCsv(folder.path() / "series.csv").write(row);
  const StoredSeries table = read_series(folder.path());
  ASSERT_EQ(table.rows(), 1U);
  EXPECT_EQ(table.find("step")->values[0], 7.0);
  EXPECT_EQ(table.find("time")->values[0], 0.1 + 0.2);
  EXPECT_EQ(table.find("penetration")->values[0], 1e-300);
  EXPECT_EQ(table.find("penetration")->unit, "m");
  EXPECT_EQ(table.find("nothing"), nullptr);
}

TEST(StoredSeries, a_line_that_is_being_written_is_left_out) {
  EXPECT_EQ(table_of("time,a\n1,2\n3,4").rows(), 1U);
  EXPECT_EQ(table_of("time,a\n").rows(), 0U);
}

TEST(StoredSeries, numbers_that_are_not_finite) {
  const StoredSeries table = table_of("a,b\r\nnan,-inf\r\n");
  EXPECT_TRUE(std::isnan(table.find("a")->values[0]));
  EXPECT_TRUE(std::isinf(table.find("b")->values[0]));
}

TEST(StoredSeries, tables_of_observers_have_units) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "observe");
  const auto put = [&](const std::string& name, const std::string& text) {
    std::ofstream(folder.path() / "observe" / name, std::ios::binary) << text;
  };
  put("power.csv", "time,power\n0,1\n");
  put("observers.json",
      R"({"power": {"columns": [{"name": "time", "unit": "s"}, {"name": "power", "unit": "W"}]}})");
  const StoredSeries table = read_observed(folder.path(), "power");
  EXPECT_EQ(table.find("power")->unit, "W");
  EXPECT_EQ(table.find("power")->values, std::vector<double>{1.0});
  EXPECT_THROW(read_observed(folder.path(), "absent"), InputError);
  for (const char* damaged :
       {"[", "3", R"({"power": 3})", R"({"power": {"columns": [{"name": 1}]}})"}) {
    put("observers.json", damaged);
    EXPECT_THROW(read_observed(folder.path(), "power"), InputError) << damaged;
  }
  put("observers.json", R"({"../power": {"columns": []}})");
  EXPECT_THROW(read_observed(folder.path(), "../power"), InputError);
}

TEST(StoredSeries, refusals_name_the_line) {
  EXPECT_NE(refusal("a,b\n1,2\n1,x\n").find("series.csv:3"), std::string::npos);
  EXPECT_NE(refusal("a,b\n1,2\n1,x\n").find("expected a number, got \"x\""), std::string::npos);
  EXPECT_NE(refusal("a,b\n1\n").find("expected 2 numbers, got 1"), std::string::npos);
  EXPECT_NE(refusal("a,b\n1,2 \n").find("expected a number"), std::string::npos);
  EXPECT_NE(refusal("a,a\n").find("different names"), std::string::npos);
  EXPECT_NE(refusal("a,,b\n").find("different names"), std::string::npos);
  EXPECT_NE(refusal("").find("is empty"), std::string::npos);
  EXPECT_THROW(read_table("/nonexistent/series.csv"), InputError);
  EXPECT_THROW(read_series("/nonexistent"), InputError);
}

}  // namespace
}  // namespace galet::stored_series_test
