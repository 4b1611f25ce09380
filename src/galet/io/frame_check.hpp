// Whether a frame that was read is one that a run can have written: everything that reads frames
// (info, export, runs that start from others, pictures) relies on it and looks no further.
#pragma once

#include <string>

#include "galet/io/stored_frame.hpp"

namespace galet {

// Dimension 2 or 3; arrays as long as there are bodies, contacts and boundaries; ids unique, and
// those of contacts there; indices within the lists of names; numbers finite; radii, masses and
// inertias positive; axes of contacts and quaternions of length one. Throws DamagedFile with the
// file, the dataset and the row. Cost: O(N log N + C log C).
void validate(const StoredFrame& frame, const std::string& file);

}  // namespace galet
