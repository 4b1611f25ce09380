// Contacts with many finite boundaries: those of a search that looks at every pair, found by
// looking at few.
#include "galet/collision/near_bodies.hpp"

#include <array>
#include <cmath>

#include "support/hand_built.hpp"
#include "support/random_vectors.hpp"
#include <gtest/gtest.h>

#include "galet/collision/narrow_phase.hpp"

namespace galet::near_bodies_test {
namespace {

using test::ball;

// Uniform in a square (cube) with sides from −half to half.
template <int D>
Vec<D> anywhere(Random& random, double half) {
  Vec<D> x;
  for (int k = 0; k < D; ++k) x[k] = random.uniform(-half, half);
  return x;
}

// Short sticks all over a square (cube).
template <int D>
World<D> stick_world(std::size_t count, double half, double length, Random& random) {
  World<D> world = test::world_of<D>({});
  for (std::size_t k = 0; k < count; ++k) {
    const Vec<D> start = anywhere<D>(random, half);
    test::add_boundary<D>(world,
                          Stick<D>{start, Vec<D>(start + anywhere<D>(random, length)), 0.05});
  }
  return world;
}

template <int D>
Bodies<D> cloud(std::size_t count, double half, Random& random) {
  Bodies<D> bodies;
  for (std::size_t i = 0; i < count; ++i) {
    bodies.add(ball<D>(anywhere<D>(random, half), random.uniform(0.2, 0.5)),
               BodyId::body(static_cast<std::int32_t>(i)));
  }
  return bodies;
}

// Boundary by boundary, each alone in the world, where no broad phase is worth it.
template <int D>
ContactSet<D> one_by_one(const World<D>& world, const Bodies<D>& bodies,
                         std::span<const Placement<D>> places, const ContactReach& reach) {
  Workers workers(1);
  ContactSet<D> all;
  World<D> alone = world;
  for (std::size_t k = world.boundaries.size(); k-- > 0;) {
    alone.boundaries = {world.boundaries[k]};
    for (Contact<D> contact : detect_contacts<D>(
             alone, bodies, {bodies.position, places.subspan(k, 1)}, {}, reach, workers)) {
      contact.place.a = NodeRef::boundary(k);
      all.push_back(contact);
    }
  }
  return all;
}

template <int D>
void expect_same(const World<D>& world, const Bodies<D>& bodies, const ContactReach& reach) {
  const std::vector<Placement<D>> places = placements(world, 0.3);
  const ContactSet<D> wanted = one_by_one<D>(world, bodies, places, reach);
  ASSERT_GT(wanted.size(), 20U);
  for (const int threads : {1, 3}) {
    Workers workers(threads);
    const ContactSet<D> found =
        detect_contacts<D>(world, bodies, {bodies.position, places}, {}, reach, workers);
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t c = 0; c < found.size(); ++c) {
      ASSERT_EQ(found[c].place, wanted[c].place);
      ASSERT_EQ(found[c].gap, wanted[c].gap);
      ASSERT_EQ(found[c].n, wanted[c].n);
    }
  }
}

TEST(NearBodies, finds_the_contacts_of_a_full_search_2d) {
  Random random(1);
  World<2> world = stick_world<2>(300, 10.0, 2.0, random);
  test::add_boundary<2>(world, HalfSpace<2>{{0.0, -9.0}, {0.0, 1.0}});
  test::add_boundary<2>(world, Stick<2>{{-10, -10}, {10, 10}, 0.0});  // as large as the scene
  for (Boundary<2>& boundary : world.boundaries) boundary.motion.velocity = Vec<2>(0.5, 1.0);
  const Bodies<2> bodies = cloud<2>(400, 10.0, random);
  expect_same<2>(world, bodies, {});
  std::vector<double> margin(bodies.size());
  for (double& m : margin) m = random.uniform(0.0, 0.4);
  expect_same<2>(world, bodies, {.activation = 0.1, .margin = margin});
}

TEST(NearBodies, finds_the_contacts_of_a_full_search_3d) {
  Random random(2);
  World<3> world = stick_world<3>(150, 4.0, 1.0, random);
  for (int k = 0; k < 30; ++k) {
    test::add_boundary<3>(world, Plate<3>{anywhere<3>(random, 4.0), {0.5, 0, 0}, {0, 1, 0}});
    test::add_boundary<3>(world, Revolved<3>{test::random_unit<3>(random), {-1, 0.5}, {1, 1}})
        .origin = anywhere<3>(random, 4.0);
  }
  expect_same<3>(world, cloud<3>(300, 4.0, random), {});
}

// Images on the other side of the cell are found.
TEST(NearBodies, finds_the_contacts_of_a_full_search_in_a_periodic_cell) {
  Random random(3);
  World<2> world = stick_world<2>(200, 9.0, 2.0, random);
  world.cell.low = {-10.0, 0.0};
  world.cell.period = {20.0, 0.0};
  for (Boundary<2>& boundary : world.boundaries) boundary.motion.velocity = Vec<2>(90.0, 0.0);
  expect_same<2>(world, cloud<2>(300, 10.0, random), {});
}

// Ten thousand segments and as many bodies: 10⁸ pairs, of which a body has some ten near it. The
// number of those looked at grows with the number of segments, not with the product.
TEST(NearBodies, looks_at_few_bodies_for_ten_thousand_segments) {
  std::array<double, 2> looked_at{};
  for (const std::size_t scale : {1U, 4U}) {
    const std::size_t count = 2500 * scale;
    Random random(4);
    const double half = 50.0 * std::sqrt(static_cast<double>(scale));
    const World<2> world = stick_world<2>(count, half, 1.0, random);
    const Bodies<2> bodies = cloud<2>(count, half, random);
    const std::vector<Placement<2>> places = placements(world, 0.0);
    const auto near = near_bodies<2>(world, places, bodies.position, 0.5);
    ASSERT_TRUE(near);
    std::vector<std::int32_t> found;
    for (std::size_t k = 0; k < count; ++k) {
      const auto [low, high] = *bounds_of<2>(world.boundaries[k].shape, places[k]);
      near->find(low, high, found);
      looked_at[scale == 1 ? 0 : 1] +=
          static_cast<double>(found.size()) / static_cast<double>(count);
    }
  }
  // A box of at most 2 + 2 · 0.55 m meets cubes of 2 m within 7.1 m, at 0.25 bodies per m².
  EXPECT_LT(looked_at[1], 0.25 * 7.1 * 7.1);
  EXPECT_NEAR(looked_at[1] / looked_at[0], 1.0, 0.1);
}

}  // namespace
}  // namespace galet::near_bodies_test
