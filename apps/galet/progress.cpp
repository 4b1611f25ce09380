#include "progress.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "counted.hpp"
#include <fmt/format.h>

namespace galet {

Progress::Progress(std::int64_t steps_before, std::int64_t steps, double end_time, bool quiet)
    : steps_before_(steps_before), steps_(steps), end_time_(end_time), quiet_(quiet) {}

void Progress::update(const StepRecord& record, std::int64_t frames_on_disk) {
  if (quiet_) return;
  last_ = record;
  residual_ = std::max(residual_, record.solve.residual_relative);
  // The last step is shown when its frame is written.
  if (!line_.is_due() || record.step == steps_) return;
  show(frames_on_disk);
}

void Progress::finish(std::int64_t frames_on_disk) {
  if (quiet_ || last_.step == 0) return;
  show(frames_on_disk);
}

void Progress::show(std::int64_t frames_on_disk) {
  const double done = static_cast<double>(last_.step) / static_cast<double>(steps_);
  const double rate =
      static_cast<double>(last_.step - steps_before_) / std::max(line_.seconds(), 1e-9);
  line_.show(done,
             {fmt::format("{:5.1f} %", 100.0 * done),
              fmt::format("t = {:.4g} / {:.4g} s", last_.time, end_time_),
              fmt::format("ETA {}", duration(static_cast<double>(steps_ - last_.step) / rate)),
              counted(last_.contacts_active, "contact", "contacts"),
              fmt::format("residual {:.1e}", residual_), fmt::format("{:.0f} steps/s", rate),
              counted(frames_on_disk, "frame", "frames") + " on disk"});
  residual_ = 0.0;
}

}  // namespace galet
