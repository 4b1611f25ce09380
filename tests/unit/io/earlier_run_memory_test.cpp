// How much memory a start from an earlier run takes at most, by what is asked of operator new.
#include "support/counted_memory.hpp"
#include "support/temporary_folder.hpp"
#include "unit/io/sample.hpp"
#include <gtest/gtest.h>

#include "galet/build/build.hpp"
#include "galet/io/earlier_run_reader.hpp"
#include "galet/io/trajectory.hpp"

namespace galet::earlier_run_memory_test {
namespace {

using test::held;
using test::most_held;

// A frame has 157 bytes for a body and 149 for a contact, the state that is made of it 172 and 80
// (36 in the memory of the run): less than 400 and 200 as long as nothing is there twice.
TEST(EarlierRun, is_taken_up_within_the_memory_of_a_step) {
  const TemporaryFolder folder;
  Scene scene;
  scene.dimension = 3;
  scene.material = {{"glass", 2600.0}};
  scene.time = {1e-3, 1.0};
  PlaneBoundary floor;
  floor.common.name = "below";
  floor.point = {0, 0, 0};
  floor.normal = {0, 0, 1};
  scene.boundary.emplace_back(floor);
  std::size_t contacts = 0;
  {
    Sample<3> sample = packed_sample<3>({20, 20, 20}, 0.01);
    sample.world.boundaries[0].name = "below";
    contacts = sample.contacts.size();
    TrajectoryWriter writer(folder.path(), "", 3, 1);
    writer.add(stored(sample.frame(0)));
  }
  RunBodies run;
  run.folder = folder.path().string();
  const std::size_t before = held;
  most_held = before;
  run.state = read_earlier_run("bodies[0]", run.folder, {});
  scene.bodies.emplace_back(std::move(run));
  const auto setup = build_giving_up_runs<3>(scene);
  const std::size_t bodies = setup.bodies.size();
  ASSERT_EQ(bodies, 8000U);
  ASSERT_EQ(setup.memory.size(), contacts);
  EXPECT_LT(most_held - before, 400 * bodies + 200 * contacts);
}

}  // namespace
}  // namespace galet::earlier_run_memory_test
