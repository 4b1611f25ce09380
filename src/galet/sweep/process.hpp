// The perturbed sweeping process −u' ∈ N_{C(t)}(u) + f(t, u), u(t0) = u0, and what an integrator
// makes of it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "galet/sets/moving_set.hpp"

namespace galet::sweep {

using sets::Matrix;
using sets::Vector;

// f(t, u)
using Perturbation = std::function<Vector(double t, const Vector& u)>;

struct Process {
  sets::MovingSetPtr set;
  Vector start;  // moved into C(t0) first when it is outside
  double time_start = 0.0;
  double time_end = 1.0;
  // Instants where the motion jumps or has a kink: steps end there, and a jump is done by
  // projection, u⁺ = prox(C(t), u⁻) [Moreau1999, §6]. Sorted, inside (time_start, time_end].
  std::vector<double> breaks = {};
  Perturbation perturbation = nullptr;  // none: 0
};

// One instant of the computed solution. At a break there are two: before and after.
struct Instant {
  double time = 0.0;
  Vector u;
};

// What it took and what came out.
struct Report {
  std::int64_t steps = 0;
  std::int64_t projections = 0;         // evaluations of prox(C, ·)
  std::int64_t failed_projections = 0;  // the iteration for prox stopped early
  std::int64_t events = 0;              // changes of the active set (event-driven)
  std::int64_t guarded_steps = 0;       // steps with too many events, done by catching-up
  double variation = 0.0;               // Σ |u^{n+1} − u^n|
  // Σ e(C(t^n), C(t^{n+1})): the retraction of the sequence of sets [Moreau1999, §5]; only where
  // sets/excess.hpp has an answer, and when asked for.
  std::optional<double> retraction;
  double distance_max = 0.0;  // largest distance from C(t) at the ends of steps
};

struct Solution {
  std::vector<Instant> path;  // starts with u(t0)
  Report report;

  const Vector& last() const { return path.back().u; }
  // Linear between the instants; after a jump at its instant.
  Vector at(double t) const;
};

// The ends of equal steps not longer than `step`, between each two of start, breaks, end.
struct Piece {
  double from = 0.0;
  double to = 0.0;
  std::int64_t steps = 0;
  bool jump_at_end = false;  // a break
};
std::vector<Piece> pieces(const Process& process, double step);

// Adds retraction and distance_max to the report of a solution; a projection for each instant.
void measure(const Process& process, Solution& solution);

}  // namespace galet::sweep
