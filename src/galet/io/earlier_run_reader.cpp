#include "galet/io/earlier_run_reader.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/base/lean.hpp"
#include "galet/io/damaged_file.hpp"
#include "galet/io/stored_body.hpp"
#include "galet/io/trajectory.hpp"

namespace galet {
namespace {

template <int D>
std::vector<NamedRecord<D>> memory_in(const StoredContacts& contacts) {
  std::vector<NamedRecord<D>> memory;
  memory.reserve(contacts.size());
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    Mat<D> axes;
    for (int i = 0; i < D; ++i) {
      axes.row(i) = stored_row<D>(contacts.frame, c * D + static_cast<std::size_t>(i)).transpose();
    }
    ContactRecord<D> record{.impulse = axes.transpose() * stored_row<D>(contacts.impulse, c)};
    if (!contacts.moment.empty()) record.moment = stored_row<spin_dimension<D>>(contacts.moment, c);
    if (!contacts.state.empty()) record.state = contacts.state[c];
    if (!contacts.solid.empty()) record.solid = contacts.solid[c];
    memory.push_back({{{static_cast<std::int32_t>(contacts.body_a[c])},
                       {static_cast<std::int32_t>(contacts.body_b[c])},
                       contacts.feature[c]},
                      record});
  }
  return memory;
}

// Gives up the contacts of the frame before the bodies are made, so that not all is there twice.
template <int D>
EarlierState<D> state_of(StoredFrame& frame) {
  EarlierState<D> state;
  if (frame.contacts) {
    state.step_length = frame.step_length;
    give_back(frame.contacts->gap);
    give_back(frame.contacts->point);
    give_back(frame.contacts->status);
    state.memory = memory_in<D>(*frame.contacts);
    frame.contacts.reset();
  }
  state.materials = frame.names.materials;
  state.groups = frame.names.groups;
  state.boundaries = frame.names.boundaries;
  for (std::size_t k = 0; k < frame.boundaries(); ++k) {
    state.loaded.push_back({frame.boundary_displacement[k], frame.boundary_velocity[k]});
    state.boundary_position.push_back(stored_row<D>(frame.boundary_position, k));
  }
  std::vector<std::size_t> order(frame.bodies());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t k) { return frame.id[k]; });
  reserve(state.bodies, frame.bodies());
  for (const std::size_t k : order) {
    state.bodies.add(stored_body<D>(frame, k), {static_cast<std::int32_t>(frame.id[k])});
  }
  return state;
}

}  // namespace

std::shared_ptr<EarlierRun> read_earlier_run(const std::string& key,
                                             const std::filesystem::path& folder,
                                             std::optional<std::int64_t> number) {
  if (!std::filesystem::is_directory(folder)) {
    throw InputError(key + ".folder", fmt::format("no such folder: {}; expected the results of a "
                                                  "run",
                                                  folder.string()));
  }
  try {
    const TrajectoryReader trajectory(folder);
    if (trajectory.frames() == 0) {
      throw InputError(key + ".folder", fmt::format("{} contains no frames yet", folder.string()));
    }
    const std::int64_t last = trajectory.frames() - 1;
    if (number.value_or(last) > last) {
      throw InputError(key + ".frame",
                       fmt::format("the run has the frames 0 to {}, got {}", last, *number));
    }
    StoredFrame frame = trajectory.read(number.value_or(last));
    auto run = std::make_shared<EarlierRun>();
    if (frame.dimension == 2) {
      run->state = state_of<2>(frame);
    } else {
      run->state = state_of<3>(frame);
    }
    return run;
  } catch (const DamagedFile&) {
    throw;
  } catch (const SystemError& error) {
    throw InputError(key + ".folder", error.what());
  }
}

}  // namespace galet
