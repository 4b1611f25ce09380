#include "galet/io/trajectory.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <map>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/base/lean.hpp"
#include "galet/base/version.hpp"
#include "galet/io/atomic_file.hpp"
#include "galet/io/damaged_file.hpp"
#include "galet/io/frame_check.hpp"
#include "galet/io/manifest.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTrajectoryFormat = "galet-trajectory";
constexpr std::int64_t kTrajectoryVersion = 3;
constexpr std::size_t kLargestTrajectorySegment = std::size_t{8} << 20;  // bytes in memory

std::string trajectory_segment_name(std::int64_t number) {
  return fmt::format("trajectory/{:06}.h5", number);
}
std::string frame_name(std::int64_t number) { return fmt::format("frames/{:06}", number); }

// Arrays are given up as they are written, so that a frame is not twice in memory.
template <class T>
void put(Hdf5Group& group, const char* name, std::vector<T>& values,
         std::initializer_list<std::size_t> row = {}, Hdf5Storage storage = Hdf5Storage::plain) {
  group.write(name, std::span<const T>(values), row, storage);
  give_back(values);
}

void write_orientation(Hdf5Group& group, std::vector<double>& values, int dimension) {
  if (dimension == 2) {
    put(group, "orientation", values);
  } else {
    put(group, "orientation", values, {4});
  }
}

class ContactColumns {
 public:
  // As many rows; `like` has the columns that there are.
  ContactColumns(Hdf5Group& group, std::size_t rows, const StoredContacts& like, std::size_t d)
      : body_a_(group.create_rows<std::int64_t>("body_a", rows, {}, Hdf5Storage::compressed)),
        body_b_(group.create_rows<std::int64_t>("body_b", rows, {}, Hdf5Storage::compressed)),
        feature_(group.create_rows<std::int32_t>("feature", rows, {}, Hdf5Storage::compressed)),
        gap_(group.create_rows<double>("gap", rows)),
        point_(group.create_rows<double>("point", rows, {d})),
        frame_(group.create_rows<double>("frame", rows, {d, d})),
        impulse_(group.create_rows<double>("impulse", rows, {d})),
        status_(group.create_rows<std::uint8_t>("status", rows, {}, Hdf5Storage::compressed)) {
    group.set_attribute_of("status", "meaning", "0 gap, 1 stick, 2 slip");
    if (!like.moment.empty()) {
      moment_ = d == 2 ? group.create_rows<double>("moment", rows)
                       : group.create_rows<double>("moment", rows, {3});
    }
    if (!like.state.empty()) {
      state_ = group.create_rows<double>("state", rows, {}, Hdf5Storage::compressed);
    }
    if (!like.solid.empty()) {
      solid_ = group.create_rows<double>("solid", rows, {}, Hdf5Storage::compressed);
    }
  }

  void append(const StoredContacts& part) {
    body_a_.append(part.body_a);
    body_b_.append(part.body_b);
    feature_.append(part.feature);
    gap_.append(part.gap);
    point_.append(part.point);
    frame_.append(part.frame);
    impulse_.append(part.impulse);
    status_.append(part.status);
    if (moment_) moment_->append(part.moment);
    if (state_) state_->append(part.state);
    if (solid_) solid_->append(part.solid);
  }

 private:
  Hdf5Rows<std::int64_t> body_a_;
  Hdf5Rows<std::int64_t> body_b_;
  Hdf5Rows<std::int32_t> feature_;
  Hdf5Rows<double> gap_;
  Hdf5Rows<double> point_;
  Hdf5Rows<double> frame_;
  Hdf5Rows<double> impulse_;
  Hdf5Rows<std::uint8_t> status_;
  std::optional<Hdf5Rows<double>> moment_;
  std::optional<Hdf5Rows<double>> state_;
  std::optional<Hdf5Rows<double>> solid_;
};

