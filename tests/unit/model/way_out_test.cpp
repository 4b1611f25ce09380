#include "galet/model/way_out.hpp"

#include <gtest/gtest.h>

namespace galet::way_out_test {
namespace {

template <int D>
struct Room {
  World<D> world;
  Bodies<D> bodies;

  void add(const Obstacle<D>& shape) {
    Boundary<D> boundary;
    boundary.shape = shape;
    world.boundaries.push_back(boundary);
  }
  void add_ball(const Vec<D>& x, double radius, bool fixed = false) {
    Body<D> body;
    body.position = x;
    body.radius = radius;
    body.mass = body.inertia = 1.0;
    if (fixed) body.free.setZero();
    body.free_rotation = !fixed;
    bodies.add(body);
  }
  bool stopped(const Vec<D>& direction) const {
    std::vector<Placement<D>> at;
    for (const Boundary<D>& boundary : world.boundaries) at.push_back(boundary.placement(0.0));
    return is_stopped<D>(world, at, bodies, 0, direction);
  }
};

TEST(WayOut, planes_stop_what_comes_towards_them) {
  Room<2> room;
  room.add(HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}});
  room.add_ball({5.0, 3.0}, 0.1);
  EXPECT_TRUE(room.stopped({0.0, -1.0}));
  EXPECT_TRUE(room.stopped({100.0, -1.0}));
  EXPECT_FALSE(room.stopped({1.0, 0.0}));
  EXPECT_FALSE(room.stopped({0.0, 1.0}));
}

TEST(WayOut, boxes_let_out_through_open_faces) {
  Room<3> room;
  room.add(BoxInside<3>{{0, 0, 0}, {1, 1, 1}, {true, true, true, true, false, true}});
  room.add_ball({0.5, 0.5, 0.5}, 0.1);
  EXPECT_FALSE(room.stopped({0.0, 0.0, -1.0}));
  EXPECT_TRUE(room.stopped({0.0, 0.0, 1.0}));
  // Sides go on for ever.
  EXPECT_TRUE(room.stopped({0.1, 0.0, -1.0}));
  EXPECT_TRUE(room.stopped({0.0, -0.1, -1.0}));
}

// A stick from (−1, 0) to (1, 0), half 0.1 thick: a ball of radius 0.2 passes at a distance of 0.3
// from its ends.
TEST(WayOut, sticks_stop_what_meets_them) {
  for (const auto& [x, stops] :
       {std::pair{0.0, true}, {1.29, true}, {1.31, false}, {-1.29, true}}) {
    Room<2> room;
    room.add(Stick<2>{{-1.0, 0.0}, {1.0, 0.0}, 0.1});
    room.add_ball({x, 2.0}, 0.2);
    EXPECT_EQ(room.stopped({0.0, -3.0}), stops) << x;
    EXPECT_FALSE(room.stopped({0.0, 1.0}));
  }
}

TEST(WayOut, endless_drums_are_open_along_their_axis) {
  Room<3> room;
  room.add(Drum<3>{.radius = 1.0, .axis = {0.0, 0.0, 1.0}});
  room.add_ball({0.0, 0.0, 0.0}, 0.1);
  EXPECT_FALSE(room.stopped({0.0, 0.0, 1.0}));
  EXPECT_TRUE(room.stopped({0.0, 0.1, 1.0}));
}

TEST(WayOut, fixed_bodies_stop_and_others_do_not) {
  Room<2> room;
  room.add_ball({0.0, 0.0}, 0.1);
  room.add_ball({0.25, -5.0}, 0.2, /*fixed=*/true);
  room.add_ball({0.0, 5.0}, 0.2);
  EXPECT_TRUE(room.stopped({0.0, -1.0}));  // 0.25 aside, 0.3 away
  EXPECT_FALSE(room.stopped({0.0, 1.0}));
  room.bodies.position[1] = {0.31, -5.0};
  EXPECT_FALSE(room.stopped({0.0, -1.0}));
}

}  // namespace
}  // namespace galet::way_out_test
