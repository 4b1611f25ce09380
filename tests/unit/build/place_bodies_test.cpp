// Bodies of all kinds: list, lattice, fill, csv.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>

#include "support/scenes.hpp"
#include "support/temporary_folder.hpp"

#include "galet/base/random.hpp"

namespace galet::place_bodies_test {
namespace {

LatticeBodies lattice_2d() {
  LatticeBodies lattice;
  lattice.origin = {1, 2};
  lattice.pitch.values = {0.5, -0.25};
  lattice.count = {2, 3};
  lattice.radius.values.values = {0.1};
  return lattice;
}

FillBodies fill_2d(std::int64_t count) {
  FillBodies fill;
  fill.region.low = {0, 0};
  fill.region.high = {1, 2};
  fill.count = count;
  fill.radius.values.values = {0.02};
  return fill;
}

// Smallest gap of all pairs, over the smaller radius.
template <int D>
double smallest_gap(const Bodies<D>& bodies) {
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t a = 0; a < bodies.size(); ++a) {
    for (std::size_t b = a + 1; b < bodies.size(); ++b) {
      smallest = std::min(smallest, (bodies.position[a] - bodies.position[b]).norm() -
                                        bodies.radius[a] - bodies.radius[b]);
    }
  }
  return smallest;
}

// ---- list ----

TEST(ListBodies, one_value_for_all_or_one_for_each) {
  ListBodies list = balls_at({{0, 0}, {1, 0}}, 0.1);
  list.velocity = {{{3, 4}}, false};
  list.spin = {{{5, 6}}, false};
  list.common.mass.values = {7, 8};
  const auto setup = build<2>(scene_with(2, list));
  EXPECT_EQ(setup.bodies.position[1], Vec<2>(1, 0));
  EXPECT_EQ(setup.bodies.velocity[1], Vec<2>(3, 4));
  EXPECT_EQ(setup.bodies.spin[0][0], 5.0);
  EXPECT_EQ(setup.bodies.spin[1][0], 6.0);
  EXPECT_EQ(setup.bodies.mass[1], 8.0);

  list = balls_at({{0, 0, 0}, {1, 0, 0}}, 0.1);
  list.spin = {{{1, 2, 3}}, false};
  EXPECT_EQ(build<3>(scene_with(3, list)).bodies.spin[1], Vec<3>(1, 2, 3));
}

TEST(ListBodies, errors) {
  ListBodies list = balls_at({{0, 0}, {1, 0, 0}}, 0.1);
  EXPECT_EQ(build_error<2>(scene_with(2, list)),
            "bodies[0].position[1]: expected 2 numbers, got 3");
  list = balls_at({{0, 0}, {1, 0}, {2, 0}}, 0.1);
  list.radius.values = {0.1, 0.2};
  EXPECT_EQ(build_error<2>(scene_with(2, list)),
            "bodies[0].radius: expected one, or one for each of the 3 bodies, got 2");
  list.radius.values = {0.1};
  list.velocity = {{{0, 0}, {1, 1}}, true};
  EXPECT_EQ(build_error<2>(scene_with(2, list)),
            "bodies[0].velocity: expected one, or one for each of the 3 bodies, got 2");
  list.velocity = {};
  list.common.mass.values = {1, 2};
  EXPECT_EQ(build_error<2>(scene_with(2, list)),
            "bodies[0].mass: expected one, or one for each of the 3 bodies, got 2");
  list.common.mass.values = {};
  list.spin = {{{1, 2}}, false};
  EXPECT_EQ(build_error<2>(scene_with(2, list)),
            "bodies[0].spin: expected one, or one for each of the 3 bodies, got 2");
}

// ---- lattice ----

TEST(LatticeBodies, positions_are_exact_first_direction_outermost) {
  const auto setup = build<2>(scene_with(2, lattice_2d()));
  ASSERT_EQ(setup.bodies.size(), 6u);
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 3; ++j) {
      EXPECT_EQ(setup.bodies.position[static_cast<std::size_t>(3 * i + j)],
                Vec<2>(1.0 + 0.5 * i, 2.0 - 0.25 * j));
    }
  }
}

