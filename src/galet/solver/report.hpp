// The outcome of a solve, by value. Whatever happened, the impulses returned with it are the best
// iterate seen and the residuals are those of exactly these impulses.
#pragma once

#include <array>
#include <string_view>

#include "galet/base/fields.hpp"

namespace galet {

enum class SolveStatus { solved, iteration_limit, time_limit };

template <>
struct EnumNames<SolveStatus> {
  static constexpr std::array<std::string_view, 3> names{"solved", "iteration-limit", "time-limit"};
};

struct [[nodiscard]] SolveReport {
  SolveStatus status = SolveStatus::solved;
  int iterations = 0;
  double residual_velocity = 0.0;  // m/s, see problem/residual.hpp
  double residual_relative = 0.0;
};

}  // namespace galet
