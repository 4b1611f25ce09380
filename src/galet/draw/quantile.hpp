// Order statistics of what is drawn.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace galet {

// The smallest of the values that a share of them does not exceed (of few values the largest); 0
// without values. Those that are not finite do not count.
inline double quantile(std::vector<double> values, double share) {
  std::erase_if(values, [](double x) { return !std::isfinite(x); });
  if (values.empty()) return 0.0;
  const double rank = std::ceil(share * static_cast<double>(values.size() - 1));
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(rank);
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

}  // namespace galet