TEST(LatticeBodies, jitter_stays_within_its_bounds_and_fills_them) {
  LatticeBodies lattice = lattice_2d();
  lattice.count = {50, 40};
  lattice.pitch.values = {1.0};
  lattice.jitter.values = {0.1, 0.2};
  lattice.velocity = {1, 0};
  lattice.velocity_jitter.values = {0.3};
  const auto setup = build<2>(scene_with(2, lattice));
  Vec<2> largest = Vec<2>::Zero();
  Vec<2> fastest = Vec<2>::Zero();
  for (std::size_t n = 0; n < setup.bodies.size(); ++n) {
    const Vec<2> site(1.0 + static_cast<double>(n / 40), 2.0 + static_cast<double>(n % 40));
    largest = largest.cwiseMax((setup.bodies.position[n] - site).cwiseAbs());
    fastest = fastest.cwiseMax((setup.bodies.velocity[n] - Vec<2>(1, 0)).cwiseAbs());
  }
  EXPECT_LE(largest[0], 0.1 + 1e-12);
  EXPECT_LE(largest[1], 0.2 + 1e-12);
  EXPECT_GT(largest[0], 0.099);
  EXPECT_GT(largest[1], 0.198);
  EXPECT_LE(fastest.maxCoeff(), 0.3 + 1e-12);
  EXPECT_GT(fastest.minCoeff(), 0.297);
}

TEST(LatticeBodies, draws_radii_first_then_per_body_position_and_velocity) {
  LatticeBodies lattice = lattice_2d();
  lattice.count = {1, 2};
  lattice.radius = {{}, {}, 0.01, 0.02};
  lattice.jitter.values = {0.05};
  lattice.velocity_jitter.values = {1.0};
  lattice.seed = 42;
  const auto setup = build<2>(scene_with(2, lattice));
  Random random(42);
  for (std::size_t n = 0; n < 2; ++n) {
    EXPECT_EQ(setup.bodies.radius[n], random.uniform(0.01, 0.02));
  }
  for (std::size_t n = 0; n < 2; ++n) {
    const Vec<2> site(1.0, 2.0 - 0.25 * static_cast<double>(n));
    for (int k = 0; k < 2; ++k) {
      EXPECT_EQ(setup.bodies.position[n][k], site[k] + random.uniform(-0.05, 0.05));
    }
    for (int k = 0; k < 2; ++k) {
      EXPECT_EQ(setup.bodies.velocity[n][k], random.uniform(-1.0, 1.0));
    }
  }
}

TEST(LatticeBodies, seeds_are_reproducible_and_different) {
  LatticeBodies lattice = lattice_2d();
  lattice.jitter.values = {0.01};
  LatticeBodies other = lattice;
  other.origin = {11, 2};
  Scene scene = scene_with(2, lattice);
  scene.bodies.emplace_back(other);
  const auto offset = [](const auto& s, std::size_t entry) {
    return Vec<2>(s.bodies.position[6 * entry] - Vec<2>(entry == 0 ? 1 : 11, 2));
  };
  const auto setup = build<2>(scene);
  EXPECT_EQ(offset(setup, 0), offset(build<2>(scene), 0));
  EXPECT_GT((offset(setup, 0) - offset(setup, 1)).norm(), 1e-6);  // entries differ
  scene.seed = 2;
  EXPECT_GT((offset(setup, 0) - offset(build<2>(scene), 0)).norm(), 1e-6);  // seeds differ
  // The documented rule: entry k draws from the (k + 1)-th word of the scene's stream.
  Random words(2);
  words.bits();
  std::get<LatticeBodies>(scene.bodies[1]).seed = static_cast<std::int64_t>(words.bits());
  Scene derived = scene;
  std::get<LatticeBodies>(derived.bodies[1]).seed.reset();
  EXPECT_EQ(offset(build<2>(scene), 1), offset(build<2>(derived), 1));
}

