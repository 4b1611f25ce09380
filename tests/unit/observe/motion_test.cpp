// Surface, runout, flow, displacement and segregation of bodies in known places.
#include <algorithm>
#include <cmath>

#include "support/hand_built.hpp"
#include <gtest/gtest.h>

#include "galet/base/random.hpp"
#include "galet/observe/displacement.hpp"
#include "galet/observe/flow.hpp"
#include "galet/observe/runout.hpp"
#include "galet/observe/segregation.hpp"
#include "galet/observe/surface.hpp"

namespace galet::motion_test {
namespace {

using test::ball;

// The same bodies in the opposite order of places, with their ids.
template <int D>
Bodies<D> reversed(Bodies<D> bodies) {
  std::ranges::reverse(bodies.id);
  std::ranges::reverse(bodies.position);
  std::ranges::reverse(bodies.velocity);
  std::ranges::reverse(bodies.mass);
  std::ranges::reverse(bodies.radius);
  std::ranges::reverse(bodies.group);
  return bodies;
}

TEST(UprightFrame, follows_gravity) {
  EXPECT_EQ(upright_frame<2>({0.0, -9.81}), Mat<2>(Mat<2>::Identity()));
  EXPECT_EQ(upright_frame<3>({0.0, 0.0, -2.0}), Mat<3>(Mat<3>::Identity()));
  EXPECT_EQ(upright_frame<3>(Vec<3>::Zero()), Mat<3>(Mat<3>::Identity()));
  const Mat<3> tilted = upright_frame<3>({1.0, -2.0, 0.5});
  EXPECT_NEAR((tilted * tilted.transpose() - Mat<3>::Identity()).norm(), 0.0, 1e-15);
  EXPECT_NEAR(tilted.determinant(), 1.0, 1e-15);
}

// Discs of different sizes whose tops lie on a roof of 25°, above others: the angle is exact.
TEST(Surface, roof) {
  const double angle = 25.0 * std::numbers::pi / 180.0;
  const double apex = 1.5, top = 4.0;
  Bodies<2> bodies;
  for (int k = -8; k <= 8; ++k) {
    const double x = apex + 0.4 * k;
    const double radius = 0.1 + 0.01 * (k + 8);
    bodies.add(ball<2>({x, top - std::tan(angle) * std::abs(x - apex) - radius}, radius));
    bodies.add(ball<2>({x + 0.05, 0.5}, 0.1));  // below the surface
  }
  const Mat<2> frame = upright_frame<2>({0.0, -9.81});
  const auto points = surface_points<2>(bodies, Part<2>{}, frame, 0.4);
  const SurfaceFit<2> heap = fit_heap<2>(points, Horizontal<2>(apex));
  EXPECT_NEAR(heap.angle, angle, 1e-13);
  EXPECT_NEAR(heap.top, top, 1e-12);
  EXPECT_NEAR(heap.roughness, 0.0, 1e-13);
  EXPECT_GE(heap.columns, 17);
  // One side alone is a slope that rises towards the apex.
  const Part<2> left{{}, BoxWindow<2>{{-10.0, -1.0}, {apex, 10.0}}};
  const SurfaceFit<2> slope = fit_slope<2>(surface_points<2>(bodies, left, frame, 0.4));
  EXPECT_NEAR(slope.slope[0], std::tan(angle), 1e-12);
  EXPECT_NEAR(slope.angle, angle, 1e-12);
}

// Gravity along +x: up is −x.
TEST(Surface, is_that_against_gravity) {
  Bodies<2> bodies;
  for (int k = 0; k < 6; ++k) bodies.add(ball<2>({-0.5 * k, 1.0 * k}, 0.1));
  const SurfaceFit<2> fit =
      fit_slope<2>(surface_points<2>(bodies, Part<2>{}, upright_frame<2>({5.0, 0.0}), 1.0));
  EXPECT_NEAR(fit.angle, std::atan(0.5), 1e-14);
}

TEST(Surface, cone_and_plane_in_space) {
  const double angle = 0.4;
  Bodies<3> cone, plane;
  for (int i = -5; i <= 5; ++i) {
    for (int j = -5; j <= 5; ++j) {
      const double x = i + 0.25, y = j + 0.25;
      cone.add(ball<3>({x, y, 7.0 - std::tan(angle) * std::hypot(x - 1.0, y - 2.0) - 0.2}, 0.2));
      plane.add(ball<3>({x, y, 3.0 + 0.2 * x - 0.1 * y - 0.2}, 0.2));
    }
  }
  const Mat<3> frame = upright_frame<3>({0.0, 0.0, -1.0});
  const SurfaceFit<3> heap =
      fit_heap<3>(surface_points<3>(cone, Part<3>{}, frame, 1.0), Horizontal<3>(1.0, 2.0));
  EXPECT_EQ(heap.columns, 121);
  EXPECT_NEAR(heap.angle, angle, 1e-13);
  EXPECT_NEAR(heap.top, 7.0, 1e-12);
  const SurfaceFit<3> slope = fit_slope<3>(surface_points<3>(plane, Part<3>{}, frame, 1.0));
  EXPECT_NEAR((slope.slope - Horizontal<3>(0.2, -0.1)).norm(), 0.0, 1e-13);
  EXPECT_NEAR(slope.angle, std::atan(std::hypot(0.2, 0.1)), 1e-13);
}

TEST(Surface, too_few_columns_give_no_number) {
  Bodies<3> bodies;
  for (int k = 0; k < 5; ++k) bodies.add(ball<3>({1.0 * k, 0.0, 0.0}, 0.1));  // in one line
  const auto points = surface_points<3>(bodies, Part<3>{}, upright_frame<3>({0.0, 0.0, -1.0}), 0.5);
  EXPECT_EQ(points.size(), 5u);
  EXPECT_TRUE(std::isnan(fit_slope<3>(points).angle));
  EXPECT_TRUE(std::isnan(fit_slope<2>({}).angle));
}

TEST(Spread, of_whole_and_of_a_fraction) {
  Bodies<2> bodies;
  for (int k = 0; k < 10; ++k) bodies.add(ball<2>({1.0 * k, 0.5 * k}, 0.1 + 0.01 * k, 2.0));
  const Vec<2> x = Vec<2>::UnitX(), y = Vec<2>::UnitY();
  for (const Bodies<2>& b : {bodies, reversed(bodies)}) {
    const Spread<2> all = compute_spread<2>(b, Part<2>{}, x, y, 1.0);
    EXPECT_NEAR(all.front, 9.19, 1e-14);
    EXPECT_NEAR(all.back, -0.1, 1e-14);
    EXPECT_NEAR(all.top, 4.69, 1e-14);
    EXPECT_NEAR((all.center - Vec<2>(4.5, 2.25)).norm(), 0.0, 1e-14);
    // 0.79 of the mass needs 8 of the 10 bodies.
    const Spread<2> most = compute_spread<2>(b, Part<2>{}, x, y, 0.79);
    EXPECT_NEAR(most.front, 7.17, 1e-14);
    EXPECT_NEAR(most.back, 2.0 - 0.12, 1e-14);
  }
  EXPECT_TRUE(std::isnan(compute_spread<2>(bodies, Part<2>{5, {}}, x, y, 1.0).front));
}

// Bodies are counted when their centres pass, wherever they stand in the arrays.
TEST(Flow, counts_crossings) {
  Bodies<2> bodies;
  bodies.add(ball<2>({-1.0, 0.0}, 0.1, 2.0));
  bodies.add(ball<2>({1.0, 0.0}, 0.1, 3.0));
  bodies.add(ball<2>({-1.0, 5.0}, 0.1, 7.0));
  FlowCounter<2> wide({{0.0, 0.0}, {1.0, 0.0}, {}}, Part<2>{});
  FlowCounter<2> narrow({{0.0, 0.0}, {1.0, 0.0}, 2.0}, Part<2>{});
  const auto add = [&](const Bodies<2>& b) {
    wide.add(b);
    narrow.add(b);
  };
  add(bodies);
  EXPECT_EQ(wide.count().forward + wide.count().backward, 0);
  bodies.position[0][0] = 0.5;   // forward
  bodies.position[2][0] = 0.25;  // forward, at y = 5
  add(reversed(bodies));
  EXPECT_EQ(wide.count().forward, 2);
  EXPECT_DOUBLE_EQ(wide.count().mass, 9.0);
  EXPECT_EQ(narrow.count().forward, 1);
  EXPECT_DOUBLE_EQ(narrow.count().mass, 2.0);
  bodies.position[1][0] = -2.0;  // backward
  bodies.position[0][0] = 0.0;   // on the plane: still forward
  add(bodies);
  EXPECT_EQ(wide.count().forward, 2);
  EXPECT_EQ(wide.count().backward, 1);
  EXPECT_DOUBLE_EQ(wide.count().mass, 6.0);
  bodies.add(ball<2>({3.0, 0.0}, 0.1));  // a new body has not crossed
  add(bodies);
  EXPECT_EQ(wide.count().forward, 2);
}

// The crossing point is on the straight way: from (−1, 0) to (1, 4) it is (0, 2).
TEST(Flow, takes_the_point_of_crossing) {
  for (const double radius : {1.9, 2.1}) {
    Bodies<2> bodies;
    bodies.add(ball<2>({-1.0, 0.0}, 0.1));
    FlowCounter<2> counter({{0.0, 0.0}, {1.0, 0.0}, radius}, Part<2>{});
    counter.add(bodies);
    bodies.position[0] = {1.0, 4.0};
    counter.add(bodies);
    EXPECT_EQ(counter.count().forward, radius > 2.0 ? 1 : 0);
  }
}

// Free flight: <|Δx|²> = (v t)², also when the arrays are sorted otherwise by then.
TEST(Displacement, of_free_flight) {
  Bodies<3> bodies;
  for (int k = 0; k < 4; ++k) {
    bodies.add(ball<3>({1.0 * k, 2.0, 3.0}, 0.1, 1.0, {1.0, -2.0, 2.0}));
  }
  const ReferencePositions<3> reference(bodies, Part<3>{});
  const double t = 0.5;
  for (std::size_t i = 0; i < 4; ++i) bodies.position[i] += t * bodies.velocity[i];
  const Displacement<3> d = reference.displacement(reversed(bodies));
  EXPECT_EQ(d.bodies, 4);
  EXPECT_NEAR(d.total(), 9.0 * t * t, 1e-14);
  EXPECT_NEAR(d.about_mean(), 0.0, 1e-14);
  EXPECT_NEAR((d.mean - t * Vec<3>(1.0, -2.0, 2.0)).norm(), 0.0, 1e-15);
  EXPECT_NEAR((d.mean_square - t * t * Vec<3>(1.0, 4.0, 4.0)).norm(), 0.0, 1e-15);
}

TEST(Displacement, keeps_to_the_bodies_of_the_reference) {
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 0.0}, 0.1));
  bodies.add(ball<2>({5.0, 0.0}, 0.1));
  const ReferencePositions<2> reference(bodies, Part<2>{{}, BallWindow<2>{{0.0, 0.0}, 1.0}});
  bodies.position[0] = {9.0, 0.0};
  bodies.position[1] = {0.0, 0.0};
  EXPECT_EQ(reference.displacement(bodies).bodies, 1);
  EXPECT_DOUBLE_EQ(reference.displacement(bodies).total(), 81.0);
}

