#include "galet/law/compliance.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace galet::compliance_test {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();

// The same quotients in long double (64 bits of mantissa) with the mean value theorem in the form
// S = α ∫ (y + s (x − y))^(α−1) ds, ∂S/∂x = α (α−1) ∫ s (y + s (x − y))^(α−2) ds over [0, 1], [.]₊
// inside. The integrals are of one sign, so nothing cancels; Gauss's rule with 20 points on the
// part where the integrand is positive, cut into pieces that halve towards the end where it may be
// singular.
long double integral(long double x, long double y, long double power, bool weighted) {
  constexpr std::array<long double, 10> node{
      0.0765265211334973337546404093988382L, 0.2277858511416450780804961953685746L,
      0.3737060887154195606725481770249272L, 0.5108670019508270980043640509552510L,
      0.6360536807265150254528366962262859L, 0.7463319064601507926143050703556416L,
      0.8391169718222188233945290617015207L, 0.9122344282513259058677524412032981L,
      0.9639719272779137912676661311972772L, 0.9931285991850949247861223884713203L};
  constexpr std::array<long double, 10> weight{
      0.1527533871307258506980843319550976L, 0.1491729864726037467878287370019694L,
      0.1420961093183820513292983250671649L, 0.1316886384491766268984944997481631L,
      0.1181945319615184173123773777113823L, 0.1019301198172404350367501354803499L,
      0.0832767415767047487247581432220462L, 0.0626720483341090635695065351870416L,
      0.0406014298003869413310399522749321L, 0.0176140071391521183118619623518528L};
  // The part of [0, 1] with y + s (x − y) > 0.
  long double from = 0.0L;
  long double to = 1.0L;
  if (y <= 0.0L) from = y / (y - x);
  if (x <= 0.0L) to = y / (y - x);
  const auto f = [&](long double s) {
    const long double z = y + s * (x - y);
    return (weighted ? s : 1.0L) * (z > 0.0L ? std::pow(z, power) : 0.0L);
  };
  const auto panel = [&](long double a, long double b) {
    long double sum = 0.0L;
    for (std::size_t k = 0; k < node.size(); ++k) {
      const long double r = 0.5L * (b - a) * node[k];
      sum += weight[k] * (f(0.5L * (a + b) - r) + f(0.5L * (a + b) + r));
    }
    return 0.5L * (b - a) * sum;
  };
  // Towards the end where the base is smallest.
  const bool towards_start = x > y;
  long double sum = 0.0L;
  long double length = to - from;
  for (int k = 0; k < 70; ++k) {
    length *= 0.5L;
    sum += towards_start ? panel(from + length, from + 2.0L * length)
                         : panel(to - 2.0L * length, to - length);
  }
  return sum + (towards_start ? panel(from, from + length) : panel(to - length, to));
}

ValueSlope exact(double x, double y, double alpha) {
  const long double a = alpha;
  return {static_cast<double>(a * integral(x, y, a - 1.0L, false)),
          static_cast<double>(a * (a - 1.0L) * integral(x, y, a - 2.0L, true))};
}

// Twelve decades of d' − d, both signs, for contacts that stay, enter and leave. The slope is the
// worst: 1/|w| <= 4 units of round-off times α from the quotient, and pow; 64 units in all.
TEST(DividedPower, AgreesWithTheIntegralOverTwelveDecades) {
  for (const double alpha : {2.0, 2.5, 3.0, 3.7, 4.0, 7.0, 9.0, 12.5}) {
    for (const double y : {1e-3, -1e-3, 1e-9, -1e-9, 0.0}) {
      for (int decade = -12; decade <= 0; ++decade) {
        for (const double sign : {1.0, -1.0}) {
          const double x = y + sign * 3.7 * std::pow(10.0, decade) * 1e-3;
          if (x == y) continue;
          const ValueSlope s = divided_power(x, y, alpha);
          const ValueSlope e = exact(x, y, alpha);
          EXPECT_NEAR(s.value, e.value, 64.0 * kEps * e.value) << x << " " << y << " " << alpha;
          EXPECT_NEAR(s.slope, e.slope, 64.0 * kEps * alpha * e.slope)
              << x << " " << y << " " << alpha;
        }
      }
    }
  }
}

