#include "support/random_vectors.hpp"
#include <gtest/gtest.h>

#include "galet/model/world.hpp"

namespace galet::model_test {
namespace {

using test::random_vector;

TEST(Bodies, locked_directions_have_no_inverse_mass_and_no_velocity) {
  Bodies<3> bodies;
  Body<3> body;
  body.velocity = {1.0, 2.0, 3.0};
  body.spin = {4.0, 5.0, 6.0};
  body.radius = 0.5;
  body.mass = 2.0;
  body.inertia = 0.2;
  body.free = {1.0, 0.0, 1.0};
  body.free_rotation = false;
  bodies.add(body);
  body.free = Vec<3>::Ones();
  body.free_rotation = true;
  bodies.add(body);
  EXPECT_EQ(bodies.inverse_mass[0], Vec<3>(0.5, 0.0, 0.5));
  EXPECT_EQ(bodies.velocity[0], Vec<3>(1.0, 0.0, 3.0));
  EXPECT_EQ(bodies.spin[0], Vec<3>(Vec<3>::Zero()));
  EXPECT_EQ(bodies.inverse_inertia[0], 0.0);
  EXPECT_EQ(bodies.inverse_mass[1], Vec<3>(0.5, 0.5, 0.5));
  EXPECT_EQ(bodies.inverse_inertia[1], 5.0);
  EXPECT_EQ(bodies.spin[1], Vec<3>(4.0, 5.0, 6.0));
  EXPECT_EQ(bodies.id[1], BodyId::body(1));
}

TEST(PairTable, is_symmetric_and_frictionless_by_default) {
  PairTable table(3);
  table.set(0, 2, {0.4, {0.5, 0.1}});
  EXPECT_EQ(table(0, 2).friction, 0.4);
  EXPECT_EQ(table(2, 0).friction, 0.4);
  EXPECT_EQ(table(2, 0).restitution.normal, 0.5);
  EXPECT_EQ(table(1, 2).friction, 0.0);
  EXPECT_EQ(table(2, 2).restitution.normal, 0.0);
}

TEST(VectorSeries, is_linear_between_and_constant_outside) {
  const VectorSeries series{{1.0, 2.0, 4.0}, {{0.0, 1.0}, {10.0, 1.0}, {20.0, -1.0}}};
  EXPECT_EQ(series.component(0.0, 0), 0.0);
  EXPECT_EQ(series.component(1.0, 0), 0.0);
  EXPECT_DOUBLE_EQ(series.component(1.25, 0), 2.5);
  EXPECT_DOUBLE_EQ(series.component(2.0, 0), 10.0);
  EXPECT_DOUBLE_EQ(series.component(3.0, 1), 0.0);
  EXPECT_EQ(series.component(4.0, 1), -1.0);
  EXPECT_EQ(series.component(99.0, 0), 20.0);
  EXPECT_FALSE(series.is_constant());
  EXPECT_FALSE(series.is_zero());
  const VectorSeries constant = VectorSeries::constant({0.0, -9.81});
  EXPECT_TRUE(constant.is_constant());
  EXPECT_EQ(constant.component(-5.0, 1), -9.81);
  EXPECT_TRUE(VectorSeries::constant({0.0, 0.0}).is_zero());
}

// Rows at 1, 2, 4; between them linear. ∫ from 1.5 to 3: 0.5·(5+10)/2 + 1·(10+15)/2 = 3.75 + 12.5.
TEST(VectorSeries, mean_over_a_step_is_exact) {
  VectorSeries series{{1.0, 2.0, 4.0}, {{0.0}, {10.0}, {20.0}}};
  EXPECT_DOUBLE_EQ(series.mean(1.5, 1.5, 0), 16.25 / 1.5);
  EXPECT_DOUBLE_EQ(series.mean(0.0, 1.0, 0), 0.0);
  EXPECT_DOUBLE_EQ(series.mean(2.0, 2.0, 0), 15.0);
  // ∫ from −1 to 10: 0 + 5 + 30 + 6·20.
  EXPECT_DOUBLE_EQ(series.mean(-1.0, 11.0, 0), 155.0 / 11.0);
  EXPECT_DOUBLE_EQ(series.mean(7.0, 0.3, 0), 20.0);
  EXPECT_EQ(VectorSeries::constant({-9.81}).mean(0.1, 0.2, 0), -9.81);
}

// Jumps at the times of the rows; ∫ from 1.5 to 3 = 0.5·0 + 1·10.
TEST(VectorSeries, steps_have_the_value_of_the_row_before) {
  const VectorSeries series{{1.0, 2.0, 4.0}, {{0.0}, {10.0}, {20.0}}, Interpolation::step};
  EXPECT_EQ(series.component(0.5, 0), 0.0);
  EXPECT_EQ(series.component(1.9, 0), 0.0);
  EXPECT_EQ(series.component(2.0, 0), 10.0);
  EXPECT_EQ(series.component(2.0 - 4e-16, 0), 10.0);  // a time of steps, rounded
  EXPECT_EQ(series.component(4.0, 0), 20.0);
  EXPECT_EQ(series.component(9.0, 0), 20.0);
  EXPECT_DOUBLE_EQ(series.mean(1.5, 1.5, 0), 10.0 / 1.5);
  EXPECT_DOUBLE_EQ(series.mean(3.0, 3.0, 0), 50.0 / 3.0);
}

template <int D>
Motion<D> random_motion(Random& random) {
  Motion<D> motion;
  motion.velocity = random_vector<D>(random);
  motion.spin = random_vector<spin_dimension<D>>(random);
  motion.amplitude = random_vector<D>(random, 0.3);
  motion.frequency = random.uniform(0.1, 2.0);
  motion.phase = random.uniform(-3.0, 3.0);
  return motion;
}

// The velocity of a placement is the time derivative of its material points. Central differences
// with step d: truncation d²/6 · |x'''| with |x'''| below 1e4 here (ω³ of the oscillation),
// rounding 1e-15/d.
template <int D>
void check_motion() {
  Random random(1);
  for (int k = 0; k < 30; ++k) {
    const Motion<D> motion = random_motion<D>(random);
    const Vec<D> origin = random_vector<D>(random), local = random_vector<D>(random);
    const double t = random.uniform(0.0, 2.0), d = 1e-5;
    const Placement<D> at = motion.at(t, origin);
    const Vec<D> difference =
        (motion.at(t + d, origin).to_world(local) - motion.at(t - d, origin).to_world(local)) /
        (2.0 * d);
    EXPECT_NEAR((at.velocity_at(at.to_world(local)) - difference).norm(), 0.0,
                1e4 * d * d / 6.0 + 1e-14 / d);
    const Placement<D> start = motion.at(0.0, origin);
    EXPECT_NEAR((start.position - origin).norm(), 0.0, 1e-16);
    EXPECT_NEAR((start.to_world(local) - origin - local).norm(), 0.0, 1e-15);
  }
}
TEST(Motion, velocity_is_the_derivative_of_the_place_2d) { check_motion<2>(); }
TEST(Motion, velocity_is_the_derivative_of_the_place_3d) { check_motion<3>(); }

// The belt moves with its frame: at a quarter turn a surface velocity along x is along y.
TEST(Boundary, surface_velocity_turns_with_the_obstacle) {
  Boundary<2> belt;
  belt.shape = HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}};
  belt.motion.spin = Spin<2>(0.5 * std::numbers::pi);
  belt.motion.surface_velocity = Vec<2>(2.0, 0.0);
  const Placement<2> quarter = belt.placement(1.0);
  EXPECT_NEAR((belt.surface_velocity_at(quarter, Vec<2>(0.0, 0.0)) - Vec<2>(0.0, 2.0)).norm(), 0.0,
              1e-15);
  // One unit along x the rotation adds ω along y.
  EXPECT_NEAR((belt.surface_velocity_at(quarter, Vec<2>(1.0, 0.0)) -
               Vec<2>(0.0, 2.0 + 0.5 * std::numbers::pi))
                  .norm(),
              0.0, 1e-15);
}

