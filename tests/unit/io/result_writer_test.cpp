#include "galet/io/result_writer.hpp"

#include <cstdlib>
#include <fstream>
#include <utility>

#include "unit/io/sample.hpp"
#include "unit/io/small_disk.hpp"
#include <gtest/gtest.h>

#include "galet/base/error.hpp"
#include "galet/io/atomic_file.hpp"
#include "galet/io/summary_json.hpp"
#include "galet/io/trajectory.hpp"

namespace galet::result_writer_test {
namespace {

namespace fs = std::filesystem;

Scene scene_of(int dimension) {
  Scene scene;
  scene.title = "Ordered packing";
  scene.dimension = dimension;
  scene.gravity = VectorSeries::constant(std::vector<double>(static_cast<std::size_t>(dimension)));
  scene.time = {1e-3, 1.0};
  scene.output.frames_per_segment = 2;
  return scene;
}

template <int D>
void write_run(ResultWriter<D>& writer, int frames) {
  Sample<D> sample = packed_sample<D>(std::vector<int>(D, 4), 0.01);
  for (int k = 0; k < frames; ++k) {
    sample.state.step = k;
    sample.state.time = 1e-3 * k;
    SeriesRow row;
    row.step = k;
    row.time = sample.state.time;
    writer.write(sample.frame(k), row);
  }
}

std::size_t lines_in(const fs::path& path) {
  std::ifstream file(path);
  std::size_t lines = 0;
  for (std::string line; std::getline(file, line);) ++lines;
  return lines;
}

TEST(ResultWriter, writes_everything) {
  const TemporaryFolder folder;
  const fs::path results = folder.path() / "a" / "b";
  ResultWriter<2> writer(results, scene_of(2), {.vtk = true});
  write_run(writer, 3);
  EXPECT_EQ(writer.frames_on_disk(), 2);
  RunSummary summary;
  summary.title = "Ordered packing";
  writer.finish(summary);
  EXPECT_EQ(writer.frames_on_disk(), 3);
  for (const char* name : {"scene.toml", "series.csv", "summary.json", "trajectory.h5",
                           "trajectory/000001.h5", "grains.pvd", "vtk/contacts_000002.vtp"}) {
    EXPECT_TRUE(fs::exists(results / name)) << name;
  }
  EXPECT_EQ(lines_in(results / "series.csv"), 4U);
  EXPECT_EQ(read_summary(results / "summary.json").run.title, "Ordered packing");
}

TEST(ResultWriter, leaves_the_contacts_out_on_demand_but_gives_them_to_paraview) {
  const TemporaryFolder folder;
  Scene scene = scene_of(3);
  scene.output.contacts = false;
  {
    ResultWriter<3> writer(folder.path(), scene, {.vtk = true});
    write_run(writer, 1);
  }
  EXPECT_FALSE(TrajectoryReader(folder.path()).read(0).contacts);
  EXPECT_GT(fs::file_size(folder.path() / "vtk/contacts_000000.vtp"), 4000U);
}

TEST(ResultWriter, closes_the_open_segment_when_the_run_fails) {
  const TemporaryFolder folder;
  {
    ResultWriter<2> writer(folder.path(), scene_of(2), {});
    write_run(writer, 3);
    ResultWriter<2> moved = std::move(writer);
    EXPECT_EQ(moved.frames_on_disk(), 2);
  }
  EXPECT_EQ(TrajectoryReader(folder.path()).frames(), 3);
}

TEST(ResultWriter, unwritable_folder_is_an_error) {
  const TemporaryFolder folder;
  write_atomically(folder.path() / "file", "");
  EXPECT_THROW(ResultWriter<2>(folder.path() / "file" / "results", scene_of(2), {}), SystemError);
  EXPECT_THROW(ResultWriter<2>(folder.path() / "file", scene_of(2), {}), SystemError);
}

TEST(ResultWriter, full_disk_is_an_error_and_earlier_frames_stay) {
  const TemporaryFolder folder;
  {
    ResultWriter<2> writer(folder.path(), scene_of(2), {});
    write_run(writer, 2);
    const SmallDisk disk(2048);
    EXPECT_THROW(writer.finish([&] {
      RunSummary summary;
      summary.title.assign(4096, 'x');
      return summary;
    }()),
                 SystemError);
  }
  EXPECT_EQ(TrajectoryReader(folder.path()).frames(), 2);
}

TEST(ResultWriter, python_reads_the_trajectory) {
  const fs::path script = fs::path(GALET_TEST_DATA).parent_path() / "python/read_trajectory.py";
  const auto check = [&](const fs::path& results) {
    const std::string command =
        "/usr/bin/python3 '" + script.string() + "' '" + results.string() + "'";
    EXPECT_EQ(std::system(command.c_str()), 0);
  };
  const TemporaryFolder folder;
  {
    ResultWriter<2> writer(folder.path() / "flat", scene_of(2), {});
    write_run(writer, 5);
    ResultWriter<3> writer3(folder.path() / "space", scene_of(3), {});
    write_run(writer3, 5);
  }
  check(folder.path() / "flat");
  check(folder.path() / "space");
}

}  // namespace
}  // namespace galet::result_writer_test
