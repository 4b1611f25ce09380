#include "galet/io/stored_walls.hpp"

#include "galet/build/build_boundaries.hpp"
#include "galet/io/scene_reader.hpp"
#include "galet/io/toml_document.hpp"

namespace galet {

StoredWalls::StoredWalls(const std::filesystem::path& folder) {
  // Not load_scene: earlier runs that the scene starts from may be gone.
  const Scene scene = read_scene(read_toml(folder / "scene.toml")).scene;
  const MaterialList materials(scene);
  if (scene.dimension == 2) {
    boundaries_ = build_boundaries<2>(scene, materials);
  } else {
    boundaries_ = build_boundaries<3>(scene, materials);
  }
}

Walls StoredWalls::walls() const {
  return std::visit([](const auto& boundaries) { return Walls(std::span(boundaries)); },
                    boundaries_);
}

}  // namespace galet
