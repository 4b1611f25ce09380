#include "run_plots.hpp"

#include <algorithm>

#include "galet/base/error.hpp"
#include "galet/io/atomic_file.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

std::string name_of_run(const fs::path& folder) {
  const fs::path whole = fs::absolute(folder).lexically_normal();
  return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

}  // namespace

std::vector<RunSeries> read_runs(std::span<const std::string> folders,
                                 const std::string& observer) {
  std::vector<RunSeries> runs;
  for (const fs::path folder : folders) {
    if (!fs::is_directory(folder)) {
      throw InputError({folder.string(), 0, 0}, "",
                       "no such folder; expected the results of a run");
    }
    runs.push_back({name_of_run(folder),
                    observer.empty() ? read_series(folder) : read_observed(folder, observer)});
  }
  for (std::size_t k = 0; k < runs.size(); ++k) {
    const auto same = [&](const std::string& other) {
      return name_of_run(other) == name_of_run(folders[k]);
    };
    if (std::ranges::count_if(folders, same) > 1) runs[k].name = folders[k];
  }
  return runs;
}

fs::path write_run_plots(const fs::path& folder) {
  const std::vector<std::string> folders{folder.string()};
  const std::vector<RunFigure> figures = standard_figures(read_runs(folders));
  if (figures.empty()) return {};
  make_folder(folder / "plots");
  for (const RunFigure& figure : figures) {
    draw_chart(figure.chart, folder / "plots" / (figure.name + ".svg"));
  }
  return folder / "plots";
}

}  // namespace galet
