// The local solvers of NLGS under one name: solve_local(settings, block, mu, p, û) is the new
// impulse of a contact that has the velocity û with the impulse p, the other contacts being held.
// To add one: its settings in nlgs_settings.hpp and LocalSolver, an overload in a header of its
// own.
#pragma once

#include "galet/solver/local_augmented_lagrangian.hpp"
#include "galet/solver/local_bipotential.hpp"
#include "galet/solver/local_exact.hpp"
#include "galet/solver/local_pdas.hpp"
#include "galet/solver/nlgs_settings.hpp"

namespace galet {

template <int D>
Vec<D> solve_local(const ExactLocal&, const LocalBlock<D>& block, double mu, const Vec<D>& p,
                   const Vec<D>& u) {
  return solve_exact<D>(block, mu, p, u);
}

}  // namespace galet
