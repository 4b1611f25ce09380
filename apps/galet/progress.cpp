#include "progress.hpp"

#include <algorithm>
#include <cstdio>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

namespace galet {
namespace {

constexpr double kTerminalInterval = 0.1;  // s between redraws
constexpr double kLineInterval = 5.0;      // s between lines
constexpr std::int64_t kBarWidth = 24;

std::string duration(double seconds) {
  if (seconds < 60.0) return fmt::format("{:.0f} s", seconds);
  const auto total = static_cast<std::int64_t>(seconds);
  if (total < 3600) return fmt::format("{}:{:02} min", total / 60, total % 60);
  return fmt::format("{}:{:02} h", total / 3600, total / 60 % 60);
}

}  // namespace

Progress::Progress(std::int64_t steps_before, std::int64_t steps, double end_time, bool quiet)
    : steps_before_(steps_before),
      steps_(steps),
      end_time_(end_time),
      quiet_(quiet),
      terminal_(isatty(STDERR_FILENO) != 0) {}

void Progress::update(const StepRecord& record, std::int64_t frames_on_disk) {
  if (quiet_) return;
  residual_ = std::max(residual_, record.solve.residual_relative);
  const double now = watch_.seconds();
  if (now < next_ && record.step < steps_) return;
  next_ = now + (terminal_ ? kTerminalInterval : kLineInterval);

  const double done = static_cast<double>(record.step) / static_cast<double>(steps_);
  const double rate = static_cast<double>(record.step - steps_before_) / std::max(now, 1e-9);
  const std::string numbers = fmt::format(
      "{:5.1f} %  t = {:.4g} / {:.4g} s  {:.0f} steps/s  {} contacts  residual {:.1e}  {} frames "
      "on "
      "disk  ETA {}",
      100.0 * done, record.time, end_time_, rate, record.contacts, residual_, frames_on_disk,
      duration(static_cast<double>(steps_ - record.step) / rate));
  residual_ = 0.0;
  if (terminal_) {
    const auto filled = static_cast<std::int64_t>(done * static_cast<double>(kBarWidth));
    std::string bar;
    for (std::int64_t k = 0; k < kBarWidth; ++k) bar += k < filled ? "█" : "░";
    // \x1b[K clears what a longer line left behind.
    fmt::print(stderr, "\r{} {}\x1b[K", bar, numbers);
    drawn_ = true;
  } else {
    fmt::print(stderr, "{}\n", numbers);
  }
  std::fflush(stderr);
}

void Progress::close() {
  if (drawn_) fmt::print(stderr, "\n");
  drawn_ = false;
}

}  // namespace galet
