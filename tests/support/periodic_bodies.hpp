// What is asked of bodies in periodic cells.
#pragma once

#include "support/periodic_clouds.hpp"
#include <gtest/gtest.h>

#include "galet/model/bodies.hpp"

namespace galet::test {

template <int D>
void expect_no_overlaps(const PeriodicCell<D>& cell, const Bodies<D>& bodies) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      ASSERT_GE(least_distance(cell, bodies.position[i], bodies.position[j]),
                bodies.radius[i] + bodies.radius[j] - 1e-15);
    }
  }
}

template <int D>
int bodies_across_the_seam(const PeriodicCell<D>& cell, const Bodies<D>& bodies) {
  int count = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const double x = bodies.position[i][0] - cell.low[0];
    count += x < bodies.radius[i] || x > cell.period[0] - bodies.radius[i];
  }
  return count;
}

}  // namespace galet::test
