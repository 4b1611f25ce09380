// From the rows of a table to one number.
#pragma once

#include <optional>
#include <span>

#include "galet/vary/study_settings.hpp"

namespace galet {

// Of the rows between `skip` times the end and the end, after `after` and until `until`. Means give
// every row the same weight; the deviation is that of a sample (n − 1); the slope that of the
// straight line of least squares. Nothing where no row is left, or fewer than two for a deviation
// or a slope.
std::optional<double> reduced(const ReduceSettings& settings, std::span<const double> time,
                              std::span<const double> values);

// Mean, and standard error s/√n of it: s the deviation of the sample. No error for one value.
struct Estimate {
  double mean = 0.0;
  std::optional<double> error = {};
  std::size_t count = 0;
};
// Of at least one value.
Estimate estimated(std::span<const double> values);

}  // namespace galet