TEST(LatticeBodies, radii_are_drawn_with_their_weights) {
  LatticeBodies lattice = lattice_2d();
  lattice.count = {100, 100};
  lattice.pitch.values = {1.0};
  lattice.radius = {{{0.1, 0.2, 0.3}}, {{1, 0, 3}}, {}, {}};
  const auto setup = build<2>(scene_with(2, lattice));
  const auto number = [&](double r) { return std::ranges::count(setup.bodies.radius, r); };
  EXPECT_EQ(number(0.2), 0);
  EXPECT_EQ(number(0.1) + number(0.3), 10000);
  EXPECT_NEAR(static_cast<double>(number(0.1)), 2500.0, 4 * 43.3);  // four standard deviations
}

TEST(LatticeBodies, errors) {
  LatticeBodies lattice = lattice_2d();
  lattice.count = {2};
  EXPECT_EQ(build_error<2>(scene_with(2, lattice)), "bodies[0].count: expected 2 integers, got 1");
  lattice = lattice_2d();
  lattice.count[1] = 0;
  EXPECT_EQ(build_error<2>(scene_with(2, lattice)),
            "bodies[0].count[1]: must be between 1 and 2147483647, got 0");
  lattice = lattice_2d();
  lattice.radius = {{}, {}, 0.2, 0.1};
  EXPECT_EQ(build_error<2>(scene_with(2, lattice)), "bodies[0].radius.max: must not be below min");
  lattice.radius = {{}, {}, 0.2, {}};
  EXPECT_EQ(build_error<2>(scene_with(2, lattice)),
            "bodies[0].radius: min and max belong together");
  lattice.radius = {{{0.1, 0.2}}, {{0, 0}}, {}, {}};
  EXPECT_EQ(build_error<2>(scene_with(2, lattice)),
            "bodies[0].radius.weights: must not all be zero");
  lattice.radius = {};
  EXPECT_EQ(
      build_error<2>(scene_with(2, lattice)),
      "bodies[0].radius: expected a number, {min, max}, {values, weights}, {diameter, passing}, "
      "{median, sigma, min, max} or {exponent, min, max}");
}

// ---- fill ----

TEST(FillBodies, whole_bodies_inside_without_overlap) {
  FillBodies fill = fill_2d(500);
  fill.radius = {{}, {}, 0.01, 0.03};
  fill.separation = 0.001;
  const auto setup = build<2>(scene_with(2, fill));
  ASSERT_EQ(setup.bodies.size(), 500u);
  EXPECT_GE(smallest_gap(setup.bodies), 0.001 - 1e-12);
  for (std::size_t n = 0; n < setup.bodies.size(); ++n) {
    const double r = setup.bodies.radius[n];
    EXPECT_GE(setup.bodies.position[n].minCoeff(), r);
    EXPECT_LE(setup.bodies.position[n][0], 1.0 - r);
    EXPECT_LE(setup.bodies.position[n][1], 2.0 - r);
  }
}

TEST(FillBodies, ten_to_one_in_three_dimensions) {
  FillBodies fill;
  fill.region.center = {1, 2, 3};
  fill.region.radius = 1.0;
  fill.region.axis = {1, 1, 0};
  fill.region.length = 2.0;
  fill.count = 800;
  fill.radius = {{{0.2, 0.02}}, {{1, 99}}, {}, {}};
  const auto setup = build<3>(scene_with(3, fill));
  ASSERT_EQ(setup.bodies.size(), 800u);
  EXPECT_GE(smallest_gap(setup.bodies), 0.0);
  const Vec<3> axis = Vec<3>(1, 1, 0).normalized();
  for (std::size_t n = 0; n < setup.bodies.size(); ++n) {
    const Vec<3> x = setup.bodies.position[n] - Vec<3>(1, 2, 3);
    const double along = x.dot(axis);
    EXPECT_LE(std::abs(along), 1.0 - setup.bodies.radius[n] + 1e-12);
    EXPECT_LE((x - along * axis).norm(), 1.0 - setup.bodies.radius[n] + 1e-12);
  }
  // The order of the bodies is that of the drawing, not that of the placing.
  EXPECT_FALSE(std::ranges::is_sorted(setup.bodies.radius, std::greater{}));
}

