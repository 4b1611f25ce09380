#include "galet/linear/front_kernel.hpp"

#include "galet/base/instruction_set.hpp"

namespace galet {

const FrontKernels& front_kernels() {
  return best_of(baseline_front_kernels, avx2_front_kernels, avx512_front_kernels);
}

}  // namespace galet
