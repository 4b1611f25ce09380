#include "galet/base/random.hpp"

#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace galet::random_test {
namespace {

// Published outputs of SplitMix64 (reference implementation of S. Vigna; the first is also the
// test vector of java.util.SplittableRandom ports).
TEST(Random, gives_the_published_sequence) {
  Random zero(0);
  for (const std::uint64_t expected : {0xe220a8397b1dcdafULL, 0x6e789e6aa1b965f4ULL,
                                       0x06c45d188009454fULL, 0xf88bb8a8724c81ecULL}) {
    EXPECT_EQ(zero.bits(), expected);
  }
  Random seeded(1234567);
  for (const std::uint64_t expected :
       {6457827717110365317ULL, 3203168211198807973ULL, 9817491932198370423ULL,
        4593380528125082431ULL, 16408922859458223821ULL}) {
    EXPECT_EQ(seeded.bits(), expected);
  }
}

TEST(Random, state_restores_the_stream) {
  Random a(42);
  for (int k = 0; k < 10; ++k) a.bits();
  Random b(a.state());
  for (int k = 0; k < 10; ++k) EXPECT_EQ(a.bits(), b.bits());
}

// Moments of the uniform distribution. The mean of n draws has the standard deviation
// sqrt(var/n); six of them are exceeded with probability 2e-9.
TEST(Random, uniform_has_the_moments_of_the_uniform_distribution) {
  constexpr int n = 200000;
  Random random(7);
  double sum = 0.0, sum2 = 0.0, lag = 0.0, previous = 0.5;
  for (int k = 0; k < n; ++k) {
    const double x = random.uniform();
    ASSERT_GE(x, 0.0);
    ASSERT_LT(x, 1.0);
    sum += x;
    sum2 += x * x;
    lag += (x - 0.5) * (previous - 0.5);
    previous = x;
  }
  EXPECT_NEAR(sum / n, 1.0 / 2.0, 6.0 * std::sqrt(1.0 / 12.0 / n));
  EXPECT_NEAR(sum2 / n, 1.0 / 3.0, 6.0 * std::sqrt((1.0 / 5.0 - 1.0 / 9.0) / n));
  EXPECT_NEAR(lag / n, 0.0, 6.0 * std::sqrt(1.0 / 144.0 / n));  // successive draws uncorrelated
}

TEST(Random, uniform_in_an_interval_stays_in_it) {
  Random random(3);
  for (int k = 0; k < 10000; ++k) {
    const double x = random.uniform(-3.0, 5.0);
    ASSERT_GE(x, -3.0);
    ASSERT_LT(x, 5.0);
  }
}

// Chi-square over the classes: mean n − 1, variance 2(n − 1); six deviations.
TEST(Random, below_is_unbiased) {
  for (const std::uint64_t n : {2, 3, 7, 10, 100}) {
    Random random(n);
    constexpr int draws = 100000;
    std::vector<int> count(n, 0);
    for (int k = 0; k < draws; ++k) {
      const std::uint64_t x = random.below(n);
      ASSERT_LT(x, n);
      ++count[x];
    }
    const double expected = static_cast<double>(draws) / static_cast<double>(n);
    double chi2 = 0.0;
    for (const int c : count) chi2 += (c - expected) * (c - expected) / expected;
    const double freedom = static_cast<double>(n - 1);
    EXPECT_LT(chi2, freedom + 6.0 * std::sqrt(2.0 * freedom) + 6.0) << n;
  }
}

// With n = 3·2^62 a plain remainder would give the lower third twice as often (2/4 against 1/3).
TEST(Random, below_is_unbiased_for_huge_ranges) {
  const std::uint64_t n = 3ULL << 62;
  Random random(11);
  constexpr int draws = 30000;
  int low = 0;
  for (int k = 0; k < draws; ++k) low += random.below(n) < (1ULL << 62) ? 1 : 0;
  EXPECT_NEAR(low / static_cast<double>(draws), 1.0 / 3.0, 6.0 * std::sqrt(2.0 / 9.0 / draws));
}

TEST(Random, below_one_is_zero_and_powers_of_two_work) {
  Random random(5);
  for (int k = 0; k < 100; ++k) {
    EXPECT_EQ(random.below(1), 0u);
    EXPECT_LT(random.below(1ULL << 63), 1ULL << 63);
  }
}

// Moments of the normal distribution: E x = 0, E x² = 1, E x⁴ = 3, with variances 1, 2, 96.
TEST(Random, normal_has_the_moments_of_the_normal_distribution) {
  constexpr int n = 200000;
  Random random(9);
  double m1 = 0.0, m2 = 0.0, m4 = 0.0;
  for (int k = 0; k < n; ++k) {
    const double x = random.normal();
    ASSERT_TRUE(std::isfinite(x));
    m1 += x;
    m2 += x * x;
    m4 += x * x * x * x;
  }
  EXPECT_NEAR(m1 / n, 0.0, 6.0 * std::sqrt(1.0 / n));
  EXPECT_NEAR(m2 / n, 1.0, 6.0 * std::sqrt(2.0 / n));
  EXPECT_NEAR(m4 / n, 3.0, 6.0 * std::sqrt(96.0 / n));
}

}  // namespace
}  // namespace galet::random_test