void write_contacts(Hdf5Group group, const ContactParts& contacts, std::size_t d) {
  StoredContacts part = contacts.part(0);
  ContactColumns columns(group, contacts.size, part, d);
  columns.append(part);
  for (std::size_t done = part.size(); done < contacts.size; done += part.size()) {
    part = contacts.part(done);
    columns.append(part);
  }
}

// Positions, velocities and impulses are noise in most of their digits: compressing them takes much
// longer than writing them. The other arrays repeat themselves and nearly vanish.
void write_frame(Hdf5Group group, StoredFrame& frame, const ContactParts& contacts) {
  constexpr auto compressed = Hdf5Storage::compressed;
  const auto d = static_cast<std::size_t>(frame.dimension);
  group.set_attribute("number", frame.number);
  group.set_attribute("step", frame.step);
  group.set_attribute("time", frame.time);
  group.set_attribute("step_length", frame.step_length);
  put(group, "id", frame.id, {}, compressed);
  put(group, "position", frame.position, {d});
  write_orientation(group, frame.orientation, frame.dimension);
  put(group, "velocity", frame.velocity, {d});
  if (frame.dimension == 2) {
    put(group, "spin", frame.spin);
  } else {
    put(group, "spin", frame.spin, {3});
  }
  put(group, "radius", frame.radius, {}, compressed);
  put(group, "mass", frame.mass, {}, compressed);
  put(group, "inertia", frame.inertia, {}, compressed);
  put(group, "free", frame.free, {}, compressed);
  put(group, "material", frame.material, {}, compressed);
  put(group, "group", frame.group, {}, compressed);
  if (!frame.image.empty()) put(group, "image", frame.image, {d}, compressed);
  if (contacts.part) write_contacts(group.create("contacts"), contacts, d);
  Hdf5Group boundaries = group.create("boundaries");
  put(boundaries, "position", frame.boundary_position, {d});
  write_orientation(boundaries, frame.boundary_orientation, frame.dimension);
  put(boundaries, "present", frame.boundary_present);
  put(boundaries, "displacement", frame.boundary_displacement);
  put(boundaries, "normal_velocity", frame.boundary_velocity);
}

StoredContacts read_contacts(const Hdf5Group& group) {
  StoredContacts contacts;
  contacts.body_a = group.read<std::int64_t>("body_a");
  contacts.body_b = group.read<std::int64_t>("body_b");
  contacts.feature = group.read<std::int32_t>("feature");
  contacts.gap = group.read<double>("gap");
  contacts.point = group.read<double>("point");
  contacts.frame = group.read<double>("frame");
  contacts.impulse = group.read<double>("impulse");
  contacts.status = group.read<std::uint8_t>("status");
  if (group.has("moment")) contacts.moment = group.read<double>("moment");
  if (group.has("state")) contacts.state = group.read<double>("state");
  if (group.has("solid")) contacts.solid = group.read<double>("solid");
  return contacts;
}

StoredFrame read_frame(const Hdf5Group& group, int dimension) {
  StoredFrame frame;
  frame.dimension = dimension;
  frame.number = group.attribute<std::int64_t>("number");
  frame.step = group.attribute<std::int64_t>("step");
  frame.time = group.attribute<double>("time");
  frame.step_length = group.attribute<double>("step_length");
  frame.id = group.read<std::int64_t>("id");
  frame.position = group.read<double>("position");
  frame.orientation = group.read<double>("orientation");
  frame.velocity = group.read<double>("velocity");
  frame.spin = group.read<double>("spin");
  frame.radius = group.read<double>("radius");
  frame.mass = group.read<double>("mass");
  frame.inertia = group.read<double>("inertia");
  frame.free = group.read<std::uint8_t>("free");
  frame.material = group.read<std::int32_t>("material");
  frame.group = group.read<std::int32_t>("group");
  if (group.has("image")) frame.image = group.read<std::int32_t>("image");
  if (group.has("contacts")) frame.contacts = read_contacts(group.open("contacts"));
  const Hdf5Group boundaries = group.open("boundaries");
  frame.boundary_position = boundaries.read<double>("position");
  frame.boundary_orientation = boundaries.read<double>("orientation");
  frame.boundary_present = boundaries.read<std::uint8_t>("present");
  frame.boundary_displacement = boundaries.read<double>("displacement");
  frame.boundary_velocity = boundaries.read<double>("normal_velocity");
  return frame;
}

