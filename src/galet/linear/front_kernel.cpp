#include "galet/linear/front_kernel.hpp"

namespace galet {

const FrontKernels& front_kernels() {
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) {
    return avx512_front_kernels();
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    return avx2_front_kernels();
  }
  return baseline_front_kernels();
}

}  // namespace galet
