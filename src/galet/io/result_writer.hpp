// Writes the results of a run into a folder. See docs/file-formats.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "galet/sim/observers.hpp"
#include "galet/sim/records.hpp"
#include "galet/sim/scene.hpp"

namespace galet {

struct WriterOptions {
  bool vtk = false;
  std::vector<ObserverTable> observers = {};
};

// Files: scene.toml, series.csv, trajectory/NNNNNN.h5 with trajectory.h5, observe/ with observe.h5
// (where there are observers), vtk/ (on demand), summary.json. Throws SystemError when something
// cannot be written; what was written before stays readable.
template <int D>
class ResultWriter {
 public:
  // The folder is made; it must not hold results already (checked by the caller).
  ResultWriter(const std::filesystem::path& folder, const Scene& scene,
               const WriterOptions& options);
  ~ResultWriter();
  ResultWriter(ResultWriter&&) noexcept;
  ResultWriter& operator=(ResultWriter&&) noexcept;

  void write(const Frame<D>& frame, const SeriesRow& row);
  // Rows of observer k, one after the other.
  void write_rows(std::size_t k, std::span<const double> rows);
  // Closes the open segment and observe.h5, and writes the summary.
  void finish(const RunSummary& summary);

  // Frames in closed segments, safe on disk.
  std::int64_t frames_on_disk() const;

 private:
  struct Files;
  std::unique_ptr<Files> files_;
};

}  // namespace galet
