// A scene that is run several times for its figures.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "galet/build/build.hpp"
#include "galet/io/scene_file.hpp"

namespace galet {

// Without outputs and observers: nobody looks at them, and their intervals may not fit another
// step.
inline SceneFile load_without_output(const std::filesystem::path& file,
                                     std::span<const std::string> overrides) {
  SceneFile loaded = load_scene(file, overrides);
  loaded.scene.output.every.reset();
  loaded.scene.observe.clear();
  return loaded;
}

// build() with errors that name their place in the file.
template <int D>
Setup<D> build_located(const SceneFile& file) {
  try {
    return build<D>(file.scene);
  } catch (const InputError& error) {
    throw located(error, file.sources);
  }
}

}  // namespace galet
