#include "galet/assembly/pose.hpp"

#include "support/hand_built.hpp"
#include "support/random_vectors.hpp"
#include <gtest/gtest.h>

namespace galet {
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

// What is remembered is the impulse in the world: with other frames for the same contacts it comes
// back with other components, as the same vector.
template <int D>
void check_memory() {
  Random random(1);
  ContactSet<D> contacts(20);
  std::vector<Vec<D>> p(contacts.size());
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    contacts[c].key = {BodyId::body(static_cast<std::int32_t>(c / 3)), BodyId::body(100),
                       static_cast<std::int32_t>(c % 3)};
    contacts[c].frame = contact_frame<D>(random_unit<D>(random));
    p[c] = random_vector<D>(random);
  }
  const ContactMemory<D> memory = remember<D>(contacts, p);
  ContactSet<D> turned = contacts;
  for (Contact<D>& c : turned) c.frame = contact_frame<D>(random_unit<D>(random));
  const std::vector<Vec<D>> same = recall(memory, contacts), other = recall(memory, turned);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    EXPECT_NEAR((same[c] - p[c]).norm(), 0.0, 1e-15 * 4.0 * p[c].norm());
    EXPECT_NEAR(
        (turned[c].frame.transpose() * other[c] - contacts[c].frame.transpose() * p[c]).norm(), 0.0,
        1e-15 * 8.0 * p[c].norm());
  }
}
TEST(Memory, keeps_the_vector_when_frames_turn_2d) { check_memory<2>(); }
TEST(Memory, keeps_the_vector_when_frames_turn_3d) { check_memory<3>(); }

// Contacts come and go: each finds its own record by key, the new ones start from zero.
TEST(Memory, matches_contacts_by_key) {
  const auto contact = [](std::int32_t a, std::int32_t b) {
    Contact<2> c;
    c.key = {a < 0 ? BodyId::boundary(-1 - a) : BodyId::body(a), BodyId::body(b), 0};
    c.frame = Mat<2>::Identity();
    c.arm_a = c.arm_b = c.point = Vec<2>::Zero();
    return c;
  };
  const ContactSet<2> before{contact(-1, 3), contact(0, 1), contact(1, 2), contact(4, 5)};
  const std::vector<Vec<2>> p{{1.0, 0.0}, {2.0, 0.0}, {3.0, 0.0}, {4.0, 0.0}};
  const ContactSet<2> after{contact(-2, 3), contact(-1, 3), contact(0, 2), contact(1, 2),
                            contact(4, 6)};
  const std::vector<Vec<2>> recalled = recall(remember<2>(before, p), after);
  const std::vector<double> expected{0.0, 1.0, 0.0, 3.0, 0.0};
  ASSERT_EQ(recalled.size(), expected.size());
  for (std::size_t c = 0; c < expected.size(); ++c) EXPECT_EQ(recalled[c][0], expected[c]) << c;
  EXPECT_EQ(recall(ContactMemory<2>{}, after).size(), 5u);
  EXPECT_TRUE(recall(remember<2>(before, p), ContactSet<2>{}).empty());
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
    const auto surface = surface_velocities<2>(world, placements(world, t), contacts);
    EXPECT_NEAR((surface[0] - Vec<2>(6.0, 0.0)).norm(), 0.0, 1e-14);
  }
}

TEST(SurfaceVelocities, of_a_rotating_drum_in_3d) {
  World<3> world = world_of<3>({});
  // Axis along y, spin about y: at the lowest point r = (0, 0, −2), ω × r = (−2 ω, 0, 0).
  Boundary<3>& drum = add_boundary<3>(world, Drum<3>{2.0, Vec<3>(0.0, 1.0, 0.0), 10.0});
  drum.motion.spin = {0.0, 3.0, 0.0};
  Bodies<3> bodies;
  bodies.add(ball<3>({0.0, 0.3, -1.5}, 0.5));
  const ContactSet<3> contacts = contacts_at(world, bodies);
  ASSERT_EQ(contacts.size(), 1u);
  const auto surface = surface_velocities<3>(world, placements(world, 0.0), contacts);
  EXPECT_NEAR((surface[0] - Vec<3>(-6.0, 0.0, 0.0)).norm(), 0.0, 1e-14);
}

// A belt moves its surface but not its shape; between bodies there is no surface velocity.
TEST(SurfaceVelocities, of_a_conveyor) {
  World<2> world = world_of<2>({});
  add_boundary<2>(world, HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}}).motion.surface_velocity = {2.0, 0.0};
  Bodies<2> bodies;
  bodies.add(ball<2>({0.0, 0.5}, 0.5, 1.0, {0.5, 0.0}));
  bodies.add(ball<2>({1.0, 0.5}, 0.5));
  const ContactSet<2> contacts = contacts_at(world, bodies, 5.0);
  ASSERT_EQ(contacts.size(), 3u);  // two with the belt, one between the balls
  const auto surface = surface_velocities<2>(world, placements(world, 5.0), contacts);
  EXPECT_EQ(surface[0], Vec<2>(2.0, 0.0));
  EXPECT_EQ(surface[1], Vec<2>(2.0, 0.0));
  EXPECT_EQ(surface[2], Vec<2>(0.0, 0.0));
  // Relative to the belt the first ball moves with −1.5 along x, which is +1.5 along t = (−1, 0).
  const auto u = relative_velocities<2>(make_graph(bodies, contacts),
                                        node_velocities<2>(bodies.velocity, bodies.spin), surface);
  EXPECT_NEAR((u[0] - Vec<2>(0.0, 1.5)).norm(), 0.0, 1e-15);
  EXPECT_NEAR((u[2] - Vec<2>(-0.5, 0.0)).norm(), 0.0, 1e-15);
}

TEST(MakeGraph, boundaries_are_the_ground) {
  World<2> world = world_of<2>({});
  add_boundary<2>(world, HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}});
  add_boundary<2>(world, HalfSpace<2>{{0.0, 0.0}, {1.0, 0.0}});
  Bodies<2> bodies;
  Body<2> body = ball<2>({0.5, 0.5}, 0.5, 2.0);
  body.free = {1.0, 0.0};
  bodies.add(body);
  const DelassusGraph<2> graph = make_graph(bodies, contacts_at(world, bodies));
  ASSERT_EQ(graph.nodes.size(), 2u);
  EXPECT_EQ(graph.nodes[0].inverse_mass, Vec<2>(0.5, 0.0));
  EXPECT_EQ(graph.nodes[0].inverse_inertia, 4.0);
  EXPECT_TRUE(graph.nodes[1].inverse_mass.isZero(0.0));
  EXPECT_EQ(graph.nodes[1].inverse_inertia, 0.0);
  ASSERT_EQ(graph.edges.size(), 2u);
  for (const GraphEdge<2>& e : graph.edges) {
    EXPECT_EQ(e.a, 1);
    EXPECT_EQ(e.b, 0);
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
  const std::vector<Vec<2>> u_free(3, Vec<2>(-1.0, 2.0)), u_before(3, Vec<2>(-4.0, 8.0));
  const ContactProblem<2> problem =
      pose_on_velocity<2>(world, bodies, contacts, make_graph(bodies, contacts), u_free, u_before);
  EXPECT_EQ(problem.mu, (std::vector<double>{0.7, 0.7, 0.1}));
  EXPECT_EQ(problem.q[0], Vec<2>(-2.0, 6.0));
  EXPECT_EQ(problem.q[2], Vec<2>(-4.6, 2.0));
}

}  // namespace
}  // namespace galet
