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

  Walls walls() const;

 private:
  std::variant<std::vector<Boundary<2>>, std::vector<Boundary<3>>> boundaries_;
};

}  // namespace galet