TEST(FillBodies, avoids_earlier_bodies_and_boundaries) {
  Scene scene = scene_with(2, balls_at({{0.5, 1.0}}, 0.3));
  scene.bodies.emplace_back(fill_2d(300));
  FillBodies second = fill_2d(100);
  second.radius.values.values = {0.01};
  scene.bodies.emplace_back(second);
  SegmentBoundary stick;
  stick.start = {0, 0};
  stick.end = {1, 0.5};
  stick.radius = 0.01;
  scene.boundary.emplace_back(stick);
  DrumBoundary drum;
  drum.center = {0.5, 1.0};
  drum.radius = 1.05;
  scene.boundary.emplace_back(drum);
  scene.overlap_tolerance = 0.0;
  const auto setup = build<2>(scene);  // throws if anything overlaps
  EXPECT_EQ(setup.bodies.size(), 401u);
  EXPECT_GE(smallest_gap(setup.bodies), 0.0);
  for (std::size_t n = 0; n < setup.bodies.size(); ++n) {
    EXPECT_LE((setup.bodies.position[n] - Vec<2>(0.5, 1.0)).norm(),
              1.05 - setup.bodies.radius[n] + 1e-12);
  }
}

TEST(FillBodies, is_reproducible) {
  const Scene scene = scene_with(2, fill_2d(200));
  Scene other = scene;
  other.seed = 99;
  const auto setup = build<2>(scene);
  EXPECT_EQ(setup.bodies.position, build<2>(scene).bodies.position);
  EXPECT_NE(setup.bodies.position, build<2>(other).bodies.position);
}

TEST(FillBodies, jam_says_what_was_reached_and_the_remedy) {
  FillBodies fill = fill_2d(5000);
  fill.attempts = 50;
  const std::string error = build_error<2>(scene_with(2, fill));
  EXPECT_TRUE(error.starts_with("bodies[0].count: jammed after placing ")) << error;
  for (const char* words : {" of 5000 bodies, solid fraction 0.", "in 50 attempts", "use fewer"}) {
    EXPECT_NE(error.find(words), std::string::npos) << error;
  }
}

TEST(FillBodies, errors) {
  FillBodies fill = fill_2d(1);
  fill.radius.values.values = {0.6};
  EXPECT_EQ(build_error<2>(scene_with(2, fill)),
            "bodies[0].region: a body of radius 0.6 does not fit into it");
  fill.region = {};
  EXPECT_EQ(build_error<2>(scene_with(2, fill)),
            "bodies[0].region: expected either {low, high} or {center, radius}");
  fill.region.low = {0, 0};
  EXPECT_EQ(build_error<2>(scene_with(2, fill)),
            "bodies[0].region.high: expected 2 numbers, got 0");
  fill.region.high = {0, 1};
  EXPECT_EQ(build_error<2>(scene_with(2, fill)),
            "bodies[0].region.high: must be above `low` in every direction");
  fill.region = {};
  fill.region.center = {0, 0};
  EXPECT_EQ(build_error<2>(scene_with(2, fill)),
            "bodies[0].region.radius: missing; a round region needs its radius");
  fill.region.radius = 1.0;
  fill.region.length = 1.0;
  EXPECT_EQ(build_error<2>(scene_with(2, fill)), "bodies[0].region: axis and length are for 3D");
}

// ---- csv ----

