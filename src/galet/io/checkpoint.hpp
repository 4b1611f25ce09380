// checkpoint.bin: where a run goes on that was interrupted or killed, or is to be longer. It is
// written at the start, whenever a segment of the results is closed, by the clock, and at the end;
// the ones before are kept as checkpoint-1.bin, …
//
// The file is for the program that wrote it: values as they stand in memory, with a checksum. What
// others read is in the other files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "galet/io/trajectory.hpp"
#include "galet/scene/scene.hpp"

namespace galet {

// How far the files of a run have come.
struct WriterProgress {
  bool vtk = false;
  FileSum series;
  TrajectoryProgress trajectory;
  std::vector<FileSum> observe;  // the CSV files, by observer

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.series, self.trajectory, self.observe, self.vtk);
  }
};

struct Checkpoint {
  std::uint64_t scene = 0;  // scene_identity()
  std::uint64_t stop = 0;   // stop_identity() of the condition that ended the run; 0: none did
  WriterProgress files;
  std::vector<std::byte> run;  // Simulation::save()
};

// Of all settings of a scene but those that a run may change when it goes on: end, stop conditions
// and output.
std::uint64_t scene_identity(const Scene& scene);
std::uint64_t stop_identity(const StopSettings& stop);

// On the disk, under the name checkpoint-new.bin, which nothing goes on from. Removed unless it
// settles; what a kill leaves goes when the run is taken up.
class PreparedCheckpoint {
 public:
  PreparedCheckpoint(const std::filesystem::path& folder, const Checkpoint& checkpoint,
                     std::int64_t keep);
  ~PreparedCheckpoint();
  PreparedCheckpoint(const PreparedCheckpoint&) = delete;
  PreparedCheckpoint& operator=(const PreparedCheckpoint&) = delete;
  // Takes the place of the last one. So many are kept, this one included.
  void settle();

 private:
  PreparedCheckpoint(const std::filesystem::path& folder, std::int64_t keep);

  std::filesystem::path folder_;
  std::int64_t keep_;
  bool is_settled_ = false;
};

// Keeps so many, this one included.
void write_checkpoint(const std::filesystem::path& folder, const Checkpoint& checkpoint,
                      std::int64_t keep);
bool has_checkpoint(const std::filesystem::path& folder);

struct CheckpointFound {
  Checkpoint checkpoint;
  std::string note;  // what is wrong with those that were passed over; "" when it is the last one
};

// The last one that is intact. Throws DamagedFile when there is none, SystemError when it is from
// another version of the program or when the scene is not the one of the run.
CheckpointFound read_checkpoint(const std::filesystem::path& folder, const Scene& scene);

}  // namespace galet
