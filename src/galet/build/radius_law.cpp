#include "galet/build/radius_draw.hpp"

#include <algorithm>
#include <numeric>

#include "galet/scene/vectors.hpp"

namespace galet {
namespace {

void check(const std::string& key, const RadiusDistribution& d) {
  if (d.min.has_value() != d.max.has_value()) refuse(key, "min and max belong together");
  if (d.min.has_value() != d.values.empty()) {
    refuse(key, "expected a number, {min, max} or {values, weights}");
  }
  if (d.min && *d.min > *d.max) refuse(key + ".max", "must not be below min");
  if (d.weights.empty()) return;
  if (d.weights.values.size() != d.values.values.size()) {
    refuse(key + ".weights", fmt::format("expected one per value ({}), got {}",
                                         d.values.values.size(), d.weights.values.size()));
  }
  if (std::ranges::all_of(d.weights.values, [](double w) { return w == 0.0; })) {
    refuse(key + ".weights", "must not all be zero");
  }
}

}  // namespace

std::vector<double> draw_radii(const std::string& key, const RadiusDistribution& distribution,
                               std::size_t count, Random& random) {
  check(key, distribution);
  std::vector<double> radii(count);
  if (distribution.min) {
    for (double& r : radii) r = random.uniform(*distribution.min, *distribution.max);
    return radii;
  }
  const std::vector<double>& values = distribution.values.values;
  std::vector<double> sums = distribution.weights.values;
  if (sums.empty()) sums.assign(values.size(), 1.0);
  std::partial_sum(sums.begin(), sums.end(), sums.begin());
  for (double& r : radii) {
    // The first sum above the number; a value of weight 0 adds nothing and is never it.
    const auto chosen = std::ranges::upper_bound(sums, random.uniform() * sums.back());
    r = values[static_cast<std::size_t>(std::min(chosen, sums.end() - 1) - sums.begin())];
  }
  return radii;
}

}  // namespace galet
