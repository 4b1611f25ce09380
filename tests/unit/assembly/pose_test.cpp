#include "galet/assembly/pose.hpp"

#include "support/hand_built.hpp"
#include "support/random_vectors.hpp"
#include <gtest/gtest.h>

namespace galet::pose_test {
namespace {

using test::add_boundary;
using test::ball;
using test::random_unit;
using test::random_vector;
using test::world_of;

template <int D>
ContactSet<D> contacts_at(const World<D>& world, const Bodies<D>& bodies, double t = 0.0) {
  Workers workers(1);
  const auto pairs = find_pairs<D>(bodies.position, bodies.radius, 1e-6, workers);
  const auto at = placements(world, t);
  return detect_contacts<D>(world, bodies, {bodies.position, at}, pairs, {.activation = 1e-8},
                            workers);
}

// Contacts come and go: each finds its own record by place, the new ones start from zero, and
// contacts without an impulse are not kept.
TEST(Memory, matches_contacts_by_place) {
  const auto contact = [](std::int32_t a, std::int32_t b) {
    return Contact<2>{{{a}, {b}, 0}, 0.0, Vec<2>(1.0, 0.0)};
  };
  const ContactSet<2> before{contact(-1, 3), contact(0, 1), contact(1, 2), contact(4, 5)};
  std::vector<Vec<2>> p{{1.0, 0.0}, {0.0, 0.0}, {3.0, 0.5}, {4.0, 0.0}};
  const ContactSet<2> after{contact(-2, 3), contact(-1, 3), contact(0, 1),
                            contact(0, 2),  contact(1, 2),  contact(4, 6)};
  ContactMemory<2> memory;
  PosedContacts<2> posed;
  Workers workers;
  std::vector<Spin<2>> moments;
  std::vector<double> states;
  std::vector<double> solids;
  remember<2>(before, {p, moments, states, solids}, workers, memory, posed);
  EXPECT_EQ(memory.size(), 3u);
  std::vector<Vec<2>> recalled;
  const ContactColumns<2> columns{recalled, moments, states, solids};
  recall<2>(memory, after, false, workers, columns, posed);
  const std::vector<Vec<2>> expected{{0.0, 0.0}, {1.0, 0.0}, {0.0, 0.0},
                                     {0.0, 0.0}, {3.0, 0.5}, {0.0, 0.0}};
  EXPECT_EQ(recalled, expected);
  EXPECT_TRUE(memory.empty());          // the impulses have left it
  posed.q.assign(6, Vec<2>(7.0, 7.0));  // q, in the room that was the memory's
  recall<2>(memory, after, false, workers, columns, posed);
  EXPECT_EQ(recalled, std::vector<Vec<2>>(6, Vec<2>(0.0, 0.0)));
  remember<2>(before, {p, moments, states, solids}, workers, memory, posed);
  recall<2>(memory, ContactSet<2>{}, false, workers, columns, posed);
  EXPECT_TRUE(recalled.empty());
}

// Bodies 0, 1, 2 move to places 2, −1 (removed), 0: contact 0–2 keeps its impulse, which changes
// sign with the sides; the contacts of body 1 go with it.
TEST(Memory, follows_bodies_to_their_new_places) {
  ContactMemory<2> memory{{{{-1}, {0}, 0}, {{-1}, {2}, 0}, {{0}, {1}, 0}, {{0}, {2}, 0}},
                          {{0.0, 1.0}, {0.0, 2.0}, {3.0, 0.0}, {4.0, 5.0}},
                          {},
                          {},
                          {}};
  rearrange(memory, std::vector<std::int32_t>{2, -1, 0});
  ASSERT_EQ(memory.size(), 3u);
  EXPECT_EQ(memory.places[0], (ContactPlace{{-1}, {0}, 0}));
  EXPECT_EQ(memory.impulses[0], Vec<2>(0.0, 2.0));
  EXPECT_EQ(memory.places[1], (ContactPlace{{-1}, {2}, 0}));
  EXPECT_EQ(memory.impulses[1], Vec<2>(0.0, 1.0));
  EXPECT_EQ(memory.places[2], (ContactPlace{{0}, {2}, 0}));
  EXPECT_EQ(memory.impulses[2], Vec<2>(-4.0, -5.0));
}

template <int D>
std::vector<Vec<D>> surface_velocities(const World<D>& world, const Bodies<D>& bodies,
                                       const ContactSet<D>& contacts, double t) {
  const auto at = placements(world, t);
  std::vector<Vec<D>> surface;
  for (const Contact<D>& c : contacts) {
    surface.push_back(boundary_velocity<D>(world, bodies, c, bodies.position[c.b().body()], at));
  }
  return surface;
}

// A ball at the lowest point of a drum of radius R turning with ω (counter-clockwise): the surface
// there moves along +x with ω R.
TEST(SurfaceVelocities, of_a_rotating_drum) {
  World<2> world = world_of<2>({});
  Boundary<2>& drum = add_boundary<2>(world, Drum<2>{2.0});
  drum.origin = {5.0, 1.0};
  drum.motion.spin = Spin<2>(3.0);
  Bodies<2> bodies;
  bodies.add(ball<2>({5.0, -0.5}, 0.5));
  for (const double t : {0.0, 0.7}) {  // a turned drum is the same drum
    const ContactSet<2> contacts = contacts_at(world, bodies, t);
    ASSERT_EQ(contacts.size(), 1u);
    const auto surface = surface_velocities<2>(world, bodies, contacts, t);
    EXPECT_NEAR((surface[0] - Vec<2>(6.0, 0.0)).norm(), 0.0, 1e-14);
  }
}

TEST(SurfaceVelocities, of_a_rotating_drum_in_3d) {
  World<3> world = world_of<3>({});
  // Axis along y, spin about y: at the lowest point r = (0, 0, −2), ω × r = (−2 ω, 0, 0).
  Boundary<3>& drum = add_boundary<3>(world, Drum<3>{2.0, Vec<3>(0.0, 1.0, 0.0), 10.0});
  drum.motion.spin = Vec<3>(0.0, 3.0, 0.0);
  Bodies<3> bodies;
  bodies.add(ball<3>({0.0, 0.3, -1.5}, 0.5));
  const ContactSet<3> contacts = contacts_at(world, bodies);
  ASSERT_EQ(contacts.size(), 1u);
  const auto surface = surface_velocities<3>(world, bodies, contacts, 0.0);
  EXPECT_NEAR((surface[0] - Vec<3>(-6.0, 0.0, 0.0)).norm(), 0.0, 1e-14);
}

// A belt moves its surface but not its shape; between bodies there is no surface velocity.
TEST(SurfaceVelocities, of_a_conveyor) {
  World<2> world = world_of<2>({});
  add_boundary<2>(world, HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}}).motion.surface_velocity =
      Vec<2>(2.0, 0.0);
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 0.5}, 0.5, 1.0, {0.5, 0.0}));
  bodies.add(ball<2>({1.0, 0.5}, 0.5));
  const ContactSet<2> contacts = contacts_at(world, bodies, 5.0);
  ASSERT_EQ(contacts.size(), 3u);  // two with the belt, one between the balls
  const auto surface = surface_velocities<2>(world, bodies, contacts, 5.0);
  EXPECT_EQ(surface[0], Vec<2>(2.0, 0.0));
  EXPECT_EQ(surface[1], Vec<2>(2.0, 0.0));
  EXPECT_EQ(surface[2], Vec<2>(0.0, 0.0));
  EXPECT_EQ(relative_velocity(contacts[0], bodies), Vec<2>(0.5, 0.0));
  EXPECT_EQ(relative_velocity(contacts[2], bodies), Vec<2>(-0.5, 0.0));
}

