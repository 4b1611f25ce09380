#include "galet/io/trajectory.hpp"

#include <csignal>
#include <memory>

#include "unit/io/joined.hpp"
#include "unit/io/sample.hpp"
#include "unit/io/small_disk.hpp"
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "galet/base/error.hpp"
#include "galet/io/atomic_file.hpp"

namespace galet::trajectory_test {
namespace {

namespace fs = std::filesystem;

// Frames that differ from each other, always the same for the same number.
template <int D>
StoredFrame numbered_frame(std::int64_t number, int size = 3) {
  Sample<D> sample =
      packed_sample<D>(std::vector<int>(D, size), 0.01, static_cast<std::uint64_t>(number) + 1);
  sample.state.step = 10 * number;
  sample.state.time = 0.1 * static_cast<double>(number);
  return stored(sample.frame(number));
}

TEST(StoredFrame, holds_contacts_in_their_own_components) {
  Sample<2> sample;
  sample.add_boundary(HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}});
  sample.add_body({0.0, 1.0}, 1.0);
  sample.add_body({0.0, 3.0}, 1.0, {4.0, 5.0});
  sample.add_wall_contact(0, 0, {0.0, 1.0}, {2.0, -0.5});
  sample.add_contact(0, 1, {1.0, 0.25});
  const StoredFrame frame = stored(sample.frame(3));
  EXPECT_EQ(frame.number, 3);
  EXPECT_EQ(frame.velocity, (std::vector<double>{0.0, 0.0, 4.0, 5.0}));
  ASSERT_TRUE(frame.contacts);
  EXPECT_EQ(frame.contacts->body_a, (std::vector<std::int64_t>{-1, 0}));
  EXPECT_EQ(frame.contacts->body_b, (std::vector<std::int64_t>{0, 1}));
  EXPECT_EQ(frame.contacts->impulse, (std::vector<double>{2.0, -0.5, 1.0, 0.25}));
  // Rows n = (0, 1), t = (−1, 0).
  EXPECT_EQ(frame.contacts->frame, (std::vector<double>{0, 1, -1, 0, 0, 1, -1, 0}));
  EXPECT_EQ(frame.contacts->point, (std::vector<double>{0, 1.0 - (1.0 - 1e-6), 0, 2}));
  EXPECT_FALSE(stored(sample.frame(), false).contacts);
}

TEST(StoredFrame, boundaries_stand_where_their_motion_puts_them) {
  Sample<3> sample;
  Motion<3> motion;
  motion.velocity = Vec<3>(1.0, 0.0, 0.0);
  motion.spin = Vec<3>(0.0, 0.0, 1.0);
  sample.add_boundary(Drum<3>{0.1, {0.0, 0.0, 1.0}}, {0.0, 2.0, 0.0}, motion);
  sample.state.time = 0.5;
  const StoredFrame frame = stored(sample.frame());
  EXPECT_EQ(frame.boundaries(), 1U);
  EXPECT_EQ(frame.boundary_position, (std::vector<double>{0.5, 2.0, 0.0}));
  ASSERT_EQ(frame.boundary_orientation.size(), 4U);
  EXPECT_NEAR(frame.boundary_orientation[0], std::cos(0.25), 1e-15);
  EXPECT_NEAR(frame.boundary_orientation[3], std::sin(0.25), 1e-15);
}

template <class T>
class TrajectoryIn : public testing::Test {};
using Dimensions = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(TrajectoryIn, Dimensions);

TYPED_TEST(TrajectoryIn, frames_come_back_bit_by_bit) {
  constexpr int D = TypeParam::value;
  const TemporaryFolder folder;
  {
    TrajectoryWriter writer(folder.path(), "Prüfung", D, 3);
    for (int k = 0; k < 7; ++k) {
      writer.add(numbered_frame<D>(k));
      EXPECT_EQ(writer.frames_on_disk(), (k + 1) / 3 * 3);
    }
  }  // the destructor closes the last segment
  const TrajectoryReader reader(folder.path());
  EXPECT_EQ(reader.dimension(), D);
  EXPECT_EQ(reader.title(), "Prüfung");
  ASSERT_EQ(reader.frames(), 7);
  for (int k = 0; k < 7; ++k) {
    EXPECT_EQ(reader.steps()[static_cast<std::size_t>(k)], 10 * k);
    EXPECT_TRUE(reader.read(k) == numbered_frame<D>(k)) << k;
  }
  EXPECT_TRUE(fs::exists(folder.path() / "trajectory" / "000002.h5"));
  EXPECT_FALSE(fs::exists(folder.path() / "trajectory" / "000003.h5"));
}