// Displacement is continuous, velocity and surface velocity are there only while the motion runs.
TEST(Motion, runs_from_start_to_stop) {
  Motion<2> motion;
  motion.velocity = Vec<2>(2.0, 0.0);
  motion.spin = Spin<2>(0.5);
  motion.surface_velocity = Vec<2>(0.0, 1.0);
  motion.start = 1.0;
  motion.stop = 3.0;
  const Vec<2> origin(1.0, 1.0);
  for (const double t : {0.0, 0.999}) {
    EXPECT_EQ(motion.at(t, origin).position, origin);
    EXPECT_EQ(motion.at(t, origin).velocity, Vec<2>(0.0, 0.0));
    EXPECT_EQ(motion.at(t, origin).slide, Vec<2>(0.0, 0.0));
  }
  EXPECT_EQ(motion.at(1.0, origin).velocity, Vec<2>(2.0, 0.0));
  EXPECT_EQ(motion.at(2.0, origin).position, Vec<2>(3.0, 1.0));
  EXPECT_EQ(motion.at(2.0, origin).rotation.angle(), 0.5);
  EXPECT_EQ(motion.at(2.0, origin).spin[0], 0.5);
  for (const double t : {3.0, 10.0}) {
    EXPECT_EQ(motion.at(t, origin).position, Vec<2>(5.0, 1.0));
    EXPECT_EQ(motion.at(t, origin).rotation.angle(), 1.0);
    EXPECT_EQ(motion.at(t, origin).velocity, Vec<2>(0.0, 0.0));
    EXPECT_EQ(motion.at(t, origin).spin[0], 0.0);
  }
  // Ten steps of 0.1 added up make 0.9999999999999999.
  double sum = 0.0;
  for (int k = 0; k < 10; ++k) sum += 0.1;
  EXPECT_LT(sum, 1.0);
  EXPECT_TRUE(motion.runs(sum));
  EXPECT_EQ(motion.share(1.5, 0.1), 1.0);
  EXPECT_NEAR(motion.share(2.75, 0.5), 0.5, 1e-15);
  EXPECT_EQ(motion.share(4.0, 0.5), 0.0);
}

