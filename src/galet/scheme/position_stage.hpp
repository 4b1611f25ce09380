// Takes overlaps back by positions alone, so that no velocity remains of it: among the
// displacements that open every overlap (linearised, all gaps nearby kept from closing) the
// smallest in the mass metric. This is the contact problem without friction, with displacements
// over h in the place of velocities:
//   0 <= p ⊥ n·Hᵀδ/h + max(g, −taken back)/h >= 0,   δ = h M⁻¹ H p.
// For overlaps that steps did not prevent: bodies that overlap at the start, solves that did not
// reach their tolerance, faces that bend away. Cost: detection and one solve, only in steps that
// end with deep overlaps. Fails (leaves overlap) where there is no room.
#pragma once

#include <span>
#include <vector>

#include "galet/assembly/pose.hpp"
#include "galet/scheme/loaded_planes.hpp"
#include "galet/scheme/step.hpp"

namespace galet {

// Overlap, over the smaller radius of its pair, from which on a step ends with this stage. Smaller
// ones are taken back through velocity, at no more than the speed that the tolerance of the solver
// allows anyway.
inline constexpr double kDeepOverlap = 2e-4;

// Moves bodies and planes under load, which are at the end of a step of length h, with the
// boundaries of the end; returns the work that the weights did.
template <int D>
double correct_positions(const World<D>& world, double h, const Vec<D>& gravity,
                         const GapFeedback& feedback, StepTools<D>& tools, LoadedPlanes<D>& planes,
                         std::vector<Placement<D>> walls_end, Bodies<D>& bodies);

}  // namespace galet
