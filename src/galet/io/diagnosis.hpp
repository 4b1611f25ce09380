// diagnosis.json: what a run was about when its computation broke down.
#pragma once

#include <filesystem>
#include <string>

#include "galet/sim/simulation.hpp"

namespace galet {

// The message, the step with its solve, the fastest bodies, and the contacts with the deepest
// overlaps, ten of each. Numbers that are not finite become null.
template <int D>
void write_diagnosis(const std::filesystem::path& folder, const Simulation<D>& simulation,
                     const std::string& message);

}  // namespace galet
