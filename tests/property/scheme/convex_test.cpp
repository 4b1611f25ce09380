// The scheme "convex" on random scenes with steps from tiny to absurd: what must hold for all.
#include "galet/scheme/convex.hpp"

#include <algorithm>
#include <cmath>

#include "support/hand_built.hpp"
#include "support/random_vectors.hpp"
#include "support/room.hpp"
#include "support/totals.hpp"
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "galet/scheme/moreau_jean.hpp"

namespace galet::convex_test {
namespace {

using test::add_boundary;
using test::add_room;
using test::ball;
using test::is_free;
using test::kRoom;
using test::place_in_room;
using test::random_log;
using test::random_unit;
using test::random_vector;
using test::SteppedRoom;
using test::totals;
using test::world_of;

// Balls of radii 0.3 to 1, apart from each other and from everything else, with random velocities
// and masses; some fixed in space.
template <int D>
Bodies<D> random_balls(Random& random, double speed) {
  Bodies<D> bodies;
  for (int tries = 0; tries < 60 && bodies.size() < 16; ++tries) {
    const double r = random.uniform(0.3, 1.0);
    const Vec<D> x = place_in_room<D>(random);
    if (x[1] < -0.3 * kRoom || !is_free<D>(bodies, x, r)) continue;
    Body<D> body = ball<D>(x, r, random_log(random, 0.1, 10.0), random_vector<D>(random, speed));
    body.spin = random_vector<spin_dimension<D>>(random, speed);
    bodies.add(body);
  }
  return bodies;
}

template <int D>
struct Run : SteppedRoom<D> {
  ConvexSettings scheme;