// The number of frames that a reader of trajectory.h5 alone can follow.
std::int64_t frames_through_index(const fs::path& folder) {
  const Hdf5File file = Hdf5File::open(folder / "trajectory.h5");
  const auto count = file.root().attribute<std::int64_t>("frames");
  for (std::int64_t k = 0; k < count; ++k) {
    char name[32];
    std::snprintf(name, sizeof name, "frames/%06d", static_cast<int>(k));
    EXPECT_EQ(joined_attribute(folder / "trajectory.h5", name, "number"), k);
  }
  EXPECT_EQ(file.root().read<double>("time").size(), static_cast<std::size_t>(count));
  return count;
}

TEST(Trajectory, index_leads_to_the_frames_also_after_moving_the_folder) {
  const TemporaryFolder folder;
  const fs::path before = folder.path() / "before";
  const fs::path after = folder.path() / "after";
  make_folder(before);
  {
    TrajectoryWriter writer(before, "", 2, 2);
    EXPECT_EQ(frames_through_index(before), 0);
    for (int k = 0; k < 5; ++k) writer.add(numbered_frame<2>(k));
    EXPECT_EQ(frames_through_index(before), 4);
  }
  fs::rename(before, after);
  EXPECT_EQ(frames_through_index(after), 5);
}

// Files of other versions are refused with what was found, what is expected and what to do.
TEST(Trajectory, other_versions_are_refused) {
  for (const std::int64_t version : {2, 4}) {
    const TemporaryFolder folder;
    const Hdf5File file = Hdf5File::in_memory("trajectory.h5");
    Hdf5Group root = file.root();
    root.set_attribute("format", std::string("galet-trajectory"));
    root.set_attribute("format_version", version);
    write_atomically(folder.path() / "trajectory.h5", file.image());
    try {
      const TrajectoryReader reader(folder.path());
      FAIL() << version;
    } catch (const SystemError& error) {
      const std::string text = error.what();
      EXPECT_NE(text.find((folder.path() / "trajectory.h5").string()), std::string::npos) << text;
      EXPECT_NE(text.find("version " + std::to_string(version) + ", this program reads 3"),
                std::string::npos)
          << text;
      EXPECT_NE(text.find(version < 3 ? "run its scene.toml again" : "a later galet"),
                std::string::npos)
          << text;
    }
  }
}

TEST(Trajectory, goes_on) {
  const TemporaryFolder folder;
  TrajectoryProgress progress;
  {
    TrajectoryWriter writer(folder.path(), "", 2, 2);
    for (int k = 0; k < 2; ++k) writer.add(numbered_frame<2>(k));
    EXPECT_TRUE(writer.is_closed());
    progress = writer.progress();
    writer.add(numbered_frame<2>(2));
    EXPECT_FALSE(writer.is_closed());
    for (int k = 3; k < 7; ++k) writer.add(numbered_frame<2>(k));
  }
  {
    TrajectoryWriter writer(folder.path(), "", 2, 2, progress);
    EXPECT_EQ(writer.frames_on_disk(), 2);
    EXPECT_EQ(TrajectoryReader(folder.path()).frames(), 2);
    for (int k = 2; k < 5; ++k) writer.add(numbered_frame<2>(k));
  }
  const TrajectoryReader reader(folder.path());
  ASSERT_EQ(reader.frames(), 5);
  EXPECT_EQ(frames_through_index(folder.path()), 5);
  for (int k = 0; k < 5; ++k) EXPECT_TRUE(reader.read(k) == numbered_frame<2>(k)) << k;
}

TEST(Trajectory, without_bodies_contacts_or_boundaries) {
  const TemporaryFolder folder;
  const StoredFrame empty = stored(Sample<3>().frame());
  StoredFrame without_contacts = empty;
  without_contacts.number = 1;
  without_contacts.step = 1;
  without_contacts.contacts.reset();
  {
    TrajectoryWriter writer(folder.path(), "", 3, 10);
    writer.add(empty);
    writer.add(without_contacts);
  }
  const TrajectoryReader reader(folder.path());
  EXPECT_TRUE(reader.read(0) == empty);
  EXPECT_TRUE(reader.read(1) == without_contacts);
}

