// From the file of a study to the runs of its folder: a complete scene for each, written before the
// first of them starts. Later changes of the scene file do not reach them.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "galet/vary/points.hpp"
#include "galet/vary/study_file.hpp"
#include "galet/vary/study_folder.hpp"

namespace galet {

struct PlannedRun {
  StudyPoint point;
  std::string scene;  // TOML, complete
  double end = 0.0;   // s
};

// Reads the scene at every point, with further overrides before those of the parameters, and builds
// it at the first. Throws InputError.
std::vector<PlannedRun> plan_runs(const StudyFile& study, const std::filesystem::path& scene,
                                  std::span<const std::string> overrides);

// Puts the study into its folder. A run whose scene the folder has keeps its number, others get new
// ones.
StudyManifest adopt(const StudyFile& study, std::span<const PlannedRun> runs,
                    const StudyFolder& folder);

}  // namespace galet
