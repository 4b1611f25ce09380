// The viewer with the data of runs in one HTML file, which opens without a server.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "galet/view/session.hpp"

namespace galet {

struct ExportLimits {
  std::int64_t frames = 250;  // of each run
  double megabytes = 60.0;    // of the file
};

struct ExportedPage {
  std::string html;
  std::vector<std::string> notes;  // what of the runs is left out
};

// Where the limits ask for it frames are left out, evenly; the first and the last stay. Throws
// InputError when not even two frames of each run fit.
ExportedPage export_page(ViewSession& session, const ExportLimits& limits);

}  // namespace galet
