// Frames as comma-separated tables, for programs that read neither HDF5 nor VTK. See
// docs/file-formats.md.
#pragma once

#include <string>

#include "galet/io/stored_frame.hpp"

namespace galet {

// One row per body. Places, radii, velocities, spins and masses have the names that
// [[bodies]] kind = "csv" knows.
std::string bodies_csv(const StoredFrame& frame);

// One row per contact, forces in world components. Only the header when the frame has no contacts
// stored.
std::string contacts_csv(const StoredFrame& frame);

}  // namespace galet
