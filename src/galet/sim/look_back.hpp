// Warnings that a run has earned when it ends.
#pragma once

#include <vector>

#include "galet/sim/simulation.hpp"

namespace galet {

// After a step: keeps the area under each plane under load when it first carries half of its load.
template <int D>
void note_carried_areas(const Simulation<D>& simulation, std::vector<double>& areas);

// Adds to the warnings of the summary, which is otherwise complete: steps that missed the
// tolerance, overlaps, energy made by the scheme or missing in the balance, steps that went on in
// spite of trouble, bodies that left, steps that were too long, pressures that drifted. One that
// was foreseen is not told twice.
template <int D>
void look_back(const Simulation<D>& simulation, const RunProgress& progress, RunSummary& summary);

}  // namespace galet