class CsvBodiesTest : public testing::Test {
 protected:
  Scene scene_of(const std::string& text, int dimension = 2) const {
    std::ofstream(file_, std::ios::binary) << text;
    CsvBodies csv;
    csv.file = file_.string();
    return scene_with(dimension, csv);
  }
  // The message after "FILE:".
  std::string error_of(const std::string& text) const {
    const std::string error = build_error<2>(scene_of(text));
    const std::string start = file_.string() + ":";
    EXPECT_TRUE(error.starts_with(start)) << error;
    return error.substr(std::min(start.size(), error.size()));
  }
  std::filesystem::path file_ = test_folder() / "bodies_test.csv";
};

TEST_F(CsvBodiesTest, columns_in_any_order) {
  const auto setup = build<2>(scene_of(
      "# comment\r\nradius, y ,x,w,vx,mass\r\n0.1,2,1,5,+3,7\r\n\r\n0.2,4,3,0,0,1e-3\r\n"));
  ASSERT_EQ(setup.bodies.size(), 2u);
  EXPECT_EQ(setup.bodies.position[0], Vec<2>(1, 2));
  EXPECT_EQ(setup.bodies.velocity[0], Vec<2>(3, 0));
  EXPECT_EQ(setup.bodies.spin[0][0], 5.0);
  EXPECT_EQ(setup.bodies.mass[0], 7.0);
  EXPECT_EQ(setup.bodies.mass[1], 1e-3);
  EXPECT_EQ(setup.bodies.radius[1], 0.2);

  const auto solid = build<3>(scene_of("x,y,z,radius,wz\n1,2,3,0.5,9", 3));
  EXPECT_EQ(solid.bodies.position[0], Vec<3>(1, 2, 3));
  EXPECT_EQ(solid.bodies.spin[0], Vec<3>(0, 0, 9));
}

TEST_F(CsvBodiesTest, errors) {
  EXPECT_EQ(error_of("x,y,radus\n"),
            "1:5: bodies[0].file: unknown column \"radus\"; did you mean \"radius\"?");
  EXPECT_EQ(error_of("x,y\n1,2\n"), "1:1: bodies[0].file: column \"radius\" is missing");
  EXPECT_EQ(error_of("x,y,x,radius\n"), "1:5: bodies[0].file: column \"x\" is given twice");
  EXPECT_EQ(error_of("x,y,radius\n1,2,0.1\n1, two,0.1\n"),
            "3:4: bodies[0].file: expected a finite number, got \"two\"");
  EXPECT_EQ(error_of("x,y,radius\n1,2,nan\n"),
            "2:5: bodies[0].file: expected a finite number, got \"nan\"");
  EXPECT_EQ(error_of("x,y,radius\n1,2,-1\n"),
            "2:5: bodies[0].file: radius must be positive, got -1");
  EXPECT_EQ(error_of("x,y,radius\n1,2\n"), "2:1: bodies[0].file: expected 3 values, got 2");
  EXPECT_EQ(error_of("x,y,radius\n1,2,3 4\n"),
            "2:5: bodies[0].file: expected a finite number, got \"3 4\"");
  EXPECT_EQ(error_of(""),
            " bodies[0].file: is empty; expected a line with the names of the columns");
  EXPECT_EQ(error_of("x,y,radius\n"), " bodies[0].file: contains no bodies");
  Scene scene = scene_of("x,y,radius,mass\n1,2,1,1\n");
  std::get<CsvBodies>(scene.bodies[0]).common.mass.values = {1};
  EXPECT_EQ(build_error<2>(scene), "bodies[0].mass: the file gives masses already");
  std::get<CsvBodies>(scene.bodies[0]).file = "/absent/bodies.csv";
  EXPECT_EQ(build_error<2>(scene), "/absent/bodies.csv: bodies[0].file: there is no such file");
}

}  // namespace
}  // namespace galet::place_bodies_test
