// summary.json: what a run was, what it cost and how good it is.
#pragma once

#include <filesystem>

#include <nlohmann/json.hpp>

#include "galet/sim/records.hpp"

namespace galet {

// A list of {code, message}.
nlohmann::ordered_json to_json(const std::vector<Warning>& warnings);

// Numbers that are not finite become null.
nlohmann::ordered_json to_json(const RunSummary& summary);

// A summary as read from a file, with what only the file knows.
struct StoredSummary {
  RunSummary run;  // its energy without turnover and largest, which are not stored
  double balance_error_relative = 0.0;
};

void write_summary(const std::filesystem::path& path, const RunSummary& summary);
// null reads as NaN. Throws SystemError when the file cannot be read, DamagedFile when it is no
// summary.
StoredSummary read_summary(const std::filesystem::path& path);

}  // namespace galet
