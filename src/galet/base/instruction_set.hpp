// Which of the loops that exist once per instruction set this machine can run.
#pragma once

namespace galet {

// The flags that the sources of each are compiled with are in src/galet/CMakeLists.txt.
template <class Kernels>
const Kernels& best_of(const Kernels& (*baseline)(), const Kernels& (*avx2)(),
                       const Kernels& (*avx512)()) {
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512f") &&
                          __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (has_avx512) return avx512();
  return has_avx2 ? avx2() : baseline();
}

}  // namespace galet
