// [Nguyen2024, part II, §5.1–5.2]: prox-regular and strongly convex sets, on sets whose constants
// are known and for which the bounds are attained: the plane without a disc of radius r, which is
// r-prox-regular, and an ellipse with the half axes a > b, which is strongly convex with R = a²/b.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "galet/base/random.hpp"
#include "galet/sets/ball_complement.hpp"
#include "galet/sets/ellipsoid.hpp"
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
           .fill = fill_strongly_convex}};
}

}  // namespace galet
