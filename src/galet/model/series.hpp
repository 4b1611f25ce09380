// A vector that is constant or given by a table in time, between whose rows it is linear or jumps;
// outside the table it is constant.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "galet/base/fields.hpp"

namespace galet {

// Between the rows of a table: linear, or the row before (jumps at the times of the rows).
enum class Interpolation : std::int32_t { linear, step };

template <>
struct EnumNames<Interpolation> {
  static constexpr std::array<std::string_view, 2> names{"linear", "step"};
};

// Whether the time `when` has come at t. Times of steps are products and sums; one that misses
// `when` by round-off has reached it.
inline bool reached(double t, double when) { return t + 1e-12 * std::abs(t) >= when; }

// TOML: [0, -9.81], or {t = [0, 1], value = [[0, -9.81], [1, -9.7]], interpolation = "step"}.
struct VectorSeries {
  std::vector<double> times;                // empty: constant
  std::vector<std::vector<double>> values;  // one row per time, or one row
  Interpolation interpolation = Interpolation::linear;

  static VectorSeries constant(std::vector<double> value) {
    return {{}, {std::move(value)}, Interpolation::linear};
  }

  bool is_constant() const { return times.empty(); }
  bool is_zero() const {
    return std::ranges::all_of(values, [](const std::vector<double>& row) {
      return std::ranges::all_of(row, [](double x) { return x == 0.0; });
    });
  }
  // Times must increase strictly (checked by the reader).
  double component(double t, std::size_t k) const {
    if (times.empty()) return values.front()[k];
    if (interpolation == Interpolation::step) return step_component(t, k);
    if (t <= times.front()) return values.front()[k];
    if (t >= times.back()) return values.back()[k];
    const auto next = static_cast<std::size_t>(std::ranges::upper_bound(times, t) - times.begin());
    const double s = (t - times[next - 1]) / (times[next] - times[next - 1]);
    return (1.0 - s) * values[next - 1][k] + s * values[next][k];
  }

  // The mean over [t, t + h], exactly: the integral of the table in closed form.
  double mean(double t, double h, std::size_t k) const {
    if (times.empty()) return values.front()[k];
    const double end = t + h;
    double sum = 0.0;
    double from = t;
    for (auto next = std::ranges::upper_bound(times, t); next != times.end() && *next < end;
         ++next) {
      sum += piece(from, *next, k);
      from = *next;
    }
    if (from == t) return component(0.5 * (t + end), k);
    return (sum + piece(from, end, k)) / (end - t);
  }

 private:
  double step_component(double t, std::size_t k) const {
    const auto later =
        std::ranges::partition_point(times, [t](double time) { return reached(t, time); });
    const auto rows = static_cast<std::size_t>(later - times.begin());
    return values[rows == 0 ? 0 : rows - 1][k];
  }
  // The integral over [a, b], between whose ends there is no row.
  double piece(double a, double b, std::size_t k) const {
    return (b - a) * component(0.5 * (a + b), k);
  }
};

}  // namespace galet
