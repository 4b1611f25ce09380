// What a user should know about a scene or a run that is no error. All warnings of the program are
// listed here; docs/warnings.md says of each what causes it and what to do.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "galet/base/fields.hpp"

namespace galet {

enum class WarningCode {
  unconverged,
  overlap,
  correction,
  no_law,
  nothing_moves,
  open_side,
  left,
  long_step,
  restart_overlap,
  pressure_drift,
  projection,
  balance,
  trouble
};

template <>
struct EnumNames<WarningCode> {
  static constexpr std::array<std::string_view, 13> names{
      "unconverged", "overlap", "correction", "no-law",          "nothing-moves",
      "open-side",   "left",    "long-step",  "restart-overlap", "pressure-drift",
      "projection",  "balance", "trouble"};
};

struct Warning {
  WarningCode code = WarningCode::unconverged;
  std::string message;

  bool operator==(const Warning&) const = default;
};

// Over the smaller radius of the pair: rigid bodies that overlap by more are told, and soft ones,
// which have lost their shape when they overlap by half of a radius.
inline constexpr double kLargeOverlap = 0.01;
inline constexpr double kLargeSoftOverlap = 0.5;

}  // namespace galet