// 8 × 8 bodies, 2 × 2 in each of 16 cells.
Segregation<2> segregation_of(const std::function<Species(int, int)>& species) {
  Bodies<2> bodies;
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 8; ++j) bodies.add(ball<2>({i + 0.5, j + 0.5}, 0.1));
  }
  const Grid<2> grid{{0.0, 0.0}, {8.0, 8.0}, {4, 4}};
  return compute_segregation<2>(bodies, grid, [&](std::size_t k) {
    return species(static_cast<int>(k) / 8, static_cast<int>(k) % 8);
  });
}

TEST(Segregation, of_separated_and_of_mixed_species) {
  const auto pick = [](bool first) { return first ? Species::first : Species::second; };
  const Segregation<2> apart = segregation_of([&](int, int j) { return pick(j < 4); });
  EXPECT_EQ(apart.first, 32);
  EXPECT_DOUBLE_EQ(apart.intensity, 1.0);
  EXPECT_NEAR(apart.mixing_index, 0.0, 1e-15);
  EXPECT_NEAR((apart.offset - Vec<2>(0.0, -4.0)).norm(), 0.0, 1e-14);
  const Segregation<2> board = segregation_of([&](int i, int j) { return pick((i + j) % 2 == 0); });
  EXPECT_DOUBLE_EQ(board.intensity, 0.0);
  // Better than random: σ = 0, σ_r²/σ_0² = 16/64.
  EXPECT_DOUBLE_EQ(board.mixing_index, 1.0 / (1.0 - 0.25));
  EXPECT_NEAR(board.offset.norm(), 0.0, 1e-14);
  const Segregation<2> one = segregation_of([&](int, int) { return Species::first; });
  EXPECT_TRUE(std::isnan(one.intensity));
}

