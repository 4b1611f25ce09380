// The figures of a run in its folder.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "galet/draw/run_figures.hpp"

namespace galet {

// Each with series.csv, or the table of an observer; named as the folders, or as they were given
// where names repeat.
std::vector<RunSeries> read_runs(std::span<const std::string> folders,
                                 const std::string& observer = {});

// The standard figures of one run as SVG into <folder>/plots. Returns the folder of the plots, or
// an empty path where the run has nothing to plot.
std::filesystem::path write_run_plots(const std::filesystem::path& folder);

}  // namespace galet
