// The constants of elastic spheres against relations printed elsewhere.
#include "galet/law/hertz.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace galet::hertz_test {
namespace {

// Like materials: E* = E/2(1 − ν²), and the tangential stiffness over that along the normal,
// 2 E* √(r d), is 2(1 − ν)/(2 − ν) [Mindlin1949].
TEST(Hertz, ModuliOfLikeMaterials) {
  for (const double nu : {0.0, 0.25, 0.5}) {
    constexpr double E = 7e10;
    const double normal = contact_modulus(E, nu, E, nu);
    const double tangential = contact_shear_modulus(E, nu, E, nu);
    EXPECT_NEAR(normal, E / (2.0 * (1.0 - nu * nu)), 1e-15 * E);
    EXPECT_NEAR(8.0 * tangential / (2.0 * normal), 2.0 * (1.0 - nu) / (2.0 - nu), 1e-14);
  }
}

// A rigid partner doubles E*.
TEST(Hertz, ModulusBesideARigidBody) {
  constexpr double E = 1e7, nu = 0.3;
  EXPECT_NEAR(contact_modulus(E, nu, 1e30, nu) / contact_modulus(E, nu, E, nu), 2.0, 1e-12);
}

// The force is the derivative of the stored energy, and the secant stiffness times the overlap.
TEST(Hertz, ForceAndEnergy) {
  const Hertz law{.normal = 1e9, .tangential = 1e8};
  constexpr double r = 0.02, d = 3e-5, m = 0.1;
  const Spring spring = law.at(d, r, m);
  const double force = 4.0 / 3.0 * 1e9 * std::sqrt(r) * std::pow(d, 1.5);
  EXPECT_NEAR(spring.normal_force(d, 0.0), force, 1e-13 * force);
  EXPECT_NEAR(spring.normal_energy(d), 0.4 * force * d, 1e-13 * force * d);
  EXPECT_NEAR(spring.tangential, 8e8 * std::sqrt(r * d), 1e-6);
}

TEST(Hertz, DampingOfARestitution) {
  EXPECT_EQ(damping_of_restitution(1.0), 0.0);
  // Critical damping returns exp(−2) of the speed of a spring that never pulls.
  EXPECT_NEAR(damping_of_restitution(std::exp(-2.0)), 1.0, 1e-7);
  for (const double e : {0.99, 0.9, 0.5, 0.1, 0.01}) {
    EXPECT_NEAR(restitution_of_damping(damping_of_restitution(e)), e, 1e-12) << e;
  }
  // Light damping: e = 1 − πζ + …
  EXPECT_NEAR(damping_of_restitution(1.0 - 1e-6), 1e-6 / std::acos(-1.0), 1e-11);
}

TEST(Hertz, TouchHasAStiffness) {
  const Hertz law{.normal = 1e9, .tangential = 1e8};
  EXPECT_GT(law.at(0.0, 0.02, 0.1).tangential, 0.0);
  EXPECT_EQ(law.at(0.0, 0.02, 0.1).normal_force(0.0, 0.0), 0.0);
}

}  // namespace
}  // namespace galet::hertz_test