// Species drawn at random: the mixing index is 1 on average. With n = 40 bodies in each of K = 400
// cells the intensity is 1/n · (1 ± √(2/K)), so the index is 1 ± √(2/K)/(n − 1) = 1 ± 0.0018; four
// standard deviations.
TEST(Segregation, of_a_random_mixture) {
  Random random(5);
  Bodies<2> bodies;
  std::vector<Species> species;
  for (int cell = 0; cell < 400; ++cell) {
    for (int k = 0; k < 40; ++k) {
      bodies.add(ball<2>({cell % 20 + random.uniform(), cell / 20 + random.uniform()}, 0.01));
      species.push_back(random.uniform() < 0.3 ? Species::first : Species::second);
    }
  }
  const Segregation<2> mixed =
      compute_segregation<2>(bodies, Grid<2>{{0.0, 0.0}, {20.0, 20.0}, {20, 20}},
                             [&](std::size_t i) { return species[i]; });
  EXPECT_NEAR(mixed.mixing_index, 1.0, 4.0 * std::sqrt(2.0 / 400.0) / 39.0);
  EXPECT_NEAR(mixed.intensity, 1.0 / 40.0, 4.0 * std::sqrt(2.0 / 400.0) / 40.0);
}

}  // namespace
}  // namespace galet::motion_test
