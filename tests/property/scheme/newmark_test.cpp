// Newmark's scheme with compliant contacts, random collisions: what must hold for any masses,
// radii, stiffness, exponent and step.
#include "galet/scheme/newmark.hpp"

#include <cmath>

#include "support/hand_built.hpp"
#include "support/random_vectors.hpp"
#include "support/totals.hpp"
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace galet::newmark_test {
namespace {

using test::ball;
using test::random_log;
using test::random_unit;
using test::random_vector;
using test::Totals;
using test::totals;
using test::world_of;

// Two balls hit a third from both sides, obliquely. Steps from a hundredth to once the time of a
// contact; the stiffness is such that the overlap stays below a tenth of the radii.
template <int D>
void check(std::uint64_t seed, bool friction) {
  Random random(seed);
  const double exponent =
      random.uniform() < 0.3 ? std::floor(random.uniform(2.0, 5.0)) : random.uniform(2.0, 5.0);
  const double speed = random_log(random, 1e-3, 1e3);
  const double depth = random_log(random, 1e-4, 1e-1);
  PairLaw law;
  law.compliance.exponent = exponent;
  law.compliance.factor = 0.5 * speed * speed / std::pow(depth, exponent);
  const double step = random_log(random, 1e-2, 1.0) * depth / speed;
  if (friction) {
    law.friction = random.uniform(0.1, 1.0);
    law.compliance.c_t = random_log(random, 1e-2, 1e1) / step;
  }
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
    body.spin = random_vector<spin_dimension<D>>(random, speed);
    bodies.add(body);
  }
  Workers workers(1);
  StepTools<D> tools{workers};
  const NewmarkSettings scheme;
  std::vector<LoadedMotion> loaded(world.boundaries.size());
  const Totals<D> first = totals(bodies, stored_contact_energy(world, bodies, 0.0, loaded, tools));
  double before = first.energy;
  double scale = 0.0;
  for (std::size_t i = 0; i < 3; ++i) scale += bodies.mass[i] * speed;
  constexpr int steps = 200;
  std::size_t contacts = 0;
  for (int n = 0; n < steps; ++n) {
    const StepOutcome<D> out =
        step_newmark<D>(world, scheme, n * step, step, tools, bodies, loaded);
    RC_ASSERT(out.solve.status == SolveStatus::solved);
    contacts += out.contacts.size();
    const Totals<D> now = totals(bodies, out.stored);
    // A relative residual of 1e-14 per step, masses up to 10 and speeds up to three times `speed`;
    // and overlaps at the start of a step come from positions up to 2, with a round-off of 4e-16
    // against `depth`.
    const double slack = (1e-12 + 1e-15 / depth) * first.energy;
    if (friction) {
      RC_ASSERT(now.energy <= before + slack);
    } else {
      RC_ASSERT(std::abs(now.energy - first.energy) <= steps * slack);
    }
    before = now.energy;
    RC_ASSERT((now.linear - first.linear).norm() <= steps * 1e-12 * scale);
    RC_ASSERT((now.angular - first.angular).norm() <= steps * 1e-12 * 10.0 * scale);
  }
  RC_ASSERT(contacts > 0U);
}

RC_GTEST_PROP(NewmarkProperty, ConservesEnergyAndMomenta2D, ()) {
  check<2>(*rc::gen::arbitrary<std::uint64_t>(), false);
}
RC_GTEST_PROP(NewmarkProperty, ConservesEnergyAndMomenta3D, ()) {
  check<3>(*rc::gen::arbitrary<std::uint64_t>(), false);
}
RC_GTEST_PROP(NewmarkProperty, FrictionOnlyTakesEnergy2D, ()) {
  check<2>(*rc::gen::arbitrary<std::uint64_t>(), true);
}
RC_GTEST_PROP(NewmarkProperty, FrictionOnlyTakesEnergy3D, ()) {
  check<3>(*rc::gen::arbitrary<std::uint64_t>(), true);
}

}  // namespace
}  // namespace galet::newmark_test