// (v + ω × arm)_b − (…)_a with the arms r_a n and −r_b n.
TEST(RelativeVelocity, takes_the_spins_at_the_surfaces) {
  Random random(4);
  Bodies<3> bodies;
  bodies.add(ball<3>({0.0, 0.0, 0.0}, 0.5));
  bodies.add(ball<3>({0.0, 0.0, 0.0}, 2.0));
  for (int k = 0; k < 20; ++k) {
    const Contact<3> contact{{{0}, {1}, 0}, 0.0, random_unit<3>(random)};
    for (std::size_t i = 0; i < 2; ++i) {
      bodies.velocity[i] = random_vector<3>(random);
      bodies.spin[i] = random_vector<3>(random);
    }
    const auto tip = [&](std::size_t i, const Vec<3>& arm) {
      return Vec<3>(bodies.velocity[i] + bodies.spin[i].cross(arm));
    };
    const Vec<3> expected = tip(1, -2.0 * contact.n) - tip(0, 0.5 * contact.n);
    EXPECT_NEAR((relative_velocity(contact, bodies) - expected).norm(), 0.0, 1e-14);
    NodeMotion rows(2);
    for (std::size_t i = 0; i < 2; ++i) {
      set_motion<3>(bodies.velocity[i], bodies.radius[i] * bodies.spin[i], rows[i]);
    }
    EXPECT_NEAR((relative_velocity<3>(contact, rows) - expected).norm(), 0.0, 1e-14);
  }
}

