// The boundaries of a run, from the scene in its folder.
#pragma once

#include <filesystem>
#include <variant>
#include <vector>

#include "galet/io/wall_mesh.hpp"

namespace galet {

class StoredWalls {
 public:
  // Throws InputError when scene.toml is missing or does not read.
  explicit StoredWalls(const std::filesystem::path& folder);

  // For a frame of the run. Throws InputError when scene.toml is not that of the frame any more.
  Walls walls(const StoredFrame& frame) const;

 private:
  std::filesystem::path file_;
  std::variant<std::vector<Boundary<2>>, std::vector<Boundary<3>>> boundaries_;
};

}  // namespace galet
