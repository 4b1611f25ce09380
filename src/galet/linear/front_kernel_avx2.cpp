#define GALET_KERNELS avx2_front_kernels
#define GALET_KERNEL_NAME "avx2"
#define GALET_VECTOR_BYTES 32
#define GALET_TILE_COLUMNS 4
#include "galet/linear/front_kernel.inc"
