// What a study gives: one row for each of its runs, whatever became of it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "galet/vary/run_state.hpp"
#include "galet/vary/study_settings.hpp"

namespace galet {

// Columns that every table has: the first two and the last three of it.
inline constexpr std::array<std::string_view, 6> reserved_columns{"run",  "state",    "replica",
                                                                  "seed", "warnings", "reason"};

struct StudyRow {
  StudyRun run;
  RunState state = RunState::waiting;
  std::vector<std::optional<double>> figures;  // as those of the study
  std::string warnings;                        // codes of the run, with spaces between
  std::string reason;                          // why it has failed, or why a figure is missing
};

struct StudyTable {
  std::vector<std::string> figure_units;
  std::vector<StudyRow> rows;

  std::size_t count(RunState state) const;
};

// Reads the folders of all runs.
StudyTable gather(const StudyFolder& folder, const StudyManifest& manifest,
                  const StudySettings& study);

// run, state, parameters, replica, seed, figures, warnings, reason. What is not known is empty.
std::string to_csv(const StudyTable& table, const StudyManifest& manifest,
                   const StudySettings& study);

}  // namespace galet
