// A picture of a sweeping process.
#pragma once

#include <filesystem>
#include <vector>

#include "galet/sweep/process.hpp"

namespace galet {

struct SweepPictureOptions {
  int width = 1200;  // pixels
  std::string title;
  // Instants at which the set is shown.
  std::vector<double> times;
};

// Dimension 1: the set as a cavity in the plane of space and time, time downwards, with the falling
// path [Moreau1999, §2.1]. Dimension 2: the set at several times, pale to dark, with the path.
// Beyond: the coordinates over time.
void draw_sweep(const sweep::Process& process, const sweep::Solution& solution,
                const std::filesystem::path& png, const SweepPictureOptions& options);

}  // namespace galet
