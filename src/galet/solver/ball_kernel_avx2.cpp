#define GALET_KERNELS avx2_ball_kernels
#define GALET_KERNEL_NAME "avx2"
#include "galet/solver/ball_kernel_set.inc"
