// The impulses that a step starts from, scaled layer by layer so that the parts of a bed that are
// at rest stay at rest: sweeps carry a change of load a few bodies per sweep, this at once.
//
// Slabs of some eight diameters across gravity; impulses are multiplied by 1 + y(z), y piecewise
// linear between the bottoms of the slabs and constant above the last. Momentum along e (up) that
// slab j is given by node k: A_jk = Σ_c φ_k(z_c) p_c·e ([b in j] − [a in j]); what it lacks:
//   b_j = −Σ_{i in j} (h F_i + H p)·e;
// y is the least-squares solution over the slabs at rest, slightly damped and limited. Scaled
// impulses stay in their cones, and the residual decides as before: a slab that must move is
// released by the sweeps. Not in periodic directions; off without gravity.
// Cost: a pass over bodies and contacts, another where something is scaled.
#pragma once

#include <span>

#include "galet/base/workers.hpp"
#include "galet/geometry/periodic_cell.hpp"
#include "galet/model/bodies.hpp"
#include "galet/problem/contact.hpp"
#include "galet/scheme/forces.hpp"

namespace galet {

template <int D>
struct WarmStart {
  const Bodies<D>& bodies;  // with the velocities of the start
  const PeriodicCell<D>& cell;
  const StepForces<D>& forces;
  double h;                          // s
  std::span<const Vec<D>> position;  // of the bodies
  std::span<const Contact<D>> contacts;
  std::span<Vec<D>> impulses;
  std::span<Spin<D>> moments;  // empty where there are none
};

struct SlabScaling {
  // Mean speed up to which a slab is at rest, over g h.
  double rest = 3.0;
  // Largest factor; the smallest is its inverse.
  double limit = 2.0;
  // Fewest slabs for which it is worth while: sweeps carry what is lacking through two as fast.
  int fewest = 3;
  // What slabs at rest may lack together, over the load on them.
  double lacking = 0.05;
};

// After a jump of the load.
inline constexpr SlabScaling kAfterJump{.rest = 3.0, .limit = 4.0, .fewest = 1, .lacking = 0.02};

// Scales the impulses where slabs at rest lack too much. Returns whether it did.
template <int D>
bool scale_by_slabs(const WarmStart<D>& start, const SlabScaling& rules, Workers& workers);

// What slabs that are at rest lack to stay so under the impulses, over the load on them. If it is
// much they begin to move, or the impulses are not yet those of the load.
template <int D>
double lacking_share(const WarmStart<D>& start, const SlabScaling& rules, Workers& workers);

// For a bed at rest without impulses: at touching contacts those of the weight of what is above.
template <int D>
void guess_hydrostatic(const WarmStart<D>& start, Workers& workers);

}  // namespace galet