  StepOutcome<D> step() {
    const double t = this->begin_step();
    return step_convex<D>(this->world, scheme, this->solver, t, this->h, this->tools, this->bodies,
                          this->memory, this->loaded);
  }
};

// Steps in which a ball goes from a thousandth of its radius to a hundred times the box.
template <int D>
void fill(Run<D>& run, Random& random, bool obstacles) {
  const double speed = random_log(random, 1e-3, 1e3);
  PairLaw law;
  law.friction = random.below(3) == 0 ? 0.0 : random.uniform(0.05, 1.0);
  law.friction_model = random.below(2) == 0 ? FrictionModel::convex : FrictionModel::coulomb;
  run.scheme.friction_model = law.friction_model;
  run.world = world_of<D>(law);
  if (obstacles) add_room(run.world);
  run.bodies = random_balls<D>(random, speed);
  run.h = random_log(random, 1e-3, 1e3) / speed;
  run.solver.tolerance = 1e-8;
  run.solver.max_iterations = 300;  // what is not solved then has a larger residual
}

template <int D>
double largest_coordinate(const Bodies<D>& bodies) {
  double x = 1.0;
  for (const Vec<D>& q : bodies.position) x = std::max(x, q.cwiseAbs().maxCoeff());
  return x;
}

template <int D>
double mass_norm(const Bodies<D>& bodies) {
  return std::sqrt(2.0 * totals(bodies, 0.0).energy);
}

// What a residual ρ can add to the kinetic energy. A law met up to ρ has p·û <= ρ (|p| + |û + s
// n|/w) at every contact with an impulse, s = mu |û_t|; there |û| is at most the speeds of the two
// sides, and 1/w at most a mass.
template <int D>
double slack(const StepOutcome<D>& out, const Bodies<D>& bodies, double mu) {
  double speed = 0.0;
  double mass = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    speed = std::max(speed, bodies.velocity[i].norm() + bodies.radius[i] * bodies.spin[i].norm());
    mass = std::max(mass, bodies.mass[i]);
  }
  double sum = 0.0;
  for (const Vec<D>& p : out.impulses) {
    if (!p.isZero(0.0)) sum += 2.0 * p.norm() + mass * (1.0 + mu) * 4.0 * speed;
  }
  return out.solve.residual_velocity * sum;
}

// A residual ρ leaves û_n >= −ρ √(1 + mu²) (û + s n + ρ-terms lie in the dual cone), so overlaps at
// most h times that; the rest is rounding of positions.
template <int D>
void check_feasible(std::uint64_t seed) {
  Random random(seed);
  Run<D> run;
  fill(run, random, /*obstacles=*/true);
  const double mu = run.world.pairs(0, 0).friction;
  double left = 0.0;  // by earlier steps, which later ones need not take back at once
  for (int n = 0; n < 8; ++n) {
    const StepOutcome<D> out = run.step();
    left += run.h * out.solve.residual_velocity * std::sqrt(1.0 + mu * mu);
    const double way = run.h * std::sqrt(2.0 * totals(run.bodies, 0.0).energy / 0.1);
    const double rounding = 1e-14 * (largest_coordinate(run.bodies) + way);
    RC_ASSERT(out.overlap.length <= left + rounding);
  }
}
RC_GTEST_PROP(ConvexProperty, NothingOverlaps2D, ()) {
  check_feasible<2>(*rc::gen::arbitrary<std::uint64_t>());
}
RC_GTEST_PROP(ConvexProperty, NothingOverlaps3D, ()) {
  check_feasible<3>(*rc::gen::arbitrary<std::uint64_t>());
}

// A ball of radius 1 that slides by `moved` in a step, along the inside of a drum.
double overlap_with_drum(double drum, double moved) {
  Run<2> run;
  run.world = world_of<2>(PairLaw{});
  add_boundary<2>(run.world, Drum<2>{drum});
  run.h = 0.1;
  run.bodies.add(ball<2>({0.0, 1.0 - drum}, 1.0, 2.0, {moved / run.h, 0.0}));
  return run.step().overlap.length;
}

// The inside of a drum is not convex: its gap bends away from its tangent plane, and a ball that
// slides along it by h v ends √(ρ² + h² v²) from the centre, where there is room up to ρ = R − r
// only. (The position stage takes back what is deeper than 2e-4 r.)
TEST(Convex, overlaps_with_a_drum_by_its_curvature) {
  constexpr double rho = 4.0;
  for (const double moved : {1e-3, 1e-2, 0.03}) {
    const double overlap = overlap_with_drum(rho + 1.0, moved);
    EXPECT_NEAR(overlap, std::hypot(rho, moved) - rho, 1e-14);
    EXPECT_LE(overlap, 0.5 * moved * moved / rho + 1e-14);  // O(h² v²/R)
  }
}

template <int D>
void check_energy(std::uint64_t seed) {
  Random random(seed);
  Run<D> run;
  fill(run, random, /*obstacles=*/true);
  const double mu = run.world.pairs(0, 0).friction;
  double before = totals(run.bodies, 0.0).energy;
  double all = before;
  const double first = before;
  for (int n = 0; n < 8; ++n) {
    const StepOutcome<D> out = run.step();
    const double after = totals(run.bodies, 0.0).energy;
    RC_ASSERT(after <= before + slack(out, run.bodies, mu) + 1e-14 * first);
    // What is gone is in the account, to round-off.
    all -= out.work.dissipated - out.work.correction;
    RC_ASSERT(std::abs(all - after) <= 1e-12 * first);
    before = after;
  }
}
RC_GTEST_PROP(ConvexProperty, KineticEnergyDoesNotGrow2D, ()) {
  check_energy<2>(*rc::gen::arbitrary<std::uint64_t>());
}
RC_GTEST_PROP(ConvexProperty, KineticEnergyDoesNotGrow3D, ()) {
  check_energy<3>(*rc::gen::arbitrary<std::uint64_t>());
}

// Without boundaries, however badly the problem is solved.
template <int D>
void check_momentum(std::uint64_t seed) {
  Random random(seed);
  Run<D> run;
  fill(run, random, /*obstacles=*/false);
  run.solver.max_iterations = 1;
  run.solver.batches = random.below(2) == 0;
  const Vec<D> first = totals(run.bodies, 0.0).linear;
  double scale = 0.0;
  for (std::size_t i = 0; i < run.bodies.size(); ++i) {
    scale += run.bodies.mass[i] * run.bodies.velocity[i].norm();
  }
  std::size_t contacts = 0;
  for (int n = 0; n < 6; ++n) {
    const StepOutcome<D> out = run.step();
    contacts += out.contacts.size();
    for (const Vec<D>& p : out.impulses) scale += p.norm();
    RC_ASSERT((totals(run.bodies, 0.0).linear - first).norm() <= 1e-14 * scale);
  }
  RC_CLASSIFY(contacts > 0U, "contacts");
}
RC_GTEST_PROP(ConvexProperty, MomentumIsExactWhenTheSolverIsStopped2D, ()) {
  check_momentum<2>(*rc::gen::arbitrary<std::uint64_t>());
}
RC_GTEST_PROP(ConvexProperty, MomentumIsExactWhenTheSolverIsStopped3D, ()) {
  check_momentum<3>(*rc::gen::arbitrary<std::uint64_t>());
}

// |u|_M <= |u₀|_M + α^(−1/2) ∫ |F|, α the least mass: the projection moves no farther from 0 than
// the free velocity, since 0 is feasible where nothing overlaps.
template <int D>
void check_estimate(std::uint64_t seed) {
  Random random(seed);
  Run<D> run;
  fill(run, random, /*obstacles=*/true);
  const double mu = run.world.pairs(0, 0).friction;
  const double mass = *std::ranges::min_element(run.bodies.mass);
  const double start = mass_norm(run.bodies);
  // A force on all bodies, a table in time with jumps.
  VectorSeries force{{0.0}, {{}}, Interpolation::step};
  force.times = {0.0, 2.3 * run.h, 4.7 * run.h};
  force.values.clear();
  std::vector<double> norms;
  const double strength = random_log(random, 1e-2, 1e2) * start / run.h;
  for (int k = 0; k < 3; ++k) {
    const Vec<D> f = random_vector<D>(random, strength);
    force.values.emplace_back(f.begin(), f.end());
    norms.push_back(f.norm() * std::sqrt(static_cast<double>(run.bodies.size())));
  }
  run.world.forces.push_back({0, force});
  double bound = start;
  for (int n = 0; n < 7; ++n) {
    const StepOutcome<D> out = run.step();
    // The part of the step at each row of the table.
    const auto within = [&](double from, double to) {
      return std::max(0.0, std::min(to, run.h * (n + 1)) - std::max(from, run.h * n));
    };
    bound += (norms[0] * within(0.0, force.times[1]) +
              norms[1] * within(force.times[1], force.times[2]) +
              norms[2] * within(force.times[2], 1e9 * run.h)) /
             std::sqrt(mass);
    // |u|² may miss it by the slack.
    const double now = mass_norm(run.bodies);
    RC_ASSERT(now * now <= bound * bound * (1.0 + 1e-13) + 2.0 * slack(out, run.bodies, mu));
    bound = std::max(bound, now);
  }
}
RC_GTEST_PROP(ConvexProperty, VelocitiesAreBoundedByStartAndForces2D, ()) {
  check_estimate<2>(*rc::gen::arbitrary<std::uint64_t>());
}
RC_GTEST_PROP(ConvexProperty, VelocitiesAreBoundedByStartAndForces3D, ()) {
  check_estimate<3>(*rc::gen::arbitrary<std::uint64_t>());
}

// From states without overlap, without restitution and with constant forces, Coulomb's friction is
// moreau-jean on gaps, bit by bit.
template <int D>
void check_same_as_moreau_jean(std::uint64_t seed) {
  Random random(seed);
  Run<D> run;
  fill(run, random, /*obstacles=*/true);
  PairLaw law = run.world.pairs(0, 0);
  law.friction_model = FrictionModel::coulomb;
  run.world.pairs.set(0, 0, law);
  Run<D> other;
  other.world = run.world;
  other.bodies = run.bodies;
  other.h = run.h;
  other.solver = run.solver;
  other.loaded.resize(run.world.boundaries.size());
  for (int n = 0; n < 4; ++n) {
    const StepOutcome<D> a = run.step();
    const StepOutcome<D> b =
        step_moreau_jean<D>(other.world, {}, other.solver, n * other.h, other.h, other.tools,
                            other.bodies, other.memory, other.loaded);
    for (std::size_t i = 0; i < run.bodies.size(); ++i) {
      RC_ASSERT(run.bodies.velocity[i] == other.bodies.velocity[i]);
      RC_ASSERT(run.bodies.position[i] == other.bodies.position[i]);
    }
    RC_ASSERT(a.solve.residual_velocity == b.solve.residual_velocity);
  }
}
RC_GTEST_PROP(ConvexProperty, WithCoulombsFrictionIsMoreauJeanOnGaps2D, ()) {
  check_same_as_moreau_jean<2>(*rc::gen::arbitrary<std::uint64_t>());
}
RC_GTEST_PROP(ConvexProperty, WithCoulombsFrictionIsMoreauJeanOnGaps3D, ()) {
  check_same_as_moreau_jean<3>(*rc::gen::arbitrary<std::uint64_t>());
}

}  // namespace
}  // namespace galet::convex_test
