#include "galet/io/observe_files.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>

#include "joined.hpp"
#include "small_disk.hpp"
#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "galet/base/error.hpp"
#include "galet/io/atomic_file.hpp"
#include "galet/io/hdf5.hpp"

namespace galet::observe_files_test {
namespace {

namespace fs = std::filesystem;

std::vector<ObserverTable> two_tables() {
  ObserverTable stress;
  stress.name = "core";
  stress.kind = "stress";
  stress.average = true;
  stress.columns = {{"step", ""}, {"time", "s"}, {"pressure", "Pa"}};
  ObserverTable walls;
  walls.name = "walls";
  walls.kind = "wall-forces";
  walls.columns = {{"step", ""}, {"time", "s"}, {"boundary", ""}, {"power", "W"}};
  walls.boundaries = {"floor", "lid"};
  return {stress, walls};
}

std::string content(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(ObserveFiles, csv_and_hdf5_hold_the_same_rows) {
  const TemporaryFolder folder;
  {
    ObserveFiles files(folder.path(), "title", two_tables());
    files.write(0, std::vector<double>{1.0, 0.1, 0.1 + 0.2});
    files.write(1, std::vector<double>{1.0, 0.1, 0.0, -2.5, 1.0, 0.1, 1.0, 1e-300});
    files.write(0, std::vector<double>{2.0, 0.2, std::numeric_limits<double>::quiet_NaN()});
    // The rows have left the process before anything is closed.
    EXPECT_EQ(content(folder.path() / "observe/core.csv"),
              "step,time,pressure\n1,0.1,0.30000000000000004\n2,0.2,nan\n");
    EXPECT_EQ(content(folder.path() / "observe/walls.csv"),
              "step,time,boundary,power\n1,0.1,0,-2.5\n1,0.1,1,1e-300\n");
  }
  const Hdf5File file = Hdf5File::open(folder.path() / "observe.h5");
  EXPECT_EQ(file.root().text_attribute("format"), "galet-observe");
  EXPECT_EQ(file.root().text_attribute("title"), "title");
  const Hdf5Group core = file.root().open("core");
  EXPECT_EQ(core.text_attribute("kind"), "stress");
  EXPECT_EQ(core.attribute<std::int64_t>("average"), 1);
  const fs::path joining = folder.path() / "observe.h5";
  EXPECT_EQ(joined_column(joining, "core/time"), (std::vector<double>{0.1, 0.2}));
  EXPECT_EQ(joined_column(joining, "core/pressure").at(0), 0.1 + 0.2);
  EXPECT_EQ(joined_column(joining, "walls/power"), (std::vector<double>{-2.5, 1e-300}));
}

TEST(ObserveFiles, columns_are_described) {
  const TemporaryFolder folder;
  const ObserveFiles files(folder.path(), "title", two_tables());
  const auto json = nlohmann::json::parse(content(folder.path() / "observe/observers.json"));
  EXPECT_EQ(json["core"]["kind"], "stress");
  EXPECT_EQ(json["core"]["average"], true);
  EXPECT_EQ(json["core"]["columns"][2]["unit"], "Pa");
  EXPECT_EQ(json["walls"]["file"], "walls.csv");
  EXPECT_EQ(json["walls"]["boundaries"][1], "lid");
  EXPECT_FALSE(json["core"].contains("boundaries"));
}

std::vector<double> times_of(const fs::path& folder, const char* table) {
  return joined_column(folder / "observe.h5", std::string(table) + "/time");
}

std::ptrdiff_t segments_in(const fs::path& folder) {
  return std::ranges::count_if(fs::directory_iterator(folder / "observe"),
                               [](const auto& entry) { return entry.path().extension() == ".h5"; });
}

// observe.h5 has every row when a segment is closed, and joins the segments to one column.
TEST(ObserveFiles, segments_read_as_one) {
  const TemporaryFolder folder;
  ObserveFiles files(folder.path(), "title", two_tables());
  EXPECT_TRUE(times_of(folder.path(), "core").empty());
  std::vector<double> expected;
  for (int segment = 0; segment < 3; ++segment) {
    for (int row = 0; row <= segment; ++row) {
      expected.push_back(10.0 * segment + row);
      files.write(0, std::vector<double>{1.0, expected.back(), 3.0});
    }
    files.close_segment();
    EXPECT_EQ(times_of(folder.path(), "core"), expected);
    EXPECT_TRUE(times_of(folder.path(), "walls").empty());
  }
  // Many rows do not wait for the end of a segment.
  for (int row = 0; row < 400000; ++row) files.write(0, std::vector<double>{1.0, 2.0, 3.0});
  EXPECT_GT(times_of(folder.path(), "core").size(), 300000u);
}

// However often a segment is closed, there are few files: their sizes grow by more than a factor 2.
TEST(ObserveFiles, segments_stay_few) {
  const TemporaryFolder folder;
  ObserveFiles files(folder.path(), "title", two_tables());
  std::vector<double> expected;
  for (int k = 0; k < 100; ++k) {
    expected.push_back(k);
    files.write(0, std::vector<double>{1.0, expected.back(), 3.0});
    files.close_segment();
    EXPECT_LE(segments_in(folder.path()), 7);  // 2⁷ > 100
  }
  EXPECT_EQ(times_of(folder.path(), "core"), expected);
}

// From where csv_sums() was asked for; what came later is gone.
TEST(ObserveFiles, goes_on) {
  const TemporaryFolder folder;
  std::vector<FileSum> sums;
  {
    ObserveFiles files(folder.path(), "title", two_tables());
    files.write(0, std::vector<double>{1.0, 0.1, 7.0});
    files.close_segment();
    sums = files.csv_sums();
    files.write(0, std::vector<double>{2.0, 0.2, 8.0});
    files.write(1, std::vector<double>{2.0, 0.2, 0.0, 1.0});
    files.close_segment();
  }
  {
    ObserveFiles files(folder.path(), "title", two_tables(), sums);
    EXPECT_EQ(times_of(folder.path(), "core"), (std::vector<double>{0.1}));
    EXPECT_EQ(segments_in(folder.path()), 1);
    files.write(0, std::vector<double>{3.0, 0.3, std::numeric_limits<double>::quiet_NaN()});
  }
  EXPECT_EQ(times_of(folder.path(), "core"), (std::vector<double>{0.1, 0.3}));
  EXPECT_EQ(content(folder.path() / "observe/core.csv"),
            "step,time,pressure\n1,0.1,7\n3,0.3,nan\n");
  EXPECT_EQ(content(folder.path() / "observe/walls.csv"), "step,time,boundary,power\n");
}

TEST(ObserveFiles, nothing_is_written_without_observers) {
  const TemporaryFolder folder;
  { const ObserveFiles files(folder.path(), "title", {}); }
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(ObserveFiles, failures_are_errors_and_the_old_file_stays) {
  const TemporaryFolder folder;
  ObserveFiles files(folder.path(), "title", two_tables());
  files.write(0, std::vector<double>{1.0, 0.1, 7.0});
  files.close_segment();
  {
    const SmallDisk disk(2048);
    EXPECT_THROW(
        {
          files.write(0, std::vector<double>{2.0, 0.2, 8.0});
          files.close_segment();
        },
        SystemError);
  }
  EXPECT_EQ(joined_column(folder.path() / "observe.h5", "core/pressure"),
            (std::vector<double>{7.0}));
  write_atomically(folder.path() / "file", "");
  EXPECT_THROW(ObserveFiles(folder.path() / "file", "title", two_tables()), SystemError);
}

}  // namespace
}  // namespace galet::observe_files_test
