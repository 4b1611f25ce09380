// The file of a study, to its points, and the manifest of its folder.
#include <algorithm>

#include "fuzz/targets.hpp"

#include "galet/vary/points.hpp"
#include "galet/vary/study_file.hpp"
#include "galet/vary/study_folder.hpp"

namespace galet::fuzz {

void read_study_file(Bytes input) {
  const std::filesystem::path file = put("study.toml", input);
  accepts([&] {
    StudySettings study = load_study(file).settings;
    // Many runs take long, which is no fault.
    study.replicas = std::min<std::int64_t>(study.replicas, 3);
    study.samples = std::min<std::int64_t>(study.samples, 10);
    if (study.parameter.size() < 4) static_cast<void>(points_of(study, 1));
  });
  const std::filesystem::path manifest = put("study/study.json", input);
  accepts([&] { static_cast<void>(StudyFolder(manifest.parent_path()).find_manifest()); });
}

}  // namespace galet::fuzz
