// Answers that can be worked out by hand, one test per set.
#include <cmath>
#include <numbers>

#include "support/set_samples.hpp"
#include <gtest/gtest.h>

#include "galet/sets/ball_complement.hpp"
#include "galet/sets/excess.hpp"
#include "galet/sets/moving_set.hpp"
#include "galet/sets/nearest_point.hpp"
#include "galet/sets/sublevel_set.hpp"

namespace galet::sets::sets_test {
namespace {

using test::make;

Vector v(std::initializer_list<double> values) {
  Vector x(static_cast<Eigen::Index>(values.size()));
  std::ranges::copy(values, x.begin());
  return x;
}

// A few roundings of numbers of order 1.
constexpr double kRounding = 1e-14;

void expect_vector(const Vector& x, const Vector& y, double tolerance = kRounding) {
  ASSERT_EQ(x.size(), y.size());
  EXPECT_LE((x - y).norm(), tolerance) << x.transpose() << " != " << y.transpose();
}

TEST(PointSet, everything_is_normal) {
  const Point p(v({1, 2}));
  expect_vector(p.project(v({5, 5})).point, v({1, 2}));
  expect_vector(*p.project_normal_cone(v({1, 2}), v({-3, 4})), v({-3, 4}));
  EXPECT_EQ(*p.support(v({1, 1})), 3.0);
}

TEST(BallSet, nearest_farthest_support_normal) {
  const Ball b(v({1, 0}), 2.0);
  expect_vector(b.project(v({5, 0})).point, v({3, 0}));
  expect_vector(b.project(v({1.5, 0.5})).point, v({1.5, 0.5}));
  expect_vector(*b.farthest(v({5, 0})), v({-1, 0}));
  EXPECT_DOUBLE_EQ(*b.farthest_distance(v({5, 0})), 6.0);
  EXPECT_DOUBLE_EQ(*b.support(v({3, 4})), 13.0);
  EXPECT_TRUE(*b.in_normal_cone(v({3, 0}), v({7, 0})));
  EXPECT_FALSE(*b.in_normal_cone(v({3, 0}), v({7, 1})));
  EXPECT_FALSE(*b.in_normal_cone(v({4, 0}), v({7, 0})));  // not a point of the ball
  EXPECT_TRUE(*b.in_normal_cone(v({2, 0}), v({0, 0})));   // inside: only 0
  EXPECT_FALSE(*b.in_normal_cone(v({2, 0}), v({1, 0})));
  EXPECT_EQ(b.strong_convexity_radius(), 2.0);
}

TEST(HalfSpaceSet, bounded_only_along_its_normal) {
  const HalfSpace h(v({0, 2}), 4.0);  // y <= 2
  expect_vector(h.project(v({3, 5})).point, v({3, 2}));
  EXPECT_DOUBLE_EQ(*h.support(v({0, 3})), 6.0);
  EXPECT_EQ(*h.support(v({1, 1})), kInfinity);
  EXPECT_EQ(*h.support(v({0, -1})), kInfinity);
  EXPECT_FALSE(h.farthest(v({0, 0})));
}

TEST(AffineSet, line_in_space) {
  Matrix along(3, 2);
  along << 1, 2, 0, 0, 0, 0;  // the same direction twice
  const AffineSubspace line(v({0, 1, 2}), along);
  expect_vector(line.project(v({7, 8, 9})).point, v({7, 1, 2}));
  expect_vector(*line.project_tangent_cone(v({0, 1, 2}), v({3, 4, 5})), v({3, 0, 0}));
  EXPECT_EQ(*line.support(v({0, 1, 1})), 3.0);
  EXPECT_EQ(*line.support(v({1, 0, 0})), kInfinity);
}

TEST(BoxSet, corner_and_open_side) {
  const Box b(v({0, 0}), v({1, kInfinity}));
  expect_vector(b.project(v({3, -2})).point, v({1, 0}));
  EXPECT_FALSE(b.farthest(v({0, 0})));
  EXPECT_EQ(*b.support(v({0, 1})), kInfinity);
  EXPECT_EQ(*b.support(v({2, -1})), 2.0);
  expect_vector(*b.project_normal_cone(v({1, 0}), v({5, 3})), v({5, 0}));
  expect_vector(*b.project_tangent_cone(v({1, 0}), v({5, 3})), v({0, 3}));
  expect_vector(*Box(v({-1, -1}), v({1, 3})).farthest(v({0.5, 0.5})), v({-1, 3}));
}

TEST(EllipsoidSet, axes_and_hard_case_of_the_farthest_point) {
  const Ellipsoid e(v({0, 0}), v({2, 1}));
  expect_vector(e.project(v({5, 0})).point, v({2, 0}));
  expect_vector(e.project(v({0, 3})).point, v({0, 1}));
  EXPECT_DOUBLE_EQ(*e.support(v({1, 0})), 2.0);
  EXPECT_DOUBLE_EQ(*e.strong_convexity_radius(), 4.0);
  // From (0, y) the farthest points (x, z): maximise 4(1 − z²) + (z − y)², so z = −y/3 while
  // |y| <= 3, and the pole beyond.
  const Vector f = *e.farthest(v({0, 1.5}));
  EXPECT_NEAR(f[1], -0.5, kRounding);
  EXPECT_NEAR(std::abs(f[0]), 2.0 * std::sqrt(0.75), kRounding);
  expect_vector(*e.farthest(v({0, 4})), v({0, -1}));
  // A disc: every boundary point is farthest from the centre.
  EXPECT_NEAR(*Ellipsoid(v({0, 0}), v({1, 1})).farthest_distance(v({0, 0})), 1.0, kRounding);
}

TEST(ConeSet, three_regions_and_the_apex) {
  const SecondOrderCone k(4, 1.0);
  expect_vector(k.project(v({2, 1, 0, 0})).point, v({2, 1, 0, 0}));
  expect_vector(k.project(v({-2, 1, 0, 0})).point, v({0, 0, 0, 0}));
  expect_vector(k.project(v({0, 0, 2, 0})).point, v({1, 0, 1, 0}));
  EXPECT_EQ(*k.support(v({-2, 1, 0, 0})), 0.0);
  EXPECT_EQ(*k.support(v({-1, 2, 0, 0})), kInfinity);
  expect_vector(*k.project_normal_cone(v({0, 0, 0, 0}), v({0, 0, 2, 0})), v({-1, 0, 1, 0}));
  EXPECT_FALSE(k.normal_generators(v({0, 0, 0, 0}), kTouching));
  // mu = 0: the half line x_n >= 0.
  const SecondOrderCone line(3, 0.0);
  expect_vector(line.project(v({2, 3, 4})).point, v({2, 0, 0}));
  expect_vector(*line.project_normal_cone(v({2, 0, 0}), v({5, 3, 4})), v({0, 3, 4}));
}

TEST(PolyhedronSet, triangle) {
  Matrix corners(2, 3);
  corners << 0, 2, 0, 0, 0, 1;
  const Polyhedron t = Polyhedron::polygon(corners);
  expect_vector(t.project(v({-1, -1})).point, v({0, 0}));
  expect_vector(t.project(v({1, -3})).point, v({1, 0}));
  expect_vector(*t.farthest(v({0, 0})), v({2, 0}));
  EXPECT_NEAR(*t.support(v({1, 1})), 2.0, kRounding);
  EXPECT_NEAR(*t.support(v({1, 3})), 3.0, kRounding);
  EXPECT_TRUE(*t.in_normal_cone(v({0, 0}), v({-1, -1})));
  EXPECT_FALSE(*t.in_normal_cone(v({0, 0}), v({-1, 0.1})));
}

TEST(PolyhedronSet, unbounded_and_empty) {
  Matrix A(2, 2);
  A << -1, 0, 0, -1;
  const Polyhedron quadrant(A, v({0, 0}));
  EXPECT_FALSE(quadrant.farthest(v({0, 0})));
  EXPECT_EQ(*quadrant.support(v({1, -1})), kInfinity);
  EXPECT_NEAR(*quadrant.support(v({-1, -1})), 0.0, kRounding);
  A << 1, 0, -1, 0;
  EXPECT_TRUE(Polyhedron::is_feasible(A, v({1, -1})));
  EXPECT_FALSE(Polyhedron::is_feasible(A, v({1, -1.0001})));
}

TEST(NearestPointProblem, multipliers_of_a_corner) {
  Matrix A(3, 2);
  A << 1, 0, 0, 1, 1, 1;  // the third is implied at the corner (0, 0)
  const NearestPoint x = nearest_point(A, v({0, 0, 0}), v({2, 3}));
  expect_vector(x.point, v({0, 0}));
  expect_vector(A.transpose() * x.multipliers, v({2, 3}));
  EXPECT_GE(x.multipliers.minCoeff(), 0.0);
}

TEST(MovedSet, turned_box) {
  const double s = std::numbers::sqrt2;
  const Moved diamond(make<Box>(v({-1, -1}), v({1, 1})),
                      {v({3, 0}), plane_rotation(2, 0, 1, std::numbers::pi / 4), 2.0});
  expect_vector(diamond.project(v({9, 0})).point, v({3 + 2 * s, 0}));
  EXPECT_NEAR(*diamond.support(v({0, 1})), 2 * s, kRounding);
  expect_vector(*diamond.farthest(v({4, 0})), v({3 - 2 * s, 0}), 4 * kRounding);
  EXPECT_TRUE(*diamond.in_normal_cone(v({3 + 2 * s, 0}), v({1, 0.5})));
}

TEST(InflatedSet, stadium) {
  const Inflated stadium(make<Box>(v({-1, 0}), v({1, 0})), 0.5);
  expect_vector(stadium.project(v({4, 4})).point, v({1 + 0.3, 0.4}));
  expect_vector(stadium.project(v({0, 4})).point, v({0, 0.5}));
  EXPECT_DOUBLE_EQ(*stadium.support(v({3, 4})), 5.5);
  expect_vector(*stadium.farthest(v({4, 4})), v({-1, 0}) + 0.5 * v({-5, -4}).normalized());
}

TEST(BallComplementSet, tube_and_touching_balls) {
  Matrix centers(2, 2);
  centers << 0, 5, 0, 0;
  const BallComplement s(centers, v({2, 1}));
  expect_vector(s.project(v({0, 0.5})).point, v({0, 2}));
  expect_vector(s.project(v({5.5, 0})).point, v({6, 0}));
  EXPECT_EQ(*s.prox_radius(), 1.0);
  expect_vector(*s.project_normal_cone(v({0, 2}), v({3, -4})), v({0, -4}));
  centers(0, 1) = 3;
  EXPECT_FALSE(BallComplement(centers, v({2, 1})).prox_radius());
  // In the outer part of a hole of radius 2, inflated by 1/2, the hole has radius 3/2.
  const Inflated smaller(make<BallComplement>(Matrix(v({0, 0})), v({2})), 0.5);
  expect_vector(smaller.project(v({0.3, 0})).point, v({1.5, 0}));
  EXPECT_DOUBLE_EQ(*smaller.prox_radius(), 1.5);
}

TEST(SublevelSetTest, parabola) {
  // y <= x²: not convex; gradient (−2x, 1), |∇c| >= 1, 2-Lipschitz: r = 1/2.
  const SublevelSet below(
      2,
      [](const Vector& x) {
        return Constraints{v({x[1] - x[0] * x[0]}), v({-2 * x[0], 1})};
      },
      1.0, 0.5);
  // (0, d) projects to (0, 0) while d <= 1/2, the radius of curvature.
  expect_vector(below.project(v({0, 0.3})).point, v({0, 0}), 1e-12);
  // Above (1, 1) along the outward normal (−2, 1)/√5.
  const Vector p = v({1, 1});
  const Vector normal = v({-2, 1}).normalized();
  const Projection back = below.project(p + 0.2 * normal);
  EXPECT_TRUE(back.converged);
  expect_vector(back.point, p, 1e-12);
  EXPECT_TRUE(*below.in_normal_cone(p, normal));
  expect_vector(below.project(v({3, 1})).point, v({3, 1}));
}

TEST(IntersectionSet, three_methods_agree_on_a_half_disc) {
  // Half disc {|x| <= 1, y <= 0} seen from (2, 1): the nearest point is (1, 0).
  const SetPtr disc = make<Ball>(v({0, 0}), 1.0);
  const SetPtr half = make<HalfSpace>(v({0, 1}), 0.0);
  for (const auto method : {IntersectionMethod::dykstra, IntersectionMethod::constraints}) {
    const Intersection both({disc, half}, method);
    const Projection p = both.project(v({2, 1}));
    EXPECT_TRUE(p.converged);
    expect_vector(p.point, v({1, 0}), 1e-12);
    EXPECT_TRUE(*both.in_normal_cone(v({1, 0}), v({1, 1})));
  }
  const Intersection strip({half, make<HalfSpace>(v({0, -1}), 1.0)});
  EXPECT_EQ(strip.method(), IntersectionMethod::active_set);
  expect_vector(strip.project(v({3, -5})).point, v({3, -1}));
  EXPECT_FALSE(Intersection({disc, half}).strong_convexity_radius());
  EXPECT_EQ(*Intersection({disc, make<Ball>(v({1, 0}), 0.5)}).strong_convexity_radius(), 1.0);
}

TEST(ExcessOfSets, translates_and_receding_sides) {
  const SetPtr disc = make<Ball>(v({0, 0}), 1.0);
  const Moved away(disc, Placing::translated(v({0.3, 0.4})));
  // The largest of d·(0, 0) − d·a is |a|; the refined grid has its angle to 1e-8, and errors of the
  // angle enter squared.
  EXPECT_NEAR(*excess(*disc, away), 0.5, 1e-14);
  EXPECT_EQ(*excess(Ball(v({0, 0}), 1.0), Ball(v({0, 0}), 2.0)), 0.0);  // it grows
  EXPECT_DOUBLE_EQ(*excess(Ball(v({0, 0}), 2.0), Ball(v({0, 0}), 1.5)), 0.5);
  const Box a(v({0}), v({1}));
  EXPECT_DOUBLE_EQ(*excess(a, Box(v({0.25}), v({3}))), 0.25);
  EXPECT_EQ(*excess(HalfSpace(v({1}), 1.0), a), kInfinity);
  EXPECT_DOUBLE_EQ(*excess(HalfSpace(v({1}), 1.0), HalfSpace(v({1}), 0.75)), 0.25);
}

TEST(MovingSets, rates_of_constraints_are_exact_for_quartics_and_one_sided_at_ends) {
  // x <= t⁴ on [0, 1]: ∂c/∂t = −4t³, differences of fourth order are exact.
  const MovingSetPtr wall =
      moving(1, [](double t) { return make<HalfSpace>(v({1}), t <= 1.0 ? std::pow(t, 4) : 1e6); });
  for (const double t : {0.0, 0.05, 0.5, 0.98, 1.0}) {
    EXPECT_NEAR(wall->constraint_rates(t, v({0}), 0.0, 1.0, 0.05)[0], -4 * t * t * t, 1e-13);
  }
}

TEST(MovingSets, left_limit_at_a_jump) {
  const MovingSetPtr jump =
      translated_by(make<Ball>(v({0}), 1.0), [](double t) { return v({t < 2.0 ? 0.0 : 5.0}); });
  EXPECT_EQ(*jump->before(2.0)->support(v({1})), 1.0);
  EXPECT_EQ(*jump->at(2.0)->support(v({1})), 6.0);
}

}  // namespace
}  // namespace galet::sets::sets_test
