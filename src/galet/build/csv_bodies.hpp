// Bodies from a CSV file.
#pragma once

#include <string>
#include <vector>

#include "galet/build/body_seed.hpp"

namespace galet {

// Reads the file that the setting `key` names. The first line holds the names of the columns, in
// any order: x, y, (z,) radius, and optionally vx, vy, (vz,) w or wx, wy, wz, mass. Empty lines and
// lines opened by # are skipped. Throws InputError with line and column.
template <int D>
std::vector<BodySeed<D>> read_csv_bodies(const std::string& key, const std::string& file);

}  // namespace galet
