// A picture of one frame: grains, boundaries and force chains.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "galet/draw/camera.hpp"
#include "galet/draw/canvas.hpp"
#include "galet/draw/coloring.hpp"
#include "galet/draw/view.hpp"
#include "galet/sim/records.hpp"

namespace galet {

// Of a 3D picture: across an axis (0 for x …), through a place on it or, without, the middle of the
// bulk. What lies before it is cut away.
struct PictureCut {
  int axis = 0;
  std::optional<double> at = {};  // m
};

struct PictureOptions {
  int width = 1200;  // pixels; the height follows from what is shown
  ColorBy color_by = ColorBy::speed;
  std::optional<bool> force_chains = {};  // by default in 2D only; in 3D grains become glass
  bool marks = true;                      // 2D: a line on each grain that turns with it
  bool flat = false;                      // 3D: from the side, without perspective
  ViewAngles angles{.azimuth = 0.5236, .elevation = 0.384};  // 3D, rad
  std::optional<PictureCut> cut = {};                        // 3D

  template <int D>
  bool shows_forces() const {
    return force_chains.value_or(D == 2 || flat);
  }
};

// What pictures share that are to be compared, such as those of a film.
template <int D>
struct PictureScale {
  ShownPart<D> window;
  double color = 0.0;                // number of the darkest colour; 0: nothing to tell
  double force = 0.0;                // N of the thickest line; 0: none
  double weakest = 0.0;              // N of the weakest line that is drawn
  std::vector<Ball> outermost = {};  // 3D: what the camera must show

  // Fits both afterwards.
  void include(const PictureScale& other);
};

template <int D>
PictureScale<D> picture_scale(const Frame<D>& frame, const PictureOptions& options);

// The bytes of a file. 3D frames are seen in perspective (draw/space_picture.hpp) or, if `flat`, in
// projection along the horizontal direction with the smallest extent.
template <int D>
std::string picture_bytes(const Frame<D>& frame, PictureFormat format,
                          const PictureOptions& options, const PictureScale<D>& scale);

// The format follows from the ending of the name.
template <int D>
void draw_picture(const Frame<D>& frame, const std::filesystem::path& path,
                  const PictureOptions& options = {});

}  // namespace galet
