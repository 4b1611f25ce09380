#include "galet/solver/ball_kernel.hpp"

#include "galet/base/instruction_set.hpp"

namespace galet {

const BallKernels& ball_kernels() {
  return best_of(baseline_ball_kernels, avx2_ball_kernels, avx512_ball_kernels);
}

}  // namespace galet
