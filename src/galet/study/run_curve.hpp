// A run in time, thinned to some hundred points: what the curves of a report are drawn from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace galet {

struct RunCurve {
  std::string name;
  std::vector<double> time;        // s
  std::vector<double> energy;      // kinetic, potential and stored, J; empty where runs are made of
                                   // pieces
  std::vector<double> iterations;  // since the start
  std::vector<double> seconds;     // of the solver, since the start

  struct Point {
    double time = 0.0;
    std::optional<double> energy = {};
    double iterations = 0.0;
    double seconds = 0.0;
  };
  // Keeps every stride-th point; where there are too many every second one is dropped.
  void add(const Point& point);

 private:
  void drop_every_second();

  std::int64_t seen_ = 0;
  std::int64_t stride_ = 1;
};

}  // namespace galet
