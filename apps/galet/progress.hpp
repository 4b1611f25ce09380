// Progress of a run: a live bar on a terminal, plain lines otherwise.
#pragma once

#include <cstdint>

#include "status_line.hpp"

#include "galet/sim/records.hpp"

namespace galet {

class Progress {
 public:
  // A run that begins after some steps.
  Progress(std::int64_t steps_before, std::int64_t steps, double end_time, bool quiet);
  // After every step; shows something now and then.
  void update(const StepRecord& record, std::int64_t frames_on_disk);
  // When all is written: shows the last step.
  void finish(std::int64_t frames_on_disk);

 private:
  void show(std::int64_t frames_on_disk);

  std::int64_t steps_before_;
  std::int64_t steps_;
  double end_time_;
  bool quiet_;
  StatusLine line_;
  double residual_ = 0.0;  // largest since last shown
  StepRecord last_;
};

}  // namespace galet