TEST(DividedPower, CoincidentOverlapsGiveTheDerivatives) {
  for (const double alpha : {2.0, 2.5, 3.0, 4.0, 9.5}) {
    const double d = 0.3;
    const ValueSlope s = divided_power(d, d, alpha);
    EXPECT_NEAR(s.value, alpha * std::pow(d, alpha - 1.0), 8.0 * kEps * s.value);
    EXPECT_NEAR(s.slope, 0.5 * alpha * (alpha - 1.0) * std::pow(d, alpha - 2.0),
                8.0 * kEps * s.slope);
  }
}

// Nothing acts without penetration at either end; a contact that leaves still pushes.
TEST(DividedPower, IsZeroOnlyWithoutPenetration) {
  EXPECT_EQ(divided_power(-1.0, -2.0, 2.5).value, 0.0);
  EXPECT_EQ(divided_power(0.0, 0.0, 2.0).value, 0.0);
  EXPECT_GT(divided_power(-1.0, 0.1, 2.5).value, 0.0);
  EXPECT_GT(divided_power(0.1, -1.0, 2.5).value, 0.0);
}

TEST(Compliance, NormalisationsNameTheForceOfAStaticOverlap) {
  const double k = 7.0;
  const double d = 0.2;
  for (const double a : {2.0, 2.5, 3.0}) {
    const auto force = [&](Normalisation n) {
      return static_force({.exponent = a, .factor = energy_factor(n, k, a)}, d).value;
    };
    const double unit = std::pow(d, a - 1.0);
    EXPECT_NEAR(force(Normalisation::force), k * unit, 1e-14);
    EXPECT_NEAR(force(Normalisation::half_potential), 0.5 * a * k * unit, 1e-14);
    EXPECT_NEAR(force(Normalisation::potential), a * k * unit, 1e-14);
  }
}

// Work of the force over a step, λ (d' − d), against the stored energy: equal for inc; for snc and
// for the blend it exceeds it (the rest is lost), because φ is convex.
TEST(Compliance, WorkOfAStepIsTheStoredEnergyOrMore) {
  const std::array<double, 5> overlaps{-0.3, -0.01, 0.02, 0.1, 0.4};
  for (const double alpha : {2.0, 2.5, 3.0, 4.0}) {
    for (const double d : overlaps) {
      for (const double end : overlaps) {
        if (d == end) continue;
        const Compliance inc{.exponent = alpha, .factor = 5.0};
        const Compliance snc{.kind = ComplianceKind::snc, .exponent = alpha, .factor = 5.0};
        const Compliance mixed{.exponent = alpha, .factor = 5.0, .blend = 0.5};
        const auto lost = [&](const Compliance& law) {
          return step_force(law, end, d).value * (end - d) -
                 (stored_energy(law, end) - stored_energy(law, d));
        };
        EXPECT_NEAR(lost(inc), 0.0, 1e-14);
        EXPECT_GE(lost(snc), -1e-15);
        EXPECT_GE(lost(mixed), -1e-15);
      }
    }
  }
}

// Slopes against differences; e > 0 is checked by its formula as well.
TEST(Compliance, SlopesAreDerivatives) {
  for (const auto kind : {ComplianceKind::snc, ComplianceKind::inc}) {
    for (const double blend : {0.0, 0.5}) {
      const Compliance law{.kind = kind, .exponent = 2.7, .factor = 3.0, .blend = blend};
      for (const double d : {-0.1, 0.2}) {
        for (const double end : {-0.05, 0.15, 0.3}) {
          const double step = 1e-6;
          const double slope =
              (step_force(law, end + step, d).value - step_force(law, end - step, d).value) /
              (2.0 * step);
          // Second difference quotients: h² f'''/6, f''' below 100 here, and round-off eps/h.
          EXPECT_NEAR(step_force(law, end, d).slope, slope, 1e-8) << end << " " << d;
        }
      }
    }
  }
  const Compliance plain{.exponent = 3.0, .factor = 4.0};
  const Compliance mixed{.exponent = 3.0, .factor = 4.0, .blend = 0.5};
  EXPECT_NEAR(step_force(mixed, 0.2, 0.1).value,
              (step_force(plain, 0.2, 0.1).value + 0.5 * 4.0 * 0.2) / 1.5, 1e-15);
}

}  // namespace
}  // namespace galet::compliance_test
