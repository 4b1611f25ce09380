#include "galet/solver/map_rotation.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace galet::map_rotation_test {
namespace {

// Sweeps of a map, with a look every ten, until it is over.
int sweeps_of(MapRotation& rotation, int begun, double factor_per_look) {
  double residual = 1.0;
  for (int sweeps = begun + 10;; sweeps += 10) {
    residual *= factor_per_look;
    if (rotation.is_over(sweeps, residual)) return sweeps - begun;
  }
}

TEST(MapRotation, leaves_a_map_that_gains_less_than_a_fifth_in_its_patience) {
  MapRotation rotation(true, 250);
  EXPECT_EQ(rotation.map(), SweepMap::momentum);
  EXPECT_EQ(sweeps_of(rotation, 0, 1.0), 260);  // the first look sets the mark
  rotation.next(260);
  EXPECT_EQ(rotation.map(), SweepMap::anderson);
  EXPECT_EQ(sweeps_of(rotation, 260, 1.0), 210);
  rotation.next(470);
  EXPECT_EQ(rotation.map(), SweepMap::convex);
  EXPECT_EQ(sweeps_of(rotation, 470, 1.0), 160);
  rotation.next(630);
  EXPECT_EQ(rotation.map(), SweepMap::damped);
  rotation.next(790);
  EXPECT_EQ(rotation.map(), SweepMap::momentum);
  EXPECT_EQ(sweeps_of(rotation, 790, 1.0), 160);  // only the first turn begins from afar
  MapRotation other(true, 40);
  EXPECT_EQ(sweeps_of(other, 0, 1.0), 50);
}

TEST(MapRotation, keeps_a_map_that_gains_for_a_thousand_sweeps_at_most) {
  MapRotation rotation(true, 250);
  EXPECT_EQ(sweeps_of(rotation, 0, 0.9), 1000);
  // A fifth in 250 sweeps is just a gain, in 260 it is none.
  MapRotation slow(true, 250);
  EXPECT_EQ(sweeps_of(slow, 0, std::pow(0.79, 1.0 / 24.0)), 1000);
  MapRotation slower(true, 250);
  EXPECT_LT(sweeps_of(slower, 0, std::pow(0.81, 1.0 / 25.0)), 1000);
}

TEST(MapRotation, makes_no_convex_sweeps_where_they_have_no_meaning) {
  MapRotation rotation(false, 250);
  rotation.next(0);
  EXPECT_EQ(rotation.map(), SweepMap::anderson);
  rotation.next(0);
  EXPECT_EQ(rotation.map(), SweepMap::damped);
}

// A whole turn of the maps whose least residual is this.
void turn(MapRotation& rotation, double residual) {
  do {
    rotation.is_over(0, residual);
    rotation.next(0);
  } while (rotation.map() != SweepMap::momentum);
}

TEST(MapRotation, gives_up_after_forty_turns_that_gain_less_than_a_tenth) {
  MapRotation rotation(true, 250);
  turn(rotation, 1.0);
  for (int k = 0; k < 39; ++k) turn(rotation, k % 2 == 0 ? 0.91 : 1.5);
  EXPECT_FALSE(rotation.is_fruitless());
  turn(rotation, 0.89);  // a tenth of the least before
  for (int k = 0; k < 39; ++k) turn(rotation, 0.85);
  EXPECT_FALSE(rotation.is_fruitless());
  turn(rotation, 0.85);
  EXPECT_TRUE(rotation.is_fruitless());
}

}  // namespace
}  // namespace galet::map_rotation_test
