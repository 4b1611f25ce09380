// A velocity or spin in time, constant or by a table, with its exact integral: how far it goes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "galet/math/vec.hpp"
#include "galet/model/series.hpp"

namespace galet {

template <int N>
class Rate {
 public:
  Rate() = default;
  Rate(const Vec<N>& constant) : constant_(constant) {}
  // Of a series with N components and increasing times.
  explicit Rate(const VectorSeries& series) {
    if (series.is_constant()) {
      for (int k = 0; k < N; ++k) constant_[k] = series.values.front()[static_cast<std::size_t>(k)];
      return;
    }
    table_ = series;
    ways_.push_back(Vec<N>::Zero());
    for (std::size_t row = 1; row < table_.times.size(); ++row) {
      ways_.push_back(ways_.back() + piece(table_.times[row - 1], table_.times[row]));
    }
  }

  // Named after the same question to a vector.
  bool isZero(double) const { return ways_.empty() ? constant_.isZero(0.0) : table_.is_zero(); }
  bool is_constant() const { return ways_.empty(); }
  Vec<N> at(double t) const {
    if (ways_.empty()) return constant_;
    Vec<N> x;
    for (int k = 0; k < N; ++k) x[k] = table_.component(t, static_cast<std::size_t>(k));
    return x;
  }
  // From one time to a later one.
  Vec<N> integral(double from, double to) const {
    if (ways_.empty()) return (to - from) * constant_;
    return way(to) - way(from);
  }
  // f(row) for every vector of the table, or for the constant.
  template <class F>
  void for_each_row(F&& f) const {
    if (ways_.empty()) return f(constant_);
    for (const double t : table_.times) f(at(t));
  }
  // The largest of its vectors; the directions of a spin in time are all the same.
  Vec<N> largest() const {
    Vec<N> found = Vec<N>::Zero();
    for_each_row([&](const Vec<N>& row) {
      if (row.squaredNorm() > found.squaredNorm()) found = row;
    });
    return found;
  }

 private:
  // The integral from the first row of the table to t; negative before it.
  Vec<N> way(double t) const {
    const auto next = std::ranges::upper_bound(table_.times, t);
    if (next == table_.times.begin()) return -piece(t, table_.times.front());
    const auto row = static_cast<std::size_t>(next - table_.times.begin()) - 1;
    return ways_[row] + piece(table_.times[row], t);
  }
  // The integral over [a, b], between whose ends there is no row: a table is linear or constant
  // there, and the middle is no time of a row.
  Vec<N> piece(double a, double b) const {
    if (!(b > a)) return Vec<N>::Zero();
    return (b - a) * at(0.5 * (a + b));
  }

  Vec<N> constant_ = Vec<N>::Zero();
  VectorSeries table_;
  std::vector<Vec<N>> ways_;  // from the first row to each; empty without a table
};

}  // namespace galet
