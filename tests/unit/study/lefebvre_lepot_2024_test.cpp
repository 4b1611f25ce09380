// The exact solutions that the experiments of [LefebvreLepot2024] compare with.
#include "galet/study/lefebvre_lepot_2024.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace galet::lefebvre_lepot_2024::lefebvre_lepot_2024_test {
namespace {

// m v + γ + β = Φ; q >= 0, γ* <= γ <= 0, q γ = 0; β moves only where γ = γ*, and never up.
TEST(GlueySolution, satisfies_the_law) {
  for (const double star : {-1e300, -5.0, -4.0, -3.0, -1.0, 0.0}) {
    double beta = 0.0;
    for (double t = 0.0; t <= 6.0; t += 0.01) {
      const GlueyBall s = gluey_solution(t, star);
      EXPECT_NEAR(s.v + s.gamma + s.beta, load_impulse(t), 1e-12) << star << ' ' << t;
      EXPECT_GE(s.q, 0.0);
      EXPECT_LE(s.gamma, 0.0);
      EXPECT_GE(s.gamma, star - 1e-12);
      EXPECT_EQ(s.q * s.gamma, 0.0);
      EXPECT_LE(s.beta, beta);
      if (s.beta != beta) {
        EXPECT_NEAR(s.gamma, star, 1e-12);
      }
      beta = s.beta;
    }
  }
}

TEST(GlueySolution, lets_go_when_the_push_is_paid_back) {
  EXPECT_EQ(gluey_release(-1e300), 4.0);
  EXPECT_EQ(gluey_release(-3.0), 3.5);
  EXPECT_EQ(gluey_release(0.0), 2.0);
  EXPECT_EQ(gluey_solution(2.0, -1e300).gamma, -4.0);
  EXPECT_EQ(gluey_solution(2.0, -3.0).beta, -1.0);
}

// Without load, from q = 1 at rest, nothing moves; with it the first instants are a fall.
TEST(LubricatedBall, falls_like_a_free_one_at_first) {
  LubricatedBall ball(0.1, 1e-5);
  while (ball.time() < 0.1 - 1e-9) ball.advance();
  // |d| <= μ ∫ −ln(1 − t²) ~ μ t³/3, and t h of implicit Euler.
  EXPECT_NEAR(ball.q(), 1.0 - 0.01, 0.1 * 1e-3 / 3.0 + 2e-6);
}

// Deep in the film q' is nothing and γ_μ = Φ.
TEST(LubricatedBall, film_carries_the_load) {
  LubricatedBall ball(0.01, 1e-4);
  while (ball.time() < 2.0 - 1e-9) ball.advance();
  EXPECT_NEAR(ball.gamma(), -4.0, 1e-12);
}

// Halving the step halves the error: first order, in the flight after the film.
TEST(LubricatedBall, is_first_order) {
  double q[3];
  double h = 4e-3;
  for (double& end : q) {
    LubricatedBall ball(0.3, h);
    while (ball.time() < 6.0 - 0.5 * h) ball.advance();
    end = ball.q();
    h /= 2.0;
  }
  EXPECT_NEAR((q[1] - q[0]) / (q[2] - q[1]), 2.0, 0.05);
}

}  // namespace
}  // namespace galet::lefebvre_lepot_2024::lefebvre_lepot_2024_test
