// A cell that repeats itself in some directions: what leaves it on one side comes in on the other.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "galet/math/vec.hpp"

namespace galet {

// How many periods a body has gone, by direction.
template <int D>
using Image = Eigen::Matrix<std::int32_t, D, 1>;

template <int D>
struct PeriodicCell {
  Vec<D> low = Vec<D>::Zero();     // m
  Vec<D> period = Vec<D>::Zero();  // m; 0 in directions that do not repeat

  bool any() const { return !period.isZero(0.0); }
  bool repeats(int k) const { return period[k] > 0.0; }
  Vec<D> high() const { return low + period; }

  // The shortest of all images of a difference of two positions. At half a period, where there are
  // two, nearest(−d) is −nearest(d).
  Vec<D> nearest(Vec<D> difference) const {
    for (int k = 0; k < D; ++k) {
      if (repeats(k)) difference[k] -= period[k] * std::nearbyint(difference[k] / period[k]);
    }
    return difference;
  }

  // Puts x into the cell and counts the periods: x + image · period stays the same up to rounding.
  // False, with x left outside, when there are more of them than can be counted.
  [[nodiscard]] bool wrap(Vec<D>& x, Image<D>& image) const {
    constexpr double most = 1e9;
    bool done = true;
    for (int k = 0; k < D; ++k) {
      if (!repeats(k) || (x[k] >= low[k] && x[k] < low[k] + period[k])) continue;
      double periods = std::floor((x[k] - low[k]) / period[k]);
      if (!(std::abs(periods) + std::abs(static_cast<double>(image[k])) < most)) {
        done = false;
        continue;
      }
      x[k] -= periods * period[k];
      if (x[k] >= low[k] + period[k]) {  // by rounding
        x[k] = low[k];
        periods += 1.0;
      }
      x[k] = std::max(x[k], low[k]);
      image[k] += static_cast<std::int32_t>(periods);
    }
    return done;
  }

  Vec<D> offset(const Image<D>& image) const {
    return image.template cast<double>().cwiseProduct(period);
  }

  // Calls f(shift) for all shifts by whole periods that make the box [from_low, from_high] meet the
  // box [low_in, high_in]. Directions that do not repeat are not looked at: without periods f is
  // called once, with zero.
  template <class F>
  void for_each_shift(const Vec<D>& from_low, const Vec<D>& from_high, const Vec<D>& low_in,
                      const Vec<D>& high_in, F&& f) const {
    Vec<D> first = Vec<D>::Zero();
    Vec<D> last = Vec<D>::Zero();
    for (int k = 0; k < D; ++k) {
      if (!repeats(k)) continue;
      first[k] = std::ceil((low_in[k] - from_high[k]) / period[k]);
      last[k] = std::floor((high_in[k] - from_low[k]) / period[k]);
      if (!(first[k] <= last[k])) return;
    }
    Vec<D> periods = first;
    while (true) {
      f(Vec<D>(periods.cwiseProduct(period)));
      int k = 0;
      while (k < D && periods[k] == last[k]) {
        periods[k] = first[k];
        ++k;
      }
      if (k == D) return;
      periods[k] += 1.0;
    }
  }
};

// Calls f(nearest), where nearest(difference) is the nearest image. The question whether anything
// repeats is asked once, so that a loop in f costs nothing more where nothing does.
template <int D, class F>
decltype(auto) with_nearest(const PeriodicCell<D>& cell, F&& f) {
  if (cell.any()) return f([&cell](const Vec<D>& difference) { return cell.nearest(difference); });
  return f([](const Vec<D>& difference) { return difference; });
}

}  // namespace galet
