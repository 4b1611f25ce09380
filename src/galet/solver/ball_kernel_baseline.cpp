#define GALET_KERNELS baseline_ball_kernels
#define GALET_KERNEL_NAME "baseline"
#include "galet/solver/ball_kernel_set.inc"
