// The kernels of the Gauss–Seidel solver, as settings.
#pragma once

#include <array>
#include <string>

#include "galet/solver/nlgs_settings.hpp"

namespace galet::test {

// Blocks take every problem. Batches take balls and planes only, and leave the rest to the blocks:
// whoever means to test them asserts BallSolver<D>::accepts(problem).
enum class Kernel { block, batched_single, batched_double };

inline constexpr std::array kAllKernels{Kernel::block, Kernel::batched_single,
                                        Kernel::batched_double};

inline std::string name_of(Kernel kernel) {
  if (kernel == Kernel::block) return "block";
  return kernel == Kernel::batched_single ? "batched_single" : "batched_double";
}

// Random problems are often hyperstatic, where the residual falls slowly: many sweeps are allowed.
inline NlgsSettings settings_for(Kernel kernel, double tolerance) {
  NlgsSettings settings;
  settings.tolerance = tolerance;
  settings.max_iterations = 100000;
  settings.batches = kernel != Kernel::block;
  settings.precision = kernel == Kernel::batched_double ? Precision::double_ : Precision::single_;
  return settings;
}

}  // namespace galet::test