void write_names(Hdf5Group& root, const StoredNames& names) {
  root.write_texts("materials", names.materials);
  root.write_texts("groups", names.groups);
  root.write_texts("boundaries", names.boundaries);
}

StoredNames read_names(const Hdf5Group& root) {
  return {root.read_texts("materials"), root.read_texts("groups"), root.read_texts("boundaries")};
}

void write_header(Hdf5Group& root, const std::string& title, int dimension,
                  std::span<const double> times, std::span<const std::int64_t> steps) {
  root.set_attribute("format", std::string(kTrajectoryFormat));
  root.set_attribute("format_version", kTrajectoryVersion);
  root.set_attribute("galet_version", std::string(version()));
  root.set_attribute("title", title);
  root.set_attribute("dimension", static_cast<std::int64_t>(dimension));
  root.set_attribute("frames", static_cast<std::int64_t>(times.size()));
  root.write("time", times);
  root.write("step", steps);
}

void check_header(const Hdf5Group& root, const fs::path& file) {
  const auto stored_version = root.attribute<std::int64_t>("format_version");
  if (stored_version != kTrajectoryVersion) {
    throw SystemError(
        fmt::format("cannot read {}: its format has version {}, this program reads {}; {}",
                    file.string(), stored_version, kTrajectoryVersion,
                    stored_version < kTrajectoryVersion ? "run its scene.toml again"
                                                        : "a later galet wrote it, and reads it"));
  }
  if (root.text_attribute("format") != kTrajectoryFormat) {
    throw SystemError(fmt::format("cannot read {}: not a trajectory of galet", file.string()));
  }
}

int read_dimension(const Hdf5Group& root, const fs::path& file) {
  const auto dimension = root.attribute<std::int64_t>("dimension");
  if (dimension != 2 && dimension != 3) {
    throw DamagedFile(file.string(), "dimension", fmt::format("{} is neither 2 nor 3", dimension));
  }
  return static_cast<int>(dimension);
}

// The times and steps of the frames of a segment, or none of an index.
struct SegmentTimes {
  std::vector<double> times;
  std::vector<std::int64_t> steps;
};

// `last` is the step of the frame before, −1 without one.
SegmentTimes read_times(const Hdf5Group& root, const fs::path& file, std::int64_t last) {
  SegmentTimes read{root.read<double>("time"), root.read<std::int64_t>("step")};
  const auto frames = static_cast<std::size_t>(root.attribute<std::int64_t>("frames"));
  if (read.times.size() != frames || read.steps.size() != frames) {
    throw DamagedFile(file.string(), "time",
                      fmt::format("{} times and {} steps of {} frames", read.times.size(),
                                  read.steps.size(), frames));
  }
  for (std::size_t k = 0; k < frames; ++k) {
    if (!std::isfinite(read.times[k])) {
      throw DamagedFile(file.string(), fmt::format("time, row {}", k), "is no number");
    }
    if (read.steps[k] <= std::exchange(last, read.steps[k])) {
      throw DamagedFile(file.string(), fmt::format("step, row {}", k), "not after the one before");
    }
  }
  return read;
}

// Names that a run gives to segments, after the first that is missing.
bool has_segments_after(const fs::path& folder, std::int64_t number) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder / "trajectory", ignored)) {
    if (entry.path().extension() != ".h5") continue;
    if (std::strtoll(entry.path().stem().c_str(), nullptr, 10) > number) return true;
  }
  return false;
}

}  // namespace

TrajectoryWriter::TrajectoryWriter(fs::path folder, std::string title, int dimension,
                                   std::int64_t frames_per_segment)
    : folder_(std::move(folder)),
      title_(std::move(title)),
      dimension_(dimension),
      frames_per_segment_(frames_per_segment) {
  make_folder(folder_ / "trajectory");
  write_index();
}

