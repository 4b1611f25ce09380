#include "galet/collision/broad_phase.hpp"

#include <algorithm>

#include "support/random_clouds.hpp"
#include <gtest/gtest.h>

namespace galet::broad_phase_test {
namespace {

using test::brute_force_pairs;
using test::Cloud;
using test::random_cloud;
using test::random_vector;

template <int D>
std::vector<BodyPair> pairs_of(const Cloud<D>& cloud, double reach, int threads = 1) {
  Workers workers(threads);
  return find_pairs<D>(cloud.position, cloud.radius, reach, workers);
}

template <int D>
void check_cloud(std::size_t n, double ratio, const Vec<D>& centre) {
  Random random(n + static_cast<std::size_t>(ratio));
  const Cloud<D> cloud = random_cloud<D>(random, n, ratio, centre);
  for (const double reach : {0.0, 0.05, 1.0}) {
    const auto expected = brute_force_pairs(cloud, reach);
    EXPECT_GT(expected.size(), n / 10);  // otherwise the test says little
    EXPECT_EQ(pairs_of(cloud, reach), expected);
  }
}

TEST(FindPairs, equals_brute_force_for_equal_radii) {
  check_cloud<2>(800, 1.0, {0.0, 0.0});
  check_cloud<3>(800, 1.0, {0.0, 0.0, 0.0});
}
TEST(FindPairs, equals_brute_force_for_radii_of_ten_to_one) {
  check_cloud<2>(800, 10.0, {0.0, 0.0});
  check_cloud<3>(800, 10.0, {0.0, 0.0, 0.0});
}
TEST(FindPairs, equals_brute_force_for_radii_of_a_hundred_to_one) {
  check_cloud<2>(800, 100.0, {0.0, 0.0});
  check_cloud<3>(800, 100.0, {0.0, 0.0, 0.0});
}
TEST(FindPairs, equals_brute_force_far_from_the_origin) {
  check_cloud<2>(500, 10.0, {1e9, -3e7});
  check_cloud<3>(500, 10.0, {-1e12, 2e9, 1e6});
}

template <int D>
void check_clusters() {
  Random random(3);
  Cloud<D> cloud;
  for (int c = 0; c < 10; ++c) {
    // Dense clusters far apart, one of them with coincident centres.
    const Vec<D> centre = random_vector<D>(random, 1e4);
    for (int i = 0; i < 50; ++i) {
      cloud.position.push_back(c == 0 ? centre : Vec<D>(centre + random_vector<D>(random, 2.0)));
      cloud.radius.push_back(1.0 / test::random_log(random, 1.0, 10.0));
    }
  }
  EXPECT_EQ(pairs_of(cloud, 0.1), brute_force_pairs(cloud, 0.1));
}
TEST(FindPairs, equals_brute_force_for_clusters_2d) { check_clusters<2>(); }
TEST(FindPairs, equals_brute_force_for_clusters_3d) { check_clusters<3>(); }

// Touching discs on a square lattice, with gaps of exactly 0 and centres on edges of cells; far
// away, where the number of the cell has few digits left for the place in the cell.
TEST(FindPairs, exact_touching_on_a_lattice_wherever_it_is) {
  for (const double offset : {0.0, 1e6, 3e9, 1e12, 1e14, 0x1p52}) {
    Cloud<2> cloud;
    for (int i = 0; i < 10; ++i) {
      for (int j = 0; j < 10; ++j) {
        cloud.position.push_back({offset + i, -offset + j});
        cloud.radius.push_back(0.5);
      }
    }
    for (const double reach : {0.0, 1e-8}) {
      EXPECT_EQ(pairs_of(cloud, reach), brute_force_pairs(cloud, reach)) << offset;
      EXPECT_EQ(brute_force_pairs(cloud, reach).size(), 180u);
    }
  }
}

// Radii at the ends of the size classes r_max/2^k, touching.
TEST(FindPairs, radii_that_are_powers_of_two) {
  Random random(4);
  Cloud<3> cloud;
  for (int i = 0; i < 400; ++i) {
    cloud.position.push_back(random_vector<3>(random, 2.0));
    cloud.radius.push_back(std::ldexp(1.0, -static_cast<int>(random.below(6))));
  }
  EXPECT_EQ(pairs_of(cloud, 0.0), brute_force_pairs(cloud, 0.0));
}

TEST(FindPairs, none_one_and_two_bodies) {
  Cloud<2> cloud;
  EXPECT_TRUE(pairs_of(cloud, 1.0).empty());
  cloud.position.push_back({0.0, 0.0});
  cloud.radius.push_back(1.0);
  EXPECT_TRUE(pairs_of(cloud, 1.0).empty());
  cloud.position.push_back({2.5, 0.0});
  cloud.radius.push_back(1.0);
  EXPECT_TRUE(pairs_of(cloud, 0.25).empty());
  EXPECT_EQ(pairs_of(cloud, 0.5), (std::vector<BodyPair>{{0, 1}}));
}

TEST(FindPairs, one_giant_among_many_small) {
  Random random(5);
  Cloud<2> cloud{{Vec<2>(0.0, 0.0)}, {1000.0}};
  for (int i = 0; i < 300; ++i) {
    cloud.position.push_back(Vec<2>(1000.0 * test::random_unit<2>(random)));
    cloud.radius.push_back(1e-3);
  }
  const auto pairs = pairs_of(cloud, 0.0);
  EXPECT_EQ(pairs, brute_force_pairs(cloud, 0.0));
  EXPECT_GE(pairs.size(), 300u);
}

// More than 4096 bodies, so that the threads take part.
TEST(FindPairs, same_for_any_number_of_threads) {
  Random random(6);
  const Cloud<3> cloud = random_cloud<3>(random, 9000, 5.0, {0.0, 0.0, 0.0});
  const auto serial = pairs_of(cloud, 0.1);
  EXPECT_TRUE(std::ranges::is_sorted(serial));
  for (const int threads : {2, 5}) EXPECT_EQ(pairs_of(cloud, 0.1, threads), serial);
}

// ---- PairList --------------------------------------------------------------------------------

// Over a walk of the bodies with changing pace, every pair within reach is listed at every step.
template <int D>
void check_walk() {
  Random random(7);
  Workers workers(1);
  Cloud<D> cloud = random_cloud<D>(random, 200, 4.0, Vec<D>::Zero());
  PairList<D> list;
  constexpr int steps = 300;
  for (int step = 0; step < steps; ++step) {
    const double pace = step < 100 ? 0.002 : step < 200 ? 0.02 : 0.3;
    for (Vec<D>& x : cloud.position) x += random_vector<D>(random, pace);
    const double reach = step % 7 == 0 ? 0.1 : 0.01;  // the reach may change from call to call
    list.update(cloud.position, cloud.radius, reach, workers);
    const auto needed = brute_force_pairs(cloud, reach);
    ASSERT_TRUE(std::ranges::is_sorted(list.pairs()));
    ASSERT_TRUE(std::ranges::includes(list.pairs(), needed)) << "step " << step;
  }
  EXPECT_LT(list.rebuilds(), steps - 50);  // and it is kept while it can be
}
TEST(PairList, is_complete_over_a_walk_2d) { check_walk<2>(); }
TEST(PairList, is_complete_over_a_walk_3d) { check_walk<3>(); }

// Bodies at rest and a single fast one; then other radii, of which it is told, and fewer bodies.
TEST(PairList, notices_one_fast_body_and_changed_bodies) {
  Random random(8);
  Workers workers(1);
  Cloud<2> cloud = random_cloud<2>(random, 100, 4.0, Vec<2>::Zero());
  PairList<2> list;
  const auto expect_complete = [&] {
    list.update(cloud.position, cloud.radius, 0.0, workers);
    EXPECT_TRUE(std::ranges::includes(list.pairs(), brute_force_pairs(cloud, 0.0)));
  };
  expect_complete();
  const auto rebuilds = list.rebuilds();
  expect_complete();
  EXPECT_EQ(list.rebuilds(), rebuilds);  // nothing moved
  for (int k = 0; k < 20; ++k) {
    cloud.position[17] += Vec<2>(0.4, 0.3);
    expect_complete();
  }
  for (double& r : cloud.radius) r *= 1.5;
  list.clear();
  expect_complete();
  cloud.position.resize(50);
  cloud.radius.resize(50);
  expect_complete();
  for (const BodyPair& pair : list.pairs()) EXPECT_LT(pair.b, 50);
  cloud = {};
  expect_complete();
  EXPECT_TRUE(list.pairs().empty());
}

}  // namespace
}  // namespace galet::broad_phase_test
