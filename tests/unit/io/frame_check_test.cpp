#include "galet/io/frame_check.hpp"

#include <functional>
#include <limits>

#include "unit/io/sample.hpp"
#include <gtest/gtest.h>

#include "galet/io/damaged_file.hpp"

namespace galet::frame_check_test {
namespace {

template <int D>
StoredFrame intact() {
  const std::vector<int> count(D, 3);
  return stored(packed_sample<D>(count, 0.1).frame(4));
}

// What is said about a frame, "" when nothing is.
std::string complaint(const StoredFrame& frame) {
  try {
    validate(frame, "a.h5");
    return "";
  } catch (const DamagedFile& error) {
    return error.what();
  }
}

struct Damage {
  std::function<void(StoredFrame&)> change;
  std::string words;
};

template <int D>
std::vector<Damage> damages() {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return {
      {[](auto& f) { f.dimension = 0; }, "a.h5: dimension: 0 is neither 2 nor 3"},
      {[](auto& f) { f.step = -1; }, "frames/000004/step: -1"},
      {[](auto& f) { f.step_length = 0.0; }, "frames/000004/step_length: 0"},
      {[=](auto& f) { f.time = nan; }, "frames/000004/time"},
      {[](auto& f) { f.id[2] = f.id[1]; }, "frames/000004/id, row 2"},
      {[](auto& f) { f.id[2] = std::int64_t{1} << 40; }, "frames/000004/id, row 2"},
      {[=](auto& f) { f.position[5 * D] = nan; }, "frames/000004/position, row 5: nan"},
      {[](auto& f) { f.velocity.resize(2 * D); }, "frames/000004/velocity: has"},
      {[=](auto& f) { f.spin.back() = infinity; }, "frames/000004/spin, row"},
      {[](auto& f) { f.radius[3] = -0.1; }, "frames/000004/radius, row 3: -0.1 is not positive"},
      {[](auto& f) { f.mass[3] = -1.0; }, "frames/000004/mass, row 3"},
      {[](auto& f) { f.inertia[1] = 0.0; }, "frames/000004/inertia, row 1"},
      {[](auto& f) { f.free[1] = 16; }, "frames/000004/free, row 1"},
      {[](auto& f) { f.material[7] = 2000000000; }, "frames/000004/material, row 7: 2000000000"},
      {[](auto& f) { f.group[7] = -1; }, "frames/000004/group, row 7"},
      {[](auto& f) { f.image = {1}; }, "frames/000004/image"},
      {[](auto& f) { f.boundary_orientation.clear(); }, "frames/000004/boundaries/orientation"},
      {[](auto& f) { f.boundary_present[0] = 2; }, "frames/000004/boundaries/present, row 0"},
      {[](auto& f) { f.names.boundaries.clear(); }, "frames/000004/boundaries/position"},
      {[](auto& f) { f.contacts->body_a[0] = -2; }, "frames/000004/contacts/body_a, row 0"},
      {[](auto& f) { f.contacts->body_b[1] = 99; }, "contacts/body_b, row 1: there is no body 99"},
      {[](auto& f) { f.contacts->gap.pop_back(); }, "frames/000004/contacts/gap"},
      {[](auto& f) { f.contacts->status[2] = 3; }, "frames/000004/contacts/status, row 2"},
      {[](auto& f) {
         f.contacts->frame[D * D] *= 2.0;
         f.contacts->frame[D * D + 1] += 1.0;
       },
       "frames/000004/contacts/frame, row 1: has length"},
      {[=](auto& f) { f.contacts->impulse[D] = nan; }, "frames/000004/contacts/impulse, row 1"},
      {[](auto& f) {
         f.contacts->body_a[1] = f.contacts->body_a[0];
         f.contacts->body_b[1] = f.contacts->body_b[0];
         f.contacts->feature[1] = f.contacts->feature[0];
       },
       "frames/000004/contacts/feature, row 1"},
      {[](auto& f) { f.contacts->state = {1.0}; }, "frames/000004/contacts/state"},
  };
}

template <int D>
void check_all() {
  ASSERT_EQ(complaint(intact<D>()), "");
  for (const Damage& damage : damages<D>()) {
    StoredFrame frame = intact<D>();
    damage.change(frame);
    const std::string said = complaint(frame);
    EXPECT_NE(said.find(damage.words), std::string::npos) << damage.words << " in " << said;
  }
}

TEST(FrameCheck, names_array_and_row_2d) { check_all<2>(); }
TEST(FrameCheck, names_array_and_row_3d) { check_all<3>(); }

TEST(FrameCheck, quaternions_have_length_one) {
  StoredFrame frame = intact<3>();
  for (std::size_t k = 0; k < 4; ++k) frame.orientation[8 + k] = 0.0;
  EXPECT_NE(complaint(frame).find("orientation, row 2"), std::string::npos) << complaint(frame);
}

}  // namespace
}  // namespace galet::frame_check_test
