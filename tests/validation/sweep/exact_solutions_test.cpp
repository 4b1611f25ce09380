// Sweeping processes with known solutions, and orders of convergence.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "galet/sets/ball.hpp"
#include "galet/sets/ball_complement.hpp"
#include "galet/sets/box.hpp"
#include "galet/sets/half_space.hpp"
#include "galet/sets/polyhedron.hpp"
#include "galet/sweep/integrators.hpp"

namespace galet::sweep::exact_solutions_test {
namespace {

using sets::SetPtr;
constexpr double kPi = std::numbers::pi;

Vector v(std::initializer_list<double> values) {
  Vector x(static_cast<Eigen::Index>(values.size()));
  std::ranges::copy(values, x.begin());
  return x;
}

template <class S, class... Args>
SetPtr make(Args&&... args) {
  return std::make_shared<const S>(std::forward<Args>(args)...);
}

double order(double coarse, double fine, double ratio = 2.0) {
  return std::log(coarse / fine) / std::log(ratio);
}

// ---- A disc that drags a point: the tractrix ---------------------------------------------------
//
// C(t) = B(ct e₁, R), u on its boundary: u = a + R(−cos φ, sin φ). −u' is along the outward normal
// n = (−cos φ, sin φ), and |u − a| = R: (u' − a')·n = 0, so u' = (a'·n) n = −c cos φ n. Then
// R φ' (sin φ, cos φ) = u' − a' has the component −c sin φ along (sin φ, cos φ):
// φ' = −(c/R) sin φ,  tan(φ/2) = tan(φ₀/2) e^{−ct/R}.  The disc drags while cos φ >= 0.
struct Tractrix {
  double c = 1.5;
  double R = 0.8;
  double phi0 = 1.4;

