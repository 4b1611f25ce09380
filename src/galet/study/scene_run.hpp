// Scenes of experiments: loading, changing and starting them.
#pragma once

#include <filesystem>
#include <limits>
#include <string>
#include <utility>
#include <variant>

#include "galet/io/scene_file.hpp"
#include "galet/sim/simulation.hpp"

namespace galet {

inline constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

inline Scene scene_of(const std::filesystem::path& scenes, const std::string& file) {
  return load_scene(scenes / file).scene;
}

template <int D>
Simulation<D> start(const Scene& scene) {
  return Simulation<D>(scene, build<D>(scene));
}

inline MoreauJeanSettings& moreau_jean(Scene& scene) {
  return std::get<MoreauJeanSettings>(scene.scheme);
}

inline NewmarkSettings& newmark(Scene& scene) { return std::get<NewmarkSettings>(scene.scheme); }

inline NlgsSettings& nlgs(Scene& scene) { return std::get<NlgsSettings>(scene.solver); }

// Steps to the end of the scene, calling f(simulation, record) after each.
template <int D, class F>
void advance_to_end(Simulation<D>& simulation, F&& f) {
  const std::int64_t steps = count_steps(simulation.scene().time);
  while (simulation.state().step < steps) {
    const StepRecord record = simulation.advance();
    f(std::as_const(simulation), record);
  }
}

template <int D>
void advance_to_end(Simulation<D>& simulation) {
  advance_to_end(simulation, [](const Simulation<D>&, const StepRecord&) {});
}

}  // namespace galet
