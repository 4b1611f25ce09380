// A vector that is constant or given by a table in time, linear between the rows and constant
// outside them.
#pragma once

#include <algorithm>
#include <vector>

namespace galet {

// TOML: [0, -9.81], or {t = [0, 1], value = [[0, -9.81], [1, -9.7]]}.
struct VectorSeries {
  std::vector<double> times;                // empty: constant
  std::vector<std::vector<double>> values;  // one row per time, or one row

  static VectorSeries constant(std::vector<double> value) { return {{}, {std::move(value)}}; }

  bool is_constant() const { return times.empty(); }
  bool is_zero() const {
    return std::ranges::all_of(values, [](const std::vector<double>& row) {
      return std::ranges::all_of(row, [](double x) { return x == 0.0; });
    });
  }
  // Times must increase strictly (checked by the reader).
  double component(double t, std::size_t k) const {
    if (times.empty() || t <= times.front()) return values.front()[k];
    if (t >= times.back()) return values.back()[k];
    const auto next = static_cast<std::size_t>(std::ranges::upper_bound(times, t) - times.begin());
    const double s = (t - times[next - 1]) / (times[next] - times[next - 1]);
    return (1.0 - s) * values[next - 1][k] + s * values[next][k];
  }
};

}  // namespace galet
