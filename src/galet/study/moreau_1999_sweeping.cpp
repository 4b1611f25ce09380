// Experiments of [Moreau1999] on sets and on the first-order sweeping process.
#include <cmath>
#include <numbers>
#include <span>

#include <fmt/format.h>

#include "galet/base/random.hpp"
#include "galet/sets/ball.hpp"
#include "galet/sets/box.hpp"
#include "galet/sets/ellipsoid.hpp"
#include "galet/sets/half_space.hpp"
#include "galet/sets/inflated.hpp"
#include "galet/sets/intersection.hpp"
#include "galet/sets/nearest_point.hpp"
#include "galet/sets/polyhedron.hpp"
#include "galet/sets/second_order_cone.hpp"
#include "galet/study/checks.hpp"
#include "galet/study/papers.hpp"
#include "galet/sweep/integrators.hpp"

namespace galet {
namespace {

using sets::Matrix;
using sets::SetPtr;
using sets::Vector;
using sweep::Process;
using sweep::Solution;

constexpr double kEps = sets::kEpsilon;

Vector vec(std::initializer_list<double> values) {
  Vector x(static_cast<Eigen::Index>(values.size()));
  std::ranges::copy(values, x.begin());
  return x;
}

Vector normal_vector(Random& random, int n, double scale = 1.0) {
  Vector x(n);
  for (double& value : x) value = scale * random.normal();
  return x;
}

template <class S, class... Args>
SetPtr make(Args&&... args) {
  return std::make_shared<const S>(std::forward<Args>(args)...);
}

// Sets of several kinds in the plane, all of size about 1.
std::vector<SetPtr> plane_sets() {
  Matrix corners(2, 4);
  corners << -0.7, 0.9, 0.5, -0.6, -0.5, -0.4, 0.6, 0.8;
  return {make<sets::Ball>(vec({0, 0}), 0.8), make<sets::Ellipsoid>(vec({0, 0}), vec({1.1, 0.4})),
          make<sets::Polyhedron>(sets::Polyhedron::polygon(corners)),
          make<sets::Inflated>(make<sets::Box>(vec({-0.4, -0.1}), vec({0.4, 0.1})), 0.3)};
}

Vector wandering(double t) {
  return vec({1.3 * std::sin(1.1 * t), 0.8 * std::cos(1.7 * t) + 0.3 * t});
}

Process wandering_process(const SetPtr& set, const Vector& start, double end = 6.0) {
  Process p;
  p.set = sets::translated_by(set, wandering);
  p.start = start;
  p.time_end = end;
  return p;
}

// Projections of points at distances of order 1: some tens of roundings, more at polygon corners.
constexpr double kRoundOff = 1e-12;

// ---- §2.1 --------------------------------------------------------------------------------------

void fill_non_expansive(const std::filesystem::path&, Report& report) {
  Random random(1);
  for (const SetPtr& set : plane_sets()) {
    double growth = 0.0;
    for (int pair = 0; pair < 10; ++pair) {
      const Solution one =
          integrate_catching_up(wandering_process(set, normal_vector(random, 2, 2.0)), 0.02);
      const Solution two =
          integrate_catching_up(wandering_process(set, normal_vector(random, 2, 2.0)), 0.02);
      for (std::size_t k = 1; k < one.path.size(); ++k) {
        growth = std::max(growth, (one.path[k].u - two.path[k].u).norm() -
                                      (one.path[k - 1].u - two.path[k - 1].u).norm());
      }
    }
    report.add(check_at_most({fmt::format("{}: largest growth of |u1 − u2| in a step", set->kind()),
                              "",
                              std::max(0.0, growth),
                              {},
                              "10 pairs of starts, 300 steps"},
                             kRoundOff, "round-off of two projections"));
  }
}

void fill_rest_inside(const std::filesystem::path&, Report& report) {
  // A disc that grows, and one that moves without touching the point.
  Process grows;
  grows.set = sets::moving(2, [](double t) {
    return make<sets::Ball>(vec({0.1, 0}), 0.5 + t * t);
  });
  grows.start = vec({0.6, 0.0});
  const Solution still = integrate_catching_up(grows, 0.05);
  report.add(check_equal(
      {"way of a boundary point of a growing disc", "", still.report.variation, {}, ""}, 0.0));
  Process inside;
  inside.set = sets::translated_by(make<sets::Ball>(vec({0, 0}), 1.0), [](double t) {
    return vec({0.4 * std::sin(t), 0.0});
  });
  inside.start = vec({0.1, 0.2});
  inside.time_end = 6.0;
  report.add(check_equal({"way of a point that stays inside a moving disc",
                          "",
                          integrate_catching_up(inside, 0.05).report.variation,
                          {},
                          ""},
                         0.0));
  // Caught by the boundary it moves along the inward normal.
  Process caught;
  caught.set = sets::translated_by(make<sets::HalfSpace>(vec({-0.6, -0.8}), 0.0), [](double t) {
    return vec({t - 0.5, 0.0});
  });
  caught.start = vec({0.0, 0.0});
  const Solution s = integrate_catching_up(caught, 0.05);
  const Vector exact = 0.5 * 0.6 * vec({0.6, 0.8});
  report.add(check_at_most({"half plane: distance from the exact end point",
                            "",
                            (s.last() - exact).norm(),
                            {},
                            "at rest until t = 1/2, then along n"},
                           kRoundOff, "round-off"));
}

// ---- §2.2 --------------------------------------------------------------------------------------

void fill_cone_decomposition(const std::filesystem::path&, Report& report) {
  Random random(2);
  double orthogonality = 0.0;
  double pythagoras = 0.0;
  double outside = 0.0;
  int cases = 0;
  for (int n = 2; n <= 6; ++n) {
    for (int k = 0; k < 200; ++k) {
      const Vector z = normal_vector(random, n);
      const double square = z.squaredNorm();
      const sets::SecondOrderCone cone(n, random.uniform(0.0, 2.0));
      const Vector x = cone.project(z).point;
      orthogonality = std::max(orthogonality, std::abs(x.dot(z - x)) / square);
      pythagoras =
          std::max(pythagoras, std::abs(square - x.squaredNorm() - (z - x).squaredNorm()) / square);
      outside += cone.polar_contains(z - x) ? 0.0 : 1.0;
      // A polyhedral cone {Ax <= 0}; its polar is generated by the rows.
      Matrix A(n + 1, n);
      for (double& a : A.reshaped()) a = random.normal();
      const sets::NearestPoint p = sets::nearest_point(A, Vector::Zero(n + 1), z);
      const Vector y = A.transpose() * p.multipliers;
      orthogonality = std::max(orthogonality, std::abs(p.point.dot(y)) / square);
      outside += p.multipliers.minCoeff() >= 0.0 && (p.point + y - z).norm() <= 1e-9 ? 0.0 : 1.0;
      cases += 2;
    }
  }
  report.add(
      check_at_most({"largest |x·y|/|z|²", "", orthogonality, {}, fmt::format("{} cases", cases)},
                    1e-10, "round-off times the conditioning of random corners (< 1e5)"));
  report.add(
      check_at_most({"largest error of |z|² = |x|² + |y|²", "", pythagoras, {}, "round cones"},
                    32 * kEps, "round-off"));
  report.add(check_equal({"parts y outside the polar cone", "", outside, {}, ""}, 0.0));
}

// ---- §3.1 --------------------------------------------------------------------------------------

// A disc of radius R that moves with the speed c drags the point along a tractrix:
// u = a + R(−cos φ, sin φ), tan(φ/2) = tan(φ₀/2) e^{−ct/R} (derived in tests/validation/sweep).
struct Tractrix {
  double c = 1.5;
  double R = 0.8;
  double phi0 = 1.4;

