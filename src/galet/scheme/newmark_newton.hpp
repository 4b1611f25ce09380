// Newton's method for the equation of a step of Newmark's scheme.
#pragma once

#include "galet/scheme/newmark_equation.hpp"
#include "galet/solver/report.hpp"

namespace galet {

// What counts as small in a step.
struct NewtonScale {
  double speed = 0.0;          // largest velocity, m/s
  double smallest_move = 0.0;  // m, a Newton step that needs no further one
};

// variant = "exact": semi-smooth through the states of the contacts, with backtracking on the
// residual in the mass norm. Ends when residual or Newton step are small and no contact has changed
// its state. `symmetric`: with the symmetric tangent.
template <int D, int B>
SolveReport solve_exactly(const NewmarkSettings& scheme, const NewtonScale& scale, bool symmetric,
                          const NearContacts<D>& near, NewmarkEquation<D, B>& equation);

// variant = "thesis": as the program there, ended by the norm of the Newton step, or of its sum
// with the one before.
template <int D, int B>
SolveReport solve_as_thesis(const NewmarkSettings& scheme, const NewtonScale& scale,
                            NewmarkEquation<D, B>& equation);

}  // namespace galet
