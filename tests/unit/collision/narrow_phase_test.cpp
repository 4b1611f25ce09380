#include "galet/collision/narrow_phase.hpp"

#include <algorithm>

#include "support/random_clouds.hpp"
#include <gtest/gtest.h>

namespace galet::narrow_phase_test {
namespace {

using test::random_unit;
using test::random_vector;

template <int D>
Body<D> ball(const Vec<D>& position, double radius) {
  Body<D> body;
  body.position = position;
  body.radius = radius;
  body.mass = 1.0;
  body.inertia = 0.4 * radius * radius;
  return body;
}

template <int D>
World<D> world_with(std::vector<Obstacle<D>> shapes) {
  World<D> world;
  world.materials = {"stone"};
  world.groups = {""};
  world.pairs = PairTable(1);
  for (const Obstacle<D>& shape : shapes) {
    Boundary<D> boundary;
    boundary.shape = shape;
    world.boundaries.push_back(boundary);
  }
  return world;
}

template <int D>
ContactSet<D> contacts_of(const World<D>& world, const Bodies<D>& bodies, double activation,
                          int threads = 1, double t = 0.0) {
  Workers workers(threads);
  const auto pairs = find_pairs<D>(bodies.position, bodies.radius, 10.0 * activation, workers);
  const auto at = placements(world, t);
  return detect_contacts<D>(world, bodies, {bodies.position, at}, pairs, {.activation = activation},
                            workers);
}

template <int D>
Overlap overlap_of(const World<D>& world, const Bodies<D>& bodies, int threads = 1) {
  Workers workers(threads);
  const auto pairs = find_pairs<D>(bodies.position, bodies.radius, 0.1, workers);
  const auto at = placements(world, 0.0);
  return largest_overlap<D>(world, bodies, {bodies.position, at}, pairs, workers);
}

// g = |x_b − x_a| − r_a − r_b, n from a to b; the contact point is in the middle of the gap.
template <int D>
void check_pair_geometry() {
  Random random(1);
  for (int k = 0; k < 100; ++k) {
    Bodies<D> bodies;
    const double r_a = random.uniform(0.5, 1.0), r_b = random.uniform(0.5, 1.0);
    const Vec<D> x_a = random_vector<D>(random), n = random_unit<D>(random);
    const double gap = random.uniform(-0.1, 0.04);
    bodies.add(ball<D>(x_a, r_a));
    bodies.add(ball<D>(x_a + (r_a + r_b + gap) * n, r_b));
    const auto contacts = contacts_of<D>(world_with<D>({}), bodies, 0.1);
    ASSERT_EQ(contacts.size(), 1u);
    const Contact<D>& c = contacts[0];
    EXPECT_EQ(c.place, (ContactPlace{{0}, {1}, 0}));
    EXPECT_NEAR(c.gap, gap, 1e-14);
    EXPECT_NEAR((c.n - n).norm(), 0.0, 1e-14);
    EXPECT_NEAR(
        (contact_point<D>(bodies.position, bodies, c) - (x_a + (r_a + 0.5 * gap) * n)).norm(), 0.0,
        1e-14);
    EXPECT_EQ(contact_length(bodies, c), std::min(r_a, r_b));
  }
}
TEST(DetectContacts, geometry_of_a_pair_2d) { check_pair_geometry<2>(); }
TEST(DetectContacts, geometry_of_a_pair_3d) { check_pair_geometry<3>(); }

TEST(DetectContacts, geometry_at_a_wall) {
  // Floor y = 1 that rises with 2 m/s: at t = 0.5 it is at y = 2.
  World<2> world = world_with<2>({HalfSpace<2>{{0.0, 1.0}, {0.0, 1.0}}});
  world.boundaries[0].motion.velocity = Vec<2>(0.0, 2.0);
  Bodies<2> bodies;
  bodies.add(ball<2>({3.0, 2.45}, 0.5));
  EXPECT_TRUE(contacts_of(world, bodies, 0.01, 1, 0.0).empty());
  const auto contacts = contacts_of(world, bodies, 0.01, 1, 0.5);
  ASSERT_EQ(contacts.size(), 1u);
  const Contact<2>& c = contacts[0];
  EXPECT_TRUE(c.a().is_boundary());
  EXPECT_EQ(c.a().boundary(), 0u);
  EXPECT_EQ(c.b().body(), 0u);
  EXPECT_NEAR(c.gap, -0.05, 1e-15);
  EXPECT_EQ(c.n, Vec<2>(0.0, 1.0));
  EXPECT_NEAR((contact_point<2>(bodies.position, bodies, c) - Vec<2>(3.0, 2.0)).norm(), 0.0, 1e-15);
  EXPECT_EQ(contact_length(bodies, c), 0.5);
}

// Active up to gap = activation · (smaller radius).
TEST(DetectContacts, activation_is_relative_to_the_smaller_radius) {
  for (const double scale : {1e-6, 1.0, 1e6}) {
    Bodies<2> near, far;
    near.add(ball<2>({0.0, 0.0}, 2.0 * scale));
    near.add(ball<2>({(3.0 + 0.0099) * scale, 0.0}, scale));
    far.add(ball<2>({0.0, 0.0}, 2.0 * scale));
    far.add(ball<2>({(3.0 + 0.0101) * scale, 0.0}, scale));
    Workers workers(1);
    const std::vector<BodyPair> pairs{{0, 1}};
    const World<2> world = world_with<2>({});
    EXPECT_EQ(
        detect_contacts<2>(world, near, {near.position, {}}, pairs, {.activation = 0.01}, workers)
            .size(),
        1u);
    EXPECT_EQ(
        detect_contacts<2>(world, far, {far.position, {}}, pairs, {.activation = 0.01}, workers)
            .size(),
        0u);
  }
}

TEST(DetectContacts, coincident_centres_still_have_a_frame) {
  Bodies<3> bodies;
  bodies.add(ball<3>({1.0, 1.0, 1.0}, 0.5));
  bodies.add(ball<3>({1.0, 1.0, 1.0}, 0.5));
  const auto contacts = contacts_of<3>(world_with<3>({}), bodies, 0.0);
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].gap, -1.0);
  EXPECT_NEAR((contacts[0].frame() * contacts[0].frame().transpose() - Mat<3>::Identity()).norm(),
              0.0, 1e-15);
}

