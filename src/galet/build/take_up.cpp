#include "galet/build/take_up.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "galet/scene/vectors.hpp"

namespace galet {

GroupIndex group_index(std::vector<std::string>& groups, const std::string& name) {
  const auto found = std::ranges::find(groups, name);
  if (found != groups.end()) return static_cast<GroupIndex>(found - groups.begin());
  groups.push_back(name);
  return static_cast<GroupIndex>(groups.size() - 1);
}

namespace {

// As the bodies that a scene without inertia makes itself (build/body_maker.hpp).
template <int D>
void take_inertia(Bodies<D>& bodies) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies.mass[i] = 1.0;
    for (double& inverse : bodies.inverse_mass[i]) inverse = inverse > 0.0 ? 1.0 : 0.0;
    bodies.inverse_inertia[i] = 0.0;
  }
}

// Moves what no other scene shares: a copy would take as much memory again.
template <int D>
EarlierState<D> taken(const std::string& key, RunBodies& settings) {
  if (!settings.state) refuse(key + ".folder", "has not been read");
  const std::shared_ptr<EarlierRun> run = std::move(settings.state);
  auto* earlier = std::get_if<EarlierState<D>>(&run->state);
  if (earlier == nullptr) {
    refuse(key + ".folder",
           fmt::format("contains a run in {} dimensions; this scene has {}", D == 2 ? 3 : 2, D));
  }
  if (run.use_count() > 1) return *earlier;
  return std::move(*earlier);
}

}  // namespace

template <int D>
EarlierState<D> take_up(const std::string& key, RunBodies& settings, const MaterialList& materials,
                        std::span<const Boundary<D>> boundaries, std::int32_t first_id,
                        std::vector<std::string>& groups) {
  EarlierState<D> state = taken<D>(key, settings);

  Bodies<D>& bodies = state.bodies;
  constexpr auto most = std::numeric_limits<std::int32_t>::max();
  if (bodies.size() > 0 && bodies.id.back().value > most - first_id) {
    refuse(key + ".folder",
           fmt::format("its ids, put after the {} before, exceed {}", first_id, most));
  }
  for (BodyId& id : bodies.id) id.value += first_id;

  std::vector<MaterialIndex> material_of;
  for (const std::string& name : state.materials) {
    const auto used =
        std::ranges::find(bodies.material, static_cast<MaterialIndex>(material_of.size()));
    material_of.push_back(
        used == bodies.material.end() ? 0 : materials.index_of(key + ".folder", name));
  }
  for (MaterialIndex& m : bodies.material) m = material_of[static_cast<std::size_t>(m)];

  std::vector<GroupIndex> group_of;
  for (const std::string& name : state.groups) {
    group_of.push_back(group_index(groups, settings.group.empty() ? name : settings.group));
  }
  for (GroupIndex& g : bodies.group) g = group_of[static_cast<std::size_t>(g)];

  if (materials.without_inertia()) take_inertia(bodies);
  if (settings.at_rest || materials.without_inertia()) {
    std::ranges::fill(bodies.velocity, Vec<D>(Vec<D>::Zero()));
    std::ranges::fill(bodies.spin, Spin<D>(Spin<D>::Zero()));
  }

  std::erase_if(state.memory, [&](NamedRecord<D>& record) {
    record.key.b.value += first_id;
    if (!record.key.a.is_boundary()) {
      record.key.a.value += first_id;
      return false;
    }
    const std::string& name =
        state.boundaries[static_cast<std::size_t>(record.key.a.boundary_index())];
    const auto found = std::ranges::find(boundaries, name, &Boundary<D>::name);
    record.key.a = BodyId::boundary(static_cast<std::int32_t>(found - boundaries.begin()));
    return found == boundaries.end();
  });
  return state;
}

template <int D>
LoadedMotion taken_up_motion(const EarlierState<D>& state, const Boundary<D>& plane,
                             const LoadedMotion& otherwise) {
  const auto found = std::ranges::find(state.boundaries, plane.name);
  if (found == state.boundaries.end()) return otherwise;
  const auto k = static_cast<std::size_t>(found - state.boundaries.begin());
  LoadedMotion motion = state.loaded[k];
  const Vec<D>& stood = state.boundary_position[k];
  const Vec<D> n = plane.load_direction();
  const double displacement = (stood - plane.placement(0.0).position).dot(n);
  // A plane of the same point goes on with the same bits.
  const double round_off = 8.0 * std::numeric_limits<double>::epsilon() * stood.norm();
  if (std::abs(displacement - motion.displacement) > round_off) motion.displacement = displacement;
  return motion;
}

template LoadedMotion taken_up_motion(const EarlierState<2>&, const Boundary<2>&,
                                      const LoadedMotion&);
template LoadedMotion taken_up_motion(const EarlierState<3>&, const Boundary<3>&,
                                      const LoadedMotion&);
template EarlierState<2> take_up(const std::string&, RunBodies&, const MaterialList&,
                                 std::span<const Boundary<2>>, std::int32_t,
                                 std::vector<std::string>&);
template EarlierState<3> take_up(const std::string&, RunBodies&, const MaterialList&,
                                 std::span<const Boundary<3>>, std::int32_t,
                                 std::vector<std::string>&);

}  // namespace galet
