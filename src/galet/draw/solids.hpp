// Balls, flat faces and tubes in perspective, computed ray by ray: light of the sky, dimmed where
// neighbours cover it, and a lamp with soft shadows. In software, so that it runs anywhere and
// gives the same bytes for any number of threads.
//
// Cost: the pixels that balls cover, hidden ones included; 10⁵ balls take seconds.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "galet/base/workers.hpp"
#include "galet/draw/camera.hpp"

namespace galet {

struct Face {
  std::vector<Vec<3>> corners;  // convex
  Color color;
};

struct Tube {
  Vec<3> a;
  Vec<3> b;
  double radius = 0.0;
  Color color;
};

// What lies where (x − point)·normal > 0 is cut away.
struct CutPlane {
  Vec<3> point;
  Vec<3> normal;
};

struct Solids {
  std::vector<Ball> balls;
  std::vector<Face> faces;
  std::vector<Tube> tubes;
  std::optional<CutPlane> cut;  // of the balls
  double opacity = 1.0;         // of a ball; below 1 all that lies behind shines through
  Vec<3> up = Vec<3>::UnitZ();
};

// Rows of 0x00RRGGBB from the upper left.
struct PixelImage {
  int width = 0;
  int height = 0;
  std::vector<std::uint32_t> pixels;
};

// All places are finite.
PixelImage shade(const Solids& solids, const Camera& camera, const Color& background,
                 Workers& workers);

}  // namespace galet
