#define GALET_KERNELS avx512_ball_kernels
#define GALET_KERNEL_NAME "avx512"
#include "galet/solver/ball_kernel_set.inc"
