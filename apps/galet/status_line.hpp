// How far something is, on the standard error: a bar and numbers in one line that is drawn again
// and again, or, where that is no terminal, a line now and then.
#pragma once

#include <string>
#include <vector>

#include "galet/base/timer.hpp"

namespace galet {

// "12 s", "3:20 min", "2:05 h".
std::string duration(double seconds);

class StatusLine {
 public:
  StatusLine();
  ~StatusLine();
  StatusLine(StatusLine&&) = delete;
  StatusLine& operator=(StatusLine&&) = delete;

  // Whether it is time to show something again.
  bool is_due() const { return watch_.seconds() >= next_; }
  // The share that is done, and numbers, the most useful first: a narrow terminal shows fewer.
  void show(double done, const std::vector<std::string>& parts);
  // Since the start.
  double seconds() const { return watch_.seconds(); }

 private:
  bool terminal_;
  bool drawn_ = false;
  Stopwatch watch_;
  double next_ = 0.0;  // seconds at which to show again
};

}  // namespace galet
