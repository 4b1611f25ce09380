// What `galet sweep` writes: series.csv and summary.json.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "galet/base/warning.hpp"
#include "galet/sweep/process.hpp"
#include "galet/sweep/scene.hpp"

namespace galet {

// One row for each instant of the path: time, coordinates, distance from the set, variation so far.
void write_sweep_series(const std::filesystem::path& csv, const sweep::Process& process,
                        const sweep::Solution& solution);

struct SweepSummary {
  std::string title;
  std::int64_t dimension = 0;
  std::string integrator;
  sweep::Solution solution;
  // Of a continuation in the index of the penalty: |u(end) of this run − that of the run before|.
  std::vector<double> continuation_changes;
  double seconds = 0.0;
  std::vector<Warning> warnings = {};
};

void write_sweep_summary(const std::filesystem::path& json, const SweepSummary& summary);

}  // namespace galet
