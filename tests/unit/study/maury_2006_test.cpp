// The exact solutions that the experiments of [Maury2006] compare with.
#include "galet/study/maury_2006.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "galet/base/random.hpp"

namespace galet::maury_2006::maury_2006_test {
namespace {

// Values of the derivation: 0.15 s², 0.25 s², 0.35 s² from s = 1; 4 times those of half the time
// from s = 2.
TEST(NonUniqueSolution, has_the_derived_values) {
  EXPECT_DOUBLE_EQ(non_unique_solution(1.0, 1.0).q, 0.0);
  EXPECT_DOUBLE_EQ(non_unique_solution(1.0, 1.5).q, 0.125);
  EXPECT_NEAR(non_unique_solution(1.0, 2.0).q, 0.15, 1e-15);
  EXPECT_NEAR(non_unique_solution(1.0, 2.4).q, 0.07, 1e-15);
  EXPECT_NEAR(non_unique_solution(1.0, 3.0).q, 0.25, 1e-15);
  EXPECT_NEAR(non_unique_solution(1.0, 10.0 / 3.0).q, 0.35, 1e-15);
  EXPECT_EQ(non_unique_solution(1.0, 3.99).q, 0.0);
  EXPECT_NEAR(non_unique_solution(2.0, 1.0).q, 0.0375, 1e-15);
  EXPECT_NEAR(non_unique_solution(2.0, 3.0 + 5.0 / 9.0).q, 7.0 / 9.0, 1e-15);
  EXPECT_NEAR(non_unique_solution(2.0, 4.0).q, 0.6, 1e-15);
  for (double t = 0.01; t < 4.0; t += 0.037) {
    EXPECT_NEAR(non_unique_solution(2.0, t).q, 4.0 * non_unique_solution(1.0, t / 2.0).q, 1e-14);
  }
}

// Each solves the problem: v' = f in flight, by differences, and landing happens before 4 s.
TEST(NonUniqueSolution, moves_under_the_load) {
  const auto f = [](double t) {
    double s = 1.0;
    while (t >= 2.0 * s) s *= 2.0;
    while (t < s) s /= 2.0;
    return t < 1.5 * s ? 1.0 : -1.8;
  };
  for (const double s : {1.0, 2.0}) {
    for (double t = 0.1; t < 4.0; t += 0.013) {
      const PointState a = non_unique_solution(s, t);
      const PointState b = non_unique_solution(s, t + 1e-4);
      if (a.q == 0.0 || b.q == 0.0 || f(t) != f(t + 1e-4)) continue;
      EXPECT_NEAR((b.v - a.v) / 1e-4, f(t), 1e-9) << s << ' ' << t;
      EXPECT_NEAR((b.q - a.q) / 1e-4, 0.5 * (a.v + b.v), 1e-9) << s << ' ' << t;
    }
  }
}

// In flight q_h = q + (h/2) v; even powers follow the solution from s = 1, odd ones that from 2.
TEST(NonUniqueScheme, is_the_solution_of_its_parity) {
  for (int n = 8; n <= 13; ++n) {
    const double h = std::ldexp(1.0, -n);
    const std::vector<double> q = non_unique_scheme(n, std::int64_t{4} << n);
    const double s = n % 2 == 0 ? 1.0 : 2.0;
    int in_flight = 0;
    for (std::size_t j = 256; j <= q.size(); ++j) {
      const double t = static_cast<double>(j) * h;
      const PointState exact = non_unique_solution(s, t);
      if (exact.q <= h) continue;  // near landing the step decides
      EXPECT_NEAR(q[j - 1], exact.q + 0.5 * h * exact.v, 1e-13) << n << ' ' << t;
      ++in_flight;
    }
    EXPECT_GT(in_flight, 30);
  }
}

TEST(NearestIncreasing, pools_neighbours_in_the_wrong_order) {
  EXPECT_EQ(nearest_increasing({1.0, 2.0, 3.0}), (std::vector<double>{1.0, 2.0, 3.0}));
  EXPECT_EQ(nearest_increasing({3.0, 2.0, 1.0}), (std::vector<double>{2.0, 2.0, 2.0}));
  EXPECT_EQ(nearest_increasing({0.0, 4.0, 2.0, 9.0, 5.0}),
            (std::vector<double>{0.0, 3.0, 3.0, 7.0, 7.0}));
}

// The theorem of the header: the scheme, with exact projections, has the positions of the exact
// solution at the ends of its steps.
TEST(NearestIncreasing, gives_the_scheme_exact_positions_for_every_step) {
  Random random(5);
  for (const double h : {0.01, 0.13, 0.5, 1.5}) {
    std::vector<double> q0(20);
    std::vector<double> u0(20);
    for (std::size_t i = 0; i < q0.size(); ++i) {
      q0[i] = static_cast<double>(i) / 19.0;
      u0[i] = 0.9 * (1.0 - 2.0 * q0[i]) + random.uniform(-1.0, 1.0);
    }
    std::vector<double> q = q0;
    std::vector<double> u = u0;
    for (int n = 1; n * h <= 3.0; ++n) {
      std::vector<double> free = q;
      std::vector<double> flight = q0;
      for (std::size_t i = 0; i < q.size(); ++i) {
        free[i] += h * u[i];
        flight[i] += n * h * u0[i];
      }
      const std::vector<double> next = nearest_increasing(free);
      const std::vector<double> exact = nearest_increasing(flight);
      for (std::size_t i = 0; i < q.size(); ++i) {
        u[i] = (next[i] - q[i]) / h;
        EXPECT_NEAR(next[i], exact[i], 1e-11) << h << ' ' << n;
      }
      q = next;
    }
  }
}

}  // namespace
}  // namespace galet::maury_2006::maury_2006_test
