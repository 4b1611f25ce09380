// Random clouds of balls in periodic cells, and their pairs by brute force over all images.
#pragma once

#include <algorithm>
#include <vector>

#include "support/random_clouds.hpp"
#include <rapidcheck.h>

#include "galet/geometry/periodic_cell.hpp"

namespace galet::test {

template <int D>
struct PeriodicCloud : Cloud<D> {
  PeriodicCell<D> cell;
};

// Up to 40 balls with radii from 0.01 to 1 on a coarse lattice of coordinates, up to some periods
// outside of a cell that repeats in any directions and is between 2 and 10 of the largest diameters
// wide there.
template <int D>
PeriodicCloud<D> arbitrary_periodic_cloud() {
  PeriodicCloud<D> cloud;
  for (int k = 0; k < D; ++k) {
    cloud.cell.low[k] = 0.5 * *rc::gen::inRange(-9, 10);
    if (*rc::gen::arbitrary<bool>()) cloud.cell.period[k] = 0.25 * *rc::gen::inRange(16, 80);
  }
  const auto n = *rc::gen::inRange<std::size_t>(0, 40);
  for (std::size_t i = 0; i < n; ++i) {
    Vec<D> x;
    for (int k = 0; k < D; ++k) x[k] = 0.25 * *rc::gen::inRange(-60, 60);
    cloud.position.push_back(x);
    cloud.radius.push_back(0.01 * *rc::gen::inRange(1, 101));
  }
  return cloud;
}

// Least distance of two points over all images, every image within reach looked at.
template <int D>
double least_distance(const PeriodicCell<D>& cell, const Vec<D>& x, const Vec<D>& y) {
  Vec<D> difference = y - x;
  for (int k = 0; k < D; ++k) {
    if (!cell.repeats(k)) continue;
    while (difference[k] > cell.period[k]) difference[k] -= cell.period[k];
    while (difference[k] < -cell.period[k]) difference[k] += cell.period[k];
  }
  double least = difference.norm();
  for (int image = 0; image < (D == 2 ? 9 : 27); ++image) {
    Vec<D> d = difference;
    for (int k = 0, digits = image; k < D; ++k, digits /= 3) {
      d[k] += (digits % 3 - 1) * cell.period[k];
    }
    least = std::min(least, d.norm());
  }
  return least;
}

// Pairs within reach, and those that rounding may decide either way.
struct BruteForcePairs {
  std::vector<BodyPair> sure;
  std::vector<BodyPair> possible;
};

template <int D>
BruteForcePairs brute_force_pairs(const PeriodicCloud<D>& cloud, double reach) {
  // Coordinates, periods and their differences are below 64: rounding is below 1e-13.
  constexpr double rounding = 1e-13;
  BruteForcePairs pairs;
  for (std::size_t i = 0; i < cloud.position.size(); ++i) {
    for (std::size_t j = i + 1; j < cloud.position.size(); ++j) {
      const double distance = least_distance(cloud.cell, cloud.position[i], cloud.position[j]);
      const double beyond = distance - (cloud.radius[i] + cloud.radius[j] + reach);
      const BodyPair pair{static_cast<std::int32_t>(i), static_cast<std::int32_t>(j)};
      if (beyond <= -rounding) pairs.sure.push_back(pair);
      if (beyond <= rounding) pairs.possible.push_back(pair);
    }
  }
  return pairs;
}

}  // namespace galet::test
