// A picture of a frame in space: grains as shaded balls in perspective, framed on the grains; of
// boundaries what does not stand before them.
#pragma once

#include <string>
#include <vector>

#include "galet/draw/picture.hpp"
#include "galet/draw/solids.hpp"

namespace galet {

// Balls that lie outermost, each in one of many directions: what a camera must show of the bulk.
std::vector<Ball> outermost_balls(const Frame<3>& frame);

std::string space_picture_bytes(const Frame<3>& frame, PictureFormat format,
                                const PictureOptions& options, const PictureScale<3>& scale);

}  // namespace galet
