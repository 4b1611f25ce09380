// The relatives of Coulomb's law: residuals vanish where the law holds, written down from its
// definition, and nowhere else.
#include <cmath>

#include "support/random_vectors.hpp"
#include <gtest/gtest.h>

#include "galet/law/coulomb.hpp"

namespace galet::relatives_test {
namespace {

using test::random_log;
using test::random_vector;

template <int D>
using Tangent = Eigen::Matrix<double, D - 1, 1>;

// Rounding of the projection, as for Coulomb's law.
template <int D>
double rounding(const Vec<D>& p, const Vec<D>& u, double mu, double w) {
  return 2e-15 * (1.0 + mu) * (1.0 + mu) * (w * p.norm() + u.norm());
}

// Convex friction is p in K, û in the dual cone {û_n >= mu |û_t|}, p·û = 0.
template <int D>
void check_convex() {
  Random random(11);
  for (int k = 0; k < 300; ++k) {
    const ContactLaw law{.friction = random.uniform(0.05, 2.0), .model = FrictionModel::convex};
    const double mu = law.friction;
    const double w = random_log(random, 1e-3, 1e3);
    const Tangent<D> t = random_vector<D - 1>(random).normalized();
    Vec<D> p = Vec<D>::Zero();
    Vec<D> u = Vec<D>::Zero();
    // Slip: p on the cone, û on the dual one, opposite.
    p[0] = std::abs(random.normal());
    p.template tail<D - 1>() = -mu * p[0] * t;
    const double slip = std::abs(random.normal());
    u[0] = mu * slip;
    u.template tail<D - 1>() = slip * t;
    EXPECT_LE(law_residual<D>(law, p, u, w), rounding<D>(p, u, mu, w));
    // Without an impulse the contact must open by the slip at least.
    EXPECT_EQ(law_residual<D>(law, Vec<D>::Zero(), u * 1.0 + 0.1 * Vec<D>::Unit(0), w), 0.0);
    u[0] *= 0.5;
    EXPECT_GT(law_residual<D>(law, Vec<D>::Zero(), u, w), 0.1 * mu * slip / (1.0 + mu));
    EXPECT_GT(law_residual<D>(law, p, u, w), rounding<D>(p, u, mu, w));
    // Stick.
    EXPECT_LE(law_residual<D>(law, Vec<D>(0.5 * (p + p[0] * Vec<D>::Unit(0))), Vec<D>::Zero(), w),
              rounding<D>(p, u, mu, w));
  }
}
TEST(ConvexFriction, residual_vanishes_on_the_law_2d) { check_convex<2>(); }
TEST(ConvexFriction, residual_vanishes_on_the_law_3d) { check_convex<3>(); }

// A contact that holds: û_n = 0 and a pull without friction, up to the largest one; with that it
// may open. Pushes are Coulomb's.
template <int D>
void check_holds() {
  Random random(12);
  for (int k = 0; k < 300; ++k) {
    const ContactLaw law{.friction = random.uniform(0.0, 2.0),
                         .pull = random_log(random, 0.1, 10.0)};
    const double mu = law.friction;
    const double w = random_log(random, 1e-3, 1e3);
    const Tangent<D> t = random_vector<D - 1>(random).normalized();
    const double slip = std::abs(random.normal());
    Vec<D> u = Vec<D>::Zero();
    u.template tail<D - 1>() = slip * t;
    // A pull, with any slip.
    Vec<D> p = -random.uniform(0.0, 1.0) * law.pull * Vec<D>::Unit(0);
    EXPECT_LE(law_residual<D>(law, p, u, w), rounding<D>(p, u, mu, w));
    // It may not open before the pull is used up, …
    const Vec<D> opens = u + 0.3 * Vec<D>::Unit(0);
    if (w * (law.pull + p[0]) > 0.1) EXPECT_GT(law_residual<D>(law, p, opens, w), 0.05);
    EXPECT_GT(law_residual<D>(law, Vec<D>::Zero(), opens, w), 0.0);
    // … and may then.
    const Vec<D> all = -law.pull * Vec<D>::Unit(0);
    EXPECT_LE(law_residual<D>(law, all, opens, w), rounding<D>(all, opens, mu, w));
    // A pull has no friction.
    Vec<D> rough = p;
    rough.template tail<D - 1>() = -0.5 * law.pull * t;
    EXPECT_GT(law_residual<D>(law, rough, u, w), 0.1 * w * law.pull);
    // A push that slips.
    p = std::abs(random.normal()) * Vec<D>::Unit(0);
    p.template tail<D - 1>() = -mu * p[0] * t;
    EXPECT_LE(law_residual<D>(law, p, u, w), rounding<D>(p, u, mu, w));
  }
}
TEST(HoldingContact, residual_vanishes_on_the_law_2d) { check_holds<2>(); }
TEST(HoldingContact, residual_vanishes_on_the_law_3d) { check_holds<3>(); }

}  // namespace
}  // namespace galet::relatives_test
