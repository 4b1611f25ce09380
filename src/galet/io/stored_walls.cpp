#include "galet/io/stored_walls.hpp"

#include "galet/build/build_boundaries.hpp"
#include "galet/io/manifest.hpp"
#include "galet/io/scene_reader.hpp"
#include "galet/io/toml_document.hpp"

namespace galet {

StoredWalls::StoredWalls(const std::filesystem::path& folder) : file_(folder / "scene.toml") {
  check_listed(folder, "scene.toml");
  // Not load_scene: earlier runs that the scene starts from may be gone.
  const Scene scene = read_scene(read_toml(file_)).scene;
  const MaterialList materials(scene);
  if (scene.dimension == 2) {
    boundaries_ = build_boundaries<2>(scene, materials);
  } else {
    boundaries_ = build_boundaries<3>(scene, materials);
  }
}

Walls StoredWalls::walls(const StoredFrame& frame) const {
  return std::visit(
      [&]<int D>(const std::vector<Boundary<D>>& boundaries) {
        if (frame.dimension != D || frame.boundaries() != boundaries.size()) {
          throw InputError(SourceLocation{file_.string()}, "",
                           "does not have the boundaries of the trajectory beside it; it has been "
                           "changed since the run");
        }
        return Walls(std::span(boundaries));
      },
      boundaries_);
}

}  // namespace galet
