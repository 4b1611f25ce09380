// Periodic cells: what crosses a seam must not notice it.
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "support/random_vectors.hpp"
#include "support/simulate.hpp"
#include <gtest/gtest.h>

#include "galet/observe/displacement.hpp"
#include "galet/observe/stress.hpp"
#include "galet/observe/wall_forces.hpp"

namespace galet::periodic_test {
namespace {

using test::add_boundary;
using test::ball;
using test::random_vector;
using test::simulate;
using test::world_of;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kGravity = 9.81;

enum class Scheme { velocity, gap, newmark, dem };
constexpr std::array schemes{Scheme::velocity, Scheme::gap, Scheme::newmark, Scheme::dem};

// Plain sweeps, of which one solves a single contact, to a small tolerance.
template <int D>
Scene scene_of(Scheme scheme, double step, double tolerance = 1e-12) {
  Scene scene = test::scene_of<D>(step, tolerance);
  if (scheme == Scheme::newmark) {
    scene.scheme = NewmarkSettings{};
  } else if (scheme == Scheme::dem) {
    scene.scheme = DemSettings{};
  } else if (scheme == Scheme::gap) {
    auto& settings = std::get<MoreauJeanSettings>(scene.scheme);
    settings.normal = NormalContact::gap;
    settings.theta.reset();
  }
  return scene;
}

PairLaw law_of(Scheme scheme) {
  PairLaw law;
  law.friction = 0.3;
  if (scheme == Scheme::newmark) {
    law.compliance = {.kind = ComplianceKind::inc, .exponent = 2.0, .factor = 1e4, .c_t = 10.0};
  } else if (scheme == Scheme::dem) {
    law.spring = {.normal = 100.0, .tangential = 30.0};
  } else {
    law.restitution = {0.5, 0.0};
  }
  return law;
}

// What the balance of energy may miss: rounding; with dem it closes to the order of the step only,
// so that a share of some (ω h)², here 1e-2, is left.
double balance_left(Scheme scheme, double rounding) {
  return scheme == Scheme::dem ? 1e-2 : rounding;
}

template <int D>
PeriodicCell<D> cube(double low, double period) {
  return {Vec<D>::Constant(low), Vec<D>::Constant(period)};
}

// ---- One ball -------------------------------------------------------------------------------

// In free flight the velocity keeps its bits, the ball stays in the cell, and its path is x + n h
// v: each of the n steps rounds a position below 1, and a wrap adds the rounding of one period.
template <int D>
void flies_through_the_seams(Scheme scheme) {
  constexpr double h = 1e-3;
  constexpr int steps = 5000;
  World<D> world = world_of<D>(law_of(scheme));
  world.cell = cube<D>(-0.2, 0.7);
  Vec<D> v = Vec<D>::Constant(3.7);
  v[0] = -11.3;
  Bodies<D> bodies;
  bodies.add(ball<D>(Vec<D>::Constant(0.1), 0.05, 2.0, v));
  Simulation<D> simulation = simulate<D>(world, bodies, scene_of<D>(scheme, h));
  const ReferencePositions<D> start(simulation.state().bodies, Part<D>{{}, {}, world.cell});
  for (int k = 0; k < steps; ++k) {
    simulation.advance();
    const Bodies<D>& now = simulation.state().bodies;
    ASSERT_EQ(now.velocity[0], v);
    ASSERT_GE(now.position[0].minCoeff(), -0.2);
    ASSERT_LT(now.position[0].maxCoeff(), 0.5);
  }
  const Bodies<D>& end = simulation.state().bodies;
  const Vec<D> way = steps * h * v;
  const double rounding = steps * 2.0 * kEpsilon;
  EXPECT_GT(std::abs(end.image[0][0]), 70);
  EXPECT_NEAR((end.path(0, world.cell) - Vec<D>::Constant(0.1) - way).norm(), 0.0, rounding);
  const Displacement<D> moved = start.displacement(end);
  EXPECT_NEAR(moved.total(), way.squaredNorm(), 2.0 * way.norm() * rounding);
  EXPECT_NEAR((moved.mean - way).norm(), 0.0, rounding);
}
TEST(Periodic, ball_flies_through_the_seams) {
  for (const Scheme scheme : schemes) {
    flies_through_the_seams<2>(scheme);
    flies_through_the_seams<3>(scheme);
  }
}

// A ball that falls through the floor of the cell and comes in at the top gains energy from gravity
// all the way: the budget closes, with gravity that changes in time too.
TEST(Periodic, energy_goes_on_over_the_seam) {
  for (const Scheme scheme : schemes) {
    World<2> world = world_of<2>(law_of(scheme));
    world.cell = cube<2>(0.0, 1.0);
    world.gravity = VectorSeries{{0.0, 1.0, 2.0}, {{1.0, -kGravity}, {-3.0, 2.0}, {4.0, -5.0}}};
    Bodies<2> bodies;
    bodies.add(ball<2>({0.3, 0.6}, 0.1, 2.0, {4.0, -9.0}));
    Simulation<2> simulation = simulate<2>(world, bodies, scene_of<2>(scheme, 1e-2));
    for (int k = 0; k < 200; ++k) simulation.advance();
    EXPECT_GT(std::abs(simulation.state().bodies.image[0][1]), 10);
    EXPECT_LT(simulation.state().energy.balance_error_relative(), balance_left(scheme, 1e-13));
  }
}

// ---- Collisions on the seam ------------------------------------------------------------------

// Velocities and places, relative to the middle of the scene, of two balls that meet there (or of a
// ball that meets a stick), wherever the middle is in the cell.
template <int D>
std::array<Vec<D>, 4> meet_at(Scheme scheme, const Vec<D>& middle, bool with_stick) {
  constexpr double h = 1e-3;
  World<D> world = world_of<D>(law_of(scheme));
  world.cell = cube<D>(0.0, 4.0);
  Vec<D> aside = 0.2 * Vec<D>::Unit(1);
  Bodies<D> bodies;
  Body<D> first = ball<D>(middle - 0.53 * Vec<D>::Unit(0), 0.5, 1.0, Vec<D>(2.0 * Vec<D>::Unit(0)));
  first.spin = 3.0 * Spin<D>::Ones();
  bodies.add(first);
  if (with_stick) {
    // Turning about a point 1 m to its right.
    Boundary<D>& stick = add_boundary<D>(
        world, Stick<D>{-Vec<D>::Unit(0) - 2.0 * aside, -Vec<D>::Unit(0) + 3.0 * aside, 0.01});
    stick.origin = middle + Vec<D>::Unit(0);
    stick.motion.spin = Spin<D>(0.7 * Spin<D>::Ones());
    stick.motion.velocity = Vec<D>(0.5 * Vec<D>::Unit(1));
  } else {
    bodies.add(ball<D>(middle + 0.53 * Vec<D>::Unit(0) + aside, 0.5, 2.0));
  }
  Simulation<D> simulation = simulate<D>(world, bodies, scene_of<D>(scheme, h));
  for (int k = 0; k < 120; ++k) simulation.advance();
  const Bodies<D>& end = simulation.state().bodies;
  EXPECT_NEAR(simulation.state().energy.balance_error_relative(), 0.0, balance_left(scheme, 1e-12));
  std::array<Vec<D>, 4> result;
  result.fill(Vec<D>::Zero());
  for (std::size_t i = 0; i < end.size(); ++i) {
    result[2 * i] = end.velocity[i];
    result[2 * i + 1] = world.cell.nearest(end.position[i] - middle);
  }
  return result;
}

// Positions are rounded differently; the contact turns 1e-16 of a position into 1e-16/h of a
// velocity at the level of gaps, and compliance into k h/m of it.
template <int D>
void same_wherever_they_meet(bool with_stick) {
  for (const Scheme scheme : schemes) {
    const auto inside = meet_at<D>(scheme, Vec<D>::Constant(2.0), with_stick);
    // They did meet.
    EXPECT_GT((inside[0] - Vec<D>(2.0 * Vec<D>::Unit(0))).norm(), 0.1);
    for (const double at : {0.0, 4.0, 3.9, 0.45, 0.55, 3.53, -4.0, 8.03}) {
      Vec<D> middle = Vec<D>::Constant(at);
      middle[D - 1] = 4.0 - at;
      const auto across = meet_at<D>(scheme, middle, with_stick);
      for (std::size_t i = 0; i < inside.size(); ++i) {
        EXPECT_NEAR((across[i] - inside[i]).norm(), 0.0, 1e-10)
            << at << " scheme " << static_cast<int>(scheme);
      }
    }
  }
}
TEST(Periodic, balls_collide_on_the_seam_as_elsewhere) {
  same_wherever_they_meet<2>(false);
  same_wherever_they_meet<3>(false);
}
TEST(Periodic, a_turning_stick_is_met_on_the_seam_as_elsewhere) {
  same_wherever_they_meet<2>(true);
  same_wherever_they_meet<3>(true);
}

// ---- Clouds ----------------------------------------------------------------------------------

// A dense cloud of balls of different sizes that move at random; coordinates are multiples of 2^-20
// and the period a power of two, so that whole periods can be added without rounding.
template <int D>
Bodies<D> cloud(int side, const Vec<D>& translation) {
  Random random(7);
  Bodies<D> bodies;
  const int count = D == 2 ? side * side : side * side * side;
  for (int i = 0; i < count; ++i) {
    Vec<D> x;
    x[0] = i % side;
    x[1] = i / side % side;
    if constexpr (D == 3) x[2] = i / (side * side);
    const double radius = random.uniform(0.3, 0.49);
    Vec<D> shaken = x + Vec<D>::Constant(0.5);
    for (int k = 0; k < D; ++k) shaken[k] = std::round(0x1p20 * shaken[k]) * 0x1p-20;
    Body<D> body =
        ball<D>(shaken + translation, radius, std::pow(radius, D), random_vector<D>(random, 2.0));
    body.spin = random_vector<spin_dimension<D>>(random, 3.0);
    bodies.add(body);
  }
  return bodies;
}

template <int D>
Simulation<D> cloud_in_cell(Scheme scheme, const Vec<D>& translation) {
  constexpr int side = D == 2 ? 8 : 4;
  World<D> world = world_of<D>(law_of(scheme));
  world.cell = cube<D>(0.0, side);
  return simulate<D>(world, cloud<D>(side, translation), scene_of<D>(scheme, 4e-3, 1e-10));
}

template <int D>
Vec<D> momentum(const Bodies<D>& bodies) {
  Vec<D> sum = Vec<D>::Zero();
  for (std::size_t i = 0; i < bodies.size(); ++i) sum += bodies.mass[i] * bodies.velocity[i];
  return sum;
}

// Every impulse acts on two bodies with opposite signs: what is lost is rounding, of N velocities
// of order 1 in each step.
template <int D>
void conserves_momentum(Scheme scheme) {
  Simulation<D> simulation = cloud_in_cell<D>(scheme, Vec<D>::Zero());
  const Vec<D> before = momentum(simulation.state().bodies);
  constexpr int steps = 150;
  std::size_t contacts = 0;
  bool crossed = false;
  for (int k = 0; k < steps; ++k) {
    simulation.advance();
    contacts += simulation.last().contacts.size();
  }
  const Bodies<D>& end = simulation.state().bodies;
  for (const Image<D>& image : end.image) crossed = crossed || !image.isZero();
  EXPECT_TRUE(crossed);
  EXPECT_GT(contacts, 100u);
  EXPECT_NEAR((momentum(end) - before).norm(), 0.0,
              10.0 * kEpsilon * steps * static_cast<double>(end.size()));
  EXPECT_LT(simulation.state().energy.balance_error_relative(), balance_left(scheme, 1e-11));
}
TEST(Periodic, momentum_of_a_cloud_is_conserved) {
  for (const Scheme scheme : schemes) {
    conserves_momentum<2>(scheme);
    conserves_momentum<3>(scheme);
  }
}

// By a whole period: the same bits, whatever is counted. By any vector: the same up to rounding,
// which collisions make larger by some factor each (1e-16 to 1e-9 leaves room for many).
template <int D>
void translated(Scheme scheme) {
  constexpr int side = D == 2 ? 8 : 4;
  constexpr int steps = 60;
  const Vec<D> whole = side * Vec<D>(3.0 * Vec<D>::Unit(0) - 2.0 * Vec<D>::Unit(D - 1));
  const Vec<D> any = Vec<D>::LinSpaced(D, 0.37, 21.73);
  Simulation<D> here = cloud_in_cell<D>(scheme, Vec<D>::Zero());
  Simulation<D> periods = cloud_in_cell<D>(scheme, whole);
  Simulation<D> there = cloud_in_cell<D>(scheme, any);
  for (int k = 0; k < steps; ++k) {
    here.advance();
    periods.advance();
    there.advance();
  }
  const Bodies<D>& a = here.state().bodies;
  const PeriodicCell<D>& cell = here.world().cell;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Bodies<D>& b = periods.state().bodies;
    ASSERT_EQ(a.position[i], b.position[i]);
    ASSERT_EQ(a.velocity[i], b.velocity[i]);
    ASSERT_EQ(a.spin[i], b.spin[i]);
    EXPECT_EQ(cell.offset(b.image_of(i) - a.image_of(i)), whole);
    const Bodies<D>& c = there.state().bodies;
    ASSERT_NEAR((c.path(i, cell) - a.path(i, cell) - any).norm(), 0.0, 1e-9);
    ASSERT_NEAR((c.velocity[i] - a.velocity[i]).norm(), 0.0, 1e-9);
  }
}
TEST(Periodic, translation_does_not_matter) {
  for (const Scheme scheme : schemes) {
    translated<2>(scheme);
    translated<3>(scheme);
  }
}

// 5400 spheres, so that every parallel loop is really cut.
std::string hash_after_steps(int threads, bool batches) {
  World<3> world = world_of<3>({0.4, {0.1, 0.0}}, Vec<3>(2.0, 0.0, -kGravity));
  world.cell = {{0.0, 0.0, 0.0}, {18.0, 10.0, 0.0}};
  add_boundary<3>(world, HalfSpace<3>{Vec<3>::Zero(), Vec<3>::UnitZ()});
  Random random(1);
  Bodies<3> bodies;
  for (int i = 0; i < 5400; ++i) {
    const Vec<3> x(i % 18, i / 18 % 10, 0.5 + i / 180);
    bodies.add(ball<3>(x, random.uniform(0.47, 0.5), 1.0, random_vector<3>(random, 2.0)));
  }
  Scene scene = scene_of<3>(Scheme::gap, 0.01, 1e-4);
  std::get<NlgsSettings>(scene.solver).batches = batches;
  std::get<NlgsSettings>(scene.solver).max_iterations = 10;
  Simulation<3> simulation = simulate<3>(world, bodies, scene, threads);
  for (int k = 0; k < 6; ++k) simulation.advance();
  EXPECT_GT(simulation.last().contacts.size(), 4096u);
  return hash_of(simulation.state()).hex();
}
TEST(Periodic, same_bits_for_any_number_of_threads) {
  for (const bool batches : {false, true}) {
    const std::string serial = hash_after_steps(1, batches);
    for (const int threads : {2, 4, 7}) {
      EXPECT_EQ(hash_after_steps(threads, batches), serial) << threads << " threads";
    }
  }
}

TEST(Periodic, the_hash_sees_the_images) {
  State<2> state;
  state.bodies.add(ball<2>({0.0, 1.0}, 0.5));
  const auto hash = hash_of(state).value();
  state.bodies.count_images();
  state.bodies.image[0][1] = 1;
  EXPECT_NE(hash_of(state).value(), hash);
}

// ---- Beds ------------------------------------------------------------------------------------

// Layers of discs that do not turn slide down an incline, closed over the seam. The plane carries
// the whole weight across it, every contact with it slips, hence the mean acceleration is
// g (sin a − µ cos a) whatever happens between the layers.
TEST(Periodic, layers_slide_down_an_endless_incline) {
  constexpr double a = 0.6, mu = 0.3, h = 1e-3;
  constexpr int columns = 6, layers = 2, steps = 400;
  for (const Scheme scheme : {Scheme::velocity, Scheme::gap}) {
    World<2> world = world_of<2>({mu, {}}, kGravity * Vec<2>(std::sin(a), -std::cos(a)));
    world.cell = {{-0.8, 0.0}, {columns, 0.0}};
    add_boundary<2>(world, HalfSpace<2>{Vec<2>::Zero(), Vec<2>::UnitY()});
    Scene scene = scene_of<2>(scheme, h, 1e-9);
    Bodies<2> bodies;
    for (int k = 0; k < layers * columns; ++k) {
      const int layer = k / columns;
      Body<2> disc = ball<2>(
          {k % columns + 0.5 * (layer % 2), 0.5 + 0.5 * std::numbers::sqrt3 * layer}, 0.5, 1.3);
      disc.free_rotation = false;
      bodies.add(disc);
    }
    Simulation<2> simulation = simulate<2>(world, bodies, scene);
    double off = 0.0;  // in each step the mean is off by no more than the residual
    for (int k = 0; k < steps; ++k) {
      simulation.advance();
      off += simulation.last().solve.residual_velocity;
    }
    const double mean = momentum(simulation.state().bodies)[0] / (1.3 * layers * columns);
    const double speed = steps * h * kGravity * (std::sin(a) - mu * std::cos(a));
    EXPECT_LT(off, 1e-6 * speed);
    EXPECT_NEAR(mean, speed, off + steps * kEpsilon * speed) << static_cast<int>(scheme);
    EXPECT_LT(simulation.state().energy.balance_error_relative(), 1e-12);
    // Fast enough to have gone over the seam.
    EXPECT_GT(simulation.state().bodies.image[columns - 1][0], 0);
  }
}

// Columns of balls that touch their neighbours over the seams too, without side walls: the floor
// carries their weight, the branch above ball k that of those above it. A window around a seam sees
// the columns on both sides of it.
template <int D>
void columns_stand(Scheme scheme) {
  constexpr int side = 4, height = 5;
  constexpr double mass = 2.0;
  World<D> world = world_of<D>({0.3, {}}, Vec<D>(-kGravity * Vec<D>::Unit(D - 1)));
  world.cell = cube<D>(0.0, side);
  world.cell.period[D - 1] = 0.0;
  add_boundary<D>(world, HalfSpace<D>{Vec<D>::Zero(), Vec<D>::Unit(D - 1)});
  Bodies<D> bodies;
  const int columns = D == 2 ? side : side * side;
  for (int k = 0; k < columns * height; ++k) {
    Vec<D> x;
    x[0] = 0.25 + k % side;
    if constexpr (D == 3) x[1] = 0.25 + k / side % side;
    x[D - 1] = 0.5 + k / columns;
    bodies.add(ball<D>(x, 0.5, mass));
  }
  Simulation<D> simulation = simulate<D>(world, bodies, scene_of<D>(scheme, 1e-3, 1e-13));
  for (int k = 0; k < 20; ++k) simulation.advance();
  const Look<D> look = simulation.look();
  const double weight = columns * height * mass * kGravity;
  EXPECT_NEAR(-compute_wall_forces(look)[0][0].force[D - 1], weight, 1e-9 * weight);
  const auto pressure = [&](const Vec<D>& low, const Vec<D>& high) {
    const Part<D> part{{}, BoxWindow<D>{low, high}, world.cell};
    return compute_stress(look, part).total()(D - 1, D - 1);
  };
  for (int k = 0; k + 1 < height; ++k) {
    Vec<D> low = Vec<D>::Constant(-0.3), high = Vec<D>::Constant(side - 0.3);
    low[D - 1] = 0.6 + k;
    high[D - 1] = 1.4 + k;
    // One column per unit of area.
    const double expected = (height - 1 - k) * mass * kGravity;
    EXPECT_NEAR(pressure(low, high), expected, 1e-9 * weight);
    // Of half the width, around the seam: the columns at 0.25 and 3.25.
    low[0] = -1.0;
    high[0] = 1.0;
    EXPECT_NEAR(pressure(low, high), expected, 1e-9 * weight);
  }
  // As a whole, in the box that is a period wide: Σ over the branches, centres at 0.5, 1.5, …
  const Stress<D> all = compute_stress(look, Part<D>{{}, {}, world.cell});
  EXPECT_NEAR(all.volume, columns * height, 1e-9);
  double sum = 0.5 * height;
  for (int k = 1; k < height; ++k) sum += height - k;
  EXPECT_NEAR(all.contact(D - 1, D - 1), sum * mass * kGravity / height, 1e-9 * weight);
}
TEST(Periodic, columns_stand_without_side_walls) {
  for (const Scheme scheme : {Scheme::velocity, Scheme::gap}) {
    columns_stand<2>(scheme);
    columns_stand<3>(scheme);
  }
}

}  // namespace
}  // namespace galet::periodic_test