TrajectoryWriter::TrajectoryWriter(fs::path folder, std::string title, int dimension,
                                   std::int64_t frames_per_segment, TrajectoryProgress progress)
    : folder_(std::move(folder)),
      title_(std::move(title)),
      dimension_(dimension),
      frames_per_segment_(frames_per_segment),
      done_(std::move(progress)),
      frames_on_disk_(frames()) {
  // Damage of what stays is noticed now, as far as it shows without reading everything again.
  for (std::size_t k = 0; k < done_.segment_sums.size(); ++k) {
    const fs::path path = folder_ / segment_name(k);
    const auto bytes = static_cast<std::uintmax_t>(done_.segment_sums[k].bytes);
    if (!fs::exists(path)) throw DamagedFile(path.string(), "", "missing");
    if (fs::file_size(path) != bytes) {
      throw DamagedFile(path.string(), "",
                        fmt::format("had {} bytes and has {} now", bytes, fs::file_size(path)));
    }
  }
  write_index();
  for (auto later = static_cast<std::int64_t>(done_.segment_starts.size());
       fs::remove(folder_ / trajectory_segment_name(later));) {
    ++later;
  }
}

std::string TrajectoryWriter::segment_name(std::size_t k) {
  return trajectory_segment_name(static_cast<std::int64_t>(k));
}

TrajectoryWriter::~TrajectoryWriter() {
  try {
    close_segment();
  } catch (const std::exception&) {
    // Whoever called add() has heard of the trouble, or asks for no more than the best effort.
  }
}

void TrajectoryWriter::add(StoredFrame frame) {
  std::optional<StoredContacts> contacts = std::exchange(frame.contacts, std::nullopt);
  if (!contacts) return add(std::move(frame), {});
  add(std::move(frame),
      {contacts->size(), [&contacts](std::size_t) { return *std::exchange(contacts, {}); }});
}

void TrajectoryWriter::add(StoredFrame frame, const ContactParts& contacts) {
  GALET_ASSERT(!frame.contacts);
  GALET_ASSERT(frame.dimension == dimension_);
  GALET_ASSERT(frame.number == frames());
  if (segment_is_sealed_ || !open_segment_) {
    close_segment();  // what a failure left undone
    const auto number = static_cast<std::int64_t>(done_.segment_starts.size());
    open_segment_ = Hdf5File::in_memory(folder_ / trajectory_segment_name(number));
    open_segment_->root().create("frames");
    done_.segment_starts.push_back(frame.number);
  }
  write_frame(open_segment_->root().create(frame_name(frame.number)), frame, contacts);
  done_.names = std::move(frame.names);
  done_.times.push_back(frame.time);
  done_.steps.push_back(frame.step);
  const std::int64_t in_segment = frame.number + 1 - done_.segment_starts.back();
  if (in_segment >= frames_per_segment_ || open_segment_->size() >= kLargestTrajectorySegment) {
    close_segment();
  }
}

// After a failure, another call goes on where this one stopped.
void TrajectoryWriter::close_segment() {
  if (open_segment_ && !segment_is_sealed_) {
    const auto first = static_cast<std::size_t>(done_.segment_starts.back());
    Hdf5Group root = open_segment_->root();
    write_header(root, title_, dimension_, std::span(done_.times).subspan(first),
                 std::span(done_.steps).subspan(first));
    write_names(root, done_.names);
    root.set_attribute("first_frame", done_.segment_starts.back());
    segment_is_sealed_ = true;
  }
  if (open_segment_) {
    const auto number = static_cast<std::int64_t>(done_.segment_starts.size()) - 1;
    const std::span<const std::byte> image = open_segment_->image();
    write_atomically(folder_ / trajectory_segment_name(number), image);
    done_.segment_sums.push_back(sum_of(image));
    open_segment_.reset();
    segment_is_sealed_ = false;
    index_is_old_ = true;
  }
  if (index_is_old_) {
    write_index();
    index_is_old_ = false;
    frames_on_disk_ = frames();
  }
}

