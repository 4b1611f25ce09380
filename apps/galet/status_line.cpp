#include "status_line.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace galet {
namespace {

constexpr double kTerminalInterval = 0.1;  // s between redraws
constexpr double kLineInterval = 5.0;      // s between lines
constexpr std::size_t kWidestBar = 24;
constexpr std::size_t kNarrowestBar = 8;

// Of the terminal; one that does not tell is taken to be as narrow as they come.
std::size_t columns() {
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

std::string bar(double done, std::size_t width) {
  const auto filled = static_cast<std::size_t>(done * static_cast<double>(width));
  std::string text;
  for (std::size_t k = 0; k < width; ++k) text += k < filled ? "█" : "░";
  return text;
}

// As many of the parts, from the first on, as fit into the room; all are ASCII.
std::string fitting(const std::vector<std::string>& parts, std::size_t room) {
  std::string line = parts.front();
  for (std::size_t k = 1; k < parts.size(); ++k) {
    if (line.size() + 2 + parts[k].size() > room) break;
    line += "  " + parts[k];
  }
  return line.substr(0, room);
}

}  // namespace

std::string duration(double seconds) {
  if (seconds < 60.0) return fmt::format("{:.0f} s", seconds);
  const auto total = static_cast<std::int64_t>(seconds);
  if (total < 3600) return fmt::format("{}:{:02} min", total / 60, total % 60);
  return fmt::format("{}:{:02} h", total / 3600, total / 60 % 60);
}

StatusLine::StatusLine() : terminal_(isatty(STDERR_FILENO) != 0) {}

StatusLine::~StatusLine() {
  if (drawn_) fmt::print(stderr, "\n");
}

void StatusLine::show(double done, const std::vector<std::string>& parts) {
  next_ = watch_.seconds() + (terminal_ ? kTerminalInterval : kLineInterval);
  if (terminal_) {
    // A line that reaches the last column would wrap.
    const std::size_t room = columns() - 1;
    const std::size_t width = std::clamp(room / 5, kNarrowestBar, kWidestBar);
    const bool with_bar = room > width + 1 + parts.front().size();
    const std::string numbers = fitting(parts, with_bar ? room - width - 1 : room);
    // \x1b[K clears what a longer line left behind.
    fmt::print(stderr, "\r{}{}\x1b[K", with_bar ? bar(done, width) + " " : "", numbers);
    drawn_ = true;
  } else {
    fmt::print(stderr, "{}\n", fmt::join(parts, "  "));
  }
  std::fflush(stderr);
}

}  // namespace galet