// Places are areas under the curve: a ramp from 0 to 2 m/s in the second second; 2 m/s and, from
// the fourth second on, −1 m/s.
TEST(Motion, goes_the_integral_of_its_tables) {
  Motion<2> ramp;
  ramp.velocity = Rate<2>(VectorSeries{{1.0, 2.0, 4.0}, {{0.0, 1.0}, {2.0, 1.0}, {2.0, 3.0}}});
  const Vec<2> origin(10.0, 0.0);
  const auto way = [&](const Motion<2>& m, double t) {
    return Vec<2>(m.at(t, origin).position - m.at(0.0, origin).position);
  };
  EXPECT_NEAR((way(ramp, 0.5) - Vec<2>(0.0, 0.5)).norm(), 0.0, 1e-14);
  EXPECT_NEAR((way(ramp, 1.5) - Vec<2>(0.25, 1.5)).norm(), 0.0, 1e-14);
  EXPECT_NEAR((way(ramp, 3.0) - Vec<2>(3.0, 2.0 + 1.5)).norm(), 0.0, 1e-14);
  EXPECT_NEAR((way(ramp, 6.0) - Vec<2>(9.0, 2.0 + 4.0 + 6.0)).norm(), 0.0, 1e-14);
  EXPECT_EQ(ramp.at(1.5, origin).velocity, Vec<2>(1.0, 1.0));
  EXPECT_NEAR((ramp.mean(ramp.velocity, 0.5, 1.0) - Vec<2>(0.25, 1.0)).norm(), 0.0, 1e-14);

  Motion<2> jumps;
  jumps.velocity =
      Rate<2>(VectorSeries{{1.0, 4.0}, {{2.0, 0.0}, {-1.0, 0.0}}, Interpolation::step});
  EXPECT_NEAR(way(jumps, 4.0)[0], 8.0, 1e-14);
  EXPECT_NEAR(way(jumps, 6.0)[0], 6.0, 1e-14);
  EXPECT_EQ(jumps.at(4.0, origin).velocity[0], -1.0);
  // It starts and stops within the table.
  jumps.start = 3.0;
  jumps.stop = 5.0;
  EXPECT_NEAR(way(jumps, 9.0)[0], 2.0 - 1.0, 1e-14);
  EXPECT_NEAR(jumps.mean(jumps.velocity, 4.5, 1.0)[0], -0.5, 1e-14);
  EXPECT_EQ(jumps.mean(jumps.velocity, 5.0, 1.0)[0], 0.0);
}

