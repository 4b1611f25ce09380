// Explicit soft spheres, random collisions: what must hold for any masses, radii, stiffness and
// step.
#include "galet/scheme/dem.hpp"

#include <cmath>

#include "support/hand_built.hpp"
#include "support/random_vectors.hpp"
#include "support/totals.hpp"
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "galet/scheme/stable_step.hpp"

namespace galet::dem_test {
namespace {

using test::ball;
using test::random_log;
using test::random_unit;
using test::random_vector;
using test::Totals;
using test::totals;
using test::world_of;

// Two balls hit a third from both sides, obliquely; overlaps stay below some tenth of the radii.
template <int D>
void check(std::uint64_t seed, double mu, double mu_r = 0.0) {
  Random random(seed);
  const double speed = random_log(random, 1e-3, 1e3);
  const double depth = random_log(random, 1e-3, 1e-1);
  PairLaw law;
  law.friction = mu;
  law.spring.normal = speed * speed / (depth * depth);
  law.spring.tangential = random.uniform(0.2, 1.0) * law.spring.normal;
  law.rolling_friction = mu_r;
  law.twisting_friction = D == 3 ? 0.5 * mu_r : 0.0;
  const World<D> world = world_of<D>(law);
  Bodies<D> bodies;
  const Vec<D> axis = random_unit<D>(random);
  const double middle = random.uniform(0.5, 1.0);  // radius
  for (const double side : {0.0, 1.0, -1.0}) {
    const double radius = side == 0.0 ? middle : random.uniform(0.5, 1.0);
    const Vec<D> away = (side * axis + 0.3 * random_unit<D>(random)).normalized();
    const double distance = side == 0.0 ? 0.0 : middle + radius + 0.5 * depth;
    Body<D> body =
        ball<D>(Vec<D>(distance * away), radius, random_log(random, 0.1, 10.0),
                Vec<D>(-std::abs(side) * speed * away + random_vector<D>(random, 0.1 * speed)));
    body.spin = random_vector<spin_dimension<D>>(random, 0.3 * speed);
    bodies.add(body);
  }
  Workers workers(1);
  StepTools<D> tools{workers};
  ContactMemory<D> memory;
  std::vector<LoadedMotion> loaded(world.boundaries.size());
  const double eta = random_log(random, 0.01, 0.3);  // ω h of the stiffest motion
  const double h = 0.5 * eta * stable_step(world, bodies).step;
  const Totals<D> first = totals(bodies, 0.0);
  double scale = 0.0;
  for (std::size_t i = 0; i < 3; ++i) scale += bodies.mass[i] * speed;
  double dissipated = 0.0;
  std::size_t contacts = 0;
  const int steps = static_cast<int>(20.0 / eta);
  for (int n = 0; n < steps; ++n) {
    const StepOutcome<D> out = step_dem<D>(world, {}, n * h, h, tools, bodies, memory, loaded);
    contacts += out.contacts.size();
    dissipated += out.work.dissipated;
    const Totals<D> now = totals(bodies, out.stored);
    // A loaded step misses the energy by η²/4 of what is stored, an entry or exit by η²/4 of the
    // kinetic energy: a few of them.
    RC_ASSERT(std::abs(now.energy + dissipated - first.energy) <= 2.0 * eta * eta * first.energy);
    RC_ASSERT(dissipated >= -2.0 * eta * eta * first.energy);
    if (mu == 0.0 && mu_r == 0.0) RC_ASSERT(dissipated == 0.0);
    // Round-off of every step.
    RC_ASSERT((now.linear - first.linear).norm() <= steps * 1e-15 * 10.0 * scale);
    RC_ASSERT((now.angular - first.angular).norm() <= steps * 1e-15 * 100.0 * scale);
  }
  RC_ASSERT(contacts > 0U);
}

RC_GTEST_PROP(DemProperty, KeepsEnergyToSecondOrderAndMomenta2D, ()) {
  check<2>(*rc::gen::arbitrary<std::uint64_t>(), 0.0);
}
RC_GTEST_PROP(DemProperty, KeepsEnergyToSecondOrderAndMomenta3D, ()) {
  check<3>(*rc::gen::arbitrary<std::uint64_t>(), 0.0);
}
RC_GTEST_PROP(DemProperty, FrictionTakesWhatTheBalanceSays2D, ()) {
  check<2>(*rc::gen::arbitrary<std::uint64_t>(), 0.4);
}
RC_GTEST_PROP(DemProperty, FrictionTakesWhatTheBalanceSays3D, ()) {
  check<3>(*rc::gen::arbitrary<std::uint64_t>(), 0.4);
}

RC_GTEST_PROP(DemProperty, RollingFrictionTakesWhatTheBalanceSays2D, ()) {
  check<2>(*rc::gen::arbitrary<std::uint64_t>(), 0.4, 0.3);
}
RC_GTEST_PROP(DemProperty, RollingFrictionTakesWhatTheBalanceSays3D, ()) {
  check<3>(*rc::gen::arbitrary<std::uint64_t>(), 0.4, 0.3);
}

}  // namespace
}  // namespace galet::dem_test
