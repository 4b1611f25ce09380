// Coordination, fabric, force statistics and wall forces of arrangements whose values are known.
#include <cmath>
#include <numbers>

#include "support/touching.hpp"
#include <gtest/gtest.h>

#include "galet/observe/coordination.hpp"
#include "galet/observe/fabric.hpp"
#include "galet/observe/forces.hpp"
#include "galet/observe/wall_forces.hpp"

namespace galet::contacts_test {
namespace {

using test::add_boundary;
using test::ball;
using test::Touching;

// Inside a hexagonal crystal every disc has 6 contacts.
TEST(Coordination, of_a_hexagonal_crystal) {
  Touching<2> t;
  test::add_hexagonal(t.bodies, 8, 8);
  t.press(1.0);
  const Part<2> inside{{}, BoxWindow<2>{{2.5, 1.0}, {12.5, 11.0}}};
  const Coordination z = compute_coordination(t.look(), inside, true, 2);
  EXPECT_EQ(z.bodies, 30);  // 6 rows of 5
  EXPECT_EQ(z.mean(), 6.0);
  EXPECT_EQ(z.mean_without_rattlers(), 6.0);
  // All: 8 rows with 7 contacts along, and 7 gaps between rows with 15 contacts.
  const Coordination all = compute_coordination(t.look(), Part<2>{}, true, 2);
  EXPECT_EQ(all.ends, 2 * (8 * 7 + 7 * 15));
  // Contacts without impulse do not count.
  t.press(0.0);
  EXPECT_EQ(compute_coordination(t.look(), inside, true, 2).ends, 0);
}

// A triangle with a tail of three discs: the end of the tail has one contact, without it the next
// has one, and so on. What stays is the triangle, with 2 contacts each.
TEST(Coordination, rattlers_are_peeled_off) {
  Touching<2> t;
  t.bodies.add(ball<2>({0.0, 0.0}, 1.0));
  t.bodies.add(ball<2>({1.0, std::numbers::sqrt3}, 1.0));
  for (int k = 1; k <= 4; ++k) t.bodies.add(ball<2>({2.0 * k, 0.0}, 1.0));
  t.press(1.0);
  const Coordination z = compute_coordination(t.look(), Part<2>{}, true, 2);
  EXPECT_EQ(z.bodies, 6);
  EXPECT_EQ(z.ends, 12);  // 3 in the triangle, 3 in the tail, two ends each
  EXPECT_EQ(z.rattlers, 3);
  EXPECT_EQ(z.mean_without_rattlers(), 2.0);
  EXPECT_EQ(compute_coordination(t.look(), Part<2>{}, true, 1).rattlers, 0);
  EXPECT_EQ(compute_coordination(t.look(), Part<2>{}, true, 3).rattlers, 6);
}

// A floor and a fixed body are walls: they count or not, and are no bodies.
TEST(Coordination, walls) {
  Touching<3> t;
  add_boundary<3>(t.world, HalfSpace<3>{Vec<3>::Zero(), Vec<3>::UnitZ()});
  t.bodies.add(ball<3>({0.0, 0.0, 1.0}, 1.0));
  Body<3> fixed = ball<3>({2.0, 0.0, 1.0}, 1.0);
  fixed.free.setZero();
  fixed.free_rotation = false;
  t.bodies.add(fixed);
  t.bodies.add(ball<3>({0.0, 0.0, 3.0}, 1.0));
  t.press(1.0);
  const Coordination with = compute_coordination(t.look(), Part<3>{}, true, 2);
  EXPECT_EQ(with.bodies, 2);
  EXPECT_EQ(with.ends, 4);      // floor, fixed body, and the two of the contact between them
  EXPECT_EQ(with.rattlers, 1);  // the upper one
  EXPECT_EQ(with.backbone_ends, 2);
  EXPECT_EQ(compute_coordination(t.look(), Part<3>{}, false, 2).ends, 2);
}

// 1/2 of the unit matrix for a hexagonal packing, 1/3 for the simple cubic one; along a column all
// is in one direction.
TEST(Fabric, of_crystals) {
  Touching<2> t;
  test::add_hexagonal(t.bodies, 8, 8);
  t.press(1.0);
  // Contact points of one period: 3 per disc, the six directions equally often.
  const double h = 2.0 * std::numbers::sqrt3;
  const Part<2> inside{{}, BoxWindow<2>{{3.2, 0.7 * h}, {9.2, 1.7 * h}}};
  const Fabric<2> fabric = compute_fabric(t.look(), inside);
  EXPECT_EQ(fabric.contacts, 18);
  EXPECT_NEAR((fabric.tensor - 0.5 * Mat<2>::Identity()).norm(), 0.0, 1e-14);
  EXPECT_NEAR(fabric.anisotropy(), 0.0, 1e-14);

  Touching<2> column;
  for (int k = 0; k < 4; ++k) column.bodies.add(ball<2>({0.6 * 2.0 * k, 0.8 * 2.0 * k}, 1.0));
  column.press(1.0);
  const Fabric<2> line = compute_fabric(column.look(), Part<2>{});
  EXPECT_EQ(line.contacts, 3);
  EXPECT_NEAR(line.anisotropy(), 1.0, 1e-14);
  EXPECT_NEAR((line.direction() - Vec<2>(0.6, 0.8)).norm(), 0.0, 1e-14);

  Touching<3> cubic;
  for (int n = 0; n < 8; ++n) {
    cubic.bodies.add(ball<3>({2.0 * (n & 1), 2.0 * (n >> 1 & 1), 2.0 * (n >> 2)}, 1.0));
  }
  cubic.press(1.0);
  EXPECT_NEAR((compute_fabric(cubic.look(), Part<3>{}).tensor - Mat<3>::Identity() / 3.0).norm(),
              0.0, 1e-14);
}

// Normal forces 1, 2, 3.5, 5.5 N in a row of five discs: mean 3, so 0.33, 0.67, 1.17, 1.83; half of
// them tangential.
TEST(ForceDistribution, of_known_forces) {
  Touching<2> t;
  for (int k = 0; k < 5; ++k) t.bodies.add(ball<2>({2.0 * k, 0.0}, 1.0));
  const std::vector<double> forces{1.0, 2.0, 3.5, 5.5};
  t.touch([&](const Contact<2>& c) {
    const double force = forces[static_cast<std::size_t>(c.a().value)] * t.step_length;
    return Vec<2>(force, -0.5 * force);
  });
  const ForceDistribution f = compute_force_distribution(t.look(), Part<2>{}, 3, 1.5);
  EXPECT_EQ(f.contacts, 4);
  EXPECT_NEAR(f.normal.mean, 3.0, 1e-13);
  EXPECT_NEAR(f.tangential.mean, 1.5, 1e-13);
  EXPECT_EQ(f.normal.count, (std::vector<std::int64_t>{1, 1, 1, 1}));
  EXPECT_EQ(f.tangential.count, f.normal.count);
  double below = 0.0;
  for (std::size_t bin = 0; bin < 4; ++bin) below += f.normal.density(bin) * f.normal.width;
  EXPECT_NEAR(below, 0.75, 1e-15);  // three of four below the limit
  EXPECT_EQ(f.normal.density(3), 0.0);
  // Without contacts nothing is divided by zero.
  t.press(0.0);
  const ForceDistribution none = compute_force_distribution(t.look(), Part<2>{}, 3, 1.5);
  EXPECT_EQ(none.contacts, 0);
  EXPECT_EQ(none.normal.density(0), 0.0);
}

// Two rows of five discs: one pressed with 3 N, one with 1 N. The strong network is the first row.
TEST(ForceChains, strong_row_and_weak_row) {
  Touching<2> t;
  for (const double y : {0.0, 10.0}) {
    for (int k = 0; k < 5; ++k) t.bodies.add(ball<2>({2.0 * k, y}, 1.0));
  }
  t.touch([&](const Contact<2>& c) {
    return Vec<2>(
        (contact_point<2>(t.bodies.position, t.bodies, c)[1] < 5.0 ? 3.0 : 1.0) * t.step_length,
        0.0);
  });
  const ForceChains f = compute_force_chains(t.look(), Part<2>{});
  EXPECT_EQ(f.contacts, 8);
  EXPECT_EQ(f.strong, 4);
  EXPECT_NEAR(f.mean_force, 2.0, 1e-14);
  EXPECT_NEAR(f.pressure_share, 0.75, 1e-14);  // branches are alike
  EXPECT_EQ(f.chains, 1);
  EXPECT_EQ(f.bodies, 5);
  EXPECT_EQ(f.largest, 5);
  // A pair that is pressed hard is no chain yet.
  t.touch([&](const Contact<2>& c) {
    return Vec<2>((c.a().value == 0 ? 3.0 : 1.0) * t.step_length, 0.0);
  });
  EXPECT_EQ(compute_force_chains(t.look(), Part<2>{}).strong, 1);
  EXPECT_EQ(compute_force_chains(t.look(), Part<2>{}).chains, 0);
}

// A disc at the bottom of a drum that turns: the tangential force f on the disc brakes the drum
// with R f, and the drum works with R f ω.
TEST(WallForces, drum) {
  const double radius = 3.0, omega = 2.0, normal = 5.0, tangential = 0.7;
  Touching<2> t;
  Boundary<2>& drum = add_boundary<2>(t.world, Drum<2>{.radius = radius});
  drum.origin = {1.0, 4.0};
  drum.motion.spin = Spin<2>{omega};
  t.bodies.add(ball<2>({1.0, 2.0}, 1.0));
  t.touch([&](const Contact<2>&) { return Vec<2>(Vec<2>(normal, tangential) * t.step_length); });
  ASSERT_EQ(t.contacts.size(), 1u);
  const auto forces = compute_wall_forces(t.look(0.5));
  const WallForce<2>& f = forces.at(0).at(0);
  // n points up, t = n turned by +90° is −x; on the drum the opposite of both.
  EXPECT_NEAR((f.force - Vec<2>(tangential, -normal)).norm(), 0.0, 1e-13);
  // Arm (0, −3) × force (0.7, −5): −(−3)·0.7 = 2.1.
  EXPECT_NEAR(f.torque[0], radius * tangential, 1e-13);
  // The bottom moves along +x with ω R; the disc is pushed along −x.
  EXPECT_NEAR(f.power, -omega * radius * tangential, 1e-13);
}

TEST(WallForces, faces_of_a_box) {
  Touching<3> t;
  BoxInside<3> box = test::closed_box<3>(Vec<3>::Zero(), Vec<3>::Constant(2.0));
  box.closed[5] = false;  // no lid
  add_boundary<3>(t.world, box);
  t.bodies.add(ball<3>(Vec<3>::Ones(), 1.0));
  t.touch([&](const Contact<3>& c) {
    return Vec<3>((1.0 + c.place.feature) * t.step_length * Vec<3>::UnitX());
  });
  EXPECT_EQ(faces_of<3>(t.world.boundaries[0].shape), (std::vector<int>{0, 1, 2, 3, 4}));
  const auto forces = compute_wall_forces(t.look());
  for (int face = 0; face < 5; ++face) {
    const Vec<3> outwards = (face % 2 == 0 ? -1.0 : 1.0) * Vec<3>::Unit(face / 2);
    EXPECT_NEAR((forces[0][static_cast<std::size_t>(face)].force - (1.0 + face) * outwards).norm(),
                0.0, 1e-14);
  }
}

}  // namespace
}  // namespace galet::contacts_test
