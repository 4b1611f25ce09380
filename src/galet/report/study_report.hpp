// Pages that studies have written, as one: tables of compare and converge, reports of experiments.
#pragma once

#include <filesystem>

#include "galet/report/report_page.hpp"

namespace galet {

// Of a folder of results; without text where it has none. Images of a page stand beside it.
ReportPage study_report(const std::filesystem::path& folder);

}  // namespace galet
