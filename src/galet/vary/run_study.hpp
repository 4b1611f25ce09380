// The runs of a study, each a process of its own: `galet run`, or `galet resume` where an earlier
// attempt left off. A run that is killed or breaks down harms no other; one that is killed goes on
// from its checkpoint, twice at most. Children end, with a checkpoint, when this process does,
// however it ends.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "galet/vary/run_state.hpp"

namespace galet {

struct StudyProgress {
  std::int64_t runs = 0;
  std::int64_t done = 0;
  std::int64_t failed = 0;
  std::int64_t running = 0;
  double fraction = 0.0;                    // of the whole study
  std::optional<double> seconds_left = {};  // at the rate since the start
};

struct StudyOrders {
  std::string program;  // galet
  int jobs = 1;         // processes at a time
  int threads = 1;      // of each
  bool retry = false;   // runs that have failed begin again, also those that would fail again
  std::function<bool()> stop_requested = [] { return false; };
  std::function<void(const StudyProgress&)> on_progress = [](const StudyProgress&) {};
};

// Runs what is missing of these; returns whether it was told to stop before. How each run stands
// afterwards, standing_of tells.
bool run_missing(const StudyFolder& folder, std::span<const StudyRun> runs,
                 const StudyOrders& orders);

}  // namespace galet
