// Writes the results of a run into a folder. See docs/file-formats.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "galet/io/checkpoint.hpp"
#include "galet/observe/observers.hpp"
#include "galet/scene/scene.hpp"
#include "galet/sim/records.hpp"

namespace galet {

struct WriterOptions {
  bool vtk = false;
  std::vector<ObserverTable> observers = {};
};

// Files: scene.toml, series.csv, trajectory/NNNNNN.h5 with trajectory.h5, observe/ with observe.h5
// (where there are observers), vtk/ (on demand), checkpoint.bin, summary.json. Throws SystemError
// when something cannot be written; what was written before stays readable.
template <int D>
class ResultWriter {
 public:
  // The folder is that of a RunFolder, without results.
  ResultWriter(const std::filesystem::path& folder, const Scene& scene,
               const WriterOptions& options);
  // Goes on with the files of a checkpoint.
  ResultWriter(const std::filesystem::path& folder, const Scene& scene,
               const std::vector<ObserverTable>& observers, const WriterProgress& progress);
  ~ResultWriter();
  ResultWriter(ResultWriter&&) noexcept;
  ResultWriter& operator=(ResultWriter&&) noexcept;

  void write(const Frame<D>& frame, const SeriesRow& row);
  // Rows of observer k, one after the other.
  void write_rows(std::size_t k, std::span<const double> rows);
  // Whether all that was written is in closed segments.
  bool is_closed() const;
  // Closes the open segments; `run` is Simulation::save(). What is written later is dropped when a
  // run goes on from here.
  Checkpoint checkpoint(std::vector<std::byte> run);
  void write_checkpoint(const Checkpoint& checkpoint);
  // The last one of a run that ends: it counts when the rest is written, and settles then.
  std::unique_ptr<PreparedCheckpoint> prepare_checkpoint(const Checkpoint& checkpoint);
  // Closes the open segments and writes the summary.
  void finish(const RunSummary& summary);

  // Frames in closed segments, safe on disk.
  std::int64_t frames_on_disk() const;

 private:
  struct Files;
  std::unique_ptr<Files> files_;
};

}  // namespace galet
