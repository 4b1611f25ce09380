#include "galet/io/series_csv.hpp"

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "unit/io/sample.hpp"
#include <gtest/gtest.h>

#include "galet/base/error.hpp"

namespace galet::series_csv_test {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

std::vector<std::vector<std::string>> table_in(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<std::vector<std::string>> table;
  for (std::string line; std::getline(file, line);) table.push_back(split(line, ','));
  return table;
}

TEST(SeriesCsv, header_is_the_documented_one) {
  const TemporaryFolder folder;
  const SeriesCsv series(folder.path() / "series.csv");
  const auto table = table_in(folder.path() / "series.csv");
  ASSERT_EQ(table.size(), 1U);
  EXPECT_EQ(
      table[0],
      split("step,time,bodies,inserted,removed,kinetic,potential,stored,work_external,work_"
            "boundaries,dissipated,correction,exchanged,"
            "balance_error,contacts,contacts_active,iterations,iterations_max,sweeps_after_stall,"
            "residual_velocity,residual_relative,unconverged_steps,penetration,"
            "penetration_relative,opening,support_ratio,momentum_ratio,halved_steps,troubled_steps,"
            "seconds_predict,seconds_detect,seconds_pose,seconds_solve,"
            "seconds_advance,seconds_observe",
            ','));
}

TEST(SeriesCsv, rows_are_there_at_once_and_exact) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "series.csv";
  SeriesCsv series(path);
  SeriesRow row;
  row.step = 12345678901;
  row.time = 0.1 + 0.2;
  row.energy.kinetic = 1.0 / 3.0;
  row.residual_relative_max = 5e-324;
  row.seconds.observe = 1e300;
  series.write(row);
  const auto table = table_in(path);  // while the writer is still open
  ASSERT_EQ(table.size(), 2U);
  ASSERT_EQ(table[1].size(), table[0].size());
  EXPECT_EQ(table[1][0], "12345678901");
  EXPECT_EQ(table[1][1], "0.30000000000000004");
  EXPECT_EQ(std::stod(table[1][5]), 1.0 / 3.0);
  EXPECT_EQ(table[1][20], "5e-324");
  EXPECT_EQ(std::stod(table[1].back()), 1e300);
}

TEST(SeriesCsv, full_disk_and_missing_folder_are_errors) {
  EXPECT_THROW(SeriesCsv("/dev/full"), SystemError);
  const TemporaryFolder folder;
  EXPECT_THROW(SeriesCsv(folder.path() / "absent" / "series.csv"), SystemError);
}

}  // namespace
}  // namespace galet::series_csv_test
