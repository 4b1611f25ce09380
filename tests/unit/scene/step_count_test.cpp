#include "galet/scene/step_count.hpp"

#include <gtest/gtest.h>

namespace galet::step_count_test {
namespace {

TEST(StepCount, up_to_the_end) {
  EXPECT_EQ(count_steps({.step = 0.1, .end = 1.0}), 10);  // 1.0/0.1 misses 10 by round-off or not
  EXPECT_EQ(count_steps({.step = 0.3, .end = 1.0}), 4);   // the first multiple that reaches it
  EXPECT_EQ(count_steps({.step = 1e-3, .end = 0.7}), 700);
  EXPECT_EQ(count_steps({.step = 2.0, .end = 1.0}), 1);
}

// By default a hundredth of the run, and never less than a step.
TEST(StepCount, between_outputs) {
  Scene scene;
  scene.time = {.step = 1e-3, .end = 0.7};
  EXPECT_EQ(output_stride(scene), 7);
  scene.output.every = 0.25;
  EXPECT_EQ(output_stride(scene), 250);
  scene.time = {.step = 0.1, .end = 1.0};
  scene.output.every = {};
  EXPECT_EQ(output_stride(scene), 1);
}

}  // namespace
}  // namespace galet::step_count_test
