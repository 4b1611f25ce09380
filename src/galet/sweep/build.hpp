// From the settings of a file to a process.
#pragma once

#include "galet/sweep/process.hpp"
#include "galet/sweep/scene.hpp"

namespace galet::sweep {

// Throws InputError with the key of the setting that is wrong: sizes of vectors, formulas, empty
// sets.
Process build(const SweepScene& scene);

// Names of the coordinates in formulas: x, y, z up to dimension 3, x1, x2, … beyond.
std::vector<std::string> coordinate_names(int dimension);

}  // namespace galet::sweep