void TrajectoryWriter::write_index() const {
  const fs::path path = folder_ / "trajectory.h5";
  const Hdf5File file = Hdf5File::in_memory(path);
  Hdf5Group root = file.root();
  write_header(root, title_, dimension_, done_.times, done_.steps);
  write_names(root, done_.names);
  root.create("frames");
  for (std::size_t segment = 0; segment < done_.segment_starts.size(); ++segment) {
    const std::int64_t end =
        segment + 1 < done_.segment_starts.size() ? done_.segment_starts[segment + 1] : frames();
    const std::string name = trajectory_segment_name(static_cast<std::int64_t>(segment));
    for (std::int64_t frame = done_.segment_starts[segment]; frame < end; ++frame) {
      root.link_external(frame_name(frame), name, frame_name(frame));
    }
  }
  write_atomically(path, file.image());
}

TrajectoryReader::TrajectoryReader(const fs::path& folder) {
  std::map<std::string, FileSum> sums;
  if (const auto manifest = find_manifest(folder)) {
    for (const ManifestFile& file : manifest->files) sums[file.name] = file.sum;
  }
  // Segments are asked for by name, in order: trajectory.h5 may lack the last one.
  for (std::int64_t number = 0;; ++number) {
    fs::path path = folder / trajectory_segment_name(number);
    if (!fs::exists(path)) {
      if (has_segments_after(folder, number) || sums.contains(trajectory_segment_name(number))) {
        throw DamagedFile(path.string(), "", "missing");
      }
      if (number > 0) break;
      // A run that ended before its first segment has an index only.
      path = folder / "trajectory.h5";
    }
    const Hdf5File file = Hdf5File::open(path);
    const Hdf5Group root = file.root();
    check_header(root, path);
    const int dimension = read_dimension(root, path);
    if (number > 0 && dimension != dimension_) {
      throw DamagedFile(path.string(), "dimension", "another than in the segments before");
    }
    dimension_ = dimension;
    title_ = root.text_attribute("title");
    const bool is_segment = path.filename() != "trajectory.h5";
    if (is_segment && root.attribute<std::int64_t>("first_frame") != frames()) {
      throw DamagedFile(path.string(), "first_frame", fmt::format("expected {}", frames()));
    }
    segments_.push_back({path, frames(), std::nullopt});
    if (const auto sum = sums.find(trajectory_segment_name(number)); sum != sums.end()) {
      segments_.back().sum = sum->second;
    }
    const SegmentTimes read = read_times(root, path, steps_.empty() ? -1 : steps_.back());
    // Frames are read from segments alone.
    if (!is_segment) break;
    times_.insert(times_.end(), read.times.begin(), read.times.end());
    steps_.insert(steps_.end(), read.steps.begin(), read.steps.end());
  }
  checked_.resize(segments_.size());
}

void TrajectoryReader::check_segment(std::size_t k) const {
  if (checked_[k]) return;
  if (segments_[k].sum) check_sum(segments_[k].file, *segments_[k].sum);
  checked_[k] = true;
}

StoredFrame TrajectoryReader::read(std::int64_t number) const {
  GALET_ASSERT(0 <= number && number < frames());
  const auto after = std::ranges::upper_bound(segments_, number, {}, &Segment::first);
  const auto segment = static_cast<std::size_t>(std::prev(after) - segments_.begin());
  const std::string path = segments_[segment].file.string();
  const Hdf5File file = Hdf5File::open(path);
  StoredFrame frame = read_frame(file.root().open(frame_name(number)), dimension_);
  frame.names = read_names(file.root());
  const auto k = static_cast<std::size_t>(number);
  if (frame.number != number || frame.step != steps_[k] || frame.time != times_[k]) {
    throw DamagedFile(path, frame_name(number), "number, step or time are not those of its file");
  }
  validate(frame, path);
  check_segment(segment);
  return frame;
}

}  // namespace galet
