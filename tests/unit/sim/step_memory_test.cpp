// How much memory the steps of a large scene take at most, by what is asked of operator new.
#include <algorithm>

#include "support/counted_memory.hpp"
#include "support/simulate.hpp"
#include <gtest/gtest.h>

#include "galet/base/memory_policy.hpp"

namespace galet::step_memory_test {
namespace {

// Overlaps that are taken back in every step, too.
Bodies<3> overlapping_lattice() {
  constexpr double r = 0.01;
  Bodies<3> bodies;
  for (int i = 0; i < 50 * 40 * 25; ++i) {
    const Vec<3> cell(i % 25, i / 25 % 40, i / 1000);
    bodies.add(test::ball<3>(1.99 * r * cell, r));
  }
  return bodies;
}

// 400 bytes for a body and 250 for a contact, which docs/performance.md allows, are what is
// resident; an eighth more is room that arrays have to grow.
TEST(Step, takes_no_more_memory_than_it_may) {
  for (const bool accelerated : {true, false}) {
    const std::size_t before = test::held;
    test::most_held = before;
    Scene scene = test::scene_of<3>(1e-4);
    scene.scheme = ConvexSettings{};
    if (accelerated) {
      scene.solver = ApgdSettings{.max_iterations = 3};
    } else {
      scene.solver = NlgsSettings{.max_iterations = 3};
    }
    Simulation<3> simulation =
        test::simulate<3>(test::world_of<3>({0.5, {}}), overlapping_lattice(), scene);
    std::size_t contacts = 0;
    for (int k = 0; k < 3; ++k) {
      contacts = std::max(contacts, static_cast<std::size_t>(simulation.advance().contacts));
    }
    const std::size_t bodies = simulation.state().bodies.size();
    ASSERT_GE(bodies, kLargeScene);
    ASSERT_GT(contacts, 2 * bodies);
    EXPECT_LT(test::most_held - before, (400 * bodies + 250 * contacts) * 9 / 8)
        << (accelerated ? "apgd" : "nlgs");
  }
}

}  // namespace
}  // namespace galet::step_memory_test
