#include "galet/solver/ball_kernel.hpp"

namespace galet {

const BallKernels& ball_kernels() {
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) {
    return avx512_ball_kernels();
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return avx2_ball_kernels();
  return baseline_ball_kernels();
}

}  // namespace galet
