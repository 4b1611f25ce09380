#include "galet/law/coulomb.hpp"

#include "support/random_vectors.hpp"
#include <gtest/gtest.h>

#include "galet/law/restitution.hpp"

namespace galet::coulomb_test {
namespace {

using test::random_log;
using test::random_vector;

template <int D>
struct Sample {
  Vec<D> p;
  Vec<D> u;
};

// Pairs (p, û) that obey the law, written down from its definition.
template <int D>
Sample<D> obeying(Random& random, ContactStatus status, double mu) {
  Sample<D> s{Vec<D>::Zero(), Vec<D>::Zero()};
  const Eigen::Matrix<double, D - 1, 1> direction = random_vector<D - 1>(random).normalized();
  switch (status) {
    case ContactStatus::gap:  // no impulse, opening or grazing with any tangential velocity
      s.u[0] = random.below(2) == 0 ? 0.0 : std::abs(random.normal());
      s.u.template tail<D - 1>() = random.normal() * direction;
      break;
    case ContactStatus::stick:  // no velocity, impulse in the cone
      s.p = test::random_in_cone<D>(random, mu, 1.0);
      break;
    case ContactStatus::slip:  // û_n = 0, friction at its limit against the slip
      s.p[0] = std::abs(random.normal());
      s.u.template tail<D - 1>() = std::abs(random.normal()) * direction;
      s.p.template tail<D - 1>() = -mu * s.p[0] * direction;
      break;
  }
  return s;
}

// Rounding: x = p − û/w has entries of size (|p| + (1 + mu)|û|/w), the result is multiplied by w;
// the test of the cone adds another factor 1 + mu.
template <int D>
double rounding(const Sample<D>& s, double mu, double w) {
  return 1e-15 * (1.0 + mu) * (1.0 + mu) * (w * s.p.norm() + s.u.norm());
}

template <int D>
void check_zero_when_the_law_holds() {
  Random random(1);
  for (const double mu : {0.0, 0.1, 0.5, 1.0, 3.0}) {
    for (const auto status : {ContactStatus::gap, ContactStatus::stick, ContactStatus::slip}) {
      for (int k = 0; k < 100; ++k) {
        const double w = random_log(random, 1e-3, 1e3);
        const Sample<D> s = obeying<D>(random, status, mu);
        EXPECT_LE(coulomb_residual<D>(s.p, s.u, mu, w), rounding<D>(s, mu, w))
            << name_of(status) << " mu " << mu;
      }
    }
  }
}
TEST(CoulombResidual, is_zero_when_the_law_holds_2d) { check_zero_when_the_law_holds<2>(); }
TEST(CoulombResidual, is_zero_when_the_law_holds_3d) { check_zero_when_the_law_holds<3>(); }

// A contact without impulse that does not approach obeys the law exactly, whatever its slip: not
// even rounding may be left, since no other velocity of the problem need set a scale.
TEST(CoulombResidual, is_exactly_zero_without_impulse_and_approach) {
  Random random(2);
  for (int k = 0; k < 1000; ++k) {
    const double mu = random.uniform(0.0, 2.0), w = random_log(random, 1e-3, 1e3);
    const Sample<3> s3 = obeying<3>(random, ContactStatus::gap, mu);
    EXPECT_EQ(coulomb_residual<3>(s3.p, s3.u, mu, w), 0.0);
    const Sample<2> s2 = obeying<2>(random, ContactStatus::gap, mu);
    EXPECT_EQ(coulomb_residual<2>(s2.p, s2.u, mu, w), 0.0);
  }
}

// How far, in closed form, when one condition is broken by v (w = 2, mu = 1/2, p_n = 1).
TEST(CoulombResidual, measures_each_violation_in_metres_per_second) {
  const double mu = 0.5, w = 2.0, v = 0.125;
  const Vec<2> none = Vec<2>::Zero();
  // Approaching without impulse: the projection gives back v/w.
  EXPECT_DOUBLE_EQ(coulomb_residual<2>(none, Vec<2>(-v, 0.0), mu, w), v);
  // Opening with an impulse, and approaching with one.
  EXPECT_DOUBLE_EQ(coulomb_residual<2>(Vec<2>(1.0, 0.0), Vec<2>(v, 0.0), mu, w), v);
  EXPECT_DOUBLE_EQ(coulomb_residual<2>(Vec<2>(1.0, 0.0), Vec<2>(-v, 0.0), mu, w), v);
  // Pulling: the nearest admissible impulse is none.
  EXPECT_DOUBLE_EQ(coulomb_residual<2>(Vec<2>(-1.0, 0.0), none, mu, w), w);
  // Slipping with no friction at all: x = p − (mu v, v)/w stays in the cone.
  EXPECT_DOUBLE_EQ(coulomb_residual<2>(Vec<2>(1.0, 0.0), Vec<2>(0.0, v), mu, w),
                   v * std::hypot(1.0, mu));
  // Friction of twice the limit: distance to the edge (1, mu), that is mu/√(1 + mu²).
  EXPECT_DOUBLE_EQ(coulomb_residual<2>(Vec<2>(1.0, 2.0 * mu), none, mu, w),
                   w * mu / std::hypot(1.0, mu));
  // Friction that drives the slip.
  EXPECT_GT(coulomb_residual<2>(Vec<2>(1.0, mu), Vec<2>(0.0, v), mu, w), 0.5 * v);
}

// A break of any one condition by a share s of the scale gives a residual of that order. Least
// factor: the projection moves at least by the violation divided by 2(1 + mu)².
template <int D>
void check_positive_when_the_law_fails() {
  Random random(3);
  for (const double mu : {0.1, 0.5, 1.0}) {
    for (int k = 0; k < 200; ++k) {
      Sample<D> s = obeying<D>(random, ContactStatus::stick, mu);
      if (s.p[0] < 1e-2) continue;
      const Vec<D> u = random_vector<D>(random, 0.1);  // w p·n is at least 0.01: not sticking
      EXPECT_GT(coulomb_residual<D>(0.5 * s.p, u, mu, 1.0), 0.0);
      const double share = random.uniform(0.1, 1.0);
      Vec<D> outside = s.p;
      outside.template tail<D - 1>() =
          random_vector<D - 1>(random).normalized() * (mu * s.p[0] * (1.0 + share));
      EXPECT_GE(coulomb_residual<D>(outside, Vec<D>::Zero(), mu, 1.0),
                mu * s.p[0] * share / (2.0 * (1.0 + mu) * (1.0 + mu)));
    }
  }
}
TEST(CoulombResidual, is_positive_when_the_law_fails_2d) { check_positive_when_the_law_fails<2>(); }
TEST(CoulombResidual, is_positive_when_the_law_fails_3d) { check_positive_when_the_law_fails<3>(); }

// Units. A new unit of velocity multiplies p and û: so does it the residual. A new unit of mass
// multiplies p and divides w: the residual stays. Exact for powers of two.
TEST(CoulombResidual, follows_the_units) {
  Random random(4);
  for (int k = 0; k < 200; ++k) {
    const Vec<3> p = random_vector<3>(random), u = random_vector<3>(random);
    const double mu = random.uniform(0.0, 2.0), w = random_log(random, 0.1, 10.0);
    const double rho = coulomb_residual<3>(p, u, mu, w);
    EXPECT_EQ(coulomb_residual<3>(0x1p20 * p, 0x1p20 * u, mu, w), 0x1p20 * rho);
    EXPECT_EQ(coulomb_residual<3>(0x1p-33 * p, u, mu, 0x1p33 * w), rho);
  }
}

TEST(CoulombStatus, tells_gap_stick_and_slip) {
  EXPECT_EQ(coulomb_status<2>(Vec<2>(0.0, 0.0), 0.5), ContactStatus::gap);
  EXPECT_EQ(coulomb_status<2>(Vec<2>(1.0, 0.3), 0.5), ContactStatus::stick);
  EXPECT_EQ(coulomb_status<2>(Vec<2>(1.0, -0.5), 0.5), ContactStatus::slip);
  EXPECT_EQ(coulomb_status<3>(Vec<3>(1.0, 0.3, -0.4), 0.5), ContactStatus::slip);
  EXPECT_EQ(coulomb_status<3>(Vec<3>(1.0, 0.3, 0.3), 0.5), ContactStatus::stick);
  EXPECT_EQ(coulomb_status<2>(Vec<2>(1.0, 0.0), 0.0), ContactStatus::slip);
}

// û = u⁺ + E u⁻; the law û_n = 0 then says u⁺_n = −e u⁻_n, Newton's law.
TEST(Restitution, shifts_normal_and_tangential_parts_apart) {
  EXPECT_EQ(restituted<3>({0.5, -0.25}, Vec<3>(1.0, 0.0, 0.0), Vec<3>(-2.0, 4.0, 8.0)),
            Vec<3>(-1.0, -1.0, -2.0));
  EXPECT_EQ(restituted<2>({0.0, 1.0}, Vec<2>(0.0, 1.0), Vec<2>(4.0, -2.0)), Vec<2>(4.0, 0.0));
  EXPECT_EQ(restituted<2>({}, Vec<2>(1.0, 0.0), Vec<2>(-2.0, 4.0)), Vec<2>(0.0, 0.0));
}

}  // namespace
}  // namespace galet::coulomb_test
