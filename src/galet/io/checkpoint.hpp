// checkpoint.bin: where a run that was interrupted or killed goes on. It is written whenever a
// segment of the results is closed, replaces the one before, and is removed when the run ends.
//
// The file is for the program that wrote it: values as they stand in memory, with a checksum. What
// others read is in the other files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "galet/io/trajectory.hpp"

namespace galet {

// How far the files of a run have come.
struct WriterProgress {
  bool vtk = false;
  std::int64_t series_bytes = 0;
  TrajectoryProgress trajectory;
  std::vector<std::int64_t> observe_bytes;  // of the CSV files, by observer

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.series_bytes, self.trajectory, self.observe_bytes, self.vtk);
  }
};

struct Checkpoint {
  WriterProgress files;
  std::vector<std::byte> run;  // Simulation::save()
};

void write_checkpoint(const std::filesystem::path& folder, const Checkpoint& checkpoint);
bool has_checkpoint(const std::filesystem::path& folder);
// Throws SystemError when there is none, when it is damaged or from another version of the program,
// and when scene.toml is not the one that the run wrote.
Checkpoint read_checkpoint(const std::filesystem::path& folder);
void remove_checkpoint(const std::filesystem::path& folder);

}  // namespace galet
