// A column of balls one on top of the other: the impulse below ball k carries the weight of all
// from k on, exactly.
#include "galet/scheme/slab_scaling.hpp"

#include <vector>

#include "support/hand_built.hpp"
#include <gtest/gtest.h>

namespace galet::slab_scaling_test {
namespace {

constexpr double kRadius = 0.01;
constexpr double kStep = 1e-3;
constexpr int kBalls = 60;

struct Column {
  Bodies<3> bodies;
  World<3> world = test::world_of<3>(PairLaw{}, Vec<3>(0.0, 0.0, -9.81));
  StepForces<3> forces{world, 0.0, kStep, 1.0};
  std::vector<Contact<3>> contacts;
  std::vector<Vec<3>> exact;  // impulses
  std::vector<Vec<3>> impulses;
  std::vector<Spin<3>> moments;
  PeriodicCell<3> cell;

  explicit Column(double velocity = 0.0) {
    for (int k = 0; k < kBalls; ++k) {
      Body<3> ball = test::ball<3>({0.0, 0.0, (2 * k + 1) * kRadius}, kRadius);
      ball.velocity = {0.0, 0.0, velocity};
      bodies.add(ball);
      Contact<3> contact;
      contact.place = {k == 0 ? NodeRef::boundary(0) : NodeRef{k - 1}, {k}, 0};
      contact.n = Vec<3>::UnitZ();
      contacts.push_back(contact);
    }
    for (int k = 0; k < kBalls; ++k) {
      exact.emplace_back(0.0, 0.0, (kBalls - k) * bodies.mass[0] * 9.81 * kStep);
    }
    impulses.assign(kBalls, Vec<3>::Zero());
  }

  WarmStart<3> start() {
    return {bodies, cell, forces, kStep, bodies.position, contacts, impulses, moments};
  }
  // The largest error, over the impulse at the bottom.
  double error() const {
    double largest = 0.0;
    for (std::size_t c = 0; c < exact.size(); ++c) {
      largest = std::max(largest, (impulses[c] - exact[c]).norm());
    }
    return largest / exact[0].norm();
  }
};

TEST(SlabScaling, carries_a_load_that_has_grown_everywhere_at_once) {
  Workers workers(2);
  for (const double factor : {0.6, 1.0 / 1.5, 1.3}) {
    Column column;
    for (std::size_t c = 0; c < column.exact.size(); ++c) {
      column.impulses[c] = factor * column.exact[c];
    }
    ASSERT_TRUE(scale_by_slabs(column.start(), SlabScaling{}, workers)) << factor;
    // Damping leaves some thousandths.
    EXPECT_LT(column.error(), 0.01) << factor;
  }
}

// A load on the top third alone: what is below carries it too, as a constant besides its own
// weight, which piecewise linear factors can do between their nodes to within a tenth of it.
TEST(SlabScaling, carries_a_load_on_the_top) {
  Workers workers;
  Column column;
  for (std::size_t c = 0; c < column.exact.size(); ++c) {
    column.impulses[c] = column.exact[c];
    const std::size_t heavy = column.exact.size() * 2 / 3;
    const double above = static_cast<double>(column.exact.size() - std::max(c, heavy));
    column.exact[c] += above * column.bodies.mass[0] * 9.81 * kStep * Vec<3>::UnitZ();
    if (c >= heavy) column.bodies.group[c] = 1;
  }
  column.forces.group_force = {Vec<3>::Zero(), column.bodies.mass[0] * column.forces.gravity};
  const double before = column.error();
  ASSERT_TRUE(scale_by_slabs(column.start(), SlabScaling{}, workers));
  EXPECT_LT(column.error(), 0.2 * before);
}

TEST(SlabScaling, leaves_alone_what_is_right_or_falls_or_has_no_weight) {
  Workers workers;
  Column right;
  right.impulses = right.exact;
  EXPECT_FALSE(scale_by_slabs(right.start(), SlabScaling{}, workers));
  EXPECT_EQ(right.impulses, right.exact);

  Column falls(-1.0);
  for (std::size_t c = 0; c < falls.exact.size(); ++c) falls.impulses[c] = 0.5 * falls.exact[c];
  EXPECT_FALSE(scale_by_slabs(falls.start(), SlabScaling{}, workers));

  Column floats;
  floats.forces.gravity.setZero();
  floats.impulses = floats.exact;
  EXPECT_FALSE(scale_by_slabs(floats.start(), SlabScaling{}, workers));

  // Nothing to scale.
  Column cold;
  EXPECT_FALSE(scale_by_slabs(cold.start(), SlabScaling{}, workers));
}

TEST(SlabScaling, measures_what_a_bed_at_rest_lacks) {
  Workers workers;
  Column column;
  for (const double part : {1.0, 0.98, 0.5, 0.0}) {
    for (std::size_t c = 0; c < column.exact.size(); ++c) {
      column.impulses[c] = part * column.exact[c];
    }
    EXPECT_NEAR(lacking_share(column.start(), kAfterJump, workers), 1.0 - part, 1e-12);
  }
  // What falls is not meant to be carried.
  Column falls(-100.0 * 9.81 * kStep);
  EXPECT_EQ(lacking_share(falls.start(), kAfterJump, workers), 0.0);
}

// A column that a force makes half as heavy again carries 1.5 of its weight.
TEST(SlabScaling, measures_what_lacks_by_the_load) {
  Workers workers;
  Column column;
  column.forces.group_force = {0.5 * column.bodies.mass[0] * column.forces.gravity};
  for (const double part : {1.0, 0.98}) {
    for (std::size_t c = 0; c < column.exact.size(); ++c) {
      column.impulses[c] = 1.5 * part * column.exact[c];
    }
    EXPECT_NEAR(lacking_share(column.start(), kAfterJump, workers), 1.0 - part, 1e-12);
  }
}

TEST(SlabScaling, limits_its_factors) {
  Workers workers;
  Column column;
  for (std::size_t c = 0; c < column.exact.size(); ++c) column.impulses[c] = 0.1 * column.exact[c];
  ASSERT_TRUE(scale_by_slabs(column.start(), SlabScaling{}, workers));
  for (std::size_t c = 0; c < column.exact.size(); ++c) {
    EXPECT_LE(column.impulses[c].norm(), 0.2 * column.exact[c].norm() * (1.0 + 1e-12));
  }
}

TEST(SlabScaling, has_the_same_bits_for_any_number_of_threads) {
  const auto scaled = [](int threads) {
    Workers workers(threads);
    Column column;
    for (std::size_t c = 0; c < column.exact.size(); ++c) {
      column.impulses[c] = 0.7 * column.exact[c];
    }
    EXPECT_TRUE(scale_by_slabs(column.start(), SlabScaling{}, workers));
    return column.impulses;
  };
  EXPECT_EQ(scaled(1), scaled(3));
}

// From none: a guess by depth, then scaled.
TEST(SlabScaling, finds_the_weight_of_a_column_from_nothing) {
  Workers workers;
  Column column;
  guess_hydrostatic(column.start(), workers);
  scale_by_slabs(column.start(), kAfterJump, workers);
  EXPECT_LT(column.error(), 0.03);
  // One that falls is left without.
  Column falls(-1.0);
  guess_hydrostatic(falls.start(), workers);
  EXPECT_EQ(falls.impulses, std::vector<Vec<3>>(falls.impulses.size(), Vec<3>::Zero()));
}

}  // namespace
}  // namespace galet::slab_scaling_test
