// Wall-clock and CPU time.
#pragma once

#include <chrono>

namespace galet {

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  // Seconds since the last lap (or the start), and start the next lap.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double elapsed = std::chrono::duration<double>(now - lap_).count();
    lap_ = now;
    return elapsed;
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point lap_ = start_;
};

// CPU seconds of the whole process so far, all threads.
double process_cpu_seconds();

}  // namespace galet
