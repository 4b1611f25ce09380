// What must not matter to a run: the number of threads, repetition, the units.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "support/random_vectors.hpp"
#include "support/simulate.hpp"
#include <gtest/gtest.h>

#include "galet/base/error.hpp"
#include "galet/sim/renumber.hpp"
#include "galet/solver/sweep_tasks.hpp"

namespace galet::invariance_test {
namespace {

using test::add_boundary;
using test::ball;
using test::random_vector;
using test::scene_of;
using test::simulate;
using test::world_of;

// ---- Threads ---------------------------------------------------------------------------------

// 5000 spheres falling together in a shaken box: more than 4096 bodies and pairs, so that every
// parallel loop is really cut.
std::string hash_after_steps(int threads, bool batches) {
  World<3> world = world_of<3>({0.4, {0.1, 0.0}}, Vec<3>(0.0, 0.0, -9.81));
  Boundary<3>& box =
      add_boundary<3>(world, test::closed_box<3>({0.0, 0.0, 0.0}, {20.0, 10.0, 25.0}));
  box.motion.amplitude = {0.1, 0.0, 0.0};
  box.motion.frequency = 3.0;
  Random random(1);
  Bodies<3> bodies;
  for (int i = 0; i < 5000; ++i) {
    const Vec<3> x(0.5 + i % 20, 0.5 + i / 20 % 10, 0.5 + i / 200);
    bodies.add(ball<3>(x, random.uniform(0.47, 0.5), 1.0, random_vector<3>(random, 2.0)));
  }
  Scene scene = scene_of<3>(0.01, 1e-4, 0.5, batches);
  std::get<NlgsSettings>(scene.solver).max_iterations = 10;
  Simulation<3> simulation = simulate<3>(world, bodies, scene, threads);
  for (int k = 0; k < 8; ++k) simulation.advance();
  EXPECT_GT(simulation.last().contacts.size(), 4096u);
  EXPECT_EQ(simulation.threads(), threads);
  return hash_of(simulation.state()).hex();
}

TEST(Invariance, same_bits_for_any_number_of_threads_and_when_repeated) {
  for (const bool batches : {false, true}) {
    const std::string serial = hash_after_steps(1, batches);
    EXPECT_EQ(hash_after_steps(1, batches), serial);
    for (const int threads : {2, 4, 7}) {
      EXPECT_EQ(hash_after_steps(threads, batches), serial) << threads << " threads";
    }
  }
}

TEST(Invariance, the_hash_sees_a_single_bit_of_the_state) {
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 1.0}, 0.5));
  State<2> state;
  state.bodies = bodies;
  const auto hash = hash_of(state).value();
  State<2> moved = state;
  moved.bodies.position[0][1] = std::nextafter(1.0, 2.0);
  EXPECT_NE(hash_of(moved).value(), hash);
  State<2> pressed = state;
  pressed.memory.add({NodeRef::boundary(0), {0}, 0}, {.impulse = Vec<2>(0.0, 1.0)});
  EXPECT_NE(hash_of(pressed).value(), hash);
  State<2> later = state;
  later.step = 1;
  EXPECT_NE(hash_of(later).value(), hash);
}

// ---- Places ----------------------------------------------------------------------------------

// 2500 discs in a box, in random order: they change places, and their ids, positions and impulses
// go with them.
TEST(Invariance, renumbering_moves_bodies_and_their_impulses_together) {
  Random random(2);
  State<2> state;
  for (int i = 0; i < 2500; ++i) state.bodies.add(ball<2>(random_vector<2>(random, 100.0), 0.5));
  for (std::int32_t i = 0; i + 1 < 2500; i += 2) {
    state.memory.add({{i}, {i + 1}, 0}, {.impulse = random_vector<2>(random)});
  }
  const State<2> before = state;
  renumber<2>({0.0, 0.0}, state);
  ASSERT_NE(state.bodies.id, before.bodies.id);
  EXPECT_EQ(hash_of(state).hex(), hash_of(before).hex());
  for (std::size_t k = 0; k < state.bodies.size(); ++k) {
    const auto id = static_cast<std::size_t>(state.bodies.id[k].value);
    EXPECT_EQ(state.bodies.position[k], before.bodies.position[id]);
  }
  EXPECT_TRUE(std::ranges::is_sorted(state.memory.places));
  for (std::size_t k = 0; k < state.memory.size(); ++k) {
    const auto a = state.bodies.id[state.memory.places[k].a.body()].value;
    const auto b = state.bodies.id[state.memory.places[k].b.body()].value;
    ASSERT_EQ(std::min(a, b) + 1, std::max(a, b));
    const Vec<2>& impulse = before.memory.impulses[static_cast<std::size_t>(std::min(a, b) / 2)];
    EXPECT_EQ(state.memory.impulses[k], a < b ? impulse : Vec<2>(-impulse));
  }
  // Neighbours in place are neighbours in space: the mean distance of consecutive bodies is far
  // below that of random pairs, about 100 here.
  double distance = 0.0;
  for (std::size_t k = 0; k + 1 < state.bodies.size(); ++k) {
    distance += (state.bodies.position[k + 1] - state.bodies.position[k]).norm();
  }
  EXPECT_LT(distance / 2499.0, 20.0);
  // Once in order, the order stays.
  State<2> again = state;
  renumber<2>({0.0, 0.0}, again);
  EXPECT_EQ(again.bodies.id, state.bodies.id);
}

