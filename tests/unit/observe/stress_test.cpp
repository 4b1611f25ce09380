// Stress by contacts and fields on grids, where the exact values are known.
#include "galet/observe/stress.hpp"

#include <cmath>
#include <numbers>

#include "support/touching.hpp"
#include <gtest/gtest.h>

#include "galet/observe/grid.hpp"

namespace galet::stress_test {
namespace {

using test::add_boundary;
using test::ball;
using test::Touching;

// A row of n discs of radius 1 between two walls, all contacts pressed with the same force.
Touching<2> row_between_walls(int n, double force) {
  Touching<2> t;
  add_boundary<2>(t.world, HalfSpace<2>{{0.0, 0.0}, {1.0, 0.0}});
  add_boundary<2>(t.world, HalfSpace<2>{{2.0 * n, 0.0}, {-1.0, 0.0}});
  for (int k = 0; k < n; ++k) t.bodies.add(ball<2>({2.0 * k + 1.0, 1.0}, 1.0));
  t.press(force);
  return t;
}

// The branches run from wall to wall: with the force F, a window of height H has σ_xx = F/H,
// however long it is and wherever its ends cut the branches.
TEST(Stress, row_between_walls) {
  const double force = 3.0;
  const Touching<2> t = row_between_walls(5, force);
  for (const BoxWindow<2>& window :
       {BoxWindow<2>{{0.0, 0.0}, {10.0, 2.0}}, BoxWindow<2>{{2.3, -1.0}, {7.1, 1.5}},
        BoxWindow<2>{{0.0, 0.5}, {0.2, 1.5}}}) {
    const Stress<2> stress = compute_stress(t.look(), Part<2>{{}, window});
    const double height = window.high[1] - window.low[1];
    EXPECT_NEAR(stress.contact(0, 0), force / height, 1e-13);
    EXPECT_NEAR(stress.contact(1, 1), 0.0, 1e-13);
    EXPECT_NEAR(stress.contact(0, 1), 0.0, 1e-13);
    EXPECT_EQ(stress.kinetic, Mat<2>::Zero());
  }
  // Without a window: the box around the discs.
  EXPECT_NEAR(compute_stress(t.look(), Part<2>{}).contact(0, 0), force / 2.0, 1e-13);
  // Beside the row.
  EXPECT_EQ(compute_stress(t.look(), Part<2>{{}, BoxWindow<2>{{0.0, 1.5}, {10.0, 2.0}}}).contact,
            Mat<2>::Zero());
  // In a ball of radius 2 around a centre on the row: F times the chord, over the area.
  EXPECT_NEAR(compute_stress(t.look(), Part<2>{{}, BallWindow<2>{{5.0, 1.0}, 2.0}}).contact(0, 0),
              force * 4.0 / (4.0 * std::numbers::pi), 1e-13);
}

TEST(Stress, of_groups_adds_up) {
  Touching<2> t = row_between_walls(5, 3.0);
  for (std::size_t i = 0; i < 5; ++i) t.bodies.group[i] = i < 2 ? 0 : 1;
  const BoxWindow<2> window{{1.7, 0.0}, {9.1, 2.0}};
  const Mat<2> all = compute_stress(t.look(), Part<2>{{}, window}).contact;
  const Mat<2> first = compute_stress(t.look(), Part<2>{0, window}).contact;
  const Mat<2> second = compute_stress(t.look(), Part<2>{1, window}).contact;
  EXPECT_NEAR((first + second - all).norm(), 0.0, 1e-14);
  // The first group reaches from 1.7 to 4, of 7.4.
  EXPECT_NEAR(first(0, 0) / all(0, 0), 2.3 / 7.4, 1e-14);
}

// Two bodies flying apart on top of a common motion: Σ m (v − v̄)²/V, whatever the common motion.
TEST(Stress, kinetic_part) {
  Touching<3> t;
  const Vec<3> common{100.0, -3.0, 7.0};
  const Vec<3> apart{0.3, 0.0, 0.4};
  t.bodies.add(ball<3>({0.5, 0.5, 0.5}, 0.1, 2.0, common + apart));
  t.bodies.add(ball<3>({1.5, 0.5, 0.5}, 0.1, 2.0, common - apart));
  const Part<3> part{{}, BoxWindow<3>{Vec<3>::Zero(), {2.0, 1.0, 1.0}}};
  const Stress<3> stress = compute_stress(t.look(), part);
  // Rounding of 100 ± 0.3 is 1e-14.
  EXPECT_NEAR((stress.kinetic - 2.0 * 2.0 * apart * apart.transpose() / 2.0).norm(), 0.0, 1e-12);
  EXPECT_EQ(stress.contact, Mat<3>::Zero());
}

// Friction makes the tensor unsymmetric as long as the bodies are not in balance: σ_ij is f_i l_j.
TEST(Stress, rows_are_forces_columns_branches) {
  Touching<2> t;
  t.bodies.add(ball<2>({0.0, 0.0}, 1.0));
  t.bodies.add(ball<2>({2.0, 0.0}, 1.0));
  t.touch([&](const Contact<2>&) { return Vec<2>(Vec<2>(3.0, 0.5) * t.step_length); });
  const Stress<2> stress =
      compute_stress(t.look(), Part<2>{{}, BoxWindow<2>{{-1.0, -1.0}, {3.0, 1.0}}});
  Mat<2> expected;
  expected << 3.0 * 2.0, 0.0, 0.5 * 2.0, 0.0;  // n = +x, t = +y
  EXPECT_NEAR((stress.contact - expected / 8.0).norm(), 0.0, 1e-14);
}

TEST(Grid, cells_and_their_places) {
  const Grid<3> grid{Vec<3>::Zero(), {2.0, 3.0, 4.0}, {2, 3, 4}};
  EXPECT_EQ(grid.size(), 24u);
  for (std::size_t cell = 0; cell < grid.size(); ++cell) {
    EXPECT_EQ(grid.cell_of(grid.center(cell)), cell);
  }
  EXPECT_EQ(grid.center(1), Vec<3>(1.5, 0.5, 0.5));  // x runs fastest
  EXPECT_FALSE(grid.cell_of({2.0, 1.0, 1.0}));
  EXPECT_FALSE(grid.cell_of({1.0, -0.1, 1.0}));
}

// On a grid that reaches 6 widths beyond the bodies no mass, momentum or stress is lost (but for
// the 2e-9 per direction beyond the cut-off, and 1e-7 of the quadrature for the stress).
template <int D>
void expect_conservation() {
  Touching<D> t;
  Vec<D> momentum = Vec<D>::Zero();
  for (int k = 0; k < 3; ++k) {
    Vec<D> x = Vec<D>::Constant(0.3);
    x[0] += 2.0 * k;
    const Vec<D> v = Vec<D>::LinSpaced(1.0 + k, 2.0);
    t.bodies.add(ball<D>(x, 1.0, 1.0 + k, v));
    momentum += (1.0 + k) * v;
  }
  t.press(2.0);
  Grid<D> grid{Vec<D>::Constant(-5.0), Vec<D>::Constant(10.0), {}};
  grid.cells.fill(20);
  grid.cells[D - 1] = 1;
  const GridMoments<D> m = compute_grid_moments(t.look(), Part<D>{}, grid, 0.7, true);
  const double cell =
      volume_of<D>(BoxWindow<D>{grid.low, grid.high}) / static_cast<double>(grid.size());
  double mass = 0.0, solid = 0.0;
  Vec<D> p = Vec<D>::Zero();
  Mat<D> stress = Mat<D>::Zero();
  for (std::size_t k = 0; k < grid.size(); ++k) {
    mass += cell * m.mass[k];
    solid += cell * m.solid[k];
    p += cell * m.momentum[k];
    stress += cell * m.contact[k];
  }
  EXPECT_NEAR(mass, 6.0, 6.0 * 1e-8);
  EXPECT_NEAR(solid, 3.0 * (D == 2 ? 1.0 : 4.0 / 3.0) * std::numbers::pi, 1e-7);
  EXPECT_NEAR((p - momentum).norm(), 0.0, 1e-8 * momentum.norm());
  // Two contacts with force 2 and branch 2 along x.
  EXPECT_NEAR((stress - 8.0 * Vec<D>::Unit(0) * Vec<D>::Unit(0).transpose()).norm(), 0.0, 1e-6);
}

TEST(Grid, conserves_in_2d) { expect_conservation<2>(); }
TEST(Grid, conserves_in_3d) { expect_conservation<3>(); }

// The mean of the kernel over a cell, for one body: with Φ the normal distribution function,
// m (Φ((b − x)/w) − Φ((a − x)/w))/Δ along x and all of it across the single cell along y.
TEST(Grid, kernel_is_a_gaussian) {
  Touching<2> t;
  t.bodies.add(ball<2>({0.2, 0.0}, 0.1, 3.0));
  const double w = 0.4;
  const Grid<2> grid{{-1.0, -10.0}, {1.0, 10.0}, {8, 1}};
  const GridMoments<2> m = compute_grid_moments(t.look(), Part<2>{}, grid, w, false);
  const auto phi = [&](double x) {
    return 0.5 * (1.0 + std::erf((x - 0.2) / (w * std::sqrt(2.0))));
  };
  for (std::size_t k = 0; k < 8; ++k) {
    const double left = -1.0 + 0.25 * static_cast<double>(k);
    EXPECT_NEAR(m.mass[k], 3.0 * (phi(left + 0.25) - phi(left)) / 0.25 / 20.0, 1e-15);
  }
  EXPECT_TRUE(m.contact.empty());
}

// A body far from the grid, and one group of two.
TEST(Grid, looks_at_the_group_and_leaves_out_what_is_far) {
  Touching<2> t;
  t.bodies.add(ball<2>({100.0, 0.0}, 1.0));
  Body<2> body = ball<2>({0.0, 0.0}, 1.0, 1.0, {3.0, 4.0});
  body.group = 1;
  t.bodies.add(body);
  const Grid<2> grid{{-2.0, -2.0}, {2.0, 2.0}, {4, 4}};
  EXPECT_EQ(compute_grid_moments(t.look(), Part<2>{0, {}}, grid, 1.0, false).mass,
            std::vector<double>(16, 0.0));
  const GridMoments<2> m = compute_grid_moments(t.look(), Part<2>{}, grid, 1.0, false);
  for (std::size_t k = 0; k < 16; ++k) {
    EXPECT_NEAR((m.velocity(k) - Vec<2>(3.0, 4.0)).norm(), 0.0, 1e-14);
    EXPECT_NEAR(m.temperature(k), 0.0, 1e-13);
  }
}

// Bodies of equal mass with velocities ±v at the same place: no mean motion, temperature v²/D.
TEST(Grid, temperature) {
  Touching<3> t;
  const Vec<3> v{0.3, 0.0, 0.4};
  t.bodies.add(ball<3>(Vec<3>::Zero(), 1.0, 2.0, v));
  t.bodies.add(ball<3>(Vec<3>::Zero(), 1.0, 2.0, -v));
  const Grid<3> grid{Vec<3>::Constant(-1.0), Vec<3>::Constant(1.0), {2, 2, 2}};
  const GridMoments<3> m = compute_grid_moments(t.look(), Part<3>{}, grid, 0.5, false);
  EXPECT_NEAR(m.velocity(3).norm(), 0.0, 1e-15);
  EXPECT_NEAR(m.temperature(3), 0.25 / 3.0, 1e-15);
  EXPECT_NEAR((m.kinetic_stress(3) / m.mass[3] - v * v.transpose()).norm(), 0.0, 1e-15);
}

}  // namespace
}  // namespace galet::stress_test
