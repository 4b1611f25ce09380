// series.csv read back: named columns of numbers, of a run that has ended or is still going.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "galet/sim/records.hpp"

namespace galet {

struct SeriesColumn {
  std::string name;
  std::string unit;  // "" where there is none, or none is known
  std::vector<double> values;
};

struct StoredSeries {
  std::vector<SeriesColumn> columns;

  std::size_t rows() const { return columns.empty() ? 0 : columns.front().values.size(); }
  // nullptr where there is no such column.
  const SeriesColumn* find(std::string_view name) const;
};

// The rows of a run in memory, as they would be read back.
StoredSeries series_table(std::span<const SeriesRow> rows);

// A last line without its end is still being written and is left out. Throws InputError when the
// file cannot be read, and with the line when it is no table of numbers.
StoredSeries read_table(const std::filesystem::path& csv);

// The table of a run. Throws InputError when there is none, DamagedFile when it is not what the
// manifest of the run says.
StoredSeries read_series(const std::filesystem::path& folder);

// The table of an observer of a run, with the units that observe/observers.json has. Throws
// InputError, which names the tables that there are, and DamagedFile as above.
StoredSeries read_observed(const std::filesystem::path& folder, const std::string& name);

}  // namespace galet
