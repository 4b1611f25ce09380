// A run as one page: scene, summary, pictures, plots, solver, warnings.
#pragma once

#include <filesystem>

#include "galet/report/report_page.hpp"

namespace galet {

// Of a folder of results; of a run that is still going or was killed, what there is. Throws
// InputError.
ReportPage run_report(const std::filesystem::path& folder);

}  // namespace galet
