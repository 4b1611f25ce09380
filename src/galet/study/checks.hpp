// Findings from figures: each kind of comparison once, so that every criterion reads the same way
// and a figure that is not a number never passes.
#pragma once

#include <optional>
#include <string>

#include "galet/study/report.hpp"

namespace galet {

// What is compared.
struct Figure {
  std::string quantity;
  std::string unit;
  double ours = 0.0;
  std::optional<double> published = {};
  std::string note = {};
};

// |ours − exact| <= tolerance; `why` says where the tolerance comes from.
Finding check_near(const Figure& figure, double exact, double tolerance, const std::string& why);

// 0 <= ours <= bound, for errors and distances whose exact value is 0.
Finding check_at_most(const Figure& figure, double bound, const std::string& why);

// low <= ours <= high.
Finding check_between(const Figure& figure, double low, double high, const std::string& why);

// ours >= bound, for what has no upper bound that could fail.
Finding check_at_least(const Figure& figure, double bound, const std::string& why);

// Counts and other whole numbers.
Finding check_equal(const Figure& figure, double exact);

// The printed figure misses the exact one by more than its last digit, ours does not. Fails if ours
// misses it, and also if the printed figure turns out to be right. `print_rounding` is half a unit
// of the last printed digit.
Finding check_source_wrong(const Figure& figure, double exact, double tolerance,
                           double print_rounding, const std::string& why);

// |ours − published| <= tolerance, for figures that have no exact value: another program's.
Finding check_published(const Figure& figure, double tolerance, const std::string& why);

Finding report_only(const Figure& figure, std::optional<double> exact = {});

}  // namespace galet
