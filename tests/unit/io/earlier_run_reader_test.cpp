#include "galet/io/earlier_run_reader.hpp"

#include <map>

#include "support/temporary_folder.hpp"
#include "unit/io/sample.hpp"
#include <gtest/gtest.h>

#include "galet/base/error.hpp"
#include "galet/io/atomic_file.hpp"
#include "galet/io/trajectory.hpp"

namespace galet::earlier_run_reader_test {
namespace {

std::string error_of(const std::filesystem::path& folder, std::optional<std::int64_t> frame = {}) {
  try {
    read_earlier_run("bodies[1]", folder, frame);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// Bodies and impulses come back bit by bit, in the order of the ids.
template <int D>
void check_state() {
  const TemporaryFolder folder;
  Sample<D> sample = packed_sample<D>(std::vector<int>(D, 3), 0.01);
  Bodies<D>& bodies = sample.state.bodies;
  sample.world.groups = {"", "grains"};
  bodies.group.back() = 1;
  bodies.inverse_mass[1][0] = bodies.velocity[1][0] = 0.0;
  bodies.inverse_inertia[2] = 0.0;
  bodies.spin[2].setZero();
  sample.world.cell.period[0] = 1.0;
  bodies.count_images();
  bodies.image[1][0] = -3;
  const Bodies<D> before = bodies;
  std::vector<std::int32_t> backwards;
  for (std::size_t k = bodies.size(); k-- > 0;) backwards.push_back(static_cast<std::int32_t>(k));
  rearrange<D>(bodies, backwards);
  // Moments and states of the laws of some scenes.
  std::map<ContactKey, ContactRecord<D>> records;
  for (std::size_t c = 0; c < sample.contacts.size(); ++c) {
    const double number = 1.0 + static_cast<double>(c);
    sample.moments.push_back(Spin<D>::Constant(0.1 * number));
    sample.states.push_back(-number);
    const NamedContact name = name_of(bodies, sample.contacts[c].place);
    records[name.key].moment = (name.swapped ? -1.0 : 1.0) * sample.moments[c];
    records[name.key].state = sample.states[c];
  }
  {
    TrajectoryWriter writer(folder.path(), "", D, 10);
    writer.add(stored(sample.frame(0)));
    sample.state.step = 1;
    writer.add(stored(sample.frame(1)));
  }
  const auto run = read_earlier_run("", folder.path(), {});
  const auto& state = std::get<EarlierState<D>>(run->state);
  ASSERT_EQ(state.bodies.size(), before.size());
  for_each_array(state.bodies, before, [](const auto& read, const auto& written) {
    using T = typename std::decay_t<decltype(read)>::value_type;
    for (std::size_t k = 0; k < read.size(); ++k) {
      if constexpr (std::is_same_v<T, Rotation<2>>) {
        EXPECT_EQ(read[k].angle(), written[k].angle());
      } else if constexpr (std::is_same_v<T, Rotation<3>>) {
        EXPECT_EQ(read[k].quaternion().coeffs(), written[k].quaternion().coeffs());
      } else {
        EXPECT_EQ(read[k], written[k]);
      }
    }
  });
  EXPECT_EQ(state.groups, sample.world.groups);
  EXPECT_EQ(state.materials, sample.world.materials);
  EXPECT_EQ(state.boundaries.size(), 1U);
  ASSERT_EQ(state.memory.size(), sample.contacts.size());
  std::map<ContactKey, Vec<D>> written;
  for (std::size_t c = 0; c < sample.contacts.size(); ++c) {
    const NamedContact name = name_of(sample.state.bodies, sample.contacts[c].place);
    written[name.key] = (name.swapped ? -1.0 : 1.0) * sample.impulses[c];
  }
  for (const NamedRecord<D>& read : state.memory) {
    ASSERT_TRUE(written.contains(read.key));
    // They are stored in contact components: up to the rounding of the change of frame.
    EXPECT_EQ(read.record.moment, records[read.key].moment);
    EXPECT_EQ(read.record.state, records[read.key].state);
    EXPECT_NEAR((read.record.impulse - written[read.key]).norm(), 0.0,
                4e-15 * read.record.impulse.norm());
  }
}
TEST(EarlierRun, comes_back_bit_by_bit_2d) { check_state<2>(); }
TEST(EarlierRun, comes_back_bit_by_bit_3d) { check_state<3>(); }

TEST(EarlierRun, errors) {
  const TemporaryFolder folder;
  const std::filesystem::path none = folder.path() / "none";
  EXPECT_EQ(error_of(none), "bodies[1].folder: no such folder: " + none.string() +
                                "; expected the results of a run");
  EXPECT_TRUE(error_of(folder.path()).starts_with("bodies[1].folder: cannot "))
      << error_of(folder.path());
  {
    TrajectoryWriter writer(folder.path(), "", 2, 10);
    EXPECT_TRUE(error_of(folder.path()).ends_with("contains no frames yet"));
    writer.add(stored(Sample<2>().frame(0)));
  }
  EXPECT_EQ(error_of(folder.path()), "");
  EXPECT_EQ(error_of(folder.path(), 1), "bodies[1].frame: the run has the frames 0 to 0, got 1");
}

}  // namespace
}  // namespace galet::earlier_run_reader_test