TEST(Trajectory, large_segments_close_before_they_are_full) {
  const TemporaryFolder folder;
  TrajectoryWriter writer(folder.path(), "", 3, 1000);
  int frames = 0;
  while (writer.frames_on_disk() == 0 && frames < 100) {
    StoredFrame frame = numbered_frame<3>(frames, 1);
    frame.position.assign(375'000, 0.5);  // 3 MB
    writer.add(frame);
    ++frames;
  }
  EXPECT_EQ(frames, 3);
}

TEST(Trajectory, full_disk_is_reported_and_loses_nothing) {
  const TemporaryFolder folder;
  {
    TrajectoryWriter writer(folder.path(), "", 2, 2);
    writer.add(numbered_frame<2>(0));
    writer.add(numbered_frame<2>(1));
    writer.add(numbered_frame<2>(2));
    {
      const SmallDisk disk(1024);
      EXPECT_THROW(writer.add(numbered_frame<2>(3)), SystemError);
      EXPECT_THROW(writer.add(numbered_frame<2>(4)), SystemError);
      EXPECT_THROW(writer.close_segment(), SystemError);
      EXPECT_EQ(writer.frames_on_disk(), 2);
      EXPECT_EQ(TrajectoryReader(folder.path()).frames(), 2);
    }
    writer.add(numbered_frame<2>(4));  // the waiting segment goes first
    EXPECT_EQ(writer.frames_on_disk(), 4);
  }
  const TrajectoryReader reader(folder.path());
  ASSERT_EQ(reader.frames(), 5);
  for (int k = 0; k < 5; ++k) EXPECT_TRUE(reader.read(k) == numbered_frame<2>(k)) << k;
}

TEST(Trajectory, destructor_on_a_full_disk_does_not_throw) {
  const TemporaryFolder folder;
  auto writer = std::make_unique<TrajectoryWriter>(folder.path(), "", 2, 10);
  writer->add(numbered_frame<2>(0));
  const SmallDisk disk(1024);
  EXPECT_NO_THROW(writer.reset());
}

TEST(Trajectory, killed_between_segment_and_index) {
  const TemporaryFolder folder;
  const fs::path index = folder.path() / "trajectory.h5";
  {
    TrajectoryWriter writer(folder.path(), "", 2, 1);
    writer.add(numbered_frame<2>(0));
    fs::copy_file(index, folder.path() / "older.h5");
    writer.add(numbered_frame<2>(1));
  }
  fs::rename(folder.path() / "older.h5", index);
  EXPECT_EQ(frames_through_index(folder.path()), 1);
  const TrajectoryReader reader(folder.path());
  ASSERT_EQ(reader.frames(), 2);
  EXPECT_TRUE(reader.read(1) == numbered_frame<2>(1));
}

TEST(Trajectory, every_reported_frame_survives_a_kill) {
  const TemporaryFolder folder;
  int report[2];
  ASSERT_EQ(pipe(report), 0);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    close(report[0]);
    TrajectoryWriter writer(folder.path(), "", 2, 3);
    for (std::int64_t k = 0;; ++k) {
      writer.add(numbered_frame<2>(k));
      const std::int64_t safe = writer.frames_on_disk();
      if (write(report[1], &safe, sizeof safe) != sizeof safe) _exit(1);
    }
  }
  close(report[1]);
  std::int64_t reported = 0;
  std::int64_t safe = 0;
  while (reported < 20 && read(report[0], &safe, sizeof safe) == sizeof safe) reported = safe;
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  // Reports made before the kill arrived count as well.
  while (read(report[0], &safe, sizeof safe) == sizeof safe) reported = safe;
  close(report[0]);
  ASSERT_TRUE(WIFSIGNALED(status));
  ASSERT_GE(reported, 20);

  EXPECT_GE(frames_through_index(folder.path()), reported);
  const TrajectoryReader reader(folder.path());
  ASSERT_GE(reader.frames(), reported);
  for (std::int64_t k = 0; k < reader.frames(); ++k) {
    EXPECT_TRUE(reader.read(k) == numbered_frame<2>(k)) << k;
  }
}

TEST(Trajectory, what_is_no_trajectory_is_refused) {
  const TemporaryFolder folder;
  EXPECT_THROW(TrajectoryReader{folder.path()}, SystemError);
  write_atomically(folder.path() / "trajectory.h5", "text");
  EXPECT_THROW(TrajectoryReader{folder.path()}, SystemError);
  const Hdf5File other = Hdf5File::in_memory("other");
  other.root().set_attribute("format", std::string("something else"));
  write_atomically(folder.path() / "trajectory.h5", other.image());
  EXPECT_THROW(TrajectoryReader{folder.path()}, SystemError);
}

TEST(Trajectory, folder_below_a_file_cannot_be_made) {
  const TemporaryFolder folder;
  write_atomically(folder.path() / "file", "");
  EXPECT_THROW(TrajectoryWriter(folder.path() / "file", "", 2, 1), SystemError);
}

}  // namespace
}  // namespace galet::trajectory_test
