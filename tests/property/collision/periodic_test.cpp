// Pairs and contacts in periodic cells against brute force over all images.
#include <algorithm>

#include "support/hand_built.hpp"
#include "support/periodic_clouds.hpp"
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "galet/collision/narrow_phase.hpp"

namespace galet::periodic_test {
namespace {

using test::arbitrary_periodic_cloud;
using test::brute_force_pairs;
using test::BruteForcePairs;
using test::PeriodicCloud;

template <int D>
void pairs_equal_brute_force() {
  const PeriodicCloud<D> cloud = arbitrary_periodic_cloud<D>();
  const double reach = 0.125 * *rc::gen::inRange(0, 5);
  Workers workers(1);
  const std::vector<BodyPair> found =
      find_pairs<D>(cloud.position, cloud.radius, reach, workers, cloud.cell);
  const BruteForcePairs expected = brute_force_pairs(cloud, reach);
  RC_ASSERT(std::ranges::is_sorted(found));
  RC_ASSERT(std::ranges::adjacent_find(found) == found.end());
  RC_ASSERT(std::ranges::includes(found, expected.sure));
  RC_ASSERT(std::ranges::includes(expected.possible, found));
}
RC_GTEST_PROP(PeriodicPairs, equal_brute_force_2d, ()) { pairs_equal_brute_force<2>(); }
RC_GTEST_PROP(PeriodicPairs, equal_brute_force_3d, ()) { pairs_equal_brute_force<3>(); }

// Whatever jumps the bodies make, by whole periods too, the list holds all pairs within reach. One
// that went over the seam and back is no reason to make it anew.
template <int D>
void list_is_complete() {
  PeriodicCloud<D> cloud = arbitrary_periodic_cloud<D>();
  Workers workers(1);
  PairList<D> list(cloud.cell);
  const int updates = *rc::gen::inRange(1, 12);
  for (int k = 0; k < updates; ++k) {
    for (Vec<D>& x : cloud.position) {
      for (int d = 0; d < D; ++d) {
        x[d] +=
            0.03125 * *rc::gen::inRange(-2, 3) + *rc::gen::inRange(-1, 2) * cloud.cell.period[d];
      }
    }
    const double reach = 0.125 * *rc::gen::inRange(0, 4);
    list.update(cloud.position, cloud.radius, 0.5 * reach, workers);
    RC_ASSERT(std::ranges::is_sorted(list.pairs()));
    RC_ASSERT(std::ranges::includes(list.pairs(), brute_force_pairs(cloud, reach).sure));
  }
  const std::int64_t rebuilds = list.rebuilds();
  for (Vec<D>& x : cloud.position) x += cloud.cell.period;
  list.update(cloud.position, cloud.radius, 0.0, workers);
  RC_ASSERT(list.rebuilds() == rebuilds);
}
RC_GTEST_PROP(PeriodicPairs, list_complete_after_any_jumps_2d, ()) { list_is_complete<2>(); }
RC_GTEST_PROP(PeriodicPairs, list_complete_after_any_jumps_3d, ()) { list_is_complete<3>(); }

// Gaps are those of the nearest images, normals point from a to that image of b, and where bodies
// are moved by whole periods nothing changes but rounding.
template <int D>
void contacts_equal_brute_force() {
  const PeriodicCloud<D> cloud = arbitrary_periodic_cloud<D>();
  World<D> world = test::world_of<D>({});
  world.cell = cloud.cell;
  Bodies<D> bodies;
  for (std::size_t i = 0; i < cloud.position.size(); ++i) {
    bodies.add(test::ball<D>(cloud.position[i], cloud.radius[i]));
  }
  Workers workers(1);
  const auto detect = [&] {
    const auto pairs = find_pairs<D>(bodies.position, bodies.radius, 0.2, workers, cloud.cell);
    return detect_contacts(world, bodies, {bodies.position, {}}, pairs, {.activation = 0.1},
                           workers);
  };
  const ContactSet<D> contacts = detect();
  RC_ASSERT(std::ranges::includes(
      [&] {
        std::vector<BodyPair> found;
        for (const Contact<D>& c : contacts) found.push_back({c.a().value, c.b().value});
        return found;
      }(),
      brute_force_pairs(cloud, 0.0).sure));
  for (const Contact<D>& c : contacts) {
    const std::size_t a = c.a().body(), b = c.b().body();
    const double touch = bodies.radius[a] + bodies.radius[b];
    const double distance =
        test::least_distance(cloud.cell, bodies.position[a], bodies.position[b]);
    RC_ASSERT(std::abs(c.gap - (distance - touch)) <= 1e-13);
    const Vec<D> end = bodies.position[a] + (touch + c.gap) * c.n;
    RC_ASSERT(test::least_distance(cloud.cell, end, bodies.position[b]) <= 1e-13);
  }
  for (Vec<D>& x : bodies.position) {
    for (int d = 0; d < D; ++d) x[d] += *rc::gen::inRange(-2, 3) * cloud.cell.period[d];
  }
  const ContactSet<D> moved = detect();
  for (const Contact<D>& c : contacts) {
    const auto same = std::ranges::find(moved, c.place, &Contact<D>::place);
    const double beyond =
        c.gap - 0.1 * std::min(bodies.radius[c.a().body()], bodies.radius[c.b().body()]);
    if (same == moved.end()) {
      RC_ASSERT(beyond >= -1e-13);
    } else {
      RC_ASSERT(std::abs(same->gap - c.gap) <= 1e-13);
    }
  }
}
RC_GTEST_PROP(PeriodicContacts, equal_brute_force_2d, ()) { contacts_equal_brute_force<2>(); }
RC_GTEST_PROP(PeriodicContacts, equal_brute_force_3d, ()) { contacts_equal_brute_force<3>(); }

}  // namespace
}  // namespace galet::periodic_test
