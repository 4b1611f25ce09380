// A picture of one frame: grains, boundaries and force chains.
#pragma once

#include <filesystem>

#include "galet/sim/records.hpp"

namespace galet {

struct PictureOptions {
  int width = 1200;  // pixels; the height follows from what is shown
  bool force_chains = true;
};

// 3D frames are drawn in projection along the horizontal direction with the smallest extent.
template <int D>
void draw_picture(const Frame<D>& frame, const std::filesystem::path& png,
                  const PictureOptions& options = {});

}  // namespace galet