  Vector at(double t) const {
    const double phi = 2.0 * std::atan(std::tan(0.5 * phi0) * std::exp(-c * t / R));
    return v({c * t - R * std::cos(phi), R * std::sin(phi)});
  }
  Process process() const {
    Process p;
    p.set = sets::translated_by(make<sets::Ball>(v({0, 0}), R), [c = c](double t) {
      return v({c * t, 0});
    });
    p.start = at(0.0);
    p.time_end = 1.0;
    return p;
  }
};

TEST(Tractrix, catching_up_converges_with_order_one) {
  const Tractrix exact;
  const Process p = exact.process();
  double previous = 0.0;
  for (const double h : {0.02, 0.01, 0.005}) {
    const double error = (integrate_catching_up(p, h).last() - exact.at(1.0)).norm();
    // A step projects on the circle instead of following the arc: half the second derivative, c²/R,
    // per time.
    EXPECT_LE(error, h * exact.c * exact.c / exact.R);
    if (previous > 0.0) {
      EXPECT_NEAR(order(previous, error), 1.0, 0.05);
    }
    previous = error;
  }
}

TEST(Tractrix, reflecting_scheme_converges_with_order_two) {
  // θ = 1/2 is the mid-point rule while the point stays on the boundary.
  const Tractrix exact;
  const Process p = exact.process();
  std::vector<double> errors;
  for (const double h : {0.02, 0.01, 0.005}) {
    errors.push_back((integrate_theta(p, {.theta = 0.5}, h).last() - exact.at(1.0)).norm());
  }
  EXPECT_GT(order(errors[0], errors[1]), 1.8);
  EXPECT_GT(order(errors[1], errors[2]), 1.8);
}

TEST(Tractrix, event_driven_converges_with_order_four) {
  const Tractrix exact;
  const Process p = exact.process();
  std::vector<double> errors;
  for (const double h : {0.1, 0.05, 0.025}) {
    const auto s = integrate_events(p, {}, h);
    ASSERT_TRUE(s);
    EXPECT_EQ(s->report.events, 0);
    errors.push_back((s->last() - exact.at(1.0)).norm());
  }
  EXPECT_GT(order(errors[0], errors[1]), 3.5);
  EXPECT_GT(order(errors[1], errors[2]), 3.5);
  EXPECT_LT(errors[2], 1e-7);
}

TEST(Tractrix, penalty_converges_with_its_index_and_lags) {
  const Tractrix exact;
  const Process p = exact.process();
  const double h = 1e-5;
  std::vector<double> errors;
  for (const double R : {1e-2, 1e-3}) {
    const Solution s = integrate_yosida(p, {.index = R, .alpha = 2.0, .continuation = 1}, h);
    errors.push_back((s.last() - exact.at(1.0)).norm());
  }
  EXPECT_NEAR(order(errors[0], errors[1], 10.0), 1.0, 0.1);
}

// ---- A wall: half line and half space ----------------------------------------------------------

// Behind x >= Vt the penalty lags by (V R)^{1/(α−1)}: V = d^{α−1}/R in the steady state.
TEST(Penalty, lag_behind_a_steady_wall) {
  Process p;
  const double V = 2.0;
  p.set = sets::translated_by(make<sets::HalfSpace>(v({-1}), 0.0),
                              [V](double t) { return v({V * t}); });
  p.start = v({0});
  p.time_end = 2.0;
  for (const double alpha : {2.0, 3.0, 4.0}) {
    const double R = 1e-3;
    const Solution s = integrate_yosida(p, {.index = R, .alpha = alpha, .continuation = 1}, 1e-3);
    // In the steady state every implicit step moves by Vh: d^{α−1} h/R = Vh exactly; the transient
    // has died out long ago (rate V/((α−1) lag) >= 5 per unit of time, e^{-10}).
    const double lag = std::pow(V * R, 1.0 / (alpha - 1.0));
    EXPECT_NEAR(V * 2.0 - s.last()[0], lag, 2e-4 * lag) << alpha;
  }
}

// Half plane {y·n <= 0} + a(t): u' = min(a'·n, 0) n in contact.
TEST(HalfPlane, pushes_along_its_normal_only) {
  const Vector n = v({0.6, 0.8});
  Process p;
  p.set = sets::translated_by(make<sets::HalfSpace>(n, 0.0), [](double t) {
    return v({-2.0 * t, 1.0 * t});
  });
  p.start = v({0, 0});
  // a'·n = −1.2 + 0.8 = −0.4
  const Vector expected = -0.4 * n;
  EXPECT_LE((integrate_catching_up(p, 0.1).last() - expected).norm(), 1e-14);
  EXPECT_LE((integrate_events(p, {}, 0.1)->last() - expected).norm(), 1e-12);
}

// x >= sin t pushes u to its running maximum: released at π/2, caught again at 2π + π/2 never (the
// maximum is 1): one event until 8.
TEST(RisingWall, is_left_at_its_top) {
  Process p;
  p.set = sets::translated_by(make<sets::HalfSpace>(v({-1}), 0.0),
                              [](double t) { return v({std::sin(t)}); });
  p.start = v({0});
  p.time_end = 7.0;
  const auto s = integrate_events(p, {}, 0.1);
  ASSERT_TRUE(s);
  EXPECT_NEAR(s->last()[0], 1.0, 1e-9);
  EXPECT_EQ(s->report.events, 1);
  double left = 0.0;
  for (std::size_t k = 1; k < s->path.size(); ++k) {
    if ((s->path[k].u - s->path[k - 1].u).norm() > 1e-12) left = s->path[k].time;
  }
  // The multiplier is cos t; it is below 1e-9 of the speed only within 1e-9 of π/2 — and the speed
  // itself goes to 0 there, so the change of sign decides.
  EXPECT_NEAR(left, 0.5 * kPi, 1e-6);
}

// ---- Play and stop -----------------------------------------------------------------------------

// C(t) = [a(t) − r, a(t) + r], a piecewise linear through 0, 2, −1, 1, 0.5: the play operator takes
// the value min(max(u, a − r), a + r) from corner to corner, here with r = 0.5:
// 0 → 1.5 → −0.5 → 0.5 → 0.5 (the last move of 0.5 is within the play); the stop a − u is
// 0.5, −0.5, 0.5, 0.
TEST(PlayOperator, is_exact_on_piecewise_linear_input) {
  const std::vector<double> corners{0.0, 2.0, -1.0, 1.0, 0.5};
  const auto a = [corners](double t) {
    const auto k = std::min<std::size_t>(static_cast<std::size_t>(t), corners.size() - 2);
    return corners[k] + (t - static_cast<double>(k)) * (corners[k + 1] - corners[k]);
  };
  Process p;
  p.set = sets::translated_by(make<sets::Box>(v({-0.5}), v({0.5})),
                              [a](double t) { return v({a(t)}); });
  p.start = v({0});
  p.time_end = 4.0;
  p.breaks = {1.0, 2.0, 3.0};
  const std::vector<double> play{0.0, 1.5, -0.5, 0.5, 0.5};
  for (const auto& integrator : {Integrator{CatchingUp{}}, Integrator{EventDriven{}}}) {
    for (const double h : {1.0, 0.13}) {
      const auto s = integrate(p, integrator, h);
      ASSERT_TRUE(s);
      for (int k = 0; k <= 4; ++k) {
        EXPECT_NEAR(s->at(k)[0], play[static_cast<std::size_t>(k)], 1e-11) << h << ' ' << k;
      }
      EXPECT_NEAR(s->report.variation, 1.5 + 2.0 + 1.0, 1e-10);
    }
  }
}

// ---- Polygons: changes of the active set -------------------------------------------------------

// The quadrant {x >= t, y >= t − 1} from (0, 0): x = t, and y is caught at t = 1: u(2) = (2, 1), at
// first along one wall, then along both.
TEST(Corner, two_walls_are_reached_one_after_the_other) {
  Process p;
  p.set = sets::moving(2, [](double t) {
    Matrix A(2, 2);
    A << -1, 0, 0, -1;
    return make<sets::Polyhedron>(A, v({-t, 1.0 - t}));
  });
  p.start = v({0, 0});
  p.time_end = 2.0;
  const auto s = integrate_events(p, {}, 0.3);
  ASSERT_TRUE(s);
  EXPECT_LE((s->last() - v({2, 1})).norm(), 1e-11);
  EXPECT_EQ(s->report.events, 1);
  bool found = false;
  for (const Instant& i : s->path) found |= std::abs(i.time - 1.0) < 1e-10;
  EXPECT_TRUE(found);
}

// A triangle that turns about the origin: catching-up converges to the event-driven solution with
// order 1.
TEST(TurningTriangle, catching_up_tends_to_event_driven) {
  Matrix corners(2, 3);
  corners << -0.5, 1.0, -0.5, -0.8, 0.0, 0.8;
  const auto triangle =
      std::make_shared<const sets::Polyhedron>(sets::Polyhedron::polygon(corners));
  Process p;
  p.set = sets::moved_by(triangle, [](double t) {
    return sets::Placing{v({0.6 * std::sin(t), 0.2 * t}), sets::plane_rotation(2, 0, 1, 1.3 * t),
                         1.0};
  });
  p.start = v({0.2, 0.1});
  p.time_end = 5.0;
  const auto fine = integrate_events(p, {}, 0.005);
  const auto finer = integrate_events(p, {}, 0.0025);
  ASSERT_TRUE(fine && finer);
  EXPECT_GE(fine->report.events, 3);
  EXPECT_EQ(fine->report.guarded_steps, 0);
  EXPECT_LE((fine->last() - finer->last()).norm(), 1e-8);
  std::vector<double> errors;
  for (const double h : {0.02, 0.01, 0.005, 0.0025}) {
    errors.push_back((integrate_catching_up(p, h).last() - finer->last()).norm());
  }
  // Order 1 on average; single ratios vary with where the events fall inside steps.
  EXPECT_NEAR(order(errors.front(), errors.back(), 8.0), 1.0, 0.25);
  EXPECT_LT(errors.back(), 0.01);
}

// ---- Accumulating events -----------------------------------------------------------------------

// x >= g(t) = (1 − t)³ sin(1/(1 − t)) on [0, 1]: the point goes to the running maximum of g; the
// maxima come infinitely often before t = 1 (each lower than the first, which is never reached
// again). To make every one count, the wall rises: g + 2t, whose slope changes sign no more: no
// events; with g' of both signs over a slow rise: 0.02 t. The guard must end the integration.
TEST(AccumulatingEvents, are_cut_short) {
  const auto g = [](double t) {
    const double s = 1.0 - t;
    return s > 0.0 ? 0.02 * t + s * s * s * std::sin(1.0 / s) : 0.02;
  };
  Process p;
  p.set =
      sets::translated_by(make<sets::HalfSpace>(v({-1}), 0.0), [g](double t) { return v({g(t)}); });
  p.start = v({0});
  p.time_end = 1.0;
  const auto s = integrate_events(p, {.max_events = 3, .guard_substeps = 200}, 0.25);
  ASSERT_TRUE(s);
  EXPECT_EQ(s->path.back().time, 1.0);
  double largest = 0.0;
  for (int k = 0; k <= 1000000; ++k) largest = std::max(largest, g(1e-6 * k));
  EXPECT_NEAR(s->last()[0], largest, 1e-3);
}

// ---- Perturbation ------------------------------------------------------------------------------

// −u' ∈ N_{u <= 1} + f, f = −(1 + u): u' = 1 + u, u = e^t − 1 until 1 is reached at ln 2, then u
// = 1.
TEST(Perturbed, stops_at_the_wall) {
  Process p;
  p.set = sets::at_rest(make<sets::HalfSpace>(v({1}), 1.0));
  p.start = v({0});
  p.time_end = 1.0;
  p.perturbation = [](double, const Vector& u) { return Vector(-(u.array() + 1.0)); };
  const auto events = integrate_events(p, {}, 0.05);
  ASSERT_TRUE(events);
  EXPECT_NEAR(events->last()[0], 1.0, 1e-10);
  EXPECT_EQ(events->report.events, 1);
  EXPECT_NEAR(events->at(0.5)[0], std::exp(0.5) - 1.0, 1e-6);
  // Explicit Euler before the wall: error below h e/2.
  const Solution steps = integrate_catching_up(p, 1e-3);
  EXPECT_NEAR(steps.last()[0], 1.0, 1e-14);
  EXPECT_NEAR(steps.at(0.5)[0], std::exp(0.5) - 1.0, 1e-3 * std::exp(0.5) / 2.0);
}

// ---- Prox-regular ------------------------------------------------------------------------------

// A hole of radius R, centre at ct e₁, pushes a point that sits in front of it: u = a + R(cos φ,
// sin φ). The outward normal of the complement is towards the centre, −(cos φ, sin φ), so u' = c
// cos φ (cos φ, sin φ), and R φ' (−sin φ, cos φ) = u' − c e₁ gives φ' = (c/R) sin φ: the point
// slides round the obstacle, tan(φ/2) = tan(φ₀/2) e^{ct/R}, until φ = π/2, and then stays behind.
TEST(MovingHole, pushes_the_point_aside) {
  const double c = 1.0;
  const double R = 0.5;
  const double phi0 = 0.4;
  Process p;
  p.set = sets::translated_by(make<sets::BallComplement>(Matrix(v({0, 0})), v({R})), [c](double t) {
    return v({c * t, 0});
  });
  p.start = v({R * std::cos(phi0), R * std::sin(phi0)});
  p.time_end = 2.0;
  const double t_left = R / c * std::log(1.0 / std::tan(0.5 * phi0));
  const Vector exact = v({c * t_left, R});  // φ = π/2 there
  const auto s = integrate_events(p, {}, 0.02);
  ASSERT_TRUE(s);
  EXPECT_EQ(s->report.events, 1);
  EXPECT_LE((s->last() - exact).norm(), 1e-6);
  std::vector<double> errors;
  for (const double h : {0.01, 0.005}) {
    errors.push_back((integrate_catching_up(p, h).last() - exact).norm());
  }
  EXPECT_NEAR(order(errors[0], errors[1]), 1.0, 0.3);
}

}  // namespace
}  // namespace galet::sweep::exact_solutions_test
