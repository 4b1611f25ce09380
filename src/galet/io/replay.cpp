#include "galet/io/replay.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/build/build_boundaries.hpp"
#include "galet/build/build_cell.hpp"
#include "galet/io/manifest.hpp"
#include "galet/io/scene_reader.hpp"
#include "galet/io/stored_body.hpp"
#include "galet/io/toml_document.hpp"
#include "galet/scene/series_check.hpp"

namespace galet {
namespace {

[[noreturn]] void refuse_frame(const StoredFrame& frame, const std::string& why) {
  throw InputError({}, "", fmt::format("frame {} of the trajectory {}", frame.number, why));
}

template <int D>
World<D> seen_world(const Scene& scene) {
  World<D> world;
  const MaterialList materials(scene);
  world.materials = materials.names();
  if (!scene.gravity.values.empty()) {
    check_series<D>("gravity", scene.gravity);
    world.gravity = scene.gravity;
  }
  world.cell = build_cell<D>(scene.periodic);
  world.boundaries = build_boundaries<D>(scene, materials);
  return world;
}

std::variant<World<2>, World<3>> read_world(const std::filesystem::path& folder, int dimension) {
  check_listed(folder, "scene.toml");
  const std::filesystem::path file = folder / "scene.toml";
  // Not load_scene: earlier runs that the scene starts from may be gone.
  const Scene scene = read_scene(read_toml(file)).scene;
  if (scene.dimension != dimension) {
    throw InputError(SourceLocation{file.string()}, "dimension",
                     "is not that of the trajectory beside it; it has been changed since the run");
  }
  if (dimension == 2) return seen_world<2>(scene);
  return seen_world<3>(scene);
}

const std::filesystem::path& with_frames(const std::filesystem::path& folder) {
  const SourceLocation where{folder.string()};
  if (!std::filesystem::is_directory(folder)) {
    throw InputError(where, "", "no such folder; expected the results of a run");
  }
  if (!std::filesystem::exists(folder / "trajectory.h5") &&
      !std::filesystem::is_directory(folder / "trajectory")) {
    throw InputError(where, "", "contains no trajectory (no trajectory.h5)");
  }
  return folder;
}

}  // namespace

template <int D>
ReplayedFrame<D>::ReplayedFrame(const World<D>& world, const StoredFrame& stored)
    : world_(&world), number_(stored.number), step_length_(stored.step_length) {
  if (stored.dimension != D || stored.boundaries() != world.boundaries.size()) {
    refuse_frame(stored,
                 "does not have the boundaries of scene.toml; it has been changed since "
                 "the run");
  }
  state_.step = stored.step;
  state_.time = stored.time;
  for (std::size_t k = 0; k < stored.bodies(); ++k) {
    state_.bodies.add(stored_body<D>(stored, k), {static_cast<std::int32_t>(stored.id[k])});
  }
  for (std::size_t k = 0; k < stored.boundaries(); ++k) {
    state_.loaded.push_back({stored.boundary_displacement[k], stored.boundary_velocity[k]});
  }
  if (stored.contacts) add_contacts(*stored.contacts);
}

template <int D>
void ReplayedFrame<D>::add_contacts(const StoredContacts& stored) {
  const std::vector<std::size_t> by_id = places_by_id(state_.bodies);
  const auto place_of = [&](std::int64_t id) -> NodeRef {
    if (id < 0) return {static_cast<std::int32_t>(id)};  // boundaries are called the same in both
    const auto it = std::ranges::lower_bound(
        by_id, id, {}, [&](std::size_t k) -> std::int64_t { return state_.bodies.id[k].value; });
    if (it == by_id.end() || state_.bodies.id[*it].value != id) {
      throw InputError({}, "",
                       fmt::format("frame {} of the trajectory has a contact of body {}, "
                                   "which it does not have",
                                   number_, id));
    }
    return {static_cast<std::int32_t>(*it)};
  };
  for (std::size_t c = 0; c < stored.size(); ++c) {
    const auto axes =
        Eigen::Map<const Eigen::Matrix<double, D, D, Eigen::RowMajor>>(&stored.frame[c * D * D]);
    const Vec<D> n = axes.row(0).transpose();
    contacts_.push_back(
        {{place_of(stored.body_a[c]), place_of(stored.body_b[c]), stored.feature[c]},
         stored.gap[c],
         n});
    impulses_.push_back(axes.transpose() * stored_row<D>(stored.impulse, c));
    status_.push_back(static_cast<ContactStatus>(stored.status[c]));
  }
}

Replay::Replay(const std::filesystem::path& folder)
    : trajectory_(with_frames(folder)), world_(read_world(folder, trajectory_.dimension())) {
  if (frames() == 0) {
    throw InputError(SourceLocation{folder.string()}, "", "its trajectory has no frames yet");
  }
}

std::int64_t Replay::frame_at(double time) const {
  const std::vector<double>& times = trajectory_.times();
  const auto nearest =
      std::ranges::min_element(times, {}, [time](double t) { return std::abs(t - time); });
  return nearest - times.begin();
}

template class ReplayedFrame<2>;
template class ReplayedFrame<3>;

}  // namespace galet
