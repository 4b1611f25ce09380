// The figures of runs: what series.csv says, over time or one column over another.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "galet/draw/plot.hpp"
#include "galet/io/stored_series.hpp"

namespace galet {

struct RunSeries {
  std::string name;  // of the run, in titles and legends
  StoredSeries table;
};

struct RunFigure {
  std::string name;  // of its file, without the ending
  Chart chart;
};

// Energies, contacts, penetration, iterations and residual over time; those of which the runs have
// the columns. Several runs are laid over each other: in figures of one quantity a colour for each
// run, in others a colour for each quantity and dashes for each run.
std::vector<RunFigure> standard_figures(std::span<const RunSeries> runs);

// Columns over another. Throws InputError for a column that a run does not have, and for columns
// of several units.
RunFigure figure_of_columns(std::span<const RunSeries> runs, const std::string& x,
                            const std::vector<std::string>& columns);

}  // namespace galet
