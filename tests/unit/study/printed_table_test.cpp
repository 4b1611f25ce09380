#include "galet/study/printed_table.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>

#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>

#include "galet/base/error.hpp"

namespace galet::printed_table_test {
namespace {

std::filesystem::path file_with(const TemporaryFolder& folder, const std::string& text) {
  const auto path = folder.path() / "table.csv";
  std::ofstream(path) << text;
  return path;
}

TEST(PrintedTable, cells_by_the_names_of_their_columns) {
  const TemporaryFolder folder;
  const auto rows = read_printed(
      file_with(folder, "# source: [Key, Tab. 1]\n# a remark\nmethod,R,loss\nA,1e-4,0.5\nB,,\n"));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].text("method"), "A");
  EXPECT_EQ(rows[0].number("R"), 1e-4);
  EXPECT_EQ(rows[0].number("loss"), 0.5);
  EXPECT_TRUE(std::isnan(rows[1].number("loss")));
}

std::string error_of(const std::string& text) {
  const TemporaryFolder folder;
  try {
    for (const PrintedRow& row : read_printed(file_with(folder, text))) row.number("x");
  } catch (const InputError& error) {
    EXPECT_TRUE(error.where().file.ends_with("table.csv"));
    return std::to_string(error.where().line) + ": " + error.message();
  }
  return "";
}

TEST(PrintedTable, errors_name_file_and_line) {
  EXPECT_EQ(error_of("x\n1\n"),
            "1: the first line must name the paper and the table: \"# source: …\"");
  EXPECT_EQ(error_of("# source: s\nx\n1\n1,2\n"), "4: expected 1 cells, got 2");
  EXPECT_EQ(error_of("# source: s\nx\n1\n1e\n"), "4: x: expected a number, got \"1e\"");
  EXPECT_EQ(error_of("# source: s\ny\n1\n"), "3: there is no column \"x\"");
  EXPECT_EQ(error_of("# source: s\nx\n"), "2: holds no rows");
  EXPECT_THROW(read_printed("nowhere.csv"), InputError);
}

TEST(PrintedTable, all_of_the_papers_read) {
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(GALET_SCENES)) {
    if (entry.path().parent_path().filename() != "printed") continue;
    EXPECT_NO_THROW(read_printed(entry.path())) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 0);
}

}  // namespace
}  // namespace galet::printed_table_test
