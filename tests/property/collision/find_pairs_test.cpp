#include <algorithm>

#include "support/random_clouds.hpp"
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "galet/collision/broad_phase.hpp"

namespace galet::find_pairs_test {
namespace {

// Balls on a coarse lattice of coordinates: many exact touches, coincident centres and edges of
// cells, and counterexamples that shrink to a few bodies.
template <int D>
test::Cloud<D> arbitrary_cloud() {
  test::Cloud<D> cloud;
  const auto n = *rc::gen::inRange<std::size_t>(0, 40);
  for (std::size_t i = 0; i < n; ++i) {
    Vec<D> x;
    for (int k = 0; k < D; ++k) x[k] = 0.5 * *rc::gen::inRange(-12, 13);
    cloud.position.push_back(x);
    cloud.radius.push_back(0.25 * *rc::gen::inRange(1, 12));
  }
  return cloud;
}

template <int D>
void equals_brute_force() {
  const test::Cloud<D> cloud = arbitrary_cloud<D>();
  const double reach = 0.25 * *rc::gen::inRange(0, 5);
  Workers workers(1);
  RC_ASSERT(find_pairs<D>(cloud.position, cloud.radius, reach, workers) ==
            test::brute_force_pairs(cloud, reach));
}
RC_GTEST_PROP(FindPairs, equals_brute_force_2d, ()) { equals_brute_force<2>(); }
RC_GTEST_PROP(FindPairs, equals_brute_force_3d, ()) { equals_brute_force<3>(); }

// Whatever jumps the bodies make, the list holds all pairs within reach.
RC_GTEST_PROP(PairList, complete_after_any_jumps, ()) {
  test::Cloud<2> cloud = arbitrary_cloud<2>();
  Workers workers(1);
  PairList<2> list;
  const int updates = *rc::gen::inRange(1, 12);
  for (int k = 0; k < updates; ++k) {
    for (Vec<2>& x : cloud.position) {
      x += 0.0625 * Vec<2>(*rc::gen::inRange(-3, 4), *rc::gen::inRange(-3, 4));
    }
    const double reach = 0.125 * *rc::gen::inRange(0, 4);
    list.update(cloud.position, cloud.radius, reach, workers);
    RC_ASSERT(std::ranges::is_sorted(list.pairs()));
    RC_ASSERT(std::ranges::includes(list.pairs(), test::brute_force_pairs(cloud, reach)));
  }
}

}  // namespace
}  // namespace galet::find_pairs_test
