// Loads whose pressure does not stay.
#pragma once

#include <cmath>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "galet/base/warning.hpp"

namespace galet {

// Of a plane under a constant force on an area that was `first` and is `last`, where both are known
// (m²; in 2D a length, of a slice 1 m thick): when the pressure has changed by more than a
// tenth.
inline std::optional<Warning> pressure_drift(const std::string& plane, double force,
                                             std::optional<double> first,
                                             std::optional<double> last) {
  constexpr double most = 0.1;
  if (force == 0.0 || !first || !last || std::abs(*first / *last - 1.0) <= most) return {};
  return Warning{WarningCode::pressure_drift,
                 fmt::format("the load of \"{}\" is constant, but the area under it changes: its "
                             "pressure goes from {:.4g} to {:.4g} Pa ({:+.0f} %). Give the force "
                             "in time, {{t = [..], value = [..]}}, if the pressure is to stay",
                             plane, force / *first, force / *last, 100.0 * (*first / *last - 1.0))};
}

}  // namespace galet
