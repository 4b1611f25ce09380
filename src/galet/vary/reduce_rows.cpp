#include "galet/vary/reduce_rows.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "galet/base/error.hpp"

namespace galet {
namespace {

double mean_of(std::span<const double> values) {
  double sum = 0.0;
  for (const double x : values) sum += x;
  return sum / static_cast<double>(values.size());
}

std::optional<double> deviation_of(std::span<const double> values) {
  if (values.size() < 2) return std::nullopt;
  const double mean = mean_of(values);
  double squares = 0.0;
  for (const double x : values) squares += (x - mean) * (x - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

std::optional<double> slope_of(std::span<const double> x, std::span<const double> y) {
  if (x.size() < 2) return std::nullopt;
  const double mean_x = mean_of(x);
  const double mean_y = mean_of(y);
  double product = 0.0;
  double square = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    product += (x[k] - mean_x) * (y[k] - mean_y);
    square += (x[k] - mean_x) * (x[k] - mean_x);
  }
  if (square == 0.0) return std::nullopt;
  return product / square;
}

}  // namespace

std::optional<double> reduced(const ReduceSettings& settings, std::span<const double> time,
                              std::span<const double> values) {
  GALET_ASSERT(time.size() == values.size());
  if (time.empty()) return std::nullopt;
  const double start = settings.skip * time.back();
  // Times that are meant to be equal to a limit differ by rounding.
  const double slack = 1e-9 * std::abs(time.back());
  std::vector<double> t;
  std::vector<double> y;
  for (std::size_t k = 0; k < time.size(); ++k) {
    const bool counts = time[k] >= start - slack &&
                        (!settings.after || time[k] >= *settings.after - slack) &&
                        (!settings.until || time[k] <= *settings.until + slack);
    if (!counts) continue;
    t.push_back(time[k]);
    y.push_back(values[k]);
  }
  if (y.empty()) return std::nullopt;
  switch (settings.reduce) {
    case Reduce::last:
      return y.back();
    case Reduce::first:
      return y.front();
    case Reduce::mean:
      return mean_of(y);
    case Reduce::min:
      return *std::ranges::min_element(y);
    case Reduce::max:
      return *std::ranges::max_element(y);
    case Reduce::deviation:
      return deviation_of(y);
    case Reduce::change:
      return y.back() - y.front();
    case Reduce::slope:
      return slope_of(t, y);
  }
  return std::nullopt;
}

Estimate estimated(std::span<const double> values) {
  GALET_ASSERT(!values.empty());
  Estimate estimate{.mean = mean_of(values), .count = values.size()};
  if (const auto deviation = deviation_of(values)) {
    estimate.error = *deviation / std::sqrt(static_cast<double>(values.size()));
  }
  return estimate;
}

}  // namespace galet
