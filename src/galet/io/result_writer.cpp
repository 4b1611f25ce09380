#include "galet/io/result_writer.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "galet/io/atomic_file.hpp"
#include "galet/io/manifest.hpp"
#include "galet/io/observe_files.hpp"
#include "galet/io/scene_file.hpp"
#include "galet/io/series_csv.hpp"
#include "galet/io/stored_frame.hpp"
#include "galet/io/summary_json.hpp"
#include "galet/io/trajectory.hpp"
#include "galet/io/vtk.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

// Of a run that goes on.
Manifest manifest_of(const fs::path& folder, const WriterProgress& progress,
                     const std::vector<ObserverTable>& tables) {
  Manifest manifest{.vtk = progress.vtk};
  manifest.files.push_back({"scene.toml", sum_of_file(folder / "scene.toml")});
  manifest.files.push_back({"series.csv", progress.series, true});
  for (std::size_t k = 0; k < progress.trajectory.segment_sums.size(); ++k) {
    manifest.files.push_back(
        {TrajectoryWriter::segment_name(k), progress.trajectory.segment_sums[k]});
  }
  for (std::size_t k = 0; k < tables.size(); ++k) {
    manifest.files.push_back({"observe/" + tables[k].name + ".csv", progress.observe[k], true});
  }
  return manifest;
}

// Of one that has ended: files that were replaced again and again are what they are now.
Manifest finished_manifest(const fs::path& folder, Manifest manifest) {
  manifest.finished = true;
  for (ManifestFile& file : manifest.files) file.grows = false;
  std::vector<std::string> names{"trajectory.h5", "observe.h5", "summary.json", "picture.png",
                                 "observe/observers.json"};
  if (fs::is_directory(folder / "observe")) {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder / "observe")) {
      if (entry.path().extension() != ".h5") continue;
      names.push_back("observe/" + entry.path().filename().string());
    }
  }
  std::ranges::sort(names);
  for (const std::string& name : names) {
    if (fs::exists(folder / name)) manifest.files.push_back({name, sum_of_file(folder / name)});
  }
  return manifest;
}

}  // namespace

template <int D>
struct ResultWriter<D>::Files {
  Files(const std::filesystem::path& results, const Scene& from, const WriterOptions& options)
      : folder(results),
        series(folder / "series.csv"),
        trajectory(folder, from.title, D, from.output.frames_per_segment),
        observe(folder, from.title, options.observers),
        with_contacts(from.output.contacts),
        tables(options.observers),
        scene(scene_identity(from)),
        keep(from.output.checkpoint.keep) {
    if (options.vtk) vtk.emplace(folder);
  }
  Files(const std::filesystem::path& results, const Scene& from,
        const std::vector<ObserverTable>& observers, const WriterProgress& progress)
      : folder(results),
        series(folder / "series.csv", progress.series),
        trajectory(folder, from.title, D, from.output.frames_per_segment, progress.trajectory),
        observe(folder, from.title, observers, progress.observe),
        with_contacts(from.output.contacts),
        tables(observers),
        scene(scene_identity(from)),
        keep(from.output.checkpoint.keep) {
    if (progress.vtk) vtk.emplace(folder, progress.trajectory.times);
  }

  std::filesystem::path folder;
  SeriesCsv series;
  TrajectoryWriter trajectory;
  ObserveFiles observe;
  std::optional<VtkWriter> vtk;
  bool with_contacts;
  std::vector<ObserverTable> tables;
  std::uint64_t scene;  // scene_identity()
  std::int64_t keep;
};

template <int D>
ResultWriter<D>::ResultWriter(const std::filesystem::path& folder, const Scene& scene,
                              const WriterOptions& options) {
  make_folder(folder);
  write_manifest(folder, {.vtk = options.vtk});
  write_atomically(folder / "scene.toml", to_toml(scene));
  files_ = std::make_unique<Files>(folder, scene, options);
}

template <int D>
ResultWriter<D>::ResultWriter(const std::filesystem::path& folder, const Scene& scene,
                              const std::vector<ObserverTable>& observers,
                              const WriterProgress& progress) {
  // What is going to be dropped is not listed any more.
  write_manifest(folder, manifest_of(folder, progress, observers));
  files_ = std::make_unique<Files>(folder, scene, observers, progress);
}

template <int D>
ResultWriter<D>::~ResultWriter() = default;
template <int D>
ResultWriter<D>::ResultWriter(ResultWriter&&) noexcept = default;
template <int D>
ResultWriter<D>& ResultWriter<D>::operator=(ResultWriter&&) noexcept = default;

template <int D>
void ResultWriter<D>::write(const Frame<D>& frame, const SeriesRow& row) {
  files_->series.write(row);
  // Pictures of force chains are what ParaView is for: it gets the contacts in any case.
  StoredFrame kept = stored(frame, files_->vtk.has_value());
  if (files_->vtk) files_->vtk->add(kept, std::span(frame.world.boundaries));
  if (files_->with_contacts && !kept.contacts) {
    files_->trajectory.add(std::move(kept), contact_parts(frame));
  } else {
    if (!files_->with_contacts) kept.contacts.reset();
    files_->trajectory.add(std::move(kept));
  }
  // What is told to be on the disk includes the rows of the observers.
  if (is_closed()) files_->observe.close_segment();
}

template <int D>
bool ResultWriter<D>::is_closed() const {
  return files_->trajectory.is_closed();
}

template <int D>
Checkpoint ResultWriter<D>::checkpoint(std::vector<std::byte> run) {
  files_->trajectory.close_segment();
  files_->observe.close_segment();
  return {.scene = files_->scene,
          .files = {files_->vtk.has_value(), files_->series.sync(), files_->trajectory.progress(),
                    files_->observe.csv_sums()},
          .run = std::move(run)};
}

template <int D>
void ResultWriter<D>::write_checkpoint(const Checkpoint& checkpoint) {
  write_manifest(files_->folder, manifest_of(files_->folder, checkpoint.files, files_->tables));
  galet::write_checkpoint(files_->folder, checkpoint, files_->keep);
}

template <int D>
std::unique_ptr<PreparedCheckpoint> ResultWriter<D>::prepare_checkpoint(
    const Checkpoint& checkpoint) {
  return std::make_unique<PreparedCheckpoint>(files_->folder, checkpoint, files_->keep);
}

template <int D>
void ResultWriter<D>::write_rows(std::size_t k, std::span<const double> rows) {
  files_->observe.write(k, rows);
}

template <int D>
void ResultWriter<D>::finish(const RunSummary& summary) {
  files_->trajectory.close_segment();
  files_->observe.close_segment();
  write_summary(files_->folder / "summary.json", summary);
  if (summary.interrupted) return;
  const WriterProgress all{files_->vtk.has_value(), files_->series.sync(),
                           files_->trajectory.progress(), files_->observe.csv_sums()};
  write_manifest(files_->folder, finished_manifest(files_->folder, manifest_of(files_->folder, all,
                                                                               files_->tables)));
}

template <int D>
std::int64_t ResultWriter<D>::frames_on_disk() const {
  return files_->trajectory.frames_on_disk();
}

template class ResultWriter<2>;
template class ResultWriter<3>;

}  // namespace galet
