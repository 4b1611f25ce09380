// What a step of the scheme "first-order" lists.
#include "galet/scheme/first_order.hpp"

#include <algorithm>

#include "support/hand_built.hpp"
#include "support/room.hpp"
#include <gtest/gtest.h>

namespace galet::first_order_test {
namespace {

using test::ball;
using test::SteppedRoom;
using test::world_of;

// Two discs that touch, with an impulse p of the last step between them, and a third 0.8 beyond.
// All want 0.1 to the right, and h = 1.
bool lists_last_pair(double p) {
  SteppedRoom<2> room;
  room.world = world_of<2>(PairLaw{});
  room.world.desires = {{SteadyDesire{VectorSeries::constant({0.1, 0.0})}}};
  room.world.desire_of_group = {0};
  room.h = 1.0;
  for (const double x : {0.0, 1.0, 2.8}) room.bodies.add(ball<2>({x, 0.0}, 0.5));
  room.memory.places = {{NodeRef{0}, NodeRef{1}, 0}};
  room.memory.impulses = {{p, 0.0}};
  const double t = room.begin_step();
  const StepOutcome<2> out = step_first_order<2>(room.world, room.solver, t, room.h, room.tools,
                                                 room.bodies, room.memory, room.loaded);
  return std::ranges::any_of(out.contacts, [](const Contact<2>& c) {
    return c.place == ContactPlace{NodeRef{1}, NodeRef{2}, 0};
  });
}

// Twice the way is listed, so that an impulse p on a disc of mass 1 that wants 0.1, and the 0.2 of
// the third disc, reach as far as 2 (0.1 + p) + 0.2, which is 0.8 at p = 0.2. An impulse of 100
// counts as a way of a diameter, which suffices.
TEST(FirstOrder, lists_pairs_as_far_as_the_last_impulses_push) {
  EXPECT_FALSE(lists_last_pair(0.0));
  EXPECT_FALSE(lists_last_pair(0.19));
  EXPECT_TRUE(lists_last_pair(0.21));
  EXPECT_TRUE(lists_last_pair(100.0));
}

}  // namespace
}  // namespace galet::first_order_test
