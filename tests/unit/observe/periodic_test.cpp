// Observers in periodic cells: the seam must not show.
#include <cmath>
#include <numbers>

#include "support/touching.hpp"
#include <gtest/gtest.h>

#include "galet/observe/displacement.hpp"
#include "galet/observe/flow.hpp"
#include "galet/observe/grid.hpp"
#include "galet/observe/packing.hpp"
#include "galet/observe/runout.hpp"
#include "galet/observe/segregation.hpp"

namespace galet::periodic_test {
namespace {

using test::ball;
using test::Touching;

constexpr double pi = std::numbers::pi;
const PeriodicCell<2> along_x{{0.0, 0.0}, {4.0, 0.0}};

TEST(PeriodicWindow, holds_points_of_all_periods) {
  const Part<2> part{{}, BoxWindow<2>{{3.5, 0.0}, {4.5, 1.0}}, along_x};
  EXPECT_TRUE(part.has_point({3.6, 0.5}));
  EXPECT_TRUE(part.has_point({0.4, 0.5}));
  EXPECT_TRUE(part.has_point({-7.6, 0.5}));
  EXPECT_FALSE(part.has_point({0.6, 0.5}));
  EXPECT_FALSE(part.has_point({3.6, 1.5}));
  const Part<2> round{{}, BallWindow<2>{{0.0, 0.0}, 1.0}, along_x};
  EXPECT_TRUE(round.has_point({3.2, 0.5}));
  EXPECT_FALSE(round.has_point({3.2, 0.7}));
}

// A branch from x = 3.5 to 4.5: a window up to the seam and one beyond it have half of it each.
TEST(PeriodicWindow, holds_parts_of_branches) {
  const Part<2> before{{}, BoxWindow<2>{{2.0, 0.0}, {4.0, 1.0}}, along_x};
  const Part<2> behind{{}, BoxWindow<2>{{0.0, 0.0}, {2.0, 1.0}}, along_x};
  const Part<2> whole{{}, BoxWindow<2>{{0.0, 0.0}, {4.0, 1.0}}, along_x};
  for (const double at : {3.5, -0.5}) {
    EXPECT_NEAR(before.fraction_within({at, 0.5}, {at + 1.0, 0.5}), 0.5, 1e-15);
    EXPECT_NEAR(behind.fraction_within({at, 0.5}, {at + 1.0, 0.5}), 0.5, 1e-15);
    EXPECT_NEAR(whole.fraction_within({at, 0.5}, {at + 1.0, 0.5}), 1.0, 1e-15);
  }
  // One that lies on the seam is not seen from both ends.
  EXPECT_NEAR(whole.fraction_within({0.0, 0.5}, {0.0, 1.5}), 0.5, 1e-15);
  EXPECT_NEAR(whole.fraction_within({0.0, 0.25}, {0.0, 0.75}), 1.0, 1e-15);
}

// Four discs of radius 0.5 in a row of length 4: π/4 in a box as high as they are, wherever they
// are cut, and without a window in the box that is a period wide.
TEST(PeriodicPacking, counts_bodies_on_the_seam_once) {
  for (const double start : {0.5, 0.0, 0.37}) {
    Bodies<2> bodies;
    for (int k = 0; k < 4; ++k) bodies.add(ball<2>({start + k, 0.5}, 0.5));
    for (const double low : {0.0, -1.3, 2.9}) {
      const Part<2> part{{}, BoxWindow<2>{{low, 0.0}, {low + 4.0, 1.0}}, along_x};
      EXPECT_NEAR(compute_packing(bodies, part).fraction(), pi / 4.0, 1e-14);
    }
    const Packing all = compute_packing(bodies, Part<2>{{}, {}, along_x});
    EXPECT_NEAR(all.fraction(), pi / 4.0, 1e-14);
    EXPECT_NEAR(all.volume, 4.0, 1e-14);
  }
}

// A gate on the seam counts bodies that go over it and not the jump to the other side; one in the
// middle counts those that pass it, also after a turn around the cell, and none that jump.
TEST(PeriodicFlow, counts_crossings_and_no_jumps) {
  for (const std::optional<double> radius : {std::optional<double>{}, std::optional<double>{0.9}}) {
    FlowCounter<2> seam({{0.0, 0.0}, {1.0, 0.0}, radius}, Part<2>{{}, {}, along_x});
    FlowCounter<2> seam_above({{4.0, 0.0}, {-1.0, 0.0}, radius}, Part<2>{{}, {}, along_x});
    FlowCounter<2> middle({{2.0, 0.0}, {1.0, 0.0}, radius}, Part<2>{{}, {}, along_x});
    Bodies<2> bodies;
    bodies.add(ball<2>({3.1, 0.0}, 0.1, 2.0, {0.3, 0.0}));
    bodies.add(ball<2>({1.05, 0.5}, 0.1, 3.0, {-0.7, 0.0}));
    const auto add = [&] {
      for (FlowCounter<2>* counter : {&seam, &seam_above, &middle}) counter->add(bodies);
    };
    add();
    for (int k = 0; k < 20; ++k) {  // to 9.1 and to −12.95
      for (std::size_t i = 0; i < 2; ++i) {
        bodies.position[i] += bodies.velocity[i];
      }
      ASSERT_TRUE(wrap(along_x, bodies));
      add();
    }
    EXPECT_EQ(seam.count().forward, 2);   // at 4, 8
    EXPECT_EQ(seam.count().backward, 4);  // at 0, −4, −8, −12
    EXPECT_DOUBLE_EQ(seam.count().mass, 2.0 * 2.0 - 4.0 * 3.0);
    EXPECT_EQ(seam_above.count().forward, 4);
    EXPECT_EQ(seam_above.count().backward, 2);
    EXPECT_EQ(middle.count().forward, 1);   // at 6
    EXPECT_EQ(middle.count().backward, 3);  // at −2, −6, −10
  }
}

// Across the period nothing repeats: one gate.
TEST(PeriodicFlow, gate_along_the_period) {
  FlowCounter<2> counter({{0.0, 1.0}, {0.0, 1.0}, {}}, Part<2>{{}, {}, along_x});
  Bodies<2> bodies;
  bodies.add(ball<2>({3.9, 0.5}, 0.1));
  counter.add(bodies);
  bodies.position[0] = {0.1, 1.5};
  bodies.count_images();
  bodies.image[0] = {1, 0};
  counter.add(bodies);
  EXPECT_EQ(counter.count().forward, 1);
  EXPECT_EQ(counter.count().backward, 0);
}

TEST(PeriodicDisplacement, goes_on_over_the_seam) {
  Bodies<2> bodies;
  bodies.add(ball<2>({3.9, 0.5}, 0.1));
  bodies.count_images();
  bodies.image[0] = {5, 0};
  const ReferencePositions<2> reference(bodies, Part<2>{{}, {}, along_x});
  bodies.position[0] = {0.2, 0.5};
  bodies.image[0] = {7, 0};
  const Displacement<2> moved = reference.displacement(bodies);
  EXPECT_NEAR(moved.mean[0], 8.0 - 3.7, 1e-14);
  EXPECT_NEAR(moved.total(), 4.3 * 4.3, 1e-13);
  const Spread<2> spread =
      compute_spread<2>(bodies, Part<2>{{}, {}, along_x}, Vec<2>::UnitX(), Vec<2>::UnitY(), 1.0);
  EXPECT_NEAR(spread.front, 28.3, 1e-13);
}

// On a grid that covers the period, no mass is lost at the seam: Σ ρ V = m. The cut of the kernel
// at 6 widths leaves out 2e-9.
TEST(PeriodicGrid, loses_no_mass_at_the_seam) {
  Touching<2> t;
  t.world.cell = along_x;
  t.bodies.add(ball<2>({0.1, 5.0}, 0.5, 3.0, {1.0, 2.0}));
  t.bodies.add(ball<2>({3.7, 5.0}, 0.5, 4.0, {-1.0, 2.0}));
  const double width = 0.5;
  for (const double low : {0.0, 1.7}) {
    const Grid<2> grid{{low, 0.0}, {low + 4.0, 10.0}, {8, 10}};
    const GridMoments<2> moments =
        compute_grid_moments(t.look(), Part<2>{{}, {}, along_x}, grid, width, false);
    double mass = 0.0;
    Vec<2> momentum = Vec<2>::Zero();
    for (std::size_t cell = 0; cell < grid.size(); ++cell) {
      mass += 0.5 * moments.mass[cell];
      momentum += 0.5 * moments.momentum[cell];
    }
    EXPECT_NEAR(mass, 7.0, 7.0 * 4e-9);
    EXPECT_NEAR((momentum - Vec<2>(-1.0, 14.0)).norm(), 0.0, 15.0 * 4e-9);
  }
  // The cells on both sides of the seam see the body at 0.1 nearly alike.
  const Grid<2> grid{{0.0, 4.5}, {4.0, 5.5}, {20, 1}};
  const GridMoments<2> moments =
      compute_grid_moments(t.look(), Part<2>{{}, {}, along_x}, grid, width, false);
  EXPECT_GT(moments.mass[19], 0.9 * moments.mass[18]);
}

TEST(PeriodicSegregation, finds_cells_in_all_periods) {
  Bodies<2> bodies;
  bodies.add(ball<2>({0.5, 0.5}, 0.1));
  bodies.add(ball<2>({3.5, 0.5}, 0.1));
  const Grid<2> grid{{3.0, 0.0}, {5.0, 1.0}, {2, 1}};
  const auto species = [](std::size_t i) { return i == 0 ? Species::first : Species::second; };
  const Segregation<2> apart = compute_segregation<2>(bodies, grid, species, along_x);
  EXPECT_EQ(apart.first, 1);
  EXPECT_EQ(apart.second, 1);
  EXPECT_NEAR(apart.offset[0], 1.0, 1e-15);
  EXPECT_DOUBLE_EQ(apart.intensity, 1.0);
}

}  // namespace
}  // namespace galet::periodic_test
