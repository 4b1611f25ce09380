// A run as one page: scene, summary, pictures, plots, solver, warnings.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace galet {

struct RunReport {
  std::string markdown;                       // with the images by name
  std::map<std::string, std::string> images;  // their bytes, by name
};

// Of a folder of results; of a run that is still going or was killed, what there is. Throws
// InputError.
RunReport run_report(const std::filesystem::path& folder);

}  // namespace galet
