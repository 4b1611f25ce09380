// [Nguyen2024, part II]: prox-regular and strongly convex sets, separation and metric
// subregularity, on sets whose constants are known and for which the bounds are attained: the plane
// without a disc of radius r, which is r-prox-regular, an ellipse with the half axes a > b, which
// is strongly convex with R = a²/b, a wedge, and two discs that touch.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "galet/base/random.hpp"
#include "galet/sets/ball.hpp"
#include "galet/sets/ball_complement.hpp"
#include "galet/sets/ellipsoid.hpp"
#include "galet/sets/polyhedron.hpp"
#include "galet/study/checks.hpp"
#include "galet/study/papers.hpp"

namespace galet {
namespace {

using sets::Vector;

constexpr int kPoints = 200;
// Coordinates are of order 1 and rounded a few dozen times.
constexpr double kSetRounding = 64.0 * sets::kEpsilon;

Vector on_circle(double radius, double angle) {
  return radius * Eigen::Vector2d(std::cos(angle), std::sin(angle));
}

void fill_prox_regular(const std::filesystem::path&, Report& report) {
  constexpr double r = 2.0, s = 1.2;
  const sets::BallComplement plane(sets::Matrix(Vector(Vector::Zero(2))), Vector::Constant(1, r));
  report.add(check_equal({"prox-regularity radius", "m", *plane.prox_radius(), {}, ""}, r));
  Random random(5);
  double foot = 0.0, hypomonotone = 0.0;
  for (int k = 0; k < kPoints; ++k) {
    const double angle = random.uniform(0.0, 6.28);
    const Vector x = on_circle(r, angle);
    // Thm. 5.6 (e): from x along the normal by t < r.
    const Vector z = on_circle(r - random.uniform(0.01, 0.99) * r, angle);
    foot = std::max(foot, (plane.project(z).point - x).norm());
    // Thm. 5.6 (b): ⟨v, x' − x⟩ <= |x' − x|²/(2 r), here equal for all x' of the circle.
    const Vector v = plane.normal_generators(x)->rays.col(0);
    const Vector other = plane.project(on_circle(0.5 * r, random.uniform(0.0, 6.28))).point;
    hypomonotone =
        std::max(hypomonotone, std::abs(v.dot(other - x) - (other - x).squaredNorm() / (2.0 * r)));
  }
  // Near the centre the direction of the foot is that of a point r/100 away from it.
  report.add(check_at_most({"Thm. 5.6 (e): largest distance from the foot", "m", foot, {}, ""},
                           100.0 * kSetRounding, "round-off, a hundredfold near the centre"));
  report.add(check_at_most(
      {"Thm. 5.6 (b): largest |⟨v, x' − x⟩ − |x' − x|²/(2 r)|", "m", hypomonotone, {}, "attained"},
      100.0 * kSetRounding, "round-off"));
  // Thm. 5.6 (c): at the depth s, sideways; chords of the same angle.
  const Vector a = on_circle(r - s, 0.0), b = on_circle(r - s, 1e-6);
  report.add(check_near({"Thm. 5.6 (c): Lipschitz quotient of the projection at the depth s",
                         "",
                         (plane.project(a).point - plane.project(b).point).norm() / (a - b).norm(),
                         {},
                         "attained"},
                        1.0 / (1.0 - s / r), 1e-8, "1/(1 − s/r); round-off over 1e-6"));
  // p. 108: d² + σ|·|²/2 is convex; across the radius the second derivative of (r − ρ)² is
  // −2 s/(r − s).
  constexpr double half = 1e-3;
  const auto square = [&](double across) {
    const double d = plane.distance(Eigen::Vector2d(r - s, across));
    return d * d;
  };
  const double sigma = (2.0 * square(0.0) - square(half) - square(-half)) / (half * half);
  report.add(
      check_source_wrong({"p. 108: semiconvexity constant of d² at the depth s", "", sigma,
                          s / (r - s), "s/(r − s) as printed is that of d²/2"},
                         2.0 * s / (r - s), 1e-5, 1e-3,
                         "2 s/(r − s); second difference with 1e-3: its square and 1e-16 over it"));
}

void fill_strongly_convex(const std::filesystem::path&, Report& report) {
  constexpr double a = 2.0, b = 1.0, R = a * a / b;
  const sets::Ellipsoid ellipse(Vector::Zero(2), Eigen::Vector2d(a, b));
  report.add(
      check_near({"strong convexity radius", "m", *ellipse.strong_convexity_radius(), {}, ""}, R,
                 kSetRounding * R, "a²/b"));
  // Thm. 5.2 (b), at the end of the short axis, where it is sharp.
  const Vector x = Eigen::Vector2d(0.0, b);
  const Vector v = ellipse.normal_generators(x)->rays.col(0).normalized();
  double least = 1e300;
  for (int k = 1; k <= kPoints; ++k) {
    const double angle = 6.28 * k / (kPoints + 1);
    const Vector y = Eigen::Vector2d(a * std::sin(angle), b * std::cos(angle));
    least = std::min(least, -(y - x).squaredNorm() / (2.0 * R) - v.dot(y - x));
  }
  report.add(
      check_at_least({"Thm. 5.2 (b): least of −|x' − x|²/(2 R) − ⟨v, x' − x⟩", "m", least, {}, ""},
                     -kSetRounding, "round-off"));
  const Vector near = Eigen::Vector2d(a * std::sin(0.01), b * std::cos(0.01));
  report.add(check_near({"Thm. 5.2 (b): |x' − x|²/(−2 ⟨v, x' − x⟩) near x",
                         "m",
                         (near - x).squaredNorm() / (-2.0 * v.dot(near - x)),
                         {},
                         "attained in the limit"},
                        R, 1e-3 * R, "R up to the square of the angle 0.01"));
  // Thm. 5.2 (c): from the short axis beyond the centre of curvature of its far end, sideways.
  constexpr double s = 1.5 * R, step = 1e-6;
  const Vector u = Eigen::Vector2d(0.0, s - b), w = Eigen::Vector2d(step, s - b);
  report.add(check_near({"Thm. 5.2 (c): Lipschitz quotient of the farthest point at dfar = 1.5 R",
                         "",
                         (*ellipse.farthest(u) - *ellipse.farthest(w)).norm() / step,
                         {},
                         "attained"},
                        1.0 / (s / R - 1.0), 1e-4, "1/(s/R − 1); round-off over 1e-6, its square"));
  // Thm. 5.14 and 5.18: q = ⟨x*, ·⟩ − |·|²/(2 R), q(x) − inf_C q = δ (1 − δ/(2 R)), δ = dfar(x).
  const Vector far = *ellipse.farthest(u);
  const double delta = (u - far).norm();
  const Vector star = (1.0 / R - 1.0 / delta) * far + u / delta;
  const auto q = [&](const Vector& z) { return star.dot(z) - z.squaredNorm() / (2.0 * R); };
  double infimum = 1e300;
  for (int k = 0; k < 2000; ++k) {
    const double angle = 6.283185307179586 * k / 2000.0;
    infimum = std::min(infimum, q(Eigen::Vector2d(a * std::sin(angle), b * std::cos(angle))));
  }
  report.add(check_source_wrong(
      {"Thm. 5.14: q(x) − inf q over the set at δ = 1.5 R", "", q(u) - infimum, 0.0,
       "Thm. 5.14 has q(x) <= inf q for all δ > R; Thm. 5.18 says δ (1 − δ/(2 R)), positive up to "
       "2 R"},
      delta * (1.0 - delta / (2.0 * R)), 1e-9, 1e-3,
      "δ (1 − δ/(2 R)); the least is at one of the 2000 points"));
}

// A set and a point are kept apart by a ball, or by what is outside one.
void fill_separation(const std::filesystem::path&, Report& report) {
  // Thm. 5.12: q = ⟨x*, ·⟩ − |·|²/(2 r) has its supremum over S at the foot, and is d (1 − d/(2 r))
  // more at x.
  constexpr double r = 2.0, depth = 1.2;
  const sets::BallComplement plane(sets::Matrix(Vector(Vector::Zero(2))), Vector::Constant(1, r));
  const Vector x = on_circle(r - depth, 0.3);
  const Vector foot = plane.project(x).point;
  const double d = plane.distance(x);
  const Vector star = (1.0 / r - 1.0 / d) * foot + x / d;
  const auto q = [&](const Vector& u) { return star.dot(u) - u.squaredNorm() / (2.0 * r); };
  double supremum = -1e300;
  Random random(7);
  for (int k = 0; k < kPoints; ++k) {
    const Vector start = on_circle(random.uniform(0.1, 4.0 * r), random.uniform(0.0, 6.28));
    supremum = std::max(supremum, q(plane.project(start).point));
  }
  report.add(check_near({"Thm. 5.12: q(x) − q(foot) for a hole", "m", q(x) - q(foot), {}, ""},
                        d * (1.0 - d / (2.0 * r)), kSetRounding * r, "d (1 − d/(2 r)); round-off"));
  report.add(
      check_at_most({"Thm. 5.12: largest q over S, less q(foot)", "m", supremum - q(foot), {}, ""},
                    kSetRounding * r, "round-off"));
  // Prop. 5.17, Thm. 5.21: the ball of radius R that touches the far side contains the set, and of
  // all balls that contain it and not x none reaches less far from x.
  constexpr double a = 2.0, b = 1.0, R = a * a / b;
  const sets::Ellipsoid ellipse(Vector::Zero(2), Eigen::Vector2d(a, b));
  const Vector z = Eigen::Vector2d(1.0, 2.5 * R);
  const Vector far = *ellipse.farthest(z);
  const double delta = (z - far).norm();
  const Vector center = far + R / delta * (z - far);
  report.add(check_near({"Prop. 5.17: farthest distance from the centre of the supporting ball",
                         "m",
                         *ellipse.farthest_distance(center),
                         {},
                         ""},
                        R, 100.0 * kSetRounding * R, "R; round-off"));
  double least = 1e300;
  for (int k = 0; k < kPoints; ++k) {
    const Vector c = center + on_circle(random.uniform(0.0, R), random.uniform(0.0, 6.28));
    const sets::Ball other(c, *ellipse.farthest_distance(c));
    if (other.distance(z) > 0.0) least = std::min(least, *other.farthest_distance(z));
  }
  report.add(check_near({"Thm. 5.21: reach of the supporting ball",
                         "m",
                         *sets::Ball(center, R).farthest_distance(z),
                         {},
                         "attained"},
                        delta, 100.0 * kSetRounding * delta, "dfar(x); round-off"));
  report.add(check_at_least({"Thm. 5.21: least reach of other balls", "m", least, {}, ""},
                            delta - 100.0 * kSetRounding * delta, "dfar(x); round-off"));
}

// How far a point is from a set, by how much it violates its inequalities.
void fill_subregularity(const std::filesystem::path&, Report& report) {
  // A wedge of 10°: rows a, b of length 1 at 170°, largest quotient 1/σ_min = 1/√(1 + cos 170°), at
  // a + b.
  constexpr double angle = 170.0 / 180.0 * 3.14159265358979323846;
  sets::Matrix A(2, 2);
  A << 1.0, 0.0, std::cos(angle), std::sin(angle);
  const sets::Polyhedron wedge(A, Vector::Zero(2));
  const auto quotient = [&](const Vector& x) {
    return wedge.distance(x) / (A * x).cwiseMax(0.0).norm();
  };
  const double hoffman = 1.0 / std::sqrt(1.0 + std::cos(angle));
  report.add(check_near({"§6.2: d(x, S)/|[Ax − b]₊| of a wedge of 10°, at a + b",
                         "",
                         quotient(A.row(0) + A.row(1)),
                         {},
                         "attained"},
                        hoffman, 100.0 * kSetRounding * hoffman, "1/σ_min; round-off"));
  Random random(6);
  double largest = 0.0;
  for (int k = 0; k < kPoints; ++k) {
    const Vector x = on_circle(1.0, random.uniform(0.0, 6.28));
    if ((A * x).maxCoeff() > 0.0) largest = std::max(largest, quotient(x));
  }
  report.add(check_at_most({"§6.2: the same, largest over other points", "", largest, {}, ""},
                           hoffman * (1.0 + 100.0 * kSetRounding), "1/σ_min; round-off"));
  // With a point x̂ where c <= −β: d <= |x − x̂| c/(c + β); equal for a disc seen from its centre.
  const sets::Ball disc(Vector::Zero(2), 1.0);
  const Vector x = on_circle(2.5, 1.0);
  report.add(check_near({"§6.2, after (6.1): d(x, S) of a disc, from its centre",
                         "m",
                         disc.distance(x),
                         {},
                         "attained"},
                        2.5 * 1.5 / (1.5 + 1.0), kSetRounding * 2.5, "|x − x̂| c/(c + β)"));
  // Without such a point there may be no bound: two discs touch at 0, and x is above it.
  const sets::Ball left(Eigen::Vector2d(-1.0, 0.0), 1.0), right(Eigen::Vector2d(1.0, 0.0), 1.0);
  for (const double height : {1e-1, 1e-2, 1e-3}) {
    const Vector above = Eigen::Vector2d(0.0, height);
    const double violated = std::max(left.distance(above), right.distance(above));
    report.add(
        check_near({fmt::format("§6.2: d/max c₊ of two discs that touch, {:g} m above", height),
                    "",
                    height / violated,
                    {},
                    "no bound"},
                   2.0 / height, 0.6 * height + 16.0 * sets::kEpsilon / (height * height * height),
                   "2/ε up to ε/2; round-off of √(1 + ε²) − 1"));
  }
}

}  // namespace

std::vector<Experiment> nguyen_2024_set_experiments() {
  return {{.id = "nguyen-2024/5.1-prox-regular",
           .title = "Prox-regular sets: constants that are attained",
           .source = "[Nguyen2024, §5.1–5.2, Thm. 5.6, p. 108]",
           .quick = true,
           .catalogue = {"thesis-prox-regular"},
           .scenes = {},
           .fill = fill_prox_regular},
          {.id = "nguyen-2024/5.1-strongly-convex",
           .title = "Strongly convex sets: constants that are attained",
           .source = "[Nguyen2024, §5.1–5.3, Thm. 5.2, 5.14, 5.18]",
           .quick = true,
           .catalogue = {"thesis-strongly-convex"},
           .scenes = {},
           .fill = fill_strongly_convex},
          {.id = "nguyen-2024/5.3-separation",
           .title = "Separation by balls and by their complements",
           .source = "[Nguyen2024, §5.2–5.3, Thm. 5.12, 5.21, Prop. 5.17]",
           .quick = true,
           .catalogue = {"thesis-strongly-convex"},
           .scenes = {},
           .fill = fill_separation},
          {.id = "nguyen-2024/6-subregularity",
           .title = "Metric subregularity: bounds that are attained, and where there is none",
           .source = "[Nguyen2024, §6.2]",
           .quick = true,
           .catalogue = {"thesis-metric-subregularity"},
           .scenes = {},
           .fill = fill_subregularity}};
}

}  // namespace galet
