// Small scenes for the tests of building.
#pragma once

#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "galet/base/error.hpp"
#include "galet/build/build.hpp"

namespace galet {

// One material and no bodies yet.
inline Scene empty_scene(int dimension) {
  Scene scene;
  scene.title = "test";
  scene.dimension = dimension;
  scene.material = {{"glass", 2600.0}};
  scene.time = {1e-3, 1.0};
  return scene;
}

inline ListBodies balls_at(std::vector<std::vector<double>> positions, double radius) {
  ListBodies list;
  list.position = {std::move(positions), true};
  list.radius.values = {radius};
  return list;
}

template <class Bodies>
Scene scene_with(int dimension, Bodies bodies) {
  Scene scene = empty_scene(dimension);
  scene.bodies.emplace_back(std::move(bodies));
  return scene;
}

template <class... Boundaries>
Scene scene_with_boundaries(int dimension, Boundaries... boundaries) {
  Scene scene = scene_with(
      dimension, balls_at({std::vector<double>(static_cast<std::size_t>(dimension), 0.5)}, 0.01));
  (scene.boundary.emplace_back(std::move(boundaries)), ...);
  return scene;
}

// "key: message" of the error, "" if there is none.
template <int D>
std::string build_error(const Scene& scene) {
  try {
    build<D>(scene);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace galet
