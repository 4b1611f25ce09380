#include "galet/io/result_writer.hpp"

#include <optional>

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
  Files(const std::filesystem::path& results, const Scene& scene, const WriterOptions& options)
      : folder(results),
        series(folder / "series.csv"),
        trajectory(folder, scene.title, D, scene.output.frames_per_segment),
        observe(folder, scene.title, options.observers),
        with_contacts(scene.output.contacts) {
    if (options.vtk) vtk.emplace(folder);
  }

  std::filesystem::path folder;
  SeriesCsv series;
  TrajectoryWriter trajectory;
  ObserveFiles observe;
  std::optional<VtkWriter> vtk;
  bool with_contacts;
};

template <int D>
ResultWriter<D>::ResultWriter(const std::filesystem::path& folder, const Scene& scene,
                              const WriterOptions& options) {
  make_folder(folder);
  write_atomically(folder / "scene.toml", to_toml(scene));
  files_ = std::make_unique<Files>(folder, scene, options);
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
  StoredFrame kept = stored(frame, files_->with_contacts || files_->vtk.has_value());
  if (files_->vtk) files_->vtk->add(kept);
  if (!files_->with_contacts) kept.contacts.reset();
  files_->trajectory.add(kept);
}

template <int D>
void ResultWriter<D>::write_rows(std::size_t k, std::span<const double> rows) {
  files_->observe.write(k, rows);
}

template <int D>
void ResultWriter<D>::finish(const RunSummary& summary) {
  files_->trajectory.close_segment();
  files_->observe.close();
  write_summary(files_->folder / "summary.json", summary);
}

template <int D>
std::int64_t ResultWriter<D>::frames_on_disk() const {
  return files_->trajectory.frames_on_disk();
}

template class ResultWriter<2>;
template class ResultWriter<3>;

}  // namespace galet
