// Radii drawn from a distribution follow it, by number and by mass.
//
// For n independent draws the largest distance between the drawn and the true distribution function
// exceeds 1.95/√n in one of a thousand cases (Kolmogorov); seeds are fixed, so a test passes or
// not.
#include "galet/build/radius_law.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "support/scenes.hpp"

namespace galet::radius_law_test {
namespace {

constexpr std::size_t kCount = 40000;
const double kKolmogorov = 1.95 / std::sqrt(static_cast<double>(kCount));

std::vector<double> drawn(const RadiusDistribution& distribution,
                          BallSolid solid = BallSolid::sphere) {
  Random random(7);
  std::vector<double> radii = RadiusLaw("radius", distribution, solid).draw(kCount, random);
  std::ranges::sort(radii);
  return radii;
}

// The largest distance between the distribution of sorted radii and F.
double distance_to(const std::vector<double>& radii, const std::function<double(double)>& F) {
  double largest = 0.0;
  const auto n = static_cast<double>(radii.size());
  for (std::size_t k = 0; k < radii.size(); ++k) {
    largest = std::max({largest, std::abs(F(radii[k]) - static_cast<double>(k) / n),
                        std::abs(F(radii[k]) - static_cast<double>(k + 1) / n)});
  }
  return largest;
}

// The same for the share of the mass r^power below a radius; a share is a sum of n masses over
// their sum, so that n is to be replaced by (Σ m)²/Σ m².
double mass_distance_to(const std::vector<double>& radii, double power,
                        const std::function<double(double)>& F) {
  double mass = 0.0;
  double squares = 0.0;
  for (const double r : radii) {
    mass += std::pow(r, power);
    squares += std::pow(r, 2.0 * power);
  }
  double largest = 0.0;
  double below = 0.0;
  for (const double r : radii) {
    below += std::pow(r, power);
    largest = std::max(largest, std::abs(F(r) - below / mass));
  }
  return largest * mass / std::sqrt(squares);
}

RadiusDistribution between(double min, double max) {
  RadiusDistribution d;
  d.min = min;
  d.max = max;
  return d;
}

// A gap between 2 and 4 mm.
RadiusDistribution gap_graded() {
  RadiusDistribution d;
  d.diameter = {0.001, 0.002, 0.004, 0.008};
  d.passing = {0.0, 30.0, 30.0, 100.0};
  return d;
}

// Straight over ln d between the points.
double passing_of(const RadiusDistribution& d, double radius) {
  for (std::size_t k = 1; k < d.diameter.size(); ++k) {
    if (2.0 * radius > d.diameter[k]) continue;
    const double s =
        std::log(2.0 * radius / d.diameter[k - 1]) / std::log(d.diameter[k] / d.diameter[k - 1]);
    return 0.01 * (d.passing[k - 1] + s * (d.passing[k] - d.passing[k - 1]));
  }
  return 1.0;
}

TEST(RadiusLaw, a_grading_curve_is_by_mass) {
  const RadiusDistribution d = gap_graded();
  const auto F = [&](double r) { return passing_of(d, r); };
  EXPECT_LT(mass_distance_to(drawn(d), 3.0, F), 1.95);
  EXPECT_LT(mass_distance_to(drawn(d, BallSolid::disc), 2.0, F), 1.95);
  EXPECT_GT(mass_distance_to(drawn(d, BallSolid::disc), 3.0, F), 4.0);  // the solid matters
}

TEST(RadiusLaw, a_grading_curve_by_number) {
  RadiusDistribution d = gap_graded();
  d.by = SizeShare::number;
  const std::vector<double> radii = drawn(d);
  EXPECT_LT(distance_to(radii, [&](double r) { return passing_of(d, r); }), kKolmogorov);
  EXPECT_TRUE(std::ranges::none_of(radii, [](double r) { return r > 0.001 && r < 0.002; }));
  EXPECT_GE(radii.front(), 0.0005);
  EXPECT_LE(radii.back(), 0.004);
}

// F = (r^a − min^a)/(max^a − min^a) with a = 1 − exponent, ln(r/min)/ln(max/min) for a = 0.
TEST(RadiusLaw, power_laws_by_number) {
  for (const double exponent : {-2.0, 0.5, 1.0, 3.5}) {
    RadiusDistribution d = between(0.01, 0.05);
    d.exponent = exponent;
    const double a = 1.0 - exponent;
    const auto F = [&](double r) {
      if (a == 0.0) return std::log(r / 0.01) / std::log(5.0);
      return (std::pow(r / 0.01, a) - 1.0) / (std::pow(5.0, a) - 1.0);
    };
    EXPECT_LT(distance_to(drawn(d), F), kKolmogorov) << exponent;
  }
}

TEST(RadiusLaw, uniform_and_power_laws_by_mass) {
  RadiusDistribution d = between(0.01, 0.03);
  d.by = SizeShare::mass;
  EXPECT_LT(mass_distance_to(drawn(d), 3.0, [](double r) { return (r - 0.01) / 0.02; }), 1.95);
  d.exponent = 2.0;
  const auto F = [](double r) { return (1.0 / 0.01 - 1.0 / r) / (1.0 / 0.01 - 1.0 / 0.03); };
  EXPECT_LT(mass_distance_to(drawn(d), 3.0, F), 1.95);
}

TEST(RadiusLaw, steep_power_laws_neither_overflow_nor_leave_their_limits) {
  for (const double exponent : {-100.0, 100.0}) {
    RadiusDistribution d = between(1e-6, 1.0);
    d.exponent = exponent;
    const std::vector<double> radii = drawn(d);
    // The median: F = 1/2 at max 2^(−1/101) and min 2^(1/99).
    const double median = exponent < 0 ? std::pow(0.5, 1.0 / 101.0) : 1e-6 * std::pow(2, 1 / 99.0);
    EXPECT_NEAR(radii[kCount / 2] / median, 1.0, 1e-3);
    EXPECT_GE(radii.front(), 1e-6);
    EXPECT_LE(radii.back(), 1.0);
  }
}

double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

TEST(RadiusLaw, log_normal_with_cut_offs_by_number_and_by_mass) {
  RadiusDistribution d = between(0.006, 0.03);
  d.median = 0.01;
  d.sigma = 0.4;
  const auto F = [](double r) {
    const auto share = [](double x) { return normal_cdf(std::log(x / 0.01) / 0.4); };
    return (share(r) - share(0.006)) / (share(0.03) - share(0.006));
  };
  EXPECT_LT(distance_to(drawn(d), F), kKolmogorov);
  d.by = SizeShare::mass;
  EXPECT_LT(mass_distance_to(drawn(d), 3.0, F), 1.95);
  EXPECT_LT(mass_distance_to(drawn(d, BallSolid::disc), 2.0, F), 1.95);
}

// Far above the median only the tail φ(x)/x e^(−x (y − x)) counts: from 20 σ on, y − x has the mean
// 1/20 to within (1/20)².
TEST(RadiusLaw, the_far_tail_of_a_log_normal_law_keeps_its_shape) {
  RadiusDistribution d = between(std::exp(20.0 * 0.1), std::exp(25.0 * 0.1));
  d.median = 1.0;
  d.sigma = 0.1;
  double mean = 0.0;
  for (const double r : drawn(d)) mean += (std::log(r) / 0.1 - 20.0) / kCount;
  EXPECT_NEAR(mean, 0.05, 0.05 / 400.0 + 4.0 * 0.05 / std::sqrt(kCount));
}

TEST(RadiusLaw, values_by_mass_have_their_shares_of_the_mass) {
  RadiusDistribution d;
  d.values.values = {0.1, 0.3};
  d.weights.values = {1.0, 3.0};
  d.by = SizeShare::mass;
  // Of 27 + 3 bodies 27 are small.
  const auto small = static_cast<double>(std::ranges::count(drawn(d), 0.1));
  EXPECT_NEAR(small / kCount, 0.9, 4.0 * 0.3 / std::sqrt(kCount));
}

TEST(RadiusLaw, takes_one_random_number_for_each_body) {
  RadiusDistribution log_normal = between(0.006, 0.03);
  log_normal.median = 0.01;
  log_normal.sigma = 0.4;
  for (const RadiusDistribution& d : {gap_graded(), log_normal, between(0.1, 0.1)}) {
    Random random(3);
    RadiusLaw("radius", d, BallSolid::disc).draw(10, random);
    Random plain(3);
    for (int k = 0; k < 10; ++k) plain.uniform();
    EXPECT_EQ(random.bits(), plain.bits());
  }
}

std::string refusal(const RadiusDistribution& d) {
  try {
    RadiusLaw("radius", d, BallSolid::sphere);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(RadiusLaw, refuses_curves_that_are_none) {
  RadiusDistribution d = gap_graded();
  d.passing = {0, 40, 30, 100};
  EXPECT_EQ(refusal(d), "radius.passing[2]: must not be below the one before (40), got 30");
  d = gap_graded();
  d.diameter[2] = 0.002;
  EXPECT_EQ(refusal(d), "radius.diameter[2]: must be above the one before (0.002), got 0.002");
  d = gap_graded();
  d.passing.pop_back();
  EXPECT_EQ(refusal(d), "radius.passing: expected one per diameter (4), got 3");
  d = gap_graded();
  d.passing = {5, 30, 30, 90};
  EXPECT_TRUE(refusal(d).starts_with(
      "radius.passing: must go from 0 to 100 %, goes from 5 to 90; the first diameter is"));
  d.diameter = {0.1};
  EXPECT_EQ(refusal(d), "radius.diameter: a grading curve needs two points or more");
}

TEST(RadiusLaw, refuses_keys_that_do_not_go_together) {
  RadiusDistribution d = gap_graded();
  d.min = 0.1;
  d.max = 0.2;
  EXPECT_TRUE(refusal(d).starts_with("radius: expected a number, {min, max}, {values, weights}"));
  d = {};
  d.median = 0.1;
  d.sigma = 0.3;
  d.values.values = {0.1};
  EXPECT_EQ(refusal(d),
            "radius.min: missing; a log-normal distribution needs the smallest and the "
            "largest radius");
  d = between(0.1, 0.2);
  d.sigma = 0.3;
  EXPECT_EQ(refusal(d), "radius: median and sigma belong together");
  d.median = 0.1;
  d.exponent = 1.0;
  EXPECT_EQ(refusal(d),
            "radius.exponent: a distribution is log-normal or a power law; leave one "
            "of them out");
  d = between(10.0, 20.0);
  d.median = 0.1;
  d.sigma = 0.1;
  EXPECT_TRUE(refusal(d).starts_with("radius.min: is 46.1 standard deviations from the median"))
      << refusal(d);
}

}  // namespace
}  // namespace galet::radius_law_test
