#define GALET_KERNELS avx512_front_kernels
#define GALET_KERNEL_NAME "avx512"
#define GALET_VECTOR_BYTES 64
#define GALET_TILE_COLUMNS 8
#include "galet/linear/front_kernel.inc"
