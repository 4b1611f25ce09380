// What every sweeping process satisfies, for random moving sets [Moreau1999, §2–6].
#include <cmath>

#include "support/set_samples.hpp"
#include <gtest/gtest.h>

#include "galet/sweep/integrators.hpp"

namespace galet::sweep::sweeping_test {
namespace {

using sets::SetPtr;
using test::make;
using test::random_normal;

// Projections on intersections are exact to about 1e-12 of lengths of order 10.
constexpr double kRounding = 1e-10;

// A path a(t) = Σ sin(w t + φ) c.
std::function<Vector(double)> random_path(Random& random, int n) {
  const Vector a = random_normal(random, n);
  const Vector b = random_normal(random, n);
  const double w = random.uniform(1.0, 4.0);
  return [=](double t) { return Vector(a * std::sin(w * t) + b * std::cos(1.7 * w * t)); };
}

template <class F>
void for_all(int rounds, F&& f) {
  for (int round = 0; round < rounds; ++round) {
    Random random(3000 + static_cast<std::uint64_t>(round));
    const int n = 2 + round % 3;
    for (const SetPtr& set : test::random_convex_sets(random, n)) {
      f(set, n, random);
      if (::testing::Test::HasFailure()) {
        ADD_FAILURE() << set->kind() << ", round " << round;
        return;
      }
    }
  }
}

// §2.1: two solutions of the same process come never apart, step by step.
TEST(SweepingProcess, is_non_expansive) {
  for_all(12, [](const SetPtr& set, int n, Random& random) {
    Process p;
    p.set = sets::translated_by(set, random_path(random, n));
    p.start = random_normal(random, n);
    const Solution one = integrate_catching_up(p, 0.05);
    p.start = random_normal(random, n);
    const Solution two = integrate_catching_up(p, 0.05);
    for (std::size_t k = 1; k < one.path.size(); ++k) {
      ASSERT_LE((one.path[k].u - two.path[k].u).norm(),
                (one.path[k - 1].u - two.path[k - 1].u).norm() + kRounding);
    }
  });
}

// §3.1: for C0 + a(t) a step of u is not longer than that of a; the path of u not than that of a.
TEST(SweepingProcess, translation_moves_no_faster_than_its_set) {
  for_all(12, [](const SetPtr& set, int n, Random& random) {
    const auto a = random_path(random, n);
    Process p;
    p.set = sets::translated_by(set, a);
    p.start = random_normal(random, n);
    const Solution s = integrate_catching_up(p, 0.02);
    for (std::size_t k = 1; k < s.path.size(); ++k) {
      ASSERT_LE((s.path[k].u - s.path[k - 1].u).norm(),
                (a(s.path[k].time) - a(s.path[k - 1].time)).norm() + kRounding);
    }
  });
}

// §6: only the sequence of sets counts. The same sets at other instants give the same points, bit
// by bit.
TEST(SweepingProcess, is_rate_independent) {
  for_all(6, [](const SetPtr& set, int n, Random& random) {
    const auto a = random_path(random, n);
    const auto slow = sets::translated_by(set, a);
    Process p;
    p.set = slow;
    p.start = random_normal(random, n);
    p.time_end = 1.0;
    const Solution usual = integrate_catching_up(p, 0.125);
    std::vector<SetPtr> sequence{slow->at(0.0)};
    for (int k = 1; k <= 8; ++k) sequence.push_back(slow->at(0.125 * k));
    const auto timeless = catch_up(sequence, p.start);
    ASSERT_EQ((usual.last() - timeless.back()).norm(), 0.0);
    // A change of time: C∘π with π(s) = s², asked at √t; the sets agree up to rounding of π.
    p.set = sets::translated_by(set, [a](double s) { return a(s * s); });
    Vector u = p.set->at(0.0)->project(p.start).point;
    for (int k = 1; k <= 8; ++k) u = p.set->at(std::sqrt(0.125 * k))->project(u).point;
    ASSERT_LE((u - usual.last()).norm(), kRounding);
  });
}

// §2.1, §5: at rest while the set grows; u stays to the bit.
TEST(SweepingProcess, rests_while_the_set_expands) {
  for_all(6, [](const SetPtr& set, int n, Random& random) {
    Process p;
    p.set = sets::moving(n, [set](double t) { return make<sets::Inflated>(set, t * t); });
    p.start = random_normal(random, n, 3.0);
    const Solution s = integrate_catching_up(p, 0.1);
    ASSERT_LE((s.last() - s.path.front().u).norm(), kRounding);
  });
}

// §6: var(u) <= ret(C), and the jump law u⁺ = prox(C(t), u⁻).
TEST(SweepingProcess, variation_is_bounded_by_the_retraction) {
  Random random(77);
  for (int round = 0; round < 12; ++round) {
    const auto a = random_path(random, 2);
    const double when = random.uniform(0.2, 0.8);
    const Vector jump = random_normal(random, 2, 2.0);
    const SetPtr base =
        make<sets::Ellipsoid>(Vector(Vector::Zero(2)), test::random_positive(random, 2, 0.3, 1.0));
    Process p;
    p.set = sets::moved_by(base, [=](double t) {
      return sets::Placing{Vector(a(t) + (t < when ? 0.0 : 1.0) * jump),
                           sets::plane_rotation(2, 0, 1, 2.0 * t), 1.0 + 0.3 * std::sin(3.0 * t)};
    });
    p.start = random_normal(random, 2);
    p.breaks = {when};
    Solution s = integrate_catching_up(p, 0.05);
    measure(p, s);
    ASSERT_TRUE(s.report.retraction);
    // The refined grid of directions finds the excess to 1e-12 of itself.
    EXPECT_LE(s.report.variation, *s.report.retraction * (1.0 + 1e-9));
    EXPECT_LE(s.report.distance_max, kRounding);
    // The two entries at the break.
    for (std::size_t k = 1; k < s.path.size(); ++k) {
      if (s.path[k].time != s.path[k - 1].time) continue;
      EXPECT_EQ(s.path[k].time, when);
      EXPECT_EQ((p.set->at(when)->project(s.path[k - 1].u).point - s.path[k].u).norm(), 0.0);
      EXPECT_TRUE(p.set->before(when)->contains(s.path[k - 1].u));
    }
  }
}

// §4.3: the average θu⁺ + (1 − θ)u is in C(t + θh); with θ < 1 the end need not be in its set.
TEST(ThetaScheme, average_is_in_its_set) {
  for_all(6, [](const SetPtr& set, int n, Random& random) {
    for (const double theta : {0.5, 0.7, 1.0}) {
      Process p;
      p.set = sets::translated_by(set, random_path(random, n));
      p.start = random_normal(random, n);
      const double h = 0.125;
      const Solution s = integrate_theta(p, {.theta = theta}, h);
      for (std::size_t k = 1; k < s.path.size(); ++k) {
        const Vector average = theta * s.path[k].u + (1.0 - theta) * s.path[k - 1].u;
        ASSERT_TRUE(p.set->at(s.path[k - 1].time + theta * h)->contains(average, 1e-8));
      }
    }
  });
}

// h/R → ∞ is catching-up: |u_R − u| <= d of each step, (R/h)^{1/(α−1)}-small.
TEST(YosidaScheme, becomes_catching_up_for_a_stiff_penalty) {
  for_all(4, [](const SetPtr& set, int n, Random& random) {
    Process p;
    p.set = sets::translated_by(set, random_path(random, n));
    p.start = random_normal(random, n);
    const Solution exact = integrate_catching_up(p, 0.05);
    const Solution penalty =
        integrate_yosida(p, {.index = 1e-12, .alpha = 2.0, .continuation = 1}, 0.05);
    // Each of the 20 steps leaves at most R/h · |Δ| of its projection, Δ below 10.
    ASSERT_LE((exact.last() - penalty.last()).norm(), 20 * 1e-12 / 0.05 * 10.0 + kRounding);
  });
}

// §3.1–3.2 for polygons and ellipses that translate: u' = prox(−N, a'), orthogonal to a' − u',
// minimal in norm. Differences of the event-driven solution inside smooth parts.
TEST(EventDriven, velocity_is_the_projection_of_the_motion) {
  for (int round = 0; round < 8; ++round) {
    Random random(5000 + static_cast<std::uint64_t>(round));
    const SetPtr base = round % 2 == 0
                            ? make<sets::Ellipsoid>(Vector(Vector::Zero(2)),
                                                    test::random_positive(random, 2, 0.3, 1.0))
                            : SetPtr(make<sets::Box>(Vector(Eigen::Vector2d(-0.4, -0.5)),
                                                     Vector(Eigen::Vector2d(0.3, 0.6))));
    const auto a = random_path(random, 2);
    Process p;
    p.set = sets::translated_by(base, a);
    p.start = random_normal(random, 2);
    const double h = 0.0025;
    const auto s = integrate_events(p, {}, h);
    ASSERT_TRUE(s);
    const auto& path = s->path;
    int checked = 0;
    for (std::size_t k = 1; k + 1 < path.size(); ++k) {
      const double h1 = path[k].time - path[k - 1].time;
      const double h2 = path[k + 1].time - path[k].time;
      // Whole steps on both sides, without events.
      if (std::abs(h1 - h) > 1e-9 || std::abs(h2 - h) > 1e-9) continue;
      const Vector du = (path[k + 1].u - path[k - 1].u) / (2.0 * h);
      const Vector da = (a(path[k].time + h) - a(path[k].time - h)) / (2.0 * h);
      const Vector w = path[k].u - a(path[k].time);
      // At most 1e-9 from the boundary where it moves, so tolerance 1e-6 sees it as touching.
      const Vector inward = -*base->project_normal_cone(w, -da, 1e-7);
      // Central differences: h²/6 times third derivatives, of order (4·1.7)³ |a| < 1000 for the
      // motion and, for an ellipse with radii of curvature down to 0.1, some 10 times that for u.
      const double error = h * h / 6.0 * 1e4;
      ASSERT_LE((du - inward).norm(), error) << "round " << round << " t " << path[k].time;
      ASSERT_LE(std::abs(du.dot(da - du)), error * (1.0 + da.norm()));
      ASSERT_LE(du.norm(), da.norm() + error);
      ++checked;
    }
    EXPECT_GT(checked, 20);
  }
}

}  // namespace
}  // namespace galet::sweep::sweeping_test
