#define GALET_KERNELS baseline_front_kernels
#define GALET_KERNEL_NAME "baseline"
#define GALET_VECTOR_BYTES 16
#define GALET_TILE_COLUMNS 4
#include "galet/linear/front_kernel.inc"
