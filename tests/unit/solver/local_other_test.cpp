// One contact under convex friction, or holding: after one visit the law holds.
#include "galet/solver/local_other.hpp"

#include "support/random_vectors.hpp"
#include <gtest/gtest.h>

namespace galet::local_other_test {
namespace {

using test::random_log;
using test::random_vector;

// Blocks of balls: W_nt = 0, W_tt = w_t I, w_t = 1 … 3.5 w_n.
template <int D>
Mat<D> ball_block(Random& random) {
  const double w_n = random_log(random, 1e-3, 1e3);
  Mat<D> W = Mat<D>::Identity() * (w_n * random.uniform(1.0, 3.5));
  W(0, 0) = w_n;
  return W;
}
// Of other bodies: symmetric, positive definite, normal and tangential motion coupled.
template <int D>
Mat<D> coupled_block(Random& random) {
  Mat<D> A;
  for (int i = 0; i < D; ++i) A.col(i) = random_vector<D>(random);
  return random_log(random, 1e-3, 1e3) * (A * A.transpose() + Mat<D>::Identity());
}

// The residual after a visit, over the scale of the contact.
template <int D>
double missed(const Mat<D>& W, const ContactLaw& law, Random& random) {
  const LocalBlock<D> block(W);
  const Vec<D> b = random_vector<D>(random, random_log(random, 1e-2, 1e2));
  const Vec<D> p = project_impulse<D>(law, Vec<D>(random_vector<D>(random) / block.w));
  const Vec<D> now = solve_other<D>(block, law, p, Vec<D>(b + W * p));
  const Vec<D> u = b + W * now;
  return law_residual<D>(law, now, u, block.w) / (b.norm() + block.w * now.norm());
}

template <int D>
void check(double tolerance, bool coupled, const auto& law_at) {
  Random random(21);
  for (int k = 0; k < 500; ++k) {
    const Mat<D> W = coupled ? coupled_block<D>(random) : ball_block<D>(random);
    ASSERT_LE(missed<D>(W, law_at(random, W.trace()), random), tolerance) << "case " << k;
  }
}

// Closed form, up to rounding.
TEST(LocalOther, convex_friction_of_balls) {
  const auto law = [](Random& random, double) {
    return ContactLaw{.friction = random.uniform(0.0, 2.0), .model = FrictionModel::convex};
  };
  check<2>(1e-13, false, law);
  check<3>(1e-13, false, law);
}
// A hundred gradient steps with the step 1/trace: linear convergence with the condition of W, which
// A Aᵀ + 1 keeps moderate; what is left is for the next visits.
TEST(LocalOther, convex_friction_of_other_bodies_comes_near) {
  const auto law = [](Random& random, double) {
    return ContactLaw{.friction = random.uniform(0.0, 1.0), .model = FrictionModel::convex};
  };
  check<2>(5e-2, true, law);
  check<3>(5e-2, true, law);
}
// Pulls beyond the largest, below it, and pushes, which are Coulomb's.
TEST(LocalOther, holding_contact) {
  const auto law = [](Random& random, double trace) {
    return ContactLaw{.friction = random.uniform(0.0, 1.0),
                      .pull = random_log(random, 1e-2, 1e2) / trace};
  };
  check<2>(1e-11, false, law);
  check<3>(1e-11, false, law);
}
// Without friction normal and tangential motion may be coupled.
TEST(LocalOther, holding_contact_of_other_bodies) {
  const auto law = [](Random& random, double trace) {
    return ContactLaw{.pull = random_log(random, 1e-2, 1e2) / trace};
  };
  check<2>(1e-11, true, law);
  check<3>(1e-11, true, law);
}

}  // namespace
}  // namespace galet::local_other_test
