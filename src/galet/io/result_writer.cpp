#include "galet/io/result_writer.hpp"

#include <optional>
#include <utility>

#include "galet/io/atomic_file.hpp"
#include "galet/io/observe_files.hpp"
#include "galet/io/scene_file.hpp"
#include "galet/io/series_csv.hpp"
#include "galet/io/stored_frame.hpp"
#include "galet/io/summary_json.hpp"
#include "galet/io/trajectory.hpp"
#include "galet/io/vtk.hpp"

namespace galet {

template <int D>
struct ResultWriter<D>::Files {
  Files(const std::filesystem::path& results, const Scene& from, const WriterOptions& options)
      : folder(results),
        series(folder / "series.csv"),
        trajectory(folder, from.title, D, from.output.frames_per_segment),
        observe(folder, from.title, options.observers),
        with_contacts(from.output.contacts),
        scene(scene_identity(from)),
        keep(from.output.checkpoint.keep) {
    if (options.vtk) vtk.emplace(folder);
  }
  Files(const std::filesystem::path& results, const Scene& from,
        const std::vector<ObserverTable>& observers, const WriterProgress& progress)
      : folder(results),
        series(folder / "series.csv", progress.series_bytes),
        trajectory(folder, from.title, D, from.output.frames_per_segment, progress.trajectory),
        observe(folder, from.title, observers, progress.observe_bytes),
        with_contacts(from.output.contacts),
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
  std::uint64_t scene;  // scene_identity()
  std::int64_t keep;
};

template <int D>
ResultWriter<D>::ResultWriter(const std::filesystem::path& folder, const Scene& scene,
                              const WriterOptions& options) {
  make_folder(folder);
  write_atomically(folder / "scene.toml", to_toml(scene));
  files_ = std::make_unique<Files>(folder, scene, options);
}

template <int D>
ResultWriter<D>::ResultWriter(const std::filesystem::path& folder, const Scene& scene,
                              const std::vector<ObserverTable>& observers,
                              const WriterProgress& progress)
    : files_(std::make_unique<Files>(folder, scene, observers, progress)) {}

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
  StoredFrame kept = stored(frame, files_->with_contacts || files_->vtk.has_value());
  if (files_->vtk) files_->vtk->add(kept, std::span(frame.world.boundaries));
  if (!files_->with_contacts) kept.contacts.reset();
  files_->trajectory.add(std::move(kept));
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
                    files_->observe.csv_bytes()},
          .run = std::move(run)};
}

template <int D>
void ResultWriter<D>::write_checkpoint(const Checkpoint& checkpoint) {
  galet::write_checkpoint(files_->folder, checkpoint, files_->keep);
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
}

template <int D>
std::int64_t ResultWriter<D>::frames_on_disk() const {
  return files_->trajectory.frames_on_disk();
}

template class ResultWriter<2>;
template class ResultWriter<3>;

}  // namespace galet
