#include "galet/model/sizes.hpp"

#include <gtest/gtest.h>

namespace galet::sizes_test {
namespace {

Body<3> ball(double radius, double mass, bool fixed = false) {
  Body<3> body;
  body.radius = radius;
  body.mass = mass;
  body.inertia = 1.0;
  if (fixed) body.free.setZero();
  body.free_rotation = !fixed;
  return body;
}

// Ten bodies of one mass, in any order: the first makes up a tenth of it, the ninth nine tenths.
TEST(BodySizes, of_ten_bodies_of_one_mass) {
  Bodies<3> bodies;
  std::int32_t id = 0;
  for (const int k : {7, 1, 10, 4, 2, 9, 3, 8, 6, 5}) {
    bodies.add(ball(0.5 * k, 0.3), BodyId::body(id++));
  }
  bodies.add(ball(100.0, 1e6, true), BodyId::body(id++));
  const BodySizes sizes = compute_sizes(bodies);
  EXPECT_EQ(sizes.count, 10U);
  EXPECT_EQ(sizes.smallest, 1.0);
  EXPECT_EQ(sizes.d10, 1.0);
  EXPECT_EQ(sizes.d50, 5.0);
  EXPECT_EQ(sizes.d90, 9.0);
  EXPECT_EQ(sizes.largest, 10.0);
}

TEST(BodySizes, count_by_mass_not_by_number) {
  Bodies<3> bodies;
  for (std::int32_t k = 0; k < 8; ++k) bodies.add(ball(0.5, 1.0), BodyId::body(k));
  bodies.add(ball(1.0, 92.0), BodyId::body(8));
  EXPECT_EQ(compute_sizes(bodies).d10, 2.0);
  EXPECT_EQ(compute_sizes(Bodies<3>()).count, 0U);
}

}  // namespace
}  // namespace galet::sizes_test