TEST(DetectContacts, leaves_out_what_cannot_move) {
  World<2> world = world_with<2>({HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}}});
  Bodies<2> bodies;
  Body<2> fixed = ball<2>({0.0, 0.5}, 0.5);
  fixed.free = Vec<2>::Zero();
  fixed.free_rotation = false;
  bodies.add(fixed);
  fixed.position = {1.0, 0.5};
  bodies.add(fixed);
  bodies.add(ball<2>({2.0, 0.5}, 0.5));
  const auto contacts = contacts_of(world, bodies, 1e-6);
  ASSERT_EQ(contacts.size(), 2u);  // floor with the free one, and the free one with its neighbour
  EXPECT_EQ(contacts[0].place, (ContactPlace{NodeRef::boundary(0), {2}, 0}));
  EXPECT_EQ(contacts[1].place, (ContactPlace{{1}, {2}, 0}));
}

// A few thousand balls in a box and a drum: same contacts, sorted, for any number of threads, and
// those of brute force.
TEST(DetectContacts, sorted_and_the_same_for_any_number_of_threads) {
  Random random(2);
  const auto cloud = test::random_cloud<3>(random, 6000, 3.0, Vec<3>::Zero());
  Bodies<3> bodies;
  for (std::size_t i = 0; i < cloud.position.size(); ++i) {
    bodies.add(ball<3>(cloud.position[i], cloud.radius[i]));
  }
  const Vec<3> corner = Vec<3>::Constant(10.0);
  BoxInside<3> box{-corner, corner, {}};
  box.closed.fill(true);
  const World<3> world = world_with<3>(
      {box, Drum<3>{11.0, Vec<3>(0.0, 1.0, 0.0), 22.0}, Stick<3>{-corner, corner, 0.5}});
  const double activation = 1e-3;
  const auto serial = contacts_of(world, bodies, activation);
  for (std::size_t c = 0; c + 1 < serial.size(); ++c)
    ASSERT_LT(serial[c].place, serial[c + 1].place);
  for (const int threads : {2, 5}) {
    const auto parallel = contacts_of(world, bodies, activation, threads);
    ASSERT_EQ(parallel.size(), serial.size());
    for (std::size_t c = 0; c < serial.size(); ++c) {
      ASSERT_EQ(parallel[c].place, serial[c].place);
      ASSERT_EQ(parallel[c].gap, serial[c].gap);
      ASSERT_EQ(parallel[c].n, serial[c].n);
    }
    const Overlap one = overlap_of(world, bodies, 1), many = overlap_of(world, bodies, threads);
    EXPECT_EQ(one.length, many.length);
    EXPECT_EQ(one.relative, many.relative);
  }
  // Brute force: pairs, then the six walls of the box.
  std::size_t pairs = 0, walls = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      const double gap =
          (cloud.position[i] - cloud.position[j]).norm() - cloud.radius[i] - cloud.radius[j];
      pairs += gap <= activation * std::min(cloud.radius[i], cloud.radius[j]) ? 1 : 0;
    }
    for (int k = 0; k < 3; ++k) {
      const double reach = cloud.radius[i] * (1.0 + activation);
      walls += cloud.position[i][k] + 10.0 <= reach ? 1 : 0;
      walls += 10.0 - cloud.position[i][k] <= reach ? 1 : 0;
    }
  }
  EXPECT_EQ(std::ranges::count_if(serial, [](const auto& c) { return !c.a().is_boundary(); }),
            static_cast<std::ptrdiff_t>(pairs));
  EXPECT_EQ(std::ranges::count_if(
                serial, [](const auto& c) { return c.a().is_boundary() && c.a().boundary() == 0; }),
            static_cast<std::ptrdiff_t>(walls));
  EXPECT_GT(walls, 100u);
}

// Overlap over the smaller radius of the pair: here 0.1/0.5, though the pair of large balls
// overlaps by more in metres.
TEST(LargestOverlap, is_relative_to_the_smaller_radius) {
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 0.0}, 2.0));
  bodies.add(ball<2>({2.4, 0.0}, 0.5));   // overlap 0.1, relative 0.2
  bodies.add(ball<2>({0.0, 3.85}, 2.0));  // overlap 0.15, relative 0.075
  const Overlap overlap = overlap_of<2>(world_with<2>({}), bodies);
  EXPECT_NEAR(overlap.length, 0.15, 1e-14);
  EXPECT_NEAR(overlap.relative, 0.2, 1e-14);
}

TEST(LargestOverlap, counts_walls_and_is_zero_without_overlap) {
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 0.45}, 0.5));
  const World<2> floor = world_with<2>({HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}}});
  EXPECT_NEAR(overlap_of(floor, bodies).relative, 0.1, 1e-15);
  bodies.position[0] = {0.0, 0.55};
  EXPECT_EQ(overlap_of(floor, bodies).length, 0.0);
  EXPECT_EQ(overlap_of(floor, bodies).relative, 0.0);
  EXPECT_EQ(overlap_of(floor, Bodies<2>{}).relative, 0.0);
}

}  // namespace
}  // namespace galet::narrow_phase_test
