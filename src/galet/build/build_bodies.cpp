#include "galet/build/build_bodies.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "galet/build/body_maker.hpp"
#include "galet/build/place_bodies.hpp"
#include "galet/build/take_up.hpp"
#include "galet/scene/size_limits.hpp"
#include "galet/scene/vectors.hpp"

namespace galet {
namespace {

std::string entry_key(std::size_t k) { return fmt::format("bodies[{}]", k); }

template <int D>
void check_counts(const Scene& scene) {
  double total = 0.0;
  for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
    total += count_bodies(scene.bodies[k]);
    check_body_count<D>(entry_key(k) + ".count", total);
  }
}

// The stream of entry k; `derived` is the seed it has by default.
Random stream_of(const BodiesSettings& settings, std::uint64_t derived) {
  return std::visit(
      [derived](const auto& s) {
        if constexpr (requires { s.seed; }) {
          return Random(s.seed ? static_cast<std::uint64_t>(*s.seed) : derived);
        } else {
          return Random(derived);
        }
      },
      settings);
}

// Adds the bodies of one entry.
template <int D>
class BodiesBuilder {
 public:
  BodiesBuilder(const MaterialList& materials, std::span<const Boundary<D>> boundaries,
                const PeriodicCell<D>& cell, double step)
      : materials_(materials), boundaries_(boundaries), step_(step), grid_(cell) {
    built_.groups.emplace_back();
    built_.loaded.resize(boundaries.size());
  }

  template <class Settings>
  void add(const std::string& key, const Settings& settings, Random& random) {
    const GroupIndex group = group_index(built_.groups, settings.common.group);
    const BodyMaker<D> maker(key, settings.common, materials_, group);
    const std::vector<BodySeed<D>> placed =
        place_bodies<D>(key, settings, {boundaries_, grid_}, random);
    check_body_count<D>(key, static_cast<double>(built_.bodies.size() + placed.size()));
    // A fill adds its bodies to the grid itself.
    constexpr bool is_fill =
        std::is_same_v<Settings, FillBodies> || std::is_same_v<Settings, DenseFillBodies>;
    for (std::size_t n = 0; n < placed.size(); ++n) {
      built_.bodies.add(maker.make(placed[n], n, placed.size()), BodyId::body(built_.next_id++));
      if (!is_fill) grid_.add(placed[n].position, placed[n].radius);
    }
    built_.entries.push_back({.end = built_.bodies.size()});
  }

  void add(const std::string& key, RunBodies& settings, Random&) {
    EarlierState<D> state =
        take_up<D>(key, settings, materials_, boundaries_, built_.next_id, built_.groups);
    for (Image<D>& image : state.bodies.image) {
      for (int k = 0; k < D; ++k) {
        if (!grid_.cell().repeats(k)) image[k] = 0;
      }
    }
    Bodies<D>& bodies = built_.bodies;
    const std::size_t first = bodies.size();
    check_body_count<D>(key, static_cast<double>(first + state.bodies.size()));
    // Arrays are taken over where they can be: there may be much of them.
    if (first == 0) {
      bodies = std::move(state.bodies);
    } else {
      append(bodies, state.bodies);
    }
    for (std::size_t i = first; i < bodies.size(); ++i) {
      grid_.add(bodies.position[i], bodies.radius[i]);
      built_.next_id = std::max(built_.next_id, bodies.id[i].value + 1);
    }
    // The forces stay if this scene has another step; without inertia impulses are velocities.
    const bool forces = state.step_length > 0.0 && !materials_.without_inertia();
    const double scale = forces ? step_ / state.step_length : 1.0;
    for (NamedRecord<D>& named : state.memory) {
      named.record.impulse *= scale;
      named.record.moment *= scale;
    }
    if (records_.empty()) {
      records_ = std::move(state.memory);
    } else {
      records_.insert(records_.end(), state.memory.begin(), state.memory.end());
    }
    for (std::size_t k = 0; k < boundaries_.size(); ++k) {
      if (!boundaries_[k].load || settings.pistons == PistonStart::as_given) continue;
      built_.loaded[k] = taken_up_motion(state, boundaries_[k], built_.loaded[k]);
      if (settings.at_rest) built_.loaded[k].velocity = 0.0;
    }
    built_.entries.push_back({built_.bodies.size(), true, state.boundaries});
  }

  BuiltBodies<D> take() {
    built_.memory = memory_of<D>(built_.bodies, records_);
    return std::move(built_);
  }

 private:
  const MaterialList& materials_;
  std::span<const Boundary<D>> boundaries_;
  double step_;
  BallGrid<D> grid_;
  std::vector<NamedRecord<D>> records_;  // of the earlier runs
  BuiltBodies<D> built_;
};

}  // namespace

template <int D>
BuiltBodies<D> build_bodies(Scene& scene, const MaterialList& materials,
                            std::span<const Boundary<D>> boundaries, const PeriodicCell<D>& cell) {
  check_counts<D>(scene);
  BodiesBuilder<D> builder(materials, boundaries, cell, scene.time.step);
  Random seeds(static_cast<std::uint64_t>(scene.seed));
  for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
    Random random = stream_of(scene.bodies[k], seeds.bits());
    std::visit([&](auto& settings) { builder.add(entry_key(k), settings, random); },
               scene.bodies[k]);
  }
  return builder.take();
}

template BuiltBodies<2> build_bodies(Scene&, const MaterialList&, std::span<const Boundary<2>>,
                                     const PeriodicCell<2>&);
template BuiltBodies<3> build_bodies(Scene&, const MaterialList&, std::span<const Boundary<3>>,
                                     const PeriodicCell<3>&);

}  // namespace galet
