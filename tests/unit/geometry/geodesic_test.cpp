// Shortest ways to exits, against ways whose lengths are known.
#include "galet/geometry/geodesic.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

namespace galet::geodesic_test {
namespace {

constexpr double kFree = std::numeric_limits<double>::infinity();

// A point is an exit of no length, as far as the ways are concerned.
Segment point_at(const Vec<2>& x) { return {x, x + Vec<2>(1e-9, 0.0)}; }

Geodesic ways_to(const Segment& exit, const Geodesic::Clearance& clearance, int cells,
                 double side = 1.0) {
  const SquareGrid grid = SquareGrid::over(Vec<2>::Zero(), Vec<2>(side, side), side / cells);
  return Geodesic(grid, clearance, std::span(&exit, 1));
}

// Tangent, arc, tangent around a disc of radius R at c, or straight if the disc is not in the way.
double length_around(const Vec<2>& c, double R, const Vec<2>& from, const Vec<2>& to) {
  const Segment straight{from, to};
  if (straight.distance(c) >= R) return straight.length();
  const double a = (from - c).norm();
  const double b = (to - c).norm();
  const double between = std::acos((from - c).dot(to - c) / (a * b));
  const double arc = between - std::acos(R / a) - std::acos(R / b);
  return std::sqrt(a * a - R * R) + R * arc + std::sqrt(b * b - R * R);
}

TEST(Segment, ways_that_end_on_it_or_cross_it_meet_it) {
  const Segment exit{{1.0, 0.0}, {1.0, 2.0}};
  EXPECT_TRUE(exit.is_met_by({0.0, 1.0}, {2.0, 1.0}));
  EXPECT_TRUE(exit.is_met_by({2.0, 1.0}, {0.0, 1.0}));
  EXPECT_TRUE(exit.is_met_by({0.0, 1.0}, {1.0, 1.0}));
  EXPECT_TRUE(exit.is_met_by({1.0, 1.0}, {1.0, 1.0}));
  EXPECT_FALSE(exit.is_met_by({0.0, 1.0}, {0.9, 1.0}));
  EXPECT_FALSE(exit.is_met_by({0.0, 3.0}, {2.0, 3.0}));
  EXPECT_FALSE(exit.is_met_by({0.0, 1.0}, {2.0, 4.0}));  // passes the line at y = 2.5
  EXPECT_FALSE(exit.is_met_by({1.0, 1.0}, {2.0, 1.0}));  // met it before
}

TEST(Segment, is_narrowed_at_both_ends) {
  const Segment exit = Segment{{1.0, 0.0}, {1.0, 2.0}}.narrowed(0.3);
  EXPECT_NEAR((exit.start - Vec<2>(1.0, 0.3)).norm(), 0.0, 1e-15);
  EXPECT_NEAR((exit.end - Vec<2>(1.0, 1.7)).norm(), 0.0, 1e-15);
}

// Without obstacles the length is the distance: exact towards a straight exit, whose level lines
// are straight in front of it.
TEST(Geodesic, length_in_front_of_a_straight_exit_is_exact) {
  const Geodesic ways = ways_to(
      {{1.0, 0.0}, {1.0, 1.0}}, [](const Vec<2>&) { return kFree; }, 40);
  for (const double x : {0.02, 0.3, 0.77}) {
    EXPECT_NEAR(ways.length_at({x, 0.4}), 1.0 - x, 1e-12);
    EXPECT_NEAR((ways.direction_at({x, 0.4}) - Vec<2>(1.0, 0.0)).norm(), 0.0, 1e-12);
  }
}

// Towards a point the error of the scheme itself is that of the curved level lines at the point;
// second order keeps it there: below a fifth of a cell everywhere, and the directions are right.
TEST(Geodesic, length_to_a_point_is_the_distance) {
  const Vec<2> at(0.31, 0.42);
  for (const int cells : {50, 100, 200}) {
    const Geodesic ways = ways_to(
        point_at(at), [](const Vec<2>&) { return kFree; }, cells);
    for (int k = 0; k < 40; ++k) {
      const double angle = 2.0 * std::numbers::pi * k / 40;
      const Vec<2> along(std::cos(angle), std::sin(angle));
      const Vec<2> x = at + 0.29 * along;
      EXPECT_NEAR(ways.length_at(x), 0.29, 0.2 / cells) << cells << " cells, " << angle;
      EXPECT_GT(ways.direction_at(x).dot(-along), std::cos(0.02)) << cells << " cells, " << angle;
    }
  }
}

// The worst relative error of ways around a disc, from all places behind and beside it.
double worst_around_a_disc(int cells) {
  const Vec<2> c(0.5, 0.52);
  constexpr double R = 0.2;
  const Vec<2> exit(0.93, 0.5);
  const auto clearance = [&](const Vec<2>& x) { return (x - c).norm() - R; };
  const Geodesic ways = ways_to(point_at(exit), clearance, cells);
  double worst = 0.0;
  for (int i = 0; i < 40; ++i) {
    for (int j = 0; j < 40; ++j) {
      const Vec<2> x((i + 0.5) / 40, (j + 0.5) / 40);
      if ((x - c).norm() < R + 0.01 || (x - exit).norm() < 0.05) continue;
      const double exact = length_around(c, R, x, exit);
      worst = std::max(worst, std::abs(ways.length_at(x) / exact - 1.0));
    }
  }
  return worst;
}

TEST(Geodesic, way_around_a_disc_is_tangent_arc_tangent) {
  EXPECT_LT(worst_around_a_disc(200), 0.01);
}

// The error falls with the cells, as the disc is seen better. Stairs at its edge keep it from first
// order, which would be a sixteenth; order 1/2 is a quarter, and no theorem says more.
TEST(Geodesic, way_around_a_disc_converges) {
  EXPECT_LT(worst_around_a_disc(800), worst_around_a_disc(50) / 4.0);
}

// Along the streamlines of the directions a point comes to the exit, without touching the disc by
// more than a cell, on a way as long as the field says.
TEST(Geodesic, directions_lead_around_a_disc_to_the_exit) {
  const Vec<2> c(0.5, 0.5);
  constexpr double R = 0.2;
  const Vec<2> exit(0.9, 0.5);
  constexpr int cells = 200;
  const auto clearance = [&](const Vec<2>& x) { return (x - c).norm() - R; };
  const Geodesic ways = ways_to(point_at(exit), clearance, cells);
  // The last start stands exactly behind the disc, where ways part.
  for (const Vec<2>& start : {Vec<2>(0.1, 0.47), Vec<2>(0.25, 0.7), Vec<2>(0.1, 0.5)}) {
    Vec<2> x = start;
    double length = 0.0;
    constexpr double step = 1e-3;
    while ((x - exit).norm() > 2.0 / cells && length < 2.0) {
      x += step * ways.direction_at(x);
      length += step;
      ASSERT_GT(clearance(x), -1.0 / cells);
    }
    EXPECT_NEAR(length + (x - exit).norm(), length_around(c, R, start, exit), 0.01);
  }
}

// Exactly behind the disc, where ways part, the mean of both sides would lead into it: the
// direction is that of one of them, along its edge.
TEST(Geodesic, nobody_is_led_into_the_disc_where_ways_part) {
  const Vec<2> c(0.5, 0.5025);  // the line of parting lies between two rows of nodes
  const auto clearance = [&](const Vec<2>& x) { return (x - c).norm() - 0.2; };
  const Geodesic ways = ways_to(point_at({0.9, 0.5025}), clearance, 200);
  const Vec<2> direction = ways.direction_at({0.296, 0.5025});
  EXPECT_GT(std::abs(direction.y()), 0.9);
  EXPECT_NEAR(direction.norm(), 1.0, 1e-14);
}

// A wall with a gap: directions at the wall lead to the gap, none through the wall; behind a wall
// without a gap no way leads.
TEST(Geodesic, walls_are_not_crossed) {
  const auto wall = [](const Vec<2>& x) {
    const Segment below{{0.5, -1.0}, {0.5, 0.6}};
    const Segment above{{0.5, 0.8}, {0.5, 2.0}};
    return std::min(below.distance(x), above.distance(x)) - 0.05;
  };
  const Segment exit{{1.0, 0.0}, {1.0, 0.5}};
  const Geodesic ways = ways_to(exit, wall, 100);
  // From (0.2, 0.1) to the edge of the enlarged wall, a disc of 0.05 around (0.5, 0.6), along it
  // and on to the exit, straight ahead from its top.
  EXPECT_GT(ways.direction_at({0.2, 0.1}).y(), 0.5);
  const double to_end = std::sqrt(Vec<2>(0.3, 0.5).squaredNorm() - 0.05 * 0.05);
  EXPECT_GT(ways.length_at({0.2, 0.1}), to_end + 0.45);
  EXPECT_LT(ways.length_at({0.2, 0.1}), to_end + 0.05 * 2.0 + 0.55);
  EXPECT_TRUE(ways.leads_from({0.2, 0.1}));
  // A little inside of the enlarged wall the direction is that beside it.
  EXPECT_GT(ways.direction_at({0.46, 0.2}).y(), 0.9);

  const auto closed = [](const Vec<2>& x) { return std::abs(x.x() - 0.5) - 0.05; };
  const Geodesic none = ways_to(exit, closed, 100);
  EXPECT_EQ(none.length_at({0.2, 0.1}), kFree);
  EXPECT_FALSE(none.leads_from({0.2, 0.1}));
  EXPECT_TRUE(none.leads_from({0.8, 0.1}));
}

}  // namespace
}  // namespace galet::geodesic_test