  Vector at(double t) const {
    const double phi = 2.0 * std::atan(std::tan(0.5 * phi0) * std::exp(-c * t / R));
    return vec({c * t - R * std::cos(phi), R * std::sin(phi)});
  }
  Process process() const {
    Process p;
    p.set = sets::translated_by(make<sets::Ball>(vec({0, 0}), R), [speed = c](double t) {
      return vec({speed * t, 0});
    });
    p.start = at(0.0);
    return p;
  }
};

void fill_translation(const std::filesystem::path&, Report& report) {
  for (const SetPtr& set : plane_sets()) {
    const Solution s = integrate_catching_up(wandering_process(set, vec({0.2, 0.9})), 0.01);
    double excess = 0.0;
    double way = 0.0;
    for (std::size_t k = 1; k < s.path.size(); ++k) {
      const double step = (wandering(s.path[k].time) - wandering(s.path[k - 1].time)).norm();
      way += step;
      excess = std::max(excess, (s.path[k].u - s.path[k - 1].u).norm() - step);
    }
    const std::string kind(set->kind());
    report.add(
        check_at_most({kind + ": largest |Δu| − |Δa| of a step",
                       "",
                       std::max(0.0, excess),
                       {},
                       fmt::format("path of u {:.4f}, of a {:.4f}", s.report.variation, way)},
                      kRoundOff, "round-off of a projection"));
  }
  // u' = prox(−N, a') and u'·(a' − u') = 0, at instants of the exact solution.
  const Tractrix exact;
  const SetPtr disc = make<sets::Ball>(vec({0, 0}), exact.R);
  const Vector speed = vec({exact.c, 0.0});
  double projection = 0.0;
  double orthogonality = 0.0;
  const double h = 1e-4;
  for (double t = 0.1; t < 1.0; t += 0.1) {
    const Vector du = (exact.at(t + h) - exact.at(t - h)) / (2.0 * h);
    const Vector w = exact.at(t) - speed * t;
    projection = std::max(projection, (du + *disc->project_normal_cone(w, -speed)).norm());
    orthogonality = std::max(orthogonality, std::abs(du.dot(speed - du)));
  }
  const std::string why = "central differences of the exact path: h² u'''/6 < 1e-8·(c/R)³c";
  report.add(check_at_most({"tractrix: |u' − prox(−N, a')|", "", projection, {}, ""}, 1e-7, why));
  report.add(check_at_most({"tractrix: |u'·(a' − u')|", "", orthogonality, {}, ""}, 1e-7, why));
  const auto s = sweep::integrate_events(exact.process(), {}, 0.01);
  report.add(check_at_most(
      {"tractrix: error of event-driven, h = 0.01", "", (s->last() - exact.at(1.0)).norm(), {}, ""},
      1e-8, "order 4: h⁴(c/R)⁴c per time"));
  // Half plane: u' = min(a'·n, 0) n.
  Process half;
  const Vector n = vec({0.6, 0.8});
  half.set = sets::translated_by(make<sets::HalfSpace>(n, 0.0), [](double t) {
    return vec({-2.0 * t, t});
  });
  half.start = vec({0, 0});
  report.add(check_at_most({"half plane: error of the end point",
                            "",
                            (integrate_catching_up(half, 0.1).last() + 0.4 * n).norm(),
                            {},
                            ""},
                           kRoundOff, "round-off; catching-up is exact here"));
}

// ---- §3.2 --------------------------------------------------------------------------------------

void fill_minimal_norm(const std::filesystem::path&, Report& report) {
  // Random W = {w : rate + g·w <= 0}: the complementarity system (16), and no sampled element of W
  // is shorter.
  Random random(3);
  double complementarity = 0.0;
  double shorter = 0.0;
  for (int k = 0; k < 300; ++k) {
    const int n = 2 + k % 3;
    Matrix G(n + 2, n);
    for (double& g : G.reshaped()) g = random.normal();
    // Not empty: a known element.
    const Vector inside = normal_vector(random, n);
    const Vector rate = -(G * inside) - Vector(normal_vector(random, n + 2).cwiseAbs());
    const sets::NearestPoint w = sets::nearest_point(G, -rate, Vector::Zero(n));
    const Vector slack = rate + G * w.point;
    for (int j = 0; j < n + 2; ++j) {
      complementarity =
          std::max({complementarity, slack[j],
                    std::abs(w.multipliers[j] * slack[j]) / (1.0 + w.multipliers[j])});
    }
    for (int j = 0; j < 20; ++j) {
      const Vector other = sets::nearest_point(G, -rate, normal_vector(random, n, 3.0)).point;
      shorter = std::max(shorter, w.point.norm() - other.norm());
    }
  }
  report.add(
      check_at_most({"largest violation of (16)", "", complementarity, {}, "300 random systems"},
                    1e-9, "round-off times the conditioning of random corners"));
  report.add(check_at_most({"|u'| − |w| over other w of W", "", std::max(0.0, shorter), {}, ""},
                           1e-9, "round-off"));
  // Two walls met one after the other: {x >= t, y >= t − 1} from 0 gives u(2) = (2, 1), one event
  // at 1.
  Process corner;
  corner.set = sets::moving(2, [](double t) {
    Matrix A(2, 2);
    A << -1, 0, 0, -1;
    return make<sets::Polyhedron>(A, vec({-t, 1.0 - t}));
  });
  corner.start = vec({0, 0});
  corner.time_end = 2.0;
  const auto s = sweep::integrate_events(corner, {}, 0.3);
  report.add(check_at_most(
      {"corner: error of the end point", "", (s->last() - vec({2, 1})).norm(), {}, ""}, 1e-10,
      "tolerance of the location of the event"));
  report.add(check_equal({"corner: events", "", double(s->report.events), {}, ""}, 1.0));
}

// ---- §4 ----------------------------------------------------------------------------------------

double measured_order(double coarse, double fine) { return std::log2(coarse / fine); }

void fill_catching_up(const std::filesystem::path&, Report& report) {
  const Tractrix exact;
  const Process p = exact.process();
  const auto error = [&](double theta, double h) {
    return (integrate_theta(p, {.theta = theta}, h).last() - exact.at(1.0)).norm();
  };
  report.add(check_between({"order of catching-up (θ = 1)",
                            "",
                            measured_order(error(1.0, 0.01), error(1.0, 0.005)),
                            {},
                            fmt::format("error {:.2e} at h = 0.005", error(1.0, 0.005))},
                           0.9, 1.1, "first order, from halving the step on a smooth solution"));
  report.add(check_between(
      {"order of the reflecting scheme (θ = 1/2)",
       "",
       measured_order(error(0.5, 0.01), error(0.5, 0.005)),
       {},
       fmt::format("error {:.2e} at h = 0.005; the paper claims no order", error(0.5, 0.005))},
      1.8, 2.2, "mid-point rule while the point stays on the boundary"));
  const Solution theta = integrate_theta(p, {.theta = 0.5}, 0.05);
  double reflection = 0.0;
  for (std::size_t k = 1; k < theta.path.size(); ++k) {
    const Vector& before = theta.path[k - 1].u;
    const SetPtr middle = p.set->at(0.5 * (theta.path[k].time + theta.path[k - 1].time));
    reflection = std::max(reflection,
                          (2.0 * middle->project(before).point - before - theta.path[k].u).norm());
  }
  report.add(check_at_most({"θ = 1/2: |2 prox(C_mid, u) − u − u⁺|", "", reflection, {}, ""},
                           kRoundOff, "round-off of the instants"));
  const auto reference = sweep::integrate_events(p, {}, 0.005);
  report.add(check_between(
      {"catching-up → event-driven: order of the difference",
       "",
       measured_order((integrate_catching_up(p, 0.01).last() - reference->last()).norm(),
                      (integrate_catching_up(p, 0.005).last() - reference->last()).norm()),
       {},
       ""},
      0.9, 1.1, "the event-driven error, of order h⁴, is negligible"));
  report.notes = {
      "The implicit inclusion of §4.3 is printed with N of C_i; C_f is meant, as (19) shows."};
}

void fill_penalty(const std::filesystem::path&, Report& report) {
  const double V = 2.0;
  Process wall;
  wall.set = sets::translated_by(make<sets::HalfSpace>(vec({-1}), 0.0),
                                 [V](double t) { return vec({V * t}); });
  wall.start = vec({0});
  wall.time_end = 2.0;
  for (const double L : {1e2, 1e3, 1e4}) {
    const Solution s = integrate_yosida(wall, {.index = 1.0 / L, .alpha = 2.0}, 1e-3);
    report.add(check_near({fmt::format("lag behind a wall of speed 2, λ = {:g}", L),
                           "",
                           V * 2.0 - s.last()[0],
                           {},
                           ""},
                          V / L, 1e-10 * V / L + 8 * kEps * V * 2.0,
                          "steady state: the transient has decayed by (1 + hλ)^(−2000)"));
  }
  const double R = 1e-3;
  for (const double alpha : {3.0, 4.0}) {
    const Solution s = integrate_yosida(wall, {.index = R, .alpha = alpha}, 1e-3);
    const double lag = std::pow(V * R, 1.0 / (alpha - 1.0));
    report.add(check_near({fmt::format("lag with α = {:g}, R = 1e-3", alpha),
                           "",
                           V * 2.0 - s.last()[0],
                           {},
                           "α-envelope of [Nguyen2024, Def. 2.25]"},
                          lag, 2e-4 * lag,
                          "(V R)^(1/(α−1)); the transient decays at the rate (α−1)V/lag"));
  }
  const Tractrix exact;
  const Process p = exact.process();
  std::vector<double> errors;
  for (const double index : {1e-2, 1e-3}) {
    errors.push_back(
        (integrate_yosida(p, {.index = index, .alpha = 2.0}, 2e-5).last() - exact.at(1.0)).norm());
  }
  report.add(check_between({"tractrix: order of the error in 1/λ",
                            "",
                            std::log10(errors[0] / errors[1]),
                            {},
                            fmt::format("error {:.2e} at λ = 1000", errors[1])},
                           0.9, 1.1, "first order; the step of 2e-5 adds 2 % at λ = 1000"));
  report.notes = {"Eq. 18 prints the gradient at x; the current point u is meant."};
}

// ---- §6 ----------------------------------------------------------------------------------------

void fill_rate_independence(const std::filesystem::path&, Report& report) {
  for (const SetPtr& set : plane_sets()) {
    const auto moving = sets::translated_by(set, wandering);
    std::vector<SetPtr> sequence;
    for (int k = 0; k <= 200; ++k) sequence.push_back(moving->at(0.03 * k));
    const Vector start = vec({0.2, 0.9});
    const Vector timeless = sweep::catch_up(sequence, start).back();
    // The same sets met at the instants s with s³ = t.
    Process p;
    p.set = sets::translated_by(set, [](double s) { return wandering(s * s * s); });
    Vector u = start;
    for (int k = 0; k <= 200; ++k) u = p.set->at(std::cbrt(0.03 * k))->project(u).point;
    report.add(
        check_at_most({fmt::format("{}: change of the end point by a change of time", set->kind()),
                       "",
                       (u - timeless).norm(),
                       {},
                       ""},
                      1e-10, "round-off of the cubes and their roots, 200 projections"));
  }
  // Play and stop: piecewise linear input 0, 2, −1, 1, 0.5 with play 0.5 gives 0, 1.5, −0.5, 0.5,
  // 0.5 whatever the speed.
  const std::vector<double> input{0.0, 2.0, -1.0, 1.0, 0.5};
  const std::vector<double> play{0.0, 1.5, -0.5, 0.5, 0.5};
  std::vector<SetPtr> intervals;
  for (const double a : input) intervals.push_back(make<sets::Box>(vec({a - 0.5}), vec({a + 0.5})));
  const auto path = sweep::catch_up(intervals, vec({0.0}));
  double play_error = 0.0;
  double stop_error = 0.0;
  const std::vector<double> stop{0.0, 0.5, -0.5, 0.5, 0.0};
  for (std::size_t k = 0; k < input.size(); ++k) {
    play_error = std::max(play_error, std::abs(path[k + 1][0] - play[k]));
    stop_error = std::max(stop_error, std::abs(input[k] - path[k + 1][0] - stop[k]));
  }
  report.add(
      check_equal({"play operator: largest error at the corners", "", play_error, {}, ""}, 0.0));
  report.add(
      check_equal({"stop operator: largest error at the corners", "", stop_error, {}, ""}, 0.0));
}

void fill_jump_law(const std::filesystem::path&, Report& report) {
  for (const SetPtr& set : plane_sets()) {
    const double when = 0.4;
    Process p;
    p.set = sets::translated_by(set, [when](double t) {
      return Vector(wandering(t) + (t < when ? 0.0 : 1.0) * vec({1.5, -2.0}));
    });
    p.start = vec({0.2, 0.9});
    p.breaks = {when};
    Solution s = integrate_catching_up(p, 0.02);
    sweep::measure(p, s);
    double jump_error = sets::kInfinity;
    for (std::size_t k = 1; k < s.path.size(); ++k) {
      if (s.path[k].time != s.path[k - 1].time) continue;
      jump_error = (p.set->at(when)->project(s.path[k - 1].u).point - s.path[k].u).norm();
    }
    const std::string kind(set->kind());
    report.add(
        check_equal({kind + ": |u⁺ − prox(C, u⁻)| at the jump", "", jump_error, {}, ""}, 0.0));
    report.add(check_between({kind + ": var(u)/ret(C)",
                              "",
                              s.report.variation / s.report.retraction.value_or(0.0),
                              {},
                              fmt::format("var {:.6f}", s.report.variation)},
                             0.0, 1.0 + 1e-9, "var(u; s, t) <= ret(C; s, t)"));
  }
  report.notes = {
      "The text points to (23) for the characterisation of proximal points; it is (3)."};
}

// Σ (u⁺ + u⁻)·Δu = Δ|u|², and u⁻·Δu <= Δ|u|²/2 <= u⁺·Δu, for the steps of a computed solution.
void fill_dissipation(const std::filesystem::path&, Report& report) {
  const Solution s =
      integrate_catching_up(wandering_process(plane_sets()[2], vec({0.2, 0.9})), 0.02);
  double identity = 0.0;
  double inequality = 0.0;
  double scale = 0.0;
  for (std::size_t k = 1; k < s.path.size(); ++k) {
    const Vector& a = s.path[k - 1].u;
    const Vector& b = s.path[k].u;
    const double half = 0.5 * (b.squaredNorm() - a.squaredNorm());
    identity = std::max(identity, std::abs(0.5 * (a + b).dot(b - a) - half));
    inequality = std::max({inequality, a.dot(b - a) - half, half - b.dot(b - a)});
    scale = std::max(scale, b.squaredNorm());
  }
  report.add(check_at_most({"largest error of d|u|² = (u⁺ + u⁻)·du", "", identity, {}, ""},
                           8 * kEps * scale, "round-off"));
  report.add(check_at_most({"largest violation of (22)", "", std::max(0.0, inequality), {}, ""},
                           8 * kEps * scale, "round-off"));
}

Experiment experiment(std::string id, std::string title, std::string place,
                      std::vector<std::string> catalogue,
                      void (*fill)(const std::filesystem::path&, Report&)) {
  return {.id = "moreau-1999/" + std::move(id),
          .title = std::move(title),
          .source = "[Moreau1999, " + std::move(place) + "]",
          .quick = true,
          .catalogue = std::move(catalogue),
          .scenes = {},
          .fill = fill};
}

}  // namespace

std::vector<Experiment> moreau_1999_sweeping_experiments() {
  return {experiment("2.1-non-expansive", "Two solutions never come apart", "§2.1",
                     {"moreau-non-expansive"}, fill_non_expansive),
          experiment("2.1-rest-inside", "At rest inside and while the set expands", "§2.1, §5",
                     {"moreau-rest-inside"}, fill_rest_inside),
          experiment("2.2-cone-decomposition", "Decomposition along two polar cones",
                     "§2.2, eqs. 4–6", {"moreau-cone-decomposition"}, fill_cone_decomposition),
          experiment("3.1-translation", "A set that moves by translation", "§3.1, eqs. 7–9",
                     {"moreau-translation"}, fill_translation),
          experiment("3.2-minimal-norm", "The velocity of least norm", "§3.2, eqs. 13–16",
                     {"moreau-arvs-minimal-norm"}, fill_minimal_norm),
          experiment("4.3-catching-up", "Catching-up and the θ-scheme: orders measured",
                     "§4.3, eq. 19", {"moreau-catching-up"}, fill_catching_up),
          experiment("4.2-penalty", "The penalty limit and its lag", "§4.2, eqs. 17–18",
                     {"moreau-penalty"}, fill_penalty),
          experiment("6-rate-independence", "Invariance under changes of time; play and stop", "§6",
                     {"moreau-rate-independence"}, fill_rate_independence),
          experiment("6-jump-law", "Sets that jump", "§6", {"moreau-jump-law"}, fill_jump_law),
          experiment("6-dissipation-inequality", "Differential measures of |u|²", "§6, eqs. 22, 48",
                     {"moreau-dissipation-inequality"}, fill_dissipation)};
}

}  // namespace galet
