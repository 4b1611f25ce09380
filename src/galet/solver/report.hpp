// The outcome of a solve, by value. Whatever happened, the impulses returned with it are the best
// iterate seen and the residuals are those of exactly these impulses.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "galet/base/fields.hpp"
#include "galet/solver/sweep_map.hpp"

namespace galet {

// stalled: the residual no longer fell, whatever was tried. no_solution: the impulses grew without
// bound along what is squeezed.
enum class SolveStatus { solved, iteration_limit, time_limit, stalled, no_solution };

template <>
struct EnumNames<SolveStatus> {
  static constexpr std::array<std::string_view, 5> names{"solved", "iteration-limit", "time-limit",
                                                         "stalled", "no-solution"};
};

// Where a problem without a solution is squeezed.
struct Squeeze {
  std::int32_t contact = -1;  // of the problem, the one whose impulse grows most; −1: none
  double speed = 0.0;         // m/s, at which it is squeezed

  // Keeps the faster one.
  void note(std::int32_t other_contact, double other_speed) {
    if (other_contact < 0 || !(other_speed > speed)) return;
    contact = other_contact;
    speed = other_speed;
  }
};

struct [[nodiscard]] SolveReport {
  SolveStatus status = SolveStatus::solved;
  int iterations = 0;
  double residual_velocity = 0.0;  // m/s, see problem/residual.hpp
  double residual_relative = 0.0;
  Squeeze squeeze = {};
  SweepCounts sweeps = {};  // iterations by map, of batched sweeps
};

}  // namespace galet