TEST(Motion, turns_by_the_integral_of_its_spin) {
  Motion<3> motion;
  motion.spin = Rate<3>(VectorSeries{{0.0, 1.0}, {{0.0, 0.0, 0.0}, {0.0, 0.0, std::numbers::pi}}});
  // Half a turn per second at the end of one second, a quarter turn on the way.
  const Vec<3> turned = motion.at(1.0, Vec<3>::Zero()).rotation.apply(Vec<3>(1.0, 0.0, 0.0));
  EXPECT_NEAR((turned - Vec<3>(0.0, 1.0, 0.0)).norm(), 0.0, 1e-14);
  EXPECT_NEAR(motion.at(0.5, Vec<3>::Zero()).spin[2], 0.5 * std::numbers::pi, 1e-15);
}

TEST(Bodies, rearrange_keeps_what_belongs_together) {
  Bodies<2> bodies;
  for (int k = 0; k < 4; ++k) {
    Body<2> body;
    body.position = {k, 10.0 * k};
    body.radius = 1.0 + k;
    body.mass = 2.0 + k;
    body.inertia = 3.0 + k;
    body.group = k;
    bodies.add(body, BodyId::body(100 + k));
  }
  const std::vector<std::int32_t> order{3, 0, 1};
  rearrange<2>(bodies, order);
  ASSERT_EQ(bodies.size(), 3U);
  for (std::size_t k = 0; k < 3; ++k) {
    const int was = order[k];
    EXPECT_EQ(bodies.id[k].value, 100 + was);
    EXPECT_EQ(bodies.position[k], Vec<2>(was, 10.0 * was));
    EXPECT_EQ(bodies.radius[k], 1.0 + was);
    EXPECT_EQ(bodies.inverse_mass[k][0], 1.0 / (2.0 + was));
    EXPECT_EQ(bodies.inverse_inertia[k], 1.0 / (3.0 + was));
    EXPECT_EQ(bodies.group[k], was);
  }
}

// Images are counted for all bodies or for none, whichever way bodies come and go.
TEST(Bodies, images_take_room_only_where_they_are_counted) {
  Body<2> body;
  body.radius = body.mass = body.inertia = 1.0;
  Body<2> gone = body;
  gone.image = {2, -1};
  const auto images = [](const Bodies<2>& bodies) {
    std::vector<Image<2>> all;
    for (std::size_t i = 0; i < bodies.size(); ++i) all.push_back(bodies.image_of(i));
    return all;
  };
  const Image<2> zero(0, 0);

  Bodies<2> plain;
  plain.add(body);
  plain.add(body);
  EXPECT_TRUE(plain.image.empty());
  EXPECT_EQ(images(plain), (std::vector<Image<2>>{zero, zero}));
  Bodies<2> counted;
  counted.add(body);
  counted.add(gone);
  counted.add(body);
  EXPECT_EQ(images(counted), (std::vector<Image<2>>{zero, gone.image, zero}));

  Bodies<2> first = plain;
  append(first, counted);
  EXPECT_EQ(images(first), (std::vector<Image<2>>{zero, zero, zero, gone.image, zero}));
  Bodies<2> last = counted;
  append(last, plain);
  EXPECT_EQ(images(last), (std::vector<Image<2>>{zero, gone.image, zero, zero, zero}));

  rearrange<2>(last, std::vector<std::int32_t>{1, 0});
  EXPECT_EQ(images(last), (std::vector<Image<2>>{gone.image, zero}));
  rearrange<2>(plain, std::vector<std::int32_t>{1, 0});
  EXPECT_EQ(images(plain), (std::vector<Image<2>>{zero, zero}));

  PeriodicCell<2> cell;
  cell.period = {1.0, 0.0};
  plain.position[1] = {3.5, 7.0};
  ASSERT_TRUE(wrap(cell, plain));
  EXPECT_EQ(images(plain), (std::vector<Image<2>>{zero, Image<2>(3, 0)}));
}

TEST(World, gravity_of_a_time) {
  World<2> world;
  EXPECT_EQ(world.gravity_at(3.0), Vec<2>(0.0, 0.0));
  world.gravity = {{0.0, 1.0}, {{0.0, -10.0}, {10.0, 0.0}}};
  EXPECT_NEAR((world.gravity_at(0.5) - Vec<2>(5.0, -5.0)).norm(), 0.0, 1e-15);
}

}  // namespace
}  // namespace galet::model_test
