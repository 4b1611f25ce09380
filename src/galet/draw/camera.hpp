// A camera in perspective. Points before it have coordinates (x to the right, y up, z away) in its
// own axes; a pixel is a ray through the eye.
#pragma once

#include <span>

#include <Eigen/Geometry>

#include "galet/draw/canvas.hpp"
#include "galet/math/vec.hpp"

namespace galet {

struct Ball {
  Vec<3> center;
  double radius = 0.0;
  Color color;
};

struct Camera {
  Vec<3> eye = Vec<3>::Zero();
  Mat<3> axes = Mat<3>::Identity();  // rows: right, up, away
  double focal = 1.0;                // pixels: a point at distance z is drawn x focal / z aside
  int width = 0;                     // pixels
  int height = 0;

  Vec<3> to_own(const Vec<3>& x) const { return axes * (x - eye); }
  Vec<3> to_world(const Vec<3>& own) const { return eye + axes.transpose() * own; }
  Pixel project(const Vec<3>& own) const {
    return {0.5 * width + focal * own.x() / own.z(), 0.5 * height - focal * own.y() / own.z()};
  }
  // Through the middle of pixel (i, j): own coordinates at distance 1.
  Vec<3> ray(int i, int j) const {
    return {(i + 0.5 - 0.5 * width) / focal, (0.5 * height - j - 0.5) / focal, 1.0};
  }
  // The same view with `factor` times as many pixels each way.
  Camera finer(int factor) const;
};

// Where the camera looks from: the angle about `up` from the direction `front`, and the angle above
// the horizon, rad.
struct ViewAngles {
  double azimuth = 0.0;
  double elevation = 0.0;
};

// Looks at the balls from that side, as near as shows all of them; `width` pixels wide, as high as
// they are, within bounds. `up` and `front` are unit vectors across each other.
Camera framed_camera(std::span<const Ball> balls, const Vec<3>& up, const Vec<3>& front,
                     const ViewAngles& angles, int width);

}  // namespace galet