// Under gravity the layers of a slab follow each other from the top down; the slabs lie along the
// longest side, here across gravity.
TEST(Invariance, layers_of_a_slab_are_numbered_from_the_top_down) {
  Random random(2);
  State<2> state;
  for (int i = 0; i < 2500; ++i) {
    const Vec<2> x(random.uniform(0.0, 100.0), random.uniform(0.0, 50.0));
    state.bodies.add(ball<2>(x, 0.5));
  }
  renumber<2>({0.0, -9.81}, state);
  const std::size_t count = state.bodies.size();
  const std::size_t slabs = slab_count(count);
  ASSERT_GT(slabs, 1U);
  for (std::size_t k = 0; k + 1 < count; ++k) {
    if (slab_of(k, count, slabs) != slab_of(k + 1, count, slabs)) continue;
    // Within a layer, one diameter thick, in any order.
    EXPECT_LT(state.bodies.position[k + 1][1], state.bodies.position[k][1] + 1.0);
  }
}

// ---- Units -----------------------------------------------------------------------------------

struct Units {
  double length = 1.0, mass = 1.0, time = 1.0;
  double velocity() const { return length / time; }
};

// A mixture of discs in a rotating drum with a stick and a pushed group: everything with a unit.
Simulation<2> mixture(const Units& in, bool batches) {
  World<2> world = world_of<2>({0.4, {0.3, 0.1}}, Vec<2>(0.0, -9.81) * in.velocity() / in.time);
  world.groups = {"", "pushed"};
  const double force = in.mass * in.velocity() / in.time;
  world.forces = {
      {1, VectorSeries{{0.0, 0.5 * in.time}, {{0.1 * force, 0.0}, {0.0, 0.2 * force}}}}};
  Boundary<2>& drum = add_boundary<2>(world, Drum<2>{1.0 * in.length});
  drum.motion.spin = Spin<2>(2.0 / in.time);
  drum.motion.amplitude = Vec<2>(0.02, 0.01) * in.length;
  drum.motion.frequency = 3.0 / in.time;
  add_boundary<2>(world, Stick<2>{Vec<2>(-0.2, 0.0) * in.length, Vec<2>(0.2, 0.05) * in.length,
                                  0.01 * in.length})
      .motion.velocity = Vec<2>(Vec<2>(0.0, 0.1) * in.velocity());
  Random random(1);
  Bodies<2> bodies;
  for (int i = 0; i < 60; ++i) {
    const Vec<2> x(-0.55 + 0.12 * (i % 10), -0.5 + 0.11 * (i / 10));
    const double radius = random.uniform(0.03, 0.054);
    if (x[1] > -0.1 && x[1] < 0.15 && std::abs(x[0]) < 0.35) continue;  // room for the stick
    Body<2> body = ball<2>(x * in.length, radius * in.length, 100.0 * radius * radius * in.mass,
                           random_vector<2>(random) * in.velocity());
    body.spin = random_vector<1>(random, 5.0) / in.time;
    body.group = i % 3 == 0 ? 1 : 0;
    bodies.add(body);
  }
  return simulate<2>(world, bodies, scene_of<2>(0.004 * in.time, 1e-8, 0.5, batches));
}

// Powers of two change no rounding (length² and its root stay exact): the same bits, scaled.
void expect_same_bits_in_binary_units(bool batches) {
  const Units other{.length = 0x1p10, .mass = 0x1p-4, .time = 0x1p3};
  Simulation<2> a = mixture({}, batches), b = mixture(other, batches);
  for (int k = 0; k < 150; ++k) {
    const StepRecord ra = a.advance(), rb = b.advance();
    ASSERT_EQ(ra.contacts, rb.contacts);
    ASSERT_EQ(ra.solve.iterations, rb.solve.iterations);
    ASSERT_EQ(ra.solve.residual_relative, rb.solve.residual_relative);
    ASSERT_EQ(ra.penetration_relative, rb.penetration_relative);
  }
  const Bodies<2>&x = a.state().bodies, &y = b.state().bodies;
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(Vec<2>(x.position[i] * other.length), y.position[i]);
    EXPECT_EQ(Vec<2>(x.velocity[i] * other.velocity()), y.velocity[i]);
    EXPECT_EQ(x.rotation[i].angle(), y.rotation[i].angle());
  }
  EXPECT_GT(a.last().contacts.size(), 30u);
}

