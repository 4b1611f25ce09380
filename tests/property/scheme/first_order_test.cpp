// The scheme "first-order" on random crowds with steps from tiny to absurd: what must hold for all.
#include "galet/scheme/first_order.hpp"

#include <algorithm>
#include <cmath>

#include "support/hand_built.hpp"
#include "support/random_vectors.hpp"
#include "support/room.hpp"
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace galet::first_order_test {
namespace {

using test::add_room;
using test::ball;
using test::is_free;
using test::kRoom;
using test::place_in_room;
using test::random_log;
using test::random_vector;
using test::SteppedRoom;
using test::world_of;

template <int D>
struct Crowd : SteppedRoom<D> {
  Crowd() { this->world = world_of<D>(PairLaw{}); }

  StepOutcome<D> step() {
    const double t = this->begin_step();
    return step_first_order<D>(this->world, this->solver, t, this->h, this->tools, this->bodies,
                               this->memory, this->loaded);
  }
};

// Walkers of radii 0.3 to 1, some of them overlapping at the start, in a box with a rod (2D); each
// wants something else: a velocity, or a point, which all may share.
template <int D>
void fill(Crowd<D>& crowd, Random& random) {
  add_room(crowd.world);
  const double speed = random_log(random, 1e-3, 1e3);
  const bool gathering = random.below(2) == 0;
  const Vec<D> place = random_vector<D>(random, 0.5 * kRoom);
  const double squeeze = random.below(2) == 0 ? 1.0 : 0.9;
  for (int tries = 0; tries < 80 && crowd.bodies.size() < 16; ++tries) {
    const double r = random.uniform(0.3, 1.0);
    const Vec<D> x = place_in_room<D>(random);
    if (x[1] < -0.3 * kRoom || !is_free<D>(crowd.bodies, x, r, squeeze)) continue;
    Body<D> body = ball<D>(x, r);
    body.free_rotation = false;
    body.group = static_cast<GroupIndex>(crowd.bodies.size());
    if (random.below(6) == 0) body.free.setZero();
    crowd.bodies.add(body);
    crowd.world.groups.resize(crowd.bodies.size());
    crowd.world.desire_of_group.push_back(static_cast<std::int32_t>(crowd.world.desires.size()));
    if (gathering) {
      crowd.world.desires.push_back({PointDesire<D>{place, speed}});
    } else {
      const Vec<D> v = random_vector<D>(random, speed);
      crowd.world.desires.push_back(
          {SteadyDesire{VectorSeries::constant(std::vector<double>(v.begin(), v.end()))}});
    }
  }
  crowd.h = random_log(random, 1e-3, 1e3) / speed;
  crowd.solver.tolerance = random_log(random, 1e-9, 1e-3);
  crowd.solver.max_iterations = 300;  // what is not solved then has a larger residual
  crowd.solver.batches = random.below(2) == 0;
}

template <int D>
double largest_overlap_of(const Crowd<D>& crowd) {
  double depth = 0.0;
  const Bodies<D>& b = crowd.bodies;
  for (std::size_t i = 0; i < b.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (b.is_fixed(i) && b.is_fixed(j)) continue;
      depth = std::max(depth, b.radius[i] + b.radius[j] - (b.position[i] - b.position[j]).norm());
    }
    for (int k = 0; k < D; ++k) {
      depth = std::max(depth, std::abs(b.position[i][k]) + b.radius[i] - kRoom);
    }
  }
  return depth;
}

// Gaps are convex, so the true gap at the end is no less than the linearised one, which a residual
// ρ leaves at −h ρ or above: whatever the start and the steps before. The rest is rounding, of
// coordinates and of ways.
template <int D>
void check_feasible(std::uint64_t seed) {
  Random random(seed);
  Crowd<D> crowd;
  fill(crowd, random);
  for (int n = 0; n < 8; ++n) {
    const StepOutcome<D> out = crowd.step();
    double way = kRoom;
    for (const Vec<D>& u : crowd.bodies.velocity) way = std::max(way, crowd.h * u.norm());
    for (const Vec<D>& p : out.impulses) way = std::max(way, crowd.h * p.norm());
    const double allowed = crowd.h * out.solve.residual_velocity + 1e-13 * way;
    RC_ASSERT(largest_overlap_of(crowd) <= allowed);
    RC_ASSERT(out.overlap.length <= allowed);
  }
}
RC_GTEST_PROP(FirstOrderProperty, FeasibleAfterEveryStep2D, ()) {
  check_feasible<2>(*rc::gen::arbitrary<std::uint64_t>());
}
RC_GTEST_PROP(FirstOrderProperty, FeasibleAfterEveryStep3D, ()) {
  check_feasible<3>(*rc::gen::arbitrary<std::uint64_t>());
}

// The projection of U on a convex set: (U − u)·(w − u) <= 0 for every feasible w; from a state
// without overlap w = 0 is one, so |u|² <= U·u. A residual ρ leaves p·û within ρ (|p| + |û|) at
// every contact.
template <int D>
void check_projection(std::uint64_t seed) {
  Random random(seed);
  Crowd<D> crowd;
  fill(crowd, random);
  crowd.solver.tolerance = 1e-9;
  crowd.step();  // takes overlaps of the start back
  for (int n = 0; n < 4; ++n) {
    const double overlap = largest_overlap_of(crowd);
    std::vector<Vec<D>> wanted;
    for (std::size_t i = 0; i < crowd.bodies.size(); ++i) {
      const Vec<D> u = crowd.world.desire_of(crowd.bodies, i)
                           ->velocity_at(crowd.bodies.position[i], 0.0, crowd.h);
      wanted.push_back(crowd.bodies.is_fixed(i) ? Vec<D>(Vec<D>::Zero()) : u);
    }
    const StepOutcome<D> out = crowd.step();
    double product = 0.0;
    double scale = 0.0;
    for (std::size_t i = 0; i < crowd.bodies.size(); ++i) {
      const Vec<D>& u = crowd.bodies.velocity[i];
      product += (wanted[i] - u).dot(-u);
      scale += wanted[i].squaredNorm() + u.squaredNorm();
    }
    double slack = 0.0;
    for (const Vec<D>& p : out.impulses) {
      slack += p.norm() + (p.isZero(0.0) ? 0.0 : std::sqrt(scale));
    }
    RC_ASSERT(product <=
              (2.0 * out.solve.residual_velocity + overlap / crowd.h) * slack + 1e-12 * scale);
  }
}
RC_GTEST_PROP(FirstOrderProperty, IsTheProjectionOfTheDesires2D, ()) {
  check_projection<2>(*rc::gen::arbitrary<std::uint64_t>());
}
RC_GTEST_PROP(FirstOrderProperty, IsTheProjectionOfTheDesires3D, ()) {
  check_projection<3>(*rc::gen::arbitrary<std::uint64_t>());
}

}  // namespace
}  // namespace galet::first_order_test
