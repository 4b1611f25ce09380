// One compliant contact: its tangent is the derivative of its force, in every branch; its work is
// that of the stored energy; it makes no angular momentum.
#include "galet/problem/compliant_contact.hpp"

#include <cmath>

#include "support/random_vectors.hpp"
#include <gtest/gtest.h>

namespace galet::compliant_contact_test {
namespace {

using test::random_unit;
using test::random_vector;

template <int D>
struct Case {
  CompliantLaw law;
  CompliantContact<D> contact;
  RelativeMotion<D> motion;  // V and W at y = z = 0
  FaceAtEnd<D> face;         // at y = 0
};

constexpr double kReach = 0.5;

// A pair with the overlap d at the start.
template <int D>
Case<D> pair(Random& random, double d, double mu, double c_t) {
  Case<D> c;
  c.law.compliance = {.exponent = 2.6, .factor = 40.0, .c_t = c_t};
  c.law.friction = mu;
  c.contact.overlap = d;
  c.contact.reach = kReach;
  c.contact.x = (kReach - d) * random_unit<D>(random);
  c.contact.length = c.contact.x.norm();
  c.contact.share_a = 0.3;
  c.contact.share_b = 0.7;
  c.motion.V = random_vector<D>(random);
  c.motion.W = random_vector<spin_dimension<D>>(random);
  c.motion.rate = 20.0;
  return c;
}

template <int D>
Case<D> at_wall(Random& random, double d, double mu, double c_t) {
  Case<D> c = pair<D>(random, d, mu, c_t);
  const Vec<D> n = random_unit<D>(random);
  c.contact.boundary = true;
  c.contact.share_a = 0.0;
  c.contact.share_b = 1.0;
  c.face = {d, n, n};
  return c;
}

template <int D>
ContactForce<D> force_at(const Case<D>& c, const Vec<D>& y, const Spin<D>& z,
                         const ContactRule& rule, ContactTangent<D>* tangent = nullptr) {
  RelativeMotion<D> motion = c.motion;
  motion.y = y;
  motion.V += motion.rate * y;
  motion.W += motion.rate * z;
  FaceAtEnd<D> face = c.face;
  if (c.contact.boundary) face.overlap = c.contact.overlap - face.normal.dot(y);
  ContactForce<D> force;
  evaluate<D>(c.law, c.contact, motion, face, rule, force, tangent);
  return force;
}

// Central differences with the step s: error s² f'''/6 and round-off eps f/s. With s = 1e-5 and
// forces up to 1e2 whose third derivatives reach 1e6 the error is below 1e-4 of the largest entry.
template <int D>
void expect_derivative(const Case<D>& c, const Vec<D>& y, const Spin<D>& z, const ContactRule& rule,
                       ContactStatus status) {
  constexpr double s = 1e-5;
  ContactTangent<D> t;
  const ContactForce<D> f = force_at<D>(c, y, z, rule, &t);
  ASSERT_EQ(f.status, status);
  const double scale = std::max({t.fy.cwiseAbs().maxCoeff(), t.fz.cwiseAbs().maxCoeff(),
                                 t.my.cwiseAbs().maxCoeff(), t.mz.cwiseAbs().maxCoeff(), 1.0});
  for (int k = 0; k < D; ++k) {
    const Vec<D> e = s * Vec<D>::Unit(k);
    const ContactForce<D> up = force_at<D>(c, y + e, z, rule);
    const ContactForce<D> down = force_at<D>(c, y - e, z, rule);
    EXPECT_LT(((up.force - down.force) / (2.0 * s) - t.fy.col(k)).norm(), 1e-6 * scale);
    EXPECT_LT(((up.moment - down.moment) / (2.0 * s) - t.my.col(k)).norm(), 1e-6 * scale);
  }
  for (int k = 0; k < spin_dimension<D>; ++k) {
    const Spin<D> e = s * Spin<D>::Unit(k);
    const ContactForce<D> up = force_at<D>(c, y, z + e, rule);
    const ContactForce<D> down = force_at<D>(c, y, z - e, rule);
    EXPECT_LT(((up.force - down.force) / (2.0 * s) - t.fz.col(k)).norm(), 1e-6 * scale);
    EXPECT_LT(((up.moment - down.moment) / (2.0 * s) - t.mz.col(k)).norm(), 1e-6 * scale);
  }
}

// Entering, staying and leaving contacts, without friction, sticking and slipping. Along the
// direction x the overlap changes by `change`, across it by 0.02.
template <int D>
void check_exact_tangents() {
  Random random(11);
  for (const auto& [d, change] :
       {std::pair{-0.02, 0.05}, {0.03, 0.02}, {0.03, -0.01}, {0.03, -0.06}}) {
    for (int repeat = 0; repeat < 5; ++repeat) {
      for (const bool wall : {false, true}) {
        const auto make = [&](double mu, double c_t) {
          return wall ? at_wall<D>(random, d, mu, c_t) : pair<D>(random, d, mu, c_t);
        };
        const auto motion = [&](const Case<D>& c) {
          const Vec<D> n = wall ? c.face.normal : Vec<D>(c.contact.x.normalized());
          const Vec<D> t = contact_frame<D>(n).row(1).transpose();
          return Vec<D>(-change * n + 0.02 * t);
        };
        const Spin<D> z = random_vector<spin_dimension<D>>(random, 0.02);
        const Case<D> smooth = make(0.0, 0.0);
        expect_derivative<D>(smooth, motion(smooth), z, {}, ContactStatus::slip);
        const Case<D> stick = make(0.5, 1e-4);
        expect_derivative<D>(stick, motion(stick), z, {}, ContactStatus::stick);
        const Case<D> slip = make(0.5, 1e4);
        expect_derivative<D>(slip, motion(slip), z, {}, ContactStatus::slip);
      }
    }
  }
}

TEST(CompliantContact, TangentIsTheDerivativeInEveryBranch2D) { check_exact_tangents<2>(); }
TEST(CompliantContact, TangentIsTheDerivativeInEveryBranch3D) { check_exact_tangents<3>(); }

// For the thesis' variant the tangent is the derivative where its geometry does not turn: at a flat
// wall. The moments of a slipping contact are left out there.
TEST(CompliantContact, ThesisTangentAtAWall) {
  Random random(12);
  const ContactRule rule{.variant = NewmarkVariant::thesis};
  for (int repeat = 0; repeat < 5; ++repeat) {
    const Case<2> smooth = at_wall<2>(random, 0.03, 0.0, 0.0);
    expect_derivative<2>(smooth, 0.01 * smooth.face.normal, Spin<2>(0.01), rule,
                         ContactStatus::slip);
    const Case<2> stick = at_wall<2>(random, 0.03, 0.5, 1e-4);
    expect_derivative<2>(stick, 0.01 * stick.face.normal, Spin<2>(0.01), rule,
                         ContactStatus::stick);
    const Case<2> slip = at_wall<2>(random, 0.03, 0.5, 1e4);
    ContactTangent<2> thesis;
    ContactTangent<2> full;
    const Vec<2> y = 0.01 * slip.face.normal;
    force_at<2>(slip, y, Spin<2>(0.01), rule, &thesis);
    force_at<2>(slip, y, Spin<2>(0.01), {}, &full);
    EXPECT_EQ(thesis.fy, full.fy);
    EXPECT_EQ(thesis.my.norm(), 0.0);
    EXPECT_GT(full.my.norm(), 0.0);
  }
}

// n̄·y = |x'| − |x|, so λ n̄·y = −(φ(d') − φ(d)); friction takes energy; the moments about any point
// cancel: (mean position of b − mean position of a) × f + m = 0 for s_a + s_b = 1.
template <int D>
void check_work_and_moment() {
  Random random(13);
  for (int repeat = 0; repeat < 200; ++repeat) {
    const double d = 0.05 * random.normal();
    Case<D> c = pair<D>(random, d, 0.4, std::pow(10.0, 4.0 * random.uniform()));
    const Vec<D> y = random_vector<D>(random, 0.05);
    const Spin<D> z = random_vector<spin_dimension<D>>(random, 0.05);
    // Friction on the mean velocity: V = y/h, W = z/h.
    c.motion.V.setZero();
    c.motion.W.setZero();
    const ContactForce<D> f = force_at<D>(c, y, z, {});
    EXPECT_NEAR(f.overlap, kReach - (c.contact.x + y).norm(), 1e-15);
    EXPECT_NEAR(f.lambda * f.direction.dot(y),
                stored_energy(c.law.compliance, d) - stored_energy(c.law.compliance, f.overlap),
                1e-14);
    const Vec<D> friction = f.force - f.lambda * f.direction;
    EXPECT_LE(friction.dot(y) + f.moment.dot(z), 1e-15);
    EXPECT_LT((moment(Vec<D>(c.contact.x + 0.5 * y), f.force) + f.moment).norm(),
              1e-14 * (1.0 + f.force.norm()));
    EXPECT_LE(friction.norm(), 0.4 * f.lambda * (1.0 + 1e-14));
  }
}

TEST(CompliantContact, WorkAndMoment2D) { check_work_and_moment<2>(); }
TEST(CompliantContact, WorkAndMoment3D) { check_work_and_moment<3>(); }

// What the program does: overlaps cut off, contact only if closed at the end, the old overlap along
// the new normal, a linear force first.
TEST(CompliantContact, ThesisVariantCutsOverlapsOff) {
  Random random(14);
  Case<2> c = pair<2>(random, -0.01, 0.0, 0.0);
  c.law.compliance = {.exponent = 3.0, .factor = 7.0};
  const Vec<2> n = c.contact.x.normalized();
  const ContactRule rule{.variant = NewmarkVariant::thesis};
  // Entering: S(d', 0) = d'².
  EXPECT_NEAR(force_at<2>(c, -0.03 * n, Spin<2>(0.0), rule).lambda, 7.0 * 0.02 * 0.02, 1e-15);
  EXPECT_NEAR(force_at<2>(c, -0.03 * n, Spin<2>(0.0), {}).lambda, 7.0 * std::pow(0.02, 3) / 0.03,
              1e-15);
  const ContactRule first{.variant = NewmarkVariant::thesis, .linear_force = true};
  EXPECT_NEAR(force_at<2>(c, -0.03 * n, Spin<2>(0.0), first).lambda, 7.0 * 0.02, 1e-15);
  // Leaving: nothing there, a push here.
  Case<2> leaving = pair<2>(random, 0.01, 0.0, 0.0);
  const Vec<2> away = 0.03 * leaving.contact.x.normalized();
  EXPECT_FALSE(force_at<2>(leaving, away, Spin<2>(0.0), rule).acts);
  EXPECT_GT(force_at<2>(leaving, away, Spin<2>(0.0), {}).lambda, 0.0);
}

// The same force along another direction, n̄ = (x + x')/(|x| + |x'|): its work is that of the change
// of the distance, n̄·y = |x'| − |x|, also where the pair turns; that of the normal at the end is
// not.
TEST(CompliantContact, MeanNormalOfTheThesisVariantWorksOnTheDistanceAlone) {
  Random random(16);
  Case<3> c = pair<3>(random, 0.02, 0.0, 0.0);
  c.law.compliance = {.exponent = 3.0, .factor = 7.0};
  const Vec<3> y = -0.01 * c.contact.x.normalized() + random_vector<3>(random, 0.01);
  const auto at_end = force_at<3>(c, y, Spin<3>::Zero(), {.variant = NewmarkVariant::thesis});
  const auto mean =
      force_at<3>(c, y, Spin<3>::Zero(), {.variant = NewmarkVariant::thesis_mean_normal});
  const Vec<3> end = c.contact.x + y;
  const double change = end.norm() - c.contact.x.norm();
  EXPECT_GT(mean.lambda, 0.0);
  EXPECT_EQ(mean.lambda, at_end.lambda);
  EXPECT_NEAR(mean.force.dot(y), mean.lambda * change, 1e-14 * mean.lambda);
  EXPECT_LT((at_end.force.normalized() - end.normalized()).norm(), 1e-14);
  EXPECT_GT(std::abs(at_end.force.dot(y) - at_end.lambda * change), 1e-6 * at_end.lambda);
}

// Positive semi-definite, and close to the full tangent.
TEST(CompliantContact, SymmetricTangentIsCloseToTheFullOne) {
  Random random(15);
  const Case<3> c = pair<3>(random, 0.02, 0.0, 0.0);
  const Vec<3> y = -0.01 * c.contact.x.normalized() + random_vector<3>(random, 1e-4);
  ContactTangent<3> symmetric;
  ContactTangent<3> full;
  force_at<3>(c, y, Spin<3>::Zero(), {.symmetric_tangent = true}, &symmetric);
  force_at<3>(c, y, Spin<3>::Zero(), {}, &full);
  EXPECT_EQ(symmetric.fy, symmetric.fy.transpose());
  // The geometric part has the size λ/2l against the slope, here about d/(2 l (α − 1)) = 2 %.
  EXPECT_LT((symmetric.fy - full.fy).norm(), 0.05 * full.fy.norm());
}

}  // namespace
}  // namespace galet::compliant_contact_test