TEST(Invariance, units_that_are_powers_of_two_change_no_bit) {
  expect_same_bits_in_binary_units(false);
  expect_same_bits_in_binary_units(true);
}

// Any other units change roundings only: the same numbers of contacts and sweeps in every step, and
// trajectories that differ by round-off. Each impact multiplies a difference by about
// distance/radius (below 10 here) and a body has a few impacts in 60 steps: 1e-15 becomes at most
// 1e-15 · 10^4 relative.
void expect_only_roundings_in_other_units(bool batches) {
  const Units other{.length = 1000.0, .mass = 7.0, .time = 60.0};
  Simulation<2> a = mixture({}, batches), b = mixture(other, batches);
  std::int64_t contacts = 0;
  for (int k = 0; k < 60; ++k) {
    const StepRecord ra = a.advance(), rb = b.advance();
    contacts += ra.contacts_active;
    ASSERT_EQ(ra.contacts, rb.contacts) << "step " << k;
    ASSERT_EQ(ra.solve.iterations, rb.solve.iterations) << "step " << k;
    const Bodies<2>&x = a.state().bodies, &y = b.state().bodies;
    for (std::size_t i = 0; i < x.size(); ++i) {
      ASSERT_NEAR((x.position[i] - y.position[i] / other.length).norm(), 0.0, 1e-11);
      ASSERT_NEAR((x.velocity[i] - y.velocity[i] / other.velocity()).norm(), 0.0, 1e-11);
    }
  }
  EXPECT_GT(contacts, 50);
  const auto &ea = a.state().energy, &eb = b.state().energy;
  const double joule = other.mass * other.velocity() * other.velocity();
  EXPECT_NEAR(eb.work.dissipated / joule, ea.work.dissipated, 1e-10 * ea.largest);
  EXPECT_NEAR(eb.work.boundaries / joule, ea.work.boundaries, 1e-10 * ea.largest);
  EXPECT_NEAR(eb.work.external / joule, ea.work.external, 1e-10 * ea.largest);
}

TEST(Invariance, units_change_only_roundings) {
  expect_only_roundings_in_other_units(false);
  expect_only_roundings_in_other_units(true);
}

// ---- The loop --------------------------------------------------------------------------------

TEST(Run, makes_the_steps_and_outputs_it_should) {
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 10.0}, 0.5));
  Scene scene = scene_of<2>(0.1);
  scene.time.end = 1.0;
  scene.output.every = 0.25;  // rounded to 2 or 3 steps
  Simulation<2> simulation = simulate<2>(world_of<2>({}, Vec<2>(0.0, -10.0)), bodies, scene);
  std::vector<std::int64_t> outputs;
  int steps = 0;
  RunHooks<2> hooks;
  hooks.on_step = [&](const StepRecord&) { ++steps; };
  hooks.on_output = [&](const Frame<2>& frame, const SeriesRow& row) {
    EXPECT_EQ(frame.number, static_cast<std::int64_t>(outputs.size()));
    EXPECT_EQ(row.step, frame.state.step);
    outputs.push_back(row.step);
  };
  const RunSummary summary = run<2>(simulation, hooks);
  EXPECT_EQ(steps, 10);
  EXPECT_EQ(summary.steps, 10);
  EXPECT_NEAR(summary.time_end, 1.0, 1e-15);
  EXPECT_FALSE(summary.interrupted);
  EXPECT_EQ(outputs.front(), 0);
  EXPECT_EQ(outputs.back(), 10);
  for (std::size_t k = 1; k + 1 < outputs.size(); ++k) {
    EXPECT_EQ(outputs[k] % output_stride(scene), 0);
  }
  EXPECT_NEAR(simulation.state().bodies.position[0][1], 5.0, 1e-14);
}

TEST(Run, stops_when_asked) {
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 10.0}, 0.5));
  Scene scene = scene_of<2>(0.1);
  scene.time.end = 10.0;
  Simulation<2> simulation = simulate<2>(world_of<2>({}), bodies, scene);
  RunHooks<2> hooks;
  hooks.stop_requested = [&] { return simulation.state().step == 7; };
  const RunSummary summary = run<2>(simulation, hooks);
  EXPECT_EQ(summary.steps, 7);
  EXPECT_TRUE(summary.interrupted);
}

TEST(Run, velocities_that_are_no_numbers_end_the_run) {
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 0.0}, 0.5, 1e-300));
  World<2> world = world_of<2>({});
  world.forces = {{0, VectorSeries::constant({1e200, 0.0})}};
  Simulation<2> simulation = simulate<2>(world, bodies, scene_of<2>(1.0));
  EXPECT_THROW(simulation.advance(), NumericalError);
}

}  // namespace
}  // namespace galet::invariance_test
