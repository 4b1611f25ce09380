// The trajectory of a run: segments trajectory/NNNNNN.h5 with a few frames each, and trajectory.h5,
// which links to all of them so that a reader sees one file. See docs/file-formats.md.
//
// A segment appears on the disk whole, under its own name, or not at all; afterwards it is never
// touched again. trajectory.h5 is replaced after every segment; when the process is killed between
// the two, TrajectoryReader still finds the segment, by its name.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "galet/io/file_sum.hpp"
#include "galet/io/hdf5.hpp"
#include "galet/io/stored_frame.hpp"

namespace galet {

// How far the files have come.
struct TrajectoryProgress {
  std::vector<std::int64_t> segment_starts;
  std::vector<FileSum> segment_sums;  // of those that are closed
  std::vector<double> times;
  std::vector<std::int64_t> steps;
  StoredNames names;

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.segment_starts, self.segment_sums, self.times, self.steps, self.names.materials,
      self.names.groups, self.names.boundaries);
  }
};

class TrajectoryWriter {
 public:
  // Writes into the folder of results, which must exist.
  TrajectoryWriter(std::filesystem::path folder, std::string title, int dimension,
                   std::int64_t frames_per_segment);
  // Goes on from where progress() said it was; what was written later is dropped.
  TrajectoryWriter(std::filesystem::path folder, std::string title, int dimension,
                   std::int64_t frames_per_segment, TrajectoryProgress progress);
  // Closes the open segment as far as possible.
  ~TrajectoryWriter();
  TrajectoryWriter(TrajectoryWriter&&) = delete;
  TrajectoryWriter& operator=(TrajectoryWriter&&) = delete;

  // Frames come in the order of their numbers, from 0. Closes the segment when it is full: when it
  // has frames_per_segment frames, or sooner when it takes much memory.
  void add(StoredFrame frame);
  // The same with the contacts apart.
  void add(StoredFrame frame, const ContactParts& contacts);
  void close_segment();

  std::int64_t frames_on_disk() const { return frames_on_disk_; }
  // Whether all frames are in closed segments.
  bool is_closed() const { return frames_on_disk_ == frames(); }
  // Names of segments relative to the folder of results, as in progress().
  static std::string segment_name(std::size_t k);
  // To be asked when it is closed.
  const TrajectoryProgress& progress() const { return done_; }

 private:
  std::int64_t frames() const { return static_cast<std::int64_t>(done_.times.size()); }
  void write_index() const;

  std::filesystem::path folder_;
  std::string title_;
  int dimension_;
  std::int64_t frames_per_segment_;

  // A segment is open, then sealed (kept until it is on the disk), then in the index.
  std::optional<Hdf5File> open_segment_;
  bool segment_is_sealed_ = false;  // with its header
  bool index_is_old_ = false;
  TrajectoryProgress done_;  // with the open segment
  std::int64_t frames_on_disk_ = 0;
};

// Finds the frames of a folder of results, whether or not the run ended in order.
class TrajectoryReader {
 public:
  explicit TrajectoryReader(const std::filesystem::path& folder);

  std::int64_t frames() const { return static_cast<std::int64_t>(times_.size()); }
  int dimension() const { return dimension_; }
  const std::string& title() const { return title_; }
  const std::vector<double>& times() const { return times_; }  // s
  const std::vector<std::int64_t>& steps() const { return steps_; }
  // Checks the checksum of its file, where the manifest lists it, and the frame itself. Throws
  // DamagedFile.
  StoredFrame read(std::int64_t number) const;

 private:
  struct Segment {
    std::filesystem::path file;
    std::int64_t first = 0;
    std::optional<FileSum> sum;
  };
  void check_segment(std::size_t k) const;
  std::vector<Segment> segments_;
  mutable std::vector<bool> checked_;  // whose checksums fit
  int dimension_ = 0;
  std::string title_;
  std::vector<double> times_;
  std::vector<std::int64_t> steps_;
};

}  // namespace galet
