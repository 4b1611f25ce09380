// Boundaries as lines (2D) and polygons (3D), for programs that show meshes.
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "galet/io/stored_frame.hpp"
#include "galet/model/boundary.hpp"

namespace galet {

// Cells are rows of numbers of points; lines come before polygons.
struct WallMesh {
  std::vector<double> points;                    // 3, m; z = 0 in 2D
  std::vector<std::vector<std::int64_t>> lines;  // polylines
  std::vector<std::vector<std::int64_t>> polygons;
  std::vector<std::int32_t> boundary;  // by cell: its number in the scene
};

// The boundaries of a scene in either dimension.
using Walls = std::variant<std::span<const Boundary<2>>, std::span<const Boundary<3>>>;

// Those that are present, where the frame says they are. Planes and endless drums are drawn as far
// as there are bodies or other boundaries, and a little farther.
WallMesh wall_mesh(const StoredFrame& frame, const Walls& walls);

}  // namespace galet
