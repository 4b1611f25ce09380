#include "galet/geometry/periodic_cell.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace galet::periodic_cell_test {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

TEST(PeriodicCell, nearest_image_in_the_directions_that_repeat) {
  const PeriodicCell<2> cell{{-1.0, 0.0}, {4.0, 0.0}};
  EXPECT_TRUE(cell.any());
  EXPECT_EQ(cell.nearest({1.5, 7.0}), Vec<2>(1.5, 7.0));
  EXPECT_EQ(cell.nearest({3.5, 7.0}), Vec<2>(-0.5, 7.0));
  EXPECT_EQ(cell.nearest({-2.25, -9.0}), Vec<2>(1.75, -9.0));
  EXPECT_EQ(cell.nearest({41.0, 0.0}), Vec<2>(1.0, 0.0));
  // Half a period away there are two; from the other side it is the same one, seen backwards.
  EXPECT_EQ(cell.nearest({2.0, 0.0}), Vec<2>(-cell.nearest({-2.0, 0.0})));
  EXPECT_FALSE(PeriodicCell<2>().any());
  EXPECT_EQ(PeriodicCell<2>().nearest({3.5, 7.0}), Vec<2>(3.5, 7.0));
}

// x + image · period stays where it was; the difference is rounding of its size.
TEST(PeriodicCell, wrap_counts_the_periods) {
  const PeriodicCell<3> cell{{0.1, -7.0, 0.0}, {0.3, 2.0, 0.0}};
  for (const double along : {-12.7, -0.3, -1e-18, 0.0, 0.1, 0.2, 0.4, 1.0, 250.0}) {
    const Vec<3> before(0.1 + along, -7.0 + 5.0 * along, along);
    Vec<3> x = before;
    Image<3> image(2, 0, 0);
    ASSERT_TRUE(cell.wrap(x, image));
    for (int k = 0; k < 2; ++k) {
      EXPECT_GE(x[k], cell.low[k]);
      EXPECT_LT(x[k], cell.low[k] + cell.period[k]);
    }
    EXPECT_EQ(x[2], before[2]);
    EXPECT_EQ(image[2], 0);
    const Vec<3> moved = x + cell.offset(image) - before - cell.offset(Image<3>(2, 0, 0));
    EXPECT_NEAR(moved.norm(), 0.0, 4.0 * kEpsilon * (before.norm() + cell.period.norm())) << along;
    // Once inside, it stays.
    const Vec<3> inside = x;
    const Image<3> count = image;
    ASSERT_TRUE(cell.wrap(x, image));
    EXPECT_EQ(x, inside);
    EXPECT_EQ(image, count);
  }
}

TEST(PeriodicCell, wrap_refuses_what_it_cannot_count) {
  const PeriodicCell<2> cell{{0.0, 0.0}, {1e-3, 0.0}};
  Image<2> image = Image<2>::Zero();
  for (const double far : {1e9, -1e30, std::numeric_limits<double>::infinity(),
                           std::numeric_limits<double>::quiet_NaN()}) {
    Vec<2> x(far, 0.0);
    EXPECT_FALSE(cell.wrap(x, image)) << far;
    EXPECT_EQ(image, Image<2>(Image<2>::Zero()));
  }
}

TEST(PeriodicCell, shifts_of_a_box_into_another) {
  const PeriodicCell<2> cell{{0.0, 0.0}, {1.0, 0.0}};
  const auto shifts = [&](double from, double to, double low, double high) {
    std::vector<double> found;
    cell.for_each_shift({from, 5.0}, {to, 5.0}, {low, 0.0}, {high, 1.0}, [&](const Vec<2>& shift) {
      found.push_back(shift[0]);
      EXPECT_EQ(shift[1], 0.0);
    });
    return found;
  };
  EXPECT_EQ(shifts(0.2, 0.4, 0.0, 1.0), std::vector<double>{0.0});
  EXPECT_EQ(shifts(-0.1, 0.1, 0.0, 1.0), (std::vector<double>{0.0, 1.0}));
  EXPECT_EQ(shifts(7.2, 7.4, 0.0, 1.0), std::vector<double>{-7.0});
  EXPECT_EQ(shifts(0.2, 0.4, 0.5, 0.9), std::vector<double>{});
  EXPECT_EQ(shifts(0.2, 0.2, -1.0, 2.0), (std::vector<double>{-1.0, 0.0, 1.0}));
  // Nothing repeats: the one there is.
  int calls = 0;
  PeriodicCell<2>().for_each_shift({0.0, 0.0}, {1.0, 1.0}, {5.0, 5.0}, {6.0, 6.0},
                                   [&](const Vec<2>& shift) { calls += shift.isZero(0.0); });
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace galet::periodic_cell_test