// q = u_free + E u⁻ with the law of the pair of materials, boundaries included.
TEST(PoseOnVelocity, takes_restitution_and_friction_of_the_pair) {
  World<2> world;
  world.materials = {"steel", "rubber"};
  world.groups = {""};
  world.pairs = PairTable(2);
  world.pairs.set(0, 0, {0.1, {0.9, 0.0}});
  world.pairs.set(0, 1, {0.7, {0.25, 0.5}});
  add_boundary<2>(world, HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}}).material = 1;
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 0.5}, 0.5));
  bodies.add(ball<2>({1.0, 0.5}, 0.5));
  const ContactSet<2> contacts = contacts_at(world, bodies);
  ASSERT_EQ(contacts.size(), 3u);
  // Free velocities (1, 2), velocities before (4, 8), both for the second ball only; the floor has
  // n = (0, 1) and the pair n = (1, 0).
  NodeMotion free(2);
  set_motion<2>({1.0, 2.0}, Spin<2>(0.0), free[1]);
  bodies.velocity[1] = {4.0, 8.0};
  const auto walls = placements(world, 0.0);
  Workers workers(1);
  PosedContacts<2> posed;
  const PoseInput<2> input{world, bodies, contacts, bodies.position, free, walls, walls};
  pose_on_velocity<2>(input, workers, posed);
  // Two contacts of the same pair carry the same law, not copies of it.
  const ContactProblem<2> problem = problem_of<2>(input, posed, {}, {});
  ASSERT_EQ(problem.contacts(), 3u);
  EXPECT_EQ(problem.law_of(0).friction, 0.7);
  EXPECT_EQ(&problem.law_of(1), &problem.law_of(0));
  EXPECT_EQ(problem.law_of(2).friction, 0.1);
  ASSERT_TRUE(std::holds_alternative<BodiesOperator<2>>(problem.W));
  EXPECT_EQ(std::get<BodiesOperator<2>>(problem.W).bodies(), 2u);
  EXPECT_EQ(posed.q[0], Vec<2>(0.0, 0.0));
  EXPECT_EQ(posed.q[1], Vec<2>(1.0 + 0.5 * 4.0, 2.0 + 0.25 * 8.0));
  EXPECT_NEAR((posed.q[2] - Vec<2>(1.0 + 0.9 * 4.0, 2.0)).norm(), 0.0, 1e-15);
}

}  // namespace
}  // namespace galet::pose_test
